import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import type { Memory } from '../../src/domain/memory.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { memoryId } from '../../src/managers/memory/evidence.ts';
import type { RecordedTurn } from '../../src/records/recorded-turn.ts';
import { lookAtGame } from '../../src/turn/observe.ts';
import { verifyMemories } from '../../src/verify/verify-memories.ts';
import { walkStepLimit } from '../../src/verify/walk.ts';
import { memory } from '../helpers/memory.ts';

const QUAY = locationId(1);
const SHED = locationId(2);

/** A quay with a hatch that opens once and a shed to its north; nobody survives a dive. */
function harbour(): Interpreter {
  let world = { room: QUAY, isOpen: false, isDead: false, moves: 0 };
  const game = {
    opening: { text: 'Quay', died: false, ended: null },
    dictionary: {
      verbs: ['open', 'dive', 'sing', 'wait', 'z'],
      grammar: null,
      knows: (word: string) => ['open', 'hatch', 'dive', 'sing', 'wait', 'z', 'n'].includes(word),
    },
    facts: () => ({
      location: { id: world.room, name: world.room === QUAY ? 'Quay' : 'Shed' },
      inventory: [],
      objects: [{ id: 7, name: 'hatch', inside: null, held: false, traits: open() }],
      score: 0,
      maxScore: 10,
      moves: world.moves,
      ended: world.isDead ? 'death' : null,
    }),
    scene: () => JSON.stringify({ ...world, moves: 0 }),
    fingerprint: () => JSON.stringify(world),
    reach: () => 'here',
    snapshot: () => world,
    restore: (one: typeof world) => void (world = one),
    reseed: () => undefined,
    step(command: string) {
      world = { ...world, moves: world.moves + 1 };
      if (command === 'open hatch') world = { ...world, isOpen: true };
      if (command === 'n') world = { ...world, room: SHED };
      if (command === 'dive') world = { ...world, isDead: true };
      return { text: 'Done.', died: world.isDead, ended: world.isDead ? 'death' : null };
    },
  };
  const open = () => (world.isOpen ? ['open'] : []);
  return game as unknown as Interpreter;
}

/** What these commands come to, as an episode records it; each turn was shown these memories. */
function recorded(episode: number, commands: readonly string[], memories: readonly string[] = []) {
  const game = harbour();
  let before = lookAtGame(game, game.opening);
  const turns = commands.map((action, index) => {
    const after = lookAtGame(game, game.step(action));
    const turn = { turn: index + 1, before, decision: { action, memories }, after };
    before = after;
    return turn;
  });
  return { episode, seed: 7, problem: null, turns: turns as unknown as readonly RecordedTurn[] };
}

type Played = Omit<ReturnType<typeof recorded>, 'problem'> & { readonly problem: string | null };

const LEARNT = { category: 'SUCCESS', title: 'open hatch', turns: '1' };

/** What trying one memory came to, beside one that says nothing and one that nobody believes. */
function verified(fields: Partial<Memory>, recording: Played, room = QUAY) {
  const one = memory({ ...LEARNT, ...fields });
  const rooms = [QUAY, SHED].map((id) => ({
    id,
    name: id === QUAY ? 'Quay' : 'Shed',
    memories: id === room ? [one, memory({ title: 'doubted', status: 'SUPERSEDED' })] : [memory()],
  }));
  const ports = { recordings: [recording], open: harbour, steps: walkStepLimit(1_000) };
  const found = verifyMemories({ rooms: rooms as never, ...ports });
  return {
    ...found,
    memory: found.memories.find(({ location }) => location.id === room),
    count: found.memories.length,
  };
}

const played = recorded(1, ['open hatch', 'z', 'n', 'open hatch']);

