import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { completionOf } from '../../../src/managers/objectives/completion.ts';
import { demandsOf } from '../../../src/managers/objectives/demands.ts';
import { decision, thing, turn } from '../../helpers/observation.ts';
import { claims, objective, outcome } from './outcome.ts';
import { playShipped } from './shipped-play.ts';

const HALL = { location: { id: locationId(1), name: 'Hall' } };
const YARD = { location: { id: locationId(2), name: 'Stable Yard' } };
const walk = turn(3, 'north', HALL, YARD);

describe('an objective that asks for nothing but a place', () => {
  const isDone = (text: string, record = walk) =>
    outcome([record], objective(text)).done.length > 0;

  it.each([
    'Reach Location 2',
    'Go to Location 2.',
    'Go north to L2',
    'Go north from Location 1 to enter Location 2 by turn 45 (+3)',
    'Reach Location 2 within 5 turns, +3',
    'Explore north from Location 1, an unexplored exit one hop away, to reach Location 2',
    'Explore north from Location 1 (Hall), an unexplored exit',
    'Explore the exit north from Hall (1)',
    'Explore n from Location 1 to reach Location 2',
    'Explore n from Location 1',
    'Return to the Stable Yard',
    'Walk from Location 7 (Old Mill) to Location 2 (Stable Yard)',
    'Explore north from Location 1, an unexplored exit behind the barn, to reach Location 2',
    'Explore north from Location 1, the untried stairs one hop away, to reach Location 2',
    'Explore north from Location 1 to Location 2 (the yard that the letter names)',
    'Explore north from Location 1 (Hall), 2 hops from the gate of the mill',
    'Go north (Location 2)',
  ])('is completed by being there: %s', (text) => {
    expect(isDone(text)).toBe(true);
  });

  it.each([
    ['Explore Locations 2 and 7', true],
    ['Visit Location 7, then Location 2', true],
    ['Explore Locations 2, 7 and 9', false],
  ])('of several places is completed at the last of them: %s', (text, isAll) => {
    const mill = { location: { id: locationId(7), name: 'Old Mill' } };
    const there = turn(2, 'west', HALL, mill);
    expect(outcome([there], objective(text)).done).toEqual([]);
    const all = [there, turn(3, 'east', mill, YARD)];
    expect(outcome(all, objective(text)).done).toEqual(isAll ? [[text, 3]] : []);
    expect(outcome(all, objective(text, null, 3)).done).toEqual([]);
  });

  it.each([
    'Fetch the rope from Location 2',
    'Reach Location 2 and take the rope',
    'Reach Location 2 to find the key',
    'Go to Location 2, then open the gate',
    'Explore Location 2: the sign spoke of a well',
    'Reach Location 1',
    'Reach Location 7',
    'Go from Location 2 to Location 7',
    'Explore east from Location 1',
    'Explore e from Location 1',
    'Explore north from Location 7',
    'Explore north',
    'Visit Location 2 and Location 7',
    'Reach Location 2, an old yard, and open the gate',
    'Go to Location 2, the yard where the rope is, to take it',
    'Explore north from Location 1, a way that was opened and took a rope',
    'Score at Location 2: enter boat',
    'Explore',
  ])('is another one, or not this place: %s', (text) => {
    expect(isDone(text)).toBe(false);
  });

  it('is not completed by staying there, and not by dying there', () => {
    expect(isDone('Reach Location 2', turn(3, 'wait', YARD, YARD))).toBe(false);
    const death = turn(3, 'north', HALL, { ...YARD, ended: 'death' as const });
    expect(isDone('Reach Location 2', death)).toBe(false);
    expect(isDone('Reach Location 2', turn(3, 'north', HALL, { ...YARD, died: true }))).toBe(false);
  });
});

