/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScripted } from '../helpers/scripted-run.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const ACTION = /^Action:\n\| (.*)$/m;

/** What a careful model answers: how a room starts, and what every other question was about, by its command. */
function careful(question: string): object | null {
  const [, action = 'refusals'] = ACTION.exec(question) ?? [];
  const [, refused = '', answer = 'Refused.'] =
    /## Actions without a change that the engine sees[^]*?\| > (.*)\n\| (.*)/.exec(question) ?? [];
  const isStart = /What does this room start with\?|Visit: FIRST VISIT(?!, )/m.test(question);
  const start = { category: 'DISCOVERY', memory_title: 'At the start', persistence: 'core' };
  const second = { ...start, memory_text: answerIn(question) };
  return {
    should_remember: true,
    ...(question.includes('as `second`') && { second }),
    category: isStart
      ? 'DISCOVERY'
      : /nothing in reach changed/.test(question)
        ? 'FAILURE'
        : 'SUCCESS',
    memory_title: isStart ? 'At the start' : action === 'refusals' ? refused : action,
    memory_text: answerIn(question) || answer,
    persistence: isStart ? 'core' : 'permanent',
  };
}

/** What the game answered, after the opening that the question is about, too. */
function answerIn(question: string): string {
  const [, response = ''] = /^Response:\n(?:\(.*\)\n)?((?:\|.*\n)*)/m.exec(question) ?? [];
  const [, turn = '-'] = /together with what turns? (\d+)/.exec(question) ?? [];
  const [, opening = ''] = new RegExp(`^Turn ${turn}, .*\n\\| > (.*)$`, 'm').exec(question) ?? [];
  return `${opening} ${response}`.replaceAll(/\n?\| ?|\s+/g, ' ').trim();
}

/**
 * One episode of the shipped story: the commands that were asked about; refusals as `refused: …`; an opening with what
 * followed it.
 */
async function askedAbout(commands: readonly string[], workdir = temporaryFolder()) {
  const { memoryQuestions } = await playScripted({
    story: SHIPPED_STORY,
    workdir,
    seed: 1,
    commands,
    remember: careful,
  });
  return memoryQuestions.flatMap((question) => {
    const turns = /together with what turns? ([\d and]+) changed/.exec(question)?.[1] ?? '';
    const opened = (turns.match(/\d+/g) ?? []).map((turn) => commands[Number(turn) - 1] ?? '');
    const refused = [...question.matchAll(/^\| > (.*)$/gm)].map(([, action]) => action);
    return [...opened, ACTION.exec(question)?.[1] ?? `refused: ${refused.join('; ')}`];
  });
}

const TO_KITCHEN = ['n', 'n', 'ne', 'open window', 's'];

describe('a turn is asked about', () => {
  it('once where it scored and entered a room for the first time, and nothing shares the question', async () => {
    const workdir = temporaryFolder();
    const asked = await askedAbout([...TO_KITCHEN.slice(0, -1), 'wait', 's'], workdir);
    expect(asked.slice(-2)).toEqual(['open window', 's']);
    const memories = readFileSync(path.join(workdir, 'Memories.md'), 'utf8');
    expect(memories).toMatch(
      /## Location 49:[^#]*### Memories[^#]*\[DISCOVERY - CORE\] At the start\*\* \*\(Ep1, T6, \+0\)/,
    );
  });

  it('twice where it scored and entered a room for the first time: how it was done, and what the room starts with', async () => {
    const workdir = temporaryFolder();
    const asked = await askedAbout(TO_KITCHEN, workdir);
    expect(asked).toEqual([
      '(the game begins)',
      'n',
      'n',
      'ne',
      'open window',
      's',
      '(coming in by "s")',
    ]);
    const memories = readFileSync(path.join(workdir, 'Memories.md'), 'utf8');
    expect(memories).toMatch(
      /## Location 43:[^#]*### Memories[^#]*\[SUCCESS - PERMANENT\] south\*\* \*\(Ep1, T5, \+10\)/,
    );
    expect(memories).toMatch(
      /## Location 49:[^#]*### Memories[^#]*\[DISCOVERY - CORE\] At the start\*\* \*\(Ep1, T5, \+0\)/,
    );
  });

  it('where something gives way that was locked or shut, the answer being short or not', async () => {
    const asked = await askedAbout([
      ...['n', 'n', 'e', 'open door', 'e', 'u', 'take brass key', 'd', 'w', 'w', 'ne'],
      ...['open window', 's', 'open drawer', 'u', 'unlock chest with brass key'],
    ]);
    for (const command of [
      'open door',
      'open window',
      'open drawer',
      'unlock chest with brass key',
    ])
      expect(asked).toContain(command);
  });

  it('where a command works that was refused before', async () => {
    const asked = await askedAbout(['n', 'n', 'ne', 'enter window', 'open window', 'enter window']);
    expect(asked.filter((action) => action.endsWith('enter window'))).toEqual(['enter window']);
  });

  it('where a text names what the game did not name before, and not where scenery names nothing', async () => {
    expect(await askedAbout(['read letter'])).toContain('read letter');
    expect(await askedAbout(['n', 'examine sea-holly'])).toEqual(['(the game begins)', 'n']);
  });
});

describe('a turn is not asked about', () => {
  it('where a thing is taken that was seen to lie there, and nothing else happens', async () => {
    const asked = await askedAbout([...TO_KITCHEN, 'take lantern', 'drop lantern', 'take lantern']);
    expect(asked.slice(7)).toEqual([]);
  });

  it('where a memory of the room has it: points, ways, what opens and what is refused', async () => {
    const workdir = temporaryFolder();
    const commands = ['n', 'n', 'open front door', 'ne', 'open window', 's', 'open drawer'];
    expect((await askedAbout(commands, workdir)).length).toBeGreaterThan(8);
    expect(await askedAbout(commands, workdir)).toEqual([]);
  });
});
