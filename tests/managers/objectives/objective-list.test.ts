import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import {
  addObjectives,
  completeObjectives,
  dropStale,
  NO_OBJECTIVES,
  refineObjectives,
  type ObjectiveList,
} from '../../../src/managers/objectives/objective-list.ts';
import { turn } from '../../helpers/observation.ts';

function listOf(...texts: readonly string[]): ObjectiveList {
  const candidates = texts.map((text) => ({ text, target: null }));
  return addObjectives(NO_OBJECTIVES, candidates, { origin: 'discovered', turn: 1 }).list;
}

function texts({ current }: ObjectiveList): readonly string[] {
  return current.map(({ text }) => text);
}

describe('setting objectives', () => {
  const agent = { origin: 'agent', turn: 9 } as const;
  const set = (list: ObjectiveList, text: string) =>
    addObjectives(list, [{ text, target: null }], agent).list;

  it("appends the agent's at the end", () => {
    expect(texts(set(listOf('find a light'), 'open the hatch'))).toEqual([
      'find a light',
      'open the hatch',
    ]);
  });

  it('ignores blank ones, and knows one again whatever its case and spacing', () => {
    const list = listOf('find a light');
    expect(set(list, '  \n').current).toEqual(list.current);
    expect(texts(set(list, ' Find  a LIGHT '))).toEqual(['find a light']);
  });

  it('renews one that is named again, which keeps its first turn and its origin', () => {
    expect(set(listOf('find a light'), 'FIND A LIGHT').current[0]).toMatchObject({
      createdTurn: 1,
      renewedTurn: 9,
      origin: 'discovered',
    });
  });

  it('never takes up again what was completed, so that it is no progress twice', () => {
    const done = completeObjectives(
      listOf('find a light'),
      { completed: ['find a light'], refused: [] },
      turn(3, 'north'),
    );
    expect(set(done.list, 'Find a light').current).toEqual([]);
  });

  it('makes one line of any text, so that it cannot forge a part of a prompt', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('a# \n\r\t\0\u0085\u2028\u{1F600}')) }),
        (text) => {
          const [objective] = set(NO_OBJECTIVES, text).current;
          expect(objective?.text ?? '').not.toMatch(/[\p{Cc}\u2028\u2029]/u);
          expect(objective?.text.trim()).not.toBe('');
        },
      ),
    );
  });
});

describe('completing objectives', () => {
  const scored = turn(
    7,
    'open hatch',
    { score: 5 },
    { score: 15, text: 'It opens.', location: { id: locationId(0), name: 'Yard' } },
  );

  it('records what, when, by which action and response, where, and at which score', () => {
    const { list, events } = completeObjectives(
      listOf('a', 'b', 'c'),
      { completed: ['a', 'c'], refused: [] },
      scored,
    );
    expect(texts(list)).toEqual(['b']);
    expect(list.completed).toHaveLength(2);
    expect(list.completed[0]).toEqual({
      objective: 'a',
      completedTurn: 7,
      completionAction: 'open hatch',
      completionResponse: 'It opens.',
      completionLocation: { id: 0, name: 'Yard' },
      completionScore: 15,
    });
    expect(events.map(({ type }) => type)).toEqual(['objective-completed', 'objective-completed']);
  });

  it.each(['ab', '', 'everything'])(
    'changes nothing for a claim that is refused, and tells it: %j',
    (claimed) => {
      const list = listOf('a', 'b');
      const change = completeObjectives(list, { completed: [], refused: [claimed] }, scored);
      expect(change.list).toEqual(list);
      expect(change.events).toEqual([
        { type: 'objective-refused', text: claimed, claim: 'completed' },
      ]);
    },
  );

  it('only ever lengthens the list of completed ones', () => {
    const first = completeObjectives(
      listOf('a', 'b'),
      { completed: ['a'], refused: [] },
      scored,
    ).list;
    const second = completeObjectives(
      first,
      { completed: ['b', 'a'], refused: [] },
      turn(8, 'wait'),
    ).list;
    expect(second.completed.map(({ objective }) => objective)).toEqual(['a', 'b']);
  });
});

describe('dropping stale objectives', () => {
  it('counts turns since an objective was last named, not how often that was checked', () => {
    const list = listOf('a');
    expect(texts(dropStale(list, 30, 30).list)).toEqual(['a']);
    const change = dropStale(list, 31, 30);
    expect(texts(change.list)).toEqual([]);
    expect(change.events).toMatchObject([{ type: 'objective-dropped', reason: 'stale' }]);
    expect(change.list.completed).toEqual([]);
  });
});

describe('refining objectives', () => {
  const ten = listOf(...Array.from('abcdefghij'));

  it('cuts to the limit, those named first and in their order', () => {
    const { list } = refineObjectives(ten, ['j', 'a'], 8);
    expect(texts(list).join('')).toBe('jabcdefg');
  });

  it('cannot be used to empty the list', () => {
    for (const reply of [[], ['no such objective']]) {
      expect(texts(refineObjectives(ten, reply, 8).list)).toEqual(texts(ten));
    }
  });
});