describe('an objective that asks for a place first and for more there', () => {
  const objects = [
    thing(5, 'bell'),
    thing(6, 'rusty key'),
    thing(7, 'second stairs'),
    thing(8, 'chest'),
  ];
  const yard = { ...YARD, objects };
  const claimed = (text: string, createdTurn = 2) =>
    outcome(
      [
        turn(3, 'north', HALL, yard),
        { ...turn(4, 'wait', yard, yard), decision: decision('wait', claims(text)) },
      ],
      objective(text, null, createdTurn),
    ).done;

  it.each([
    'Explore north from Location 1, the stairs one hop away, to reach Location 2 and go on up to the second floor',
    'Explore north from Location 1 to Location 2 (the stable): the bell is probably there; the key may fit',
    'Explore north from Location 1 to Location 2, one hop from the way out; try the rusty key there if it is locked',
    'Reach Location 2 to find the key',
    'Reach the stable yard to find the key',
    'To reach Location 2, open the gate and go north',
    'Explore north from Location 1, an exit 3 hops away, into the stable (Location 2); look there for oil or a bell',
  ])('is completed by the claim, on the turn of entering it: %s', (text) => {
    expect(outcome([walk], objective(text)).done).toEqual([]);
    expect(claimed(text)).toEqual([[text, 3]]);
    expect(claimed(text, 4)).toEqual([]);
  });

  it.each([
    'Explore north from Location 1 to Location 7: the bell is probably there',
    'Visit Location 2 and Location 7 with the bell',
    'Open the chest in Location 2',
    'Reach Location 2 and find the lamp',
    'Reach Location 2; try the rusty key on the gate',
  ])('is not completed so where it asks for another place, or for no walk first: %s', (text) => {
    expect(claimed(text)).toEqual([]);
  });
});

describe('an objective that asks for no more than to ask, to look or to try', () => {
  const librarian = thing(5, 'reference librarian');
  const here = { objects: [librarian, thing(6, 'letter'), thing(7, 'chest'), thing(8, 'door')] };
  /** Whether a claim is taken after this command, which the parser took these moves over. */
  const isTaken = (text: string, action: string, moves = 1) => {
    const [before, after] = [
      { ...here, moves: 4 },
      { ...here, moves: 4 + moves },
    ];
    const played = turn(2, action, before, after);
    const claim = { ...turn(3, 'wait', after, after), decision: decision('wait', claims(text)) };
    return outcome([played, claim], objective(text, null, 1)).done.length > 0;
  };

  it.each([
    ['Find the librarian and ask about Graham Nelson', 'ask librarian about graham nelson'],
    ['Go to Location 1 to read the letter', 'read letter'],
    ['Examine the chest.', 'x chest'],
    ['Try the brass key on the front door', 'unlock front door with brass key'],
    ['Find out whether the chest opens', 'open chest'],
    ['Try asking the librarian about the key', 'ask librarian about key'],
  ])('is completed by the claim after the act, whatever came of it: %s', (text, action) => {
    expect(isTaken(text, action)).toBe(true);
    expect(isTaken(text, action, 0)).toBe(false);
  });

  it.each([
    ['Open the chest', 'open chest'],
    ['Find the chest and open it', 'examine chest'],
    ['Examine the letter and take it', 'examine letter'],
    ['Examine the letter, later try the brass key on the chest', 'examine letter'],
    ['Ask the librarian about Graham Nelson', 'examine librarian'],
    ['Ask the librarian about Graham Nelson', 'ask librarian about key'],
    ['Try the brass key on the chest', 'examine chest'],
    ['Examine the chest', 'look'],
    ['Give the librarian the letter about the chest', 'ask librarian about letter'],
    ['Take "the letter"', 'read letter'],
  ])('is not completed by another act, nor where it asks for more: %s, %s', (text, action) => {
    expect(isTaken(text, action)).toBe(false);
  });

  it('takes a refused key for a try in the shipped story, and for no opening', () => {
    const done = (text: string) => {
      const plays = playShipped('north', 'north', 'open front door', ['look', claims(text)]);
      const turns = plays.map((one) => one.turn);
      return outcome(turns, objective(text, null, 2)).done;
    };
    expect(done('Try the front door of the cottage')).toEqual([
      ['Try the front door of the cottage', 3],
    ]);
    expect(done('Open the front door of the cottage')).toEqual([]);
  });
});

