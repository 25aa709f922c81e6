import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { evidenceKey, type Evidence, type Uses } from '../../src/managers/memory/evidence.ts';
import type { Recording } from '../../src/verify/recording.ts';
import { memoriesToArchive } from '../../src/run/archive-memories.ts';
import { memory } from '../helpers/memory.ts';
import { NO_DICTIONARY } from '../helpers/no-dictionary.ts';
import { turnOf } from '../report/scene.ts';

const ROOM = locationId(5);
const failure = memory({ category: 'FAILURE', title: 'pull rope', text: 'It holds.', turns: '1' });

/** Episodes 1 to `last`; `tried` says in which of them the rope is pulled in the room. */
function recorded(last: number, tried: readonly number[], room: number = ROOM): Recording[] {
  return Array.from({ length: last }, (_, index) => {
    const episode = index + 1;
    const turn = turnOf(1, (field) => (field === 'action' ? 'pull rope' : field));
    const before = { ...turn.before, location: { id: room, name: '' } };
    const other = { ...turn, before, decision: { ...turn.decision, action: 'wait' } };
    const turns = tried.includes(episode) ? [{ ...turn, before }] : [other];
    return { episode, seed: 1, turns, problem: null };
  });
}

function usesOf(one: Memory, uses: Partial<Uses>): Evidence {
  const { category, title, episode, turns } = one;
  const none = { shown: 0, followed: 0, played: 0, effects: 0, deaths: 0, points: 0 };
  const tried = { verdict: 'confirmed', tried: 1, held: 1, why: '', by: 'simulated' } as const;
  const location = { id: ROOM, name: '' };
  return { location, category, title, episode, turns, ...tried, uses: { ...none, ...uses } };
}

function why(
  one: Memory,
  recordings: readonly Recording[],
  { uses = {}, knowledge = '' }: { uses?: Partial<Uses>; knowledge?: string } = {},
): readonly string[] {
  const found = usesOf(one, uses);
  const room = { id: ROOM, name: '', visits: { count: 1, episodes: [], earlier: 0 } };
  const evidence = new Map([[evidenceKey(ROOM, found), found]]);
  const known = { recordings, evidence, dictionary: NO_DICTIONARY, knowledge };
  return memoriesToArchive([{ ...room, memories: [one] }], known).map((retired) => retired.why);
}

describe('a failure', () => {
  it.each([
    [19, []],
    [20, ['not tried again']],
    [21, ['not tried again']],
  ])('that %i episodes did not try again', (quiet, expected) => {
    expect(why(failure, recorded(1 + quiet, [1]))).toEqual(expected);
  });

  it.each([
    [19, []],
    [20, ['not tried again']],
  ])('counts from the last time it was tried: %i episodes since', (quiet, expected) => {
    expect(why(failure, recorded(10 + quiet, [1, 10]))).toEqual(expected);
  });

  it('is tried only in its own room', () => {
    const elsewhere = recorded(30, [29], 6);
    const here = recorded(30, [1]);
    const played = here.map((one) => (one.episode === 29 ? (elsewhere[28] ?? one) : one));
    expect(why(failure, played)).toEqual(['not tried again']);
  });
});

describe('what was shown', () => {
  const works = memory({ category: 'SUCCESS', title: 'pull rope', text: 'It rings.', turns: '1' });
  it.each([
    [19, 0, []],
    [20, 0, ['never followed']],
    [21, 0, ['never followed']],
    [20, 1, []],
  ])('%i times and followed %i times', (shown, followed, expected) => {
    expect(why(works, recorded(2, [1]), { uses: { shown, followed } })).toEqual(expected);
  });

  it.each([
    ['points', { scoreChange: 5 }],
    ['a danger', { category: 'DANGER' }],
    ['how the room starts', { persistence: 'core' }],
    ['what names no command', { title: 'The rope is old', category: 'NOTE' }],
  ] as const)('stays where it tells of %s', (_, change) => {
    const uses = { shown: 99, followed: 0 };
    expect(why({ ...works, ...change }, recorded(30, [1]), { uses })).toEqual([]);
  });
});

describe('an answer of three rooms', () => {
  const said = memory({ category: 'FAILURE', title: 'go away', text: 'You can only walk.' });
  const rooms = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: locationId(index + 1),
      name: '',
      visits: { count: 1, episodes: [], earlier: 0 },
      memories: [said],
    }));
  const retired = (count: number, knowledge: string) =>
    memoriesToArchive(rooms(count), {
      recordings: [],
      evidence: new Map(),
      dictionary: NO_DICTIONARY,
      knowledge,
    }).map((one) => one.why);

  it.each([
    [2, 'x "You can only walk."', []],
    [3, 'x "You can only walk."', Array(3).fill('said by the knowledge base')],
    [3, 'nothing of it', []],
  ])('leaves the rooms: %i rooms, the knowledge base says %s', (count, knowledge, expected) => {
    expect(retired(count, knowledge)).toEqual(expected);
  });
});
