import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import { openStoryNamed } from '../../src/interpreter/open-story.ts';
import type { RecordedTurn } from '../../src/records/recorded-turn.ts';
import { lookAtGame } from '../../src/turn/observe.ts';
import { walkStepLimit } from '../../src/verify/walk.ts';
import { tryClaims } from '../../src/verify/try-claims.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

const bytes = readFileSync(SHIPPED_STORY);
const open = (seed: number) => openStoryNamed(bytes, { seed, names: 'plain' });

/** What these commands come to, as an episode records it. */
function recorded(commands: readonly string[]) {
  const game = open(7);
  let before = lookAtGame(game, game.opening);
  const turns = commands.map((action, index) => {
    const after = lookAtGame(game, game.step(action));
    const turn = { turn: index + 1, before, decision: { action }, after };
    before = after;
    return turn;
  });
  return { episode: 1, seed: 7, problem: null, turns: turns as unknown as RecordedTurn[] };
}

it('a command is tried at three moments of the same world and at each at which it was played', () => {
  const recording = recorded(['z', 'z', 'z', 'z', 'z', 'take all', 'z']);
  const room = recording.turns[0]?.before.location.id ?? 0;
  const claim = { kind: 'works', commands: ['n', 'z'], setup: [], source: [], lost: null } as const;
  const wanted = new Map([[room, [claim]]]);
  const { trials, equal } = tryClaims(open, [recording], wanted, walkStepLimit(1_000));
  // Something is done in turn 6, so that the world of turn 7 is another.
  const turnsOf = (command: string) =>
    trials.filter((trial) => trial.command === command).map(({ turn }) => turn);
  expect(equal).toBe(7);
  expect(turnsOf('n')).toEqual([1, 2, 3, 7]);
  expect(turnsOf('z')).toEqual([1, 2, 3, 4, 5, 7]);
});

it.each([
  { text: 'Another answer.' },
  { location: { id: locationId(99), name: 'Elsewhere' } },
  { score: 77 },
  { moves: 77 },
  { ended: 'victory' as const },
  { inventory: [] },
  { scene: 'another' },
])('nothing is tried after a turn that does not come out as recorded: %o', (differs) => {
  const recording = recorded(['z', 'take all', 'z', 'z']);
  const turns = recording.turns.map((one) =>
    one.turn === 2 ? { ...one, after: { ...one.after, ...differs } } : one,
  );
  const room = turns[0]?.before.location.id ?? 0;
  const claim = { kind: 'works', commands: ['n'], setup: [], source: [], lost: null } as const;
  const found = tryClaims(
    open,
    [{ ...recording, turns }],
    new Map([[room, [claim]]]),
    walkStepLimit(1_000),
  );
  expect(found.trials.map(({ turn }) => turn)).toEqual([1, 2]);
  expect(found).toMatchObject({ replayed: 4, equal: 3 });
  expect(found.problems).toEqual(new Map([[1, 'it does not come out as recorded']]));
});

it('a procedure is tried as a whole, also where its first step is not done yet', () => {
  const recording = recorded(['n', 'n', 'ne', 'z', 'open window', 's']);
  const [garden, kitchen] =
    recording.turns.slice(-1).map(({ before, after }) => [before, after])[0] ?? [];
  const enters = { kind: 'works', commands: ['s'], source: [], lost: null } as const;
  const claims = [
    { ...enters, setup: ['open window'] },
    { ...enters, setup: [] },
  ];
  const wanted = new Map([[garden?.location.id ?? 0, claims]]);
  const { trials } = tryClaims(open, [recording], wanted, walkStepLimit(1_000));
  const entered = (setup: string) =>
    trials
      .filter((trial) => trial.setup.join() === setup)
      .map(({ after }) => after.location.id === kitchen?.location.id);
  expect(entered('')).toEqual([false, false, true]);
  expect(entered('open window')).toEqual([true, true, true]);
});