describe('an objective that the player claims', () => {
  const lamp = thing(5, 'brass lamp');
  const held = { objects: [{ ...lamp, held: true }], inventory: [lamp] };
  const took = turn(2, 'take lamp', { objects: [lamp] }, held);
  const claim = (text: string, record = turn(3, 'wait', held)) => ({
    ...record,
    decision: decision('wait', claims(text)),
  });

  it.each([
    ['gained', took],
    ['laid down', turn(2, 'drop lamp', held, { objects: [lamp], inventory: [] })],
    ['changed', turn(2, 'light lamp', held, { objects: [{ ...lamp, traits: ['on'] }] })],
    [
      'put into what it names',
      turn(2, 'put lamp in box', held, {
        objects: [
          { ...lamp, held: true, inside: thing(6, 'lamp box').id },
          { ...thing(6, 'lamp box'), held: true },
        ],
      }),
    ],
  ])('is completed when a thing that it names was %s since it was set', (_, record) => {
    const text = 'Do it with the LAMP';
    expect(outcome([record, claim('do it  with the lamp')], objective(text, null, 1))).toEqual({
      done: [[text, 2]],
      refused: [],
    });
    expect(outcome([record, claim(text)], objective(text, null, 3)).done).toEqual([]);
    expect(outcome([record, claim('Find the rope')], objective('Find the rope')).done).toEqual([]);
  });

  it.each(['', ' (+6) by turn 49'])(
    'is completed whenever it was done, and whatever it pays: take it and lay it down%s',
    (more) => {
      const text = `Take the brass lamp and drop it${more}`;
      const dropped = turn(3, 'drop lamp', held, { objects: [lamp], inventory: [] });
      expect(outcome([took, dropped, claim(text, turn(4, 'wait'))], objective(text)).done).toEqual([
        [text, 3],
      ]);
    },
  );

  it('asks of nobody to take somebody who stands in a list', () => {
    const man = thing(9, 'technician', 'animate');
    const text = 'Take the brass lamp, technician and all the rest';
    const there = turn(2, 'take lamp', { objects: [lamp, man] }, held);
    expect(outcome([there, claim(text)], objective(text, null, 1)).refused).toEqual([]);
  });

  it('is completed by the command that it was set with, where the agent set it', () => {
    const text = 'Do it with the LAMP';
    const set = { ...objective(text, null, 2) };
    expect(outcome([took, claim(text)], set).done).toEqual([[text, 2]]);
    expect(outcome([took, claim(text)], { ...set, origin: 'discovered' }).done).toEqual([]);
  });

  it('is completed by a room that was new, where it asks to go somewhere that the game calls otherwise', () => {
    const text = 'Get into the cottage through the sash window';
    const window = { ...HALL, objects: [thing(5, 'sash window')] };
    const walked = turn(2, 'south', window, YARD);
    const claimed = claim(text, turn(3, 'wait', YARD, YARD));
    expect(outcome([walked, claimed], objective(text)).done).toEqual([[text, 2]]);
    const back = turn(1, 'north', YARD, HALL);
    expect(outcome([back, walked, claimed], objective(text, null, 2)).done).toEqual([]);
    expect(outcome([walked, claimed], objective(`${text} of Location 9`)).done).toEqual([]);
  });

  it('is completed by points while nothing in reach is named, not by a loss and not by a walk past', () => {
    const points = (score: number) => [
      turn(2, 'sing', { score: 1 }, { score }),
      claim('Please the hermit'),
    ];
    expect(outcome(points(2), objective('Please the hermit')).done).toHaveLength(1);
    expect(outcome(points(1), objective('Please the hermit')).done).toEqual([]);
    expect(outcome(points(0), objective('Please the hermit')).done).toEqual([]);
  });

  it('is not completed by points elsewhere where it names what was met', () => {
    const met = turn(1, 'look', { objects: [lamp] }, { objects: [lamp] });
    const paid = turn(2, 'sing', { score: 1, objects: [] }, { score: 2, objects: [] });
    const text = 'Please the hermit with the lamp';
    const said = claim(text, turn(3, 'wait', { objects: [] }, { objects: [] }));
    expect(outcome([paid, said], objective(text)).done).toHaveLength(1);
    expect(outcome([met, paid, said], objective(text)).done).toEqual([]);
  });

  it('asks for the blow that it names', () => {
    const gong = { objects: [thing(7, 'gong')] };
    const text = 'Hit the gong';
    const after = (action: string) =>
      outcome(
        [turn(2, action, gong, gong), claim(text, turn(3, 'wait', gong, gong))],
        objective(text),
      );
    expect(after('look').refused).toMatchObject([
      { reason: 'nothing the engine saw shows "hit the gong" done' },
    ]);
  });

  it('is completed by the turn that gave points for it before one that did not', () => {
    const scored = { ...took, after: { ...took.after, score: 5 } };
    const put = { ...turn(3, 'drop lamp', held, { objects: [lamp], inventory: [] }) };
    const text = 'Take the lamp';
    expect(outcome([scored, put, claim(text, turn(4, 'wait'))], objective(text)).done).toEqual([
      [text, 2],
    ]);
  });

  it('is completed by the turn whose command it names most, not by an older one that gave points', () => {
    const [card, key] = [thing(8, 'ID card'), thing(9, 'key')];
    const objects = [{ ...thing(7, 'attendant'), inside: null, held: false, traits: [] }];
    const gave = (number: number, one: typeof card, score: number) =>
      turn(
        number,
        `give ${one.name} to attendant`,
        { inventory: [one], objects, score: 0 },
        { inventory: [], objects, score },
      );
    const text = 'Give the key to the attendant';
    const turns = [gave(2, card, 5), gave(3, key, 0), claim(text, turn(4, 'wait'))];
    expect(outcome(turns, objective(text)).done).toEqual([[text, 3]]);
  });

  describe('and that asks for several acts', () => {
    const door = (...traits: ('locked' | 'open' | 'openable')[]) => ({
      objects: [thing(8, 'oak door'), thing(9, 'rope')].map((one) =>
        one.id === 8 ? { ...one, traits } : one,
      ),
    });
    const open = door('open', 'openable');
    const shut = door('openable');
    const closed = turn(2, 'close door', open, shut);
    const locked = turn(3, 'lock door', shut, door('locked', 'openable'));
    const text = 'Close and lock the oak door';

    it('is completed by the last of them, whose verb may stand without its object', () => {
      const done = (...turns: readonly TurnRecord[]) =>
        outcome([...turns, claim(text, turn(4, 'wait', shut))], objective(text));
      expect(done(closed).refused).toEqual([
        {
          text,
          reason:
            'seen: "close the oak door" (turn 2); nothing the engine saw shows "lock the oak door" done',
        },
      ]);
      expect(done(closed, locked).done).toEqual([[text, 3]]);
    });

    it('is not completed by one thing of a list', () => {
      const rope = thing(9, 'rope');
      const both = { objects: [lamp, rope], inventory: [] };
      const one = { objects: [{ ...lamp, held: true }, rope], inventory: [lamp] };
      const all = {
        objects: [lamp, rope].map((it) => ({ ...it, held: true })),
        inventory: [lamp, rope],
      };
      const list = 'Take the lamp, the rope and some luck';
      const turns = [turn(2, 'take lamp', both, one), turn(3, 'take rope', one, all)];
      const done = (played: readonly TurnRecord[]) =>
        outcome([...played, claim(list, turn(4, 'wait', all))], objective(list)).done;
      expect(done(turns.slice(0, 1))).toEqual([]);
      expect(done(turns)).toEqual([[list, 3]]);
    });
  });

  it('is refused with the part that is not shown', () => {
    const reasonFor = (text: string) =>
      outcome([turn(2, 'wait', held), claim(text)], objective(text, null, 1)).refused[0]?.reason;
    expect(reasonFor('Take the lamp in Location 7')).toBe(
      'nothing the engine saw shows "take the lamp in location 7" done',
    );
    expect(reasonFor('Go to the mill (Location 7)')).toBe(
      'Location 7 was not entered since turn 1',
    );
    expect(reasonFor('Please the hermit')).toBe(
      'nothing the engine saw since turn 1 shows it done',
    );
  });

  it.each([
    ['Take the lamp, rope and knife', 3],
    ['At Location 9 open the chest, go east and take the bell', 2],
    ['In the light house take the lamp', 1],
    ['To reach Location 2, open the gate and go north', 0],
    ['Close and lock the door', 2],
    ['Light the lamp with a match, then go north', 1],
    ['Reach Location 2 to find the key', 0],
    ['Go to Location 2', 0],
    ['Find the six gifts of the sea and lay them on the chapel altar', 1],
    ['put amber egg on driftwood altar, fetch the garnet ring and lay it too', 3],
    ['Find the librarian and ask about Graham Nelson', 1],
    ['Open the chest if it is unlocked', 0],
    ['Open the chest once you hold the key, or break it', 1],
    ['Use the pumps together; lights dimmed when one ran', 1],
    ['Open the door when Bob sleeps and take the coat', 2],
    ['Open the door, to let the cat in', 1],
    ['Find the coat, then leave by the front door', 2],
  ])('of %s the acts asked for are %i', (text, count) => {
    expect(demandsOf(text)).toHaveLength(count);
  });

  it('is refused when it is none of those that are open, and passed over when it was completed before', () => {
    expect(outcome([claim('Win')], objective('Take the lamp')).refused).toEqual([
      { text: 'Win', reason: 'it is none of your objectives' },
    ]);
    const done = {
      objective: 'Win',
      completedTurn: 1,
      completionAction: 'wait',
      completionResponse: '',
      completionLocation: HALL.location,
      completionScore: 0,
    };
    const record = claim(' win');
    expect(completionOf(record, [record], { current: [], completed: [done] }, () => '')).toEqual({
      completed: [],
      refused: [],
    });
  });
});
