import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { IdleTwin } from '../../src/turn/idle-twin.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { act } from '../../src/turn/run-turn.ts';
import { observe } from '../../src/turn/observe.ts';
import { Causes } from '../../src/turn/causes.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { decision } from '../helpers/observation.ts';

const LOOKS = (count: number) => Array.from({ length: count }, () => 'look');

/** The last of some turns in the story of hazards. */
function lastTurn(commands: readonly string[], seed = 3): TurnRecord {
  const interpreter = openStory(readFileSync(fixtureFile('hazards.z3')), { seed });
  const causes = new Causes(new IdleTwin(interpreter));
  const turns: TurnRecord[] = [];
  for (const [index, command] of commands.entries()) {
    const before = turns.at(-1)?.after ?? observe(interpreter, interpreter.opening);
    turns.push(act(index + 1, before, decision(command), { interpreter, causes }));
  }
  const last = turns.at(-1);
  if (last === undefined) throw new Error('no turn');
  return last;
}

describe('the cause of an outcome', () => {
  it.each([
    ['a walk', ['north']],
    ['a thing taken', ['take coin']],
    ['a thing put down', ['take coin', 'drop coin']],
    ['a death by walking', ['east']],
  ])('%s is the command', (_, commands) => {
    expect(lastTurn(commands)).toMatchObject({ cause: 'command', comparison: { alsoIdle: [] } });
  });

  it.each([
    ['points', LOOKS(9), 'points -2'],
    ['a thing', ['take coin', ...LOOKS(5)], 'lost'],
    ['a place', ['south', 'east', ...LOOKS(2)], 'moved to'],
  ])('%s that one who waits loses, too, is the clock', (_, commands, outcome) => {
    const { cause, comparison } = lastTurn(commands);
    expect(cause).toBe('clock');
    expect(comparison?.alsoIdle).toEqual([expect.stringContaining(outcome)]);
  });

  it('keeps what the clock printed, and nothing that looking around prints anyway', () => {
    expect(lastTurn(LOOKS(17)).comparison?.toldIdle).toBe('The mountain falls on you.');
  });

  it('is the command where only some of the outcomes are the clock', () => {
    const turn = lastTurn([...LOOKS(8), 'take coin']);
    expect(turn).toMatchObject({ cause: 'command', comparison: { alsoIdle: ['points -2'] } });
  });

  it('finds that an answer is stock where another thing gets the same, and not where it has one of its own', () => {
    const saltmere = readFileSync(new URL('../../game_files/story/saltmere.z5', import.meta.url));
    const asked = (command: string) => {
      const interpreter = openStory(saltmere, { seed: 3 });
      const causes = new Causes(new IdleTwin(interpreter));
      const before = observe(interpreter, interpreter.opening);
      const { isStock } = act(1, before, decision(command), { interpreter, causes });
      const plain = openStory(saltmere, { seed: 3 });
      plain.step(command);
      expect(interpreter.stateHash()).toBe(plain.stateHash());
      return isStock;
    };
    expect(asked('search planks')).toBe(true);
    expect(asked('examine planks')).toBeUndefined();
    expect(asked('push planks')).toBeUndefined();
    expect(asked('wait')).toBeUndefined();
  });

  it('is told of no turn that is worth no lesson', () => {
    expect(lastTurn(['look'])).not.toHaveProperty('cause');
    expect(lastTurn(['south', 'pull lever'])).not.toHaveProperty('cause');
  });

  it(
    'of a fight is told by how often it ends so, with the command and with waiting',
    { tags: ['slow'] },
    () => {
      const fights = Array.from({ length: 12 }, (_, seed) =>
        lastTurn(['west', 'attack ogre'], 1_000_003 * seed),
      );
      const won = fights.filter(({ after }) => after.score === 10);
      const lost = fights.filter(({ before, after }) => !before.ended && after.ended === 'death');
      expect([won.length > 0, lost.length > 0]).toEqual([true, true]);
      for (const { cause, comparison } of won) {
        expect([cause, comparison?.odds?.tried, comparison?.odds?.idle]).toEqual(['command', 8, 0]);
      }
      const causes = lost.map(({ cause, comparison }) => {
        const { command = 0, idle = 0 } = comparison?.odds ?? {};
        expect(command).toBeGreaterThan(0);
        return [cause, idle === 0 ? 'command' : idle >= command ? 'clock' : 'unknown'];
      });
      for (const [found, expected] of causes) expect(found).toBe(expected);
      expect(lost.some(({ comparison }) => (comparison?.odds?.idle ?? 0) > 0)).toBe(true);
      expect(lost.every(({ comparison }) => comparison?.beginning === undefined)).toBe(true);
    },
  );
});

describe('the beginning of a death that waiting ends in, too', () => {
  it('is the start of the game for a clock that runs from there, counted in its moves', () => {
    const turn = lastTurn(['swear', 'take coin', ...LOOKS(14), 'south', 'north']);
    expect(turn.after.ended).toBe('death');
    expect(turn).toMatchObject({
      cause: 'clock',
      comparison: { alsoIdle: ['death'], beginning: { turn: 0, moves: 17 } },
    });
  });

  it('is the walk into a room that kills those who stay', () => {
    const turn = lastTurn(['take coin', 'north', 'take gem', 'look', 'drop coin']);
    expect(turn.after.ended).toBe('death');
    expect(turn).toMatchObject({
      cause: 'clock',
      comparison: { beginning: { turn: 2, moves: 3 } },
    });
  });

  it('is the last walk into it, not an earlier one after which the room was left in time', () => {
    const commands = [
      'take coin',
      'north',
      'look',
      'south',
      'north',
      'take gem',
      'look',
      'drop coin',
    ];
    const turn = lastTurn(commands);
    expect(turn.after.ended).toBe('death');
    expect(turn).toMatchObject({
      cause: 'clock',
      comparison: { beginning: { turn: 5, moves: 3 } },
    });
  });

  it('is the command that started something elsewhere', () => {
    const turn = lastTurn(['south', 'pull lever', 'north', 'take coin', 'look', 'north']);
    expect(turn.after.ended).toBe('death');
    expect(turn).toMatchObject({
      cause: 'clock',
      comparison: { beginning: { turn: 2, moves: 4 } },
    });
  });

  it.each([
    ['a thing', ['look', 'take coin', ...LOOKS(4)], { turn: 0, moves: 6 }],
    ['a thing that was taken a turn before', [...LOOKS(4), 'take coin', 'look'], 0],
    ['a place', ['south', 'east', ...LOOKS(2)], { turn: 0, moves: 4 }],
  ])('is not the command that only made it possible to lose %s', (_, commands, beginning) => {
    const { comparison } = lastTurn(commands);
    const start = { turn: 0, moves: 6 };
    expect(comparison?.beginning).toEqual(beginning === 0 ? start : beginning);
  });

  it.each([
    ['at once', ['south', 'west', 'order', 'take olive', 'look', 'look']],
    ['just before', ['south', 'west', 'order', 'look', 'take olive', 'east']],
  ])('is the command that set the clock going, not what was taken %s', (_, commands) => {
    const { comparison } = lastTurn(commands);
    expect(comparison?.beginning).toEqual({ turn: 3, moves: 3 });
  });
});
