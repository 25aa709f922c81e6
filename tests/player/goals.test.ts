import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { messagesOf, choose } from './situations.ts';
import { createOfflinePlayer } from '../../src/player/offline-player.ts';

const WAYS =
  '## Ways out\n- n: somewhere new (3), untried this episode\n- s: Hall (2), been there once';
const KNOWN = (points: string) =>
  `${WAYS}\n\n## Knowledge from earlier episodes\n| LESSONS LEARNED\n${points}\n\n`;
const LESSON = '| - "take cup" at Vault (7) is worth +5 points.';
const ROUTE = '## Route\nRoute to Vault (7), for: take cup (gold): s, then w, d';
const at = (place: number, action: string, score = 0) => ({ action, note: { place, score } });

async function replyTo(prompt: string, journal: Parameters<typeof messagesOf>[1] = []) {
  const { text } = await createOfflinePlayer().complete({
    role: 'agent',
    messages: messagesOf(prompt, journal),
    replySchema: z.unknown(),
    signal: new AbortController().signal,
  });
  return JSON.parse(text) as {
    readonly target: unknown;
    readonly completed: unknown;
    readonly dropped: unknown;
  };
}

async function targetOf(prompt: string): Promise<unknown> {
  return (await replyTo(prompt)).target;
}

describe('where points were won in earlier episodes', () => {
  it('is where it asks the way to, and goes by the way that it is told', async () => {
    expect(await targetOf(KNOWN(LESSON))).toBe(7);
    expect(await targetOf(KNOWN(''))).toBeNull();
    expect(choose(KNOWN(LESSON))).toBe('n');
    expect(choose(KNOWN(LESSON) + ROUTE)).toBe('s');
    expect(choose(KNOWN('') + ROUTE)).toBe('n');
  });

  it('is told with the way there, of points that are known and not won yet', () => {
    const gains = (way: string) =>
      `${WAYS}\n\n## Objectives\nOther points known and not won yet:\n- +5 take cup, at Vault (7)${way}\n`;
    expect(choose(gains(': s, d'))).toBe('s');
    expect(choose(gains(' (sure once lid is open): 6 steps, first s'))).toBe('s');
    for (const way of ['', ': the way is shut']) expect(choose(gains(way))).toBe('n');
    const inVain = [at(7, 'take cup'), at(7, 'take cup'), at(2, 'n')];
    expect(choose(gains(': s, d'), inVain)).toBe('n');
  });

  it('is asked for as long as the way is told, and no more where there is none', async () => {
    const far = `${LESSON.replace('Vault (7)', 'Attic (9)')}\n${LESSON}`;
    expect(await targetOf(KNOWN(far))).toBe(9);
    expect(await targetOf(`${KNOWN(far)}## Route\nNo way to Attic (9) is known yet.`)).toBe(7);
    expect(await targetOf(KNOWN(far) + ROUTE)).toBe(7);
  });

  it('is an objective that is not completed', () => {
    const objectives = (before: string) =>
      `${WAYS}\n\n${ROUTE}\n\n## Objectives\n- Explore e.\n${before}- Score at Location 7: take cup\n`;
    expect(choose(objectives(''))).toBe('s');
    expect(choose(objectives('\n## Completed\n'))).toBe('n');
  });

  it('is claimed as completed when its points are won, exactly as it is listed', async () => {
    const claimed = async (journal: Parameters<typeof messagesOf>[1]) => {
      const prompt = `${WAYS}\n\n## Objectives\n- Explore e.\n- Score at Location 7: take cup\n\n## Completed\n- Score at Location 2: wait [turn 1: wait, at Hall (2)]\n`;
      return (await replyTo(prompt, journal)).completed;
    };
    expect(await claimed([])).toBeNull();
    expect(await claimed([at(7, 'take cup'), at(2, 'n', 5)])).toEqual([
      'Score at Location 7: take cup',
    ]);
  });

  it.each([
    ['nothing the engine saw since turn 3 shows it done', true],
    ['Location 7 was not entered since turn 3', true],
    ['only "take cup" (turn 3) was seen; nothing the engine saw shows "lay it down" done', true],
    ['it is none of your objectives', false],
  ])('is given up where nothing shows what was claimed: %s', async (reason, isGivenUp) => {
    const goal = 'Score at Location 7: take cup';
    const refused = `Told once:\n- Not completed: "${goal}": ${reason}`;
    const prompt = `${WAYS}\n\n## Objectives\n- ${goal}\n${refused}\n`;
    expect(await replyTo(prompt, [at(7, 'take cup'), at(2, 'n', 5)])).toMatchObject({
      completed: isGivenUp ? null : [goal],
      dropped: isGivenUp ? [goal] : null,
    });
  });

  it('is left when the points are won, were tried for twice, or could not be tried for twice', () => {
    const won = [at(7, 'take cup'), at(2, 'n', 5)];
    expect(choose(KNOWN(LESSON) + ROUTE, [at(7, 'take cup'), at(2, 'n')])).toBe('s');
    expect(choose(KNOWN(LESSON) + ROUTE, won)).not.toBe('s');
    const twice = [at(7, 'take cup'), at(7, 'take cup'), at(2, 'n')];
    expect(choose(KNOWN(LESSON) + ROUTE, twice)).not.toBe('s');
    const gone = { action: 'd', note: { place: 2, goal: 7 } };
    const there = [gone, at(7, 'u'), at(2, 'n')];
    expect(choose(KNOWN(LESSON) + ROUTE, there)).toBe('s');
    expect(choose(KNOWN(LESSON) + ROUTE, [...there, ...there])).not.toBe('s');
  });

  it('is not gone to where an earlier episode died of chance or in a fight', () => {
    const near = (danger: string) =>
      `${KNOWN(LESSON)}${ROUTE.replace(': s,', ': u,')}\n\n## Dangers one step away\nAt Vault (7):\n${danger}`;
    const ways = near('').replace('- s: Hall (2)', '- u: Vault (7)');
    expect(choose(ways)).toBe('u');
    for (const danger of [
      '[DANGER] by chance, also without doing anything: death: With other random numbers in 2 of 8.',
      '[DANGER] e: You are hit. (was deadly 1 of 7 times)',
      '[DANGER] attack ogre: It hits back.',
    ]) {
      expect(choose(ways + danger)).toBe('n');
    }
    expect(choose(`${ways}[DANGER] e: You fall. (was deadly 7 of 7 times)`)).toBe('u');
    const fight =
      '[DANGER] attack ogre: It hits back. (With other random numbers: death in 1 of 8 tries';
    expect(choose(`${ways}${fight} with "attack ogre", in 2 of 8 with waiting.)`)).toBe('n');
    expect(choose(`${ways}${fight} with "attack ogre", in 0 of 8 with waiting.)`)).toBe('u');
  });
});