describe('what is believed', () => {
  it('is tried again in its own room, and said of it with the turns that came out as recorded', () => {
    const { memory: found, turns, count } = verified({}, played);
    expect(count).toBe(2);
    expect(turns).toEqual({ replayed: 4, equal: 4 });
    expect(found).toEqual({
      location: { id: QUAY, name: 'Quay' },
      category: 'SUCCESS',
      title: 'open hatch',
      episode: 1,
      turns: '1',
      verdict: 'confirmed',
      tried: 1,
      held: 1,
      why: '',
      by: 'simulated',
    });
  });

  it('of two rooms counts in each what was tried there', () => {
    const sings = memory({ ...LEARNT, category: 'FAILURE', title: 'sing' });
    const rooms = [QUAY, SHED].map((id) => ({ id, name: 'Place', memories: [sings] }));
    const ports = { recordings: [played], open: harbour, steps: walkStepLimit(1_000) };
    const { memories } = verifyMemories({ rooms: rooms as never, ...ports });
    expect(memories.map(({ tried }) => tried)).toEqual([3, 1]);
  });

  it('of a place where nobody was recorded is untried, and says that', () => {
    const why = 'no recorded moment to try it at';
    const found = verified({ title: 'sing' }, recorded(1, ['sing']), SHED).memory;
    expect(found).toMatchObject({ verdict: 'untestable', why });
  });

  it('and is no command is not tried', () => {
    const why = 'it tells of no command that works, fails or kills';
    const untried = { verdict: 'untestable', tried: 0, held: 0, why };
    expect(verified({ category: 'NOTE' }, played).memory).toMatchObject(untried);
  });

  it('is confirmed with the words that worked, where the title has others', () => {
    const why = (title: string) => verified({ title }, played).memory?.why;
    expect(why('open old hatch')).toBe('as "open hatch"');
    expect(why('Open hatch')).toBe('');
    const fails = verified({ category: 'FAILURE', title: 'sing' }, recorded(1, ['sing']));
    expect(fails.memory).toMatchObject({ verdict: 'confirmed', why: '' });
  });

  it('is not refuted where the episode that taught it is not kept, but may be confirmed', () => {
    const lost = { episode: 9 };
    const untried = { verdict: 'untestable', tried: 0, held: 0, why: 'episode 9 is not kept' };
    expect(verified({ ...lost, category: 'FAILURE' }, played).memory).toMatchObject(untried);
    expect(verified({ ...lost, title: 'dive' }, played).memory).toMatchObject(untried);
    expect(verified(lost, played).memory).toMatchObject({ verdict: 'confirmed', tried: 1 });
    expect(verified({ category: 'FAILURE' }, played).memory).toMatchObject({ verdict: 'refuted' });
  });

  it('of a place where nobody came any more as recorded is untried, for that reason', () => {
    const [first, ...rest] = recorded(1, ['n', 'sing']).turns;
    const torn = { ...first, after: { ...first?.after, text: 'Otherwise.' } };
    const turns = [torn, ...rest] as unknown as readonly RecordedTurn[];
    const inShed = (problem: string | null) =>
      verified({ title: 'sing', turns: '2' }, { ...played, turns, problem }, SHED);
    expect(inShed(null).turns).toEqual({ replayed: 2, equal: 1 });
    const untried = { verdict: 'untestable', tried: 0, held: 0 };
    const [found, damaged] = [null, 'it is damaged'].map((problem) => inShed(problem).memory);
    expect(found).toMatchObject({ ...untried, why: 'it does not come out as recorded' });
    expect(damaged).toMatchObject({ ...untried, why: 'it is damaged' });
  });

  it('is said to be shown as often as it was, and followed where its own command was played', () => {
    const id = memoryId(QUAY, memory({ ...LEARNT, title: 'open old hatch' }));
    const shown = recorded(1, ['open hatch', 'z', 'n', 'open hatch'], [id]);
    expect(verified({ title: 'open old hatch' }, shown).memory?.uses).toEqual({
      shown: 4,
      followed: 1,
      played: 1,
      effects: 1,
      deaths: 0,
      points: 0,
    });
  });
});
