import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import {
  addObjectives,
  completeObjectives,
  dropStale,
  giveUp,
  NO_OBJECTIVES,
  refineObjectives,
  type ObjectiveList,
} from '../../../src/managers/objectives/objective-list.ts';
import { decision, turn } from '../../helpers/observation.ts';

function listOf(...texts: readonly string[]): ObjectiveList {
  const candidates = texts.map((text) => ({ text, target: null }));
  return addObjectives(NO_OBJECTIVES, candidates, { origin: 'discovered', turn: 1 }).list;
}

function texts({ current }: ObjectiveList): readonly string[] {
  return current.map(({ text }) => text);
}

const agent = { origin: 'agent', turn: 9 } as const;
const setting = (list: ObjectiveList, text: string) =>
  addObjectives(list, [{ text, target: null }], agent);
const set = (list: ObjectiveList, text: string) => setting(list, text).list;

/** What completes the objectives of these texts in a turn. */
function done(list: ObjectiveList, by: ReturnType<typeof turn>, ...which: readonly string[]) {
  const completed = list.current
    .filter(({ text }) => which.includes(text))
    .map((objective) => ({ objective, by }));
  return completeObjectives(list, { completed, refused: [] });
}

describe('setting objectives', () => {
  it('knows an objective again whose room got a name since, whoever repeats it', () => {
    const list = listOf('Explore up from Location 7 to reach Location 9');
    const named = 'Explore up from Location 7 (Hall) to reach Location 9 (Attic)';
    const again = [{ text: named, target: null }];
    expect(addObjectives(list, again, { origin: 'discovered', turn: 9 }).list.current).toHaveLength(
      1,
    );
    expect(giveUp(list, [named]).list.current).toEqual([]);
    expect(
      texts(refineObjectives(list, list.current, { keep: [named], limit: 1, turn: 9 }).list),
    ).toEqual(['Explore up from Location 7 to reach Location 9']);
  });

  it("puts the agent's before all others, the newest first", () => {
    const list = set(set(listOf('find a light'), 'open the hatch'), 'oil the hatch');
    expect(texts(list)).toEqual(['oil the hatch', 'open the hatch', 'find a light']);
  });

  it('puts a plan first, in its order, then what it does not name in the old order; what the agent sets later is first again', () => {
    const list = set(set(listOf('find a light', 'go up'), 'open the hatch'), 'oil the hatch');
    const plan = ['go east', 'Find a  LIGHT', ' ', 'open the hatch'];
    const candidates = plan.map((text) => ({ text, target: null }));
    const planned = addObjectives(list, candidates, { origin: 'discovered', turn: 9 }).list;
    const order = ['go east', 'find a light', 'open the hatch', 'oil the hatch', 'go up'];
    expect(texts(planned)).toEqual(order);
    expect(texts(set(planned, 'rest'))).toEqual(['rest', ...order]);
    expect(texts(set(planned, 'go up'))).toEqual(order);
  });

  it('ignores blank ones, and knows one again whatever its case and spacing', () => {
    const list = listOf('find a light');
    expect(set(list, '  \n').current).toEqual(list.current);
    expect(texts(set(list, ' Find  a LIGHT '))).toEqual(['find a light']);
  });

  it('renews one that is named again, which keeps its first turn; what the agent names is its own', () => {
    const list = listOf('find a light');
    const again = addObjectives(list, [{ text: 'FIND A LIGHT', target: locationId(3) }], {
      origin: 'discovered',
      turn: 9,
    });
    expect(again.list.current).toEqual([
      { ...list.current[0], target: locationId(3), renewedTurn: 9 },
    ]);
    expect(set(list, 'find a light').current).toEqual([
      { ...list.current[0], origin: 'agent', renewedTurn: 9 },
    ]);
    // The player only repeats the words. Who says anew where it begins may say that it begins nowhere.
    expect(set(again.list, 'find a light').current[0]?.target).toBe(locationId(3));
    const nowhere = [{ text: 'find a light', target: null }];
    const later = addObjectives(again.list, nowhere, { origin: 'discovered', turn: 11 });
    expect(later.list.current[0]?.target).toBeNull();
  });

  it.each([
    ['Open the sea chest in Location 66.', 'open sea chest at location 66', true],
    [
      'Explore east from Location 7 to Location 9',
      'Explore east from Location 9 to Location 7',
      false,
    ],
    ['Lay the egg on the altar', 'Lay the ring on the altar', false],
    ['in', 'on', false],
  ])('takes two with the same aim for one, and tells it: %s, %s', (first, second, isOne) => {
    const { list, events } = setting(set(NO_OBJECTIVES, first), second);
    expect(list.current).toHaveLength(isOne ? 1 : 2);
    expect(events.filter(({ type }) => type === 'objective-refused')).toEqual(
      isOne
        ? [
            {
              type: 'objective-refused',
              text: second,
              claim: 'set',
              reason: `it is the same as "${first}"`,
            },
          ]
        : [],
    );
  });

  it('never takes up again what was completed, so that it is no progress twice, and tells it', () => {
    const { list } = done(listOf('find a light'), turn(3, 'north'), 'find a light');
    const again = setting(list, 'Find a light');
    expect(again.list.current).toEqual([]);
    expect(again.events).toMatchObject([{ claim: 'set', reason: 'completed in turn 3' }]);
  });

  it('takes up the same act somewhere else, though it was completed once', () => {
    const once = 'Go down through the grate, find treasures';
    const { list } = done(listOf(once), turn(3, 'north'), once);
    const other = 'Explore west of the river chamber and find treasures';
    expect(texts(setting(list, other).list)).toEqual([other]);
  });

  it.each([299, 300, 301])('takes one of %i characters whole or not at all', (length) => {
    const text = 'x'.repeat(length);
    const { list, events } = setting(NO_OBJECTIVES, text);
    expect(texts(list)).toEqual(length <= 300 ? [text] : []);
    expect(events.map(({ type }) => type)).toEqual([
      length <= 300 ? 'objective-added' : 'objective-refused',
    ]);
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
    const { list, events } = done(listOf('a', 'b', 'c'), scored, 'a', 'c');
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

  it('changes nothing for a claim that is refused, and tells it with the reason', () => {
    const list = listOf('a', 'b');
    const refused = [{ text: 'everything', reason: 'it is none of your objectives' }];
    const change = completeObjectives(list, { completed: [], refused });
    expect(change.list).toEqual(list);
    expect(change.events).toEqual([
      { type: 'objective-refused', claim: 'completed', ...refused[0] },
    ]);
  });

  it('only ever lengthens the list of completed ones', () => {
    const first = done(listOf('a', 'b'), scored, 'a').list;
    const second = done(first, turn(8, 'wait'), 'b', 'a').list;
    expect(second.completed.map(({ objective }) => objective)).toEqual(['a', 'b']);
  });
});

describe('giving objectives up', () => {
  it('drops those named, and tells of one that is none', () => {
    const change = giveUp(listOf('a', 'b'), [' A', 'c']);
    expect(texts(change.list)).toEqual(['b']);
    expect(change.events).toMatchObject([
      { type: 'objective-dropped', objective: { text: 'a' }, reason: 'given up' },
      { type: 'objective-refused', text: 'c', claim: 'dropped' },
    ]);
  });
});

describe('dropping stale objectives', () => {
  it('counts turns since an objective was last named, not how often that was checked', () => {
    const list = listOf('a');
    expect(texts(dropStale(list, turn(30, 'wait'), 30).list)).toEqual(['a']);
    const change = dropStale(list, turn(31, 'wait'), 30);
    expect(texts(change.list)).toEqual([]);
    expect(change.events).toMatchObject([{ type: 'objective-dropped', reason: 'stale' }]);
    expect(change.list.completed).toEqual([]);
  });

  it('counts from the turn in which the agent last walked to where one begins', () => {
    const { current, completed } = listOf('a');
    const list = { current: current.map((one) => ({ ...one, target: locationId(7) })), completed };
    const walks = { ...turn(31, 'east'), decision: decision('east', { target: locationId(7) }) };
    const { list: renewed, events } = dropStale(list, walks, 30);
    expect(events).toEqual([]);
    expect(texts(dropStale(renewed, turn(60, 'wait'), 30).list)).toEqual(['a']);
    expect(texts(dropStale(renewed, turn(61, 'wait'), 30).list)).toEqual([]);
  });

  it('spares what the agent set itself', () => {
    expect(texts(dropStale(set(NO_OBJECTIVES, 'a'), turn(1000, 'wait'), 30).list)).toEqual(['a']);
  });
});

describe('refining objectives', () => {
  const ten = listOf(...Array.from('abcdefghij'));
  const refined = (list: ObjectiveList, keep: readonly string[], limit = 8) =>
    refineObjectives(list, ten.current, { keep, limit, turn: 9 });

  it('keeps exactly those named, in their order, and tells what goes', () => {
    const { list, events } = refined(ten, ['j', 'a']);
    expect(texts(list).join('')).toBe('ja');
    expect(events).toHaveLength(8);
    expect(events[0]).toMatchObject({ type: 'objective-dropped', reason: 'refined' });
  });

  it.each([1, 2, 3])('keeps at most as many as allowed: %i', (limit) => {
    expect(texts(refined(ten, ['j', 'a', 'b'], limit).list)).toHaveLength(limit);
  });

  it('renews what is kept by name, so that it stays as long as if it were new', () => {
    const { list } = refined(ten, ['j', 'a']);
    expect(texts(dropStale(list, turn(38, 'wait'), 30).list)).toEqual(['j', 'a']);
    expect(texts(dropStale(list, turn(39, 'wait'), 30).list)).toEqual([]);
  });

  it('spares what was set after the question', () => {
    expect(texts(refined(set(ten, 'new'), ['j']).list)).toEqual(['new', 'j']);
  });

  it('keeps what the agent set first, in the last place where there is no other', () => {
    const own = set(set(NO_OBJECTIVES, 'goal'), 'own');
    const keep = (...texts_: readonly string[]) =>
      texts(refineObjectives(own, own.current, { keep: texts_, limit: 1, turn: 9 }).list);
    expect(keep('own')).toEqual(['goal']);
    expect(keep('goal', 'own')).toEqual(['goal']);
  });

  it('cannot be used to empty the list', () => {
    for (const reply of [[], ['no such objective']]) {
      expect(texts(refined(ten, reply).list)).toEqual(texts(ten));
    }
  });
});
