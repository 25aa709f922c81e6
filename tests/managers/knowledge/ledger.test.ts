import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addTurnToLedger,
  joinLedgers,
  ledgerWords,
  NightLedger,
  parseLedger,
  printLedger,
  ledgerStretchWords,
  type OwnStretch,
  type Stretch,
} from '../../../src/managers/knowledge/ledger.ts';
import {
  NOTHING_SEEN,
  addToChronicle,
  chronicleFacts,
} from '../../../src/managers/knowledge/episode-chronicle.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';
import { thing, turn } from '../../helpers/observation.ts';

const quay = { location: { id: 1 as never, name: 'Quay' } };
const slipway = { location: { id: 2 as never, name: 'Slipway' } };
const boathouse = { location: { id: 3 as never, name: 'Boathouse' } };
const bell = { inventory: [{ ...thing(9, 'handbell'), held: true }] };

function stretchesOf(...turns: readonly TurnRecord[]): readonly OwnStretch[] {
  let [seen, stretches]: [typeof NOTHING_SEEN, readonly OwnStretch[]] = [NOTHING_SEEN, []];
  for (const one of turns) {
    const gained = chronicleFacts(one, seen, []).filter(({ kind }) => kind === 'gained');
    stretches = addTurnToLedger(
      stretches,
      one,
      gained.map(({ text }) => text),
    );
    seen = addToChronicle(seen, one);
  }
  return stretches;
}

test('a stretch is the way to a gain and all that is won there; the next begins with the walk on', () => {
  const told = stretchesOf(
    turn(30, 'north', { ...quay, score: 5 }, { ...slipway, score: 5 }),
    turn(31, 'north', { ...slipway, score: 5 }, { ...boathouse, score: 5 }),
    turn(32, 'take bell', { ...boathouse, score: 5 }, { ...boathouse, ...bell, score: 5 }),
    turn(
      33,
      'ring bell',
      { ...boathouse, ...bell, score: 5 },
      { ...boathouse, ...bell, score: 15 },
    ),
    turn(34, 'south', { ...boathouse, ...bell, score: 15 }, { ...slipway, ...bell, score: 15 }),
    turn(
      35,
      'jump',
      { ...slipway, ...bell, score: 15 },
      { ...slipway, ...bell, score: 5, died: true },
    ),
  );
  expect(told.map(ledgerStretchWords)).toEqual([
    'T30-T33, 4 turns: Quay, Slipway, Boathouse; +10 points; new: handbell',
    'T34-T35, 2 turns: Boathouse, Slipway; -10 points; no new thing; the player died',
  ]);
});

const stretch = (from: number, to: number, points: number, room = `Room ${from}`): Stretch => ({
  episode: 1,
  from,
  to,
  rooms: [room],
  points,
  things: [],
  died: false,
});

test('the three that paid most for their turns and the three that cost most without points are told, equals once', () => {
  const nights = [
    stretch(1, 2, 10),
    stretch(3, 12, 20),
    stretch(13, 16, 5),
    stretch(17, 30, 1),
    stretch(31, 40, 0, 'Marsh'),
    { ...stretch(31, 38, 0, 'Marsh'), episode: 2 },
    stretch(41, 42, 0),
    stretch(43, 45, -10),
    stretch(46, 49, 0),
  ];
  expect(ledgerWords(nights).split('\n')).toEqual([
    'What paid most for its turns:',
    '- Ep1 T1-T2, 2 turns: Room 1; +10 points; no new thing',
    '- Ep1 T3-T12, 10 turns: Room 3; +20 points; no new thing',
    '- Ep1 T13-T16, 4 turns: Room 13; +5 points; no new thing',
    'What cost most without points:',
    '- Ep1 T43-T45, 3 turns: Room 43; -10 points; no new thing',
    '- Ep1 T31-T40, 10 turns: Marsh; 0 points; no new thing',
    '- Ep1 T46-T49, 4 turns: Room 46; 0 points; no new thing',
  ]);
  expect(ledgerWords([])).toBe('');
});

test('what is printed is read again, and a damaged line tells nothing', () => {
  const any = fc.record({
    episode: fc.nat(),
    from: fc.nat(),
    to: fc.nat(),
    rooms: fc.array(fc.string({ unit: 'binary' })),
    points: fc.integer(),
    things: fc.array(fc.string()),
    died: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(any), (all) => {
      expect(parseLedger(printLedger(all))).toEqual(all);
    }),
  );
  const torn = Buffer.concat([printLedger([stretch(1, 2, 3)]), Buffer.from('{"epis')]);
  expect(parseLedger(torn)).toEqual([stretch(1, 2, 3)]);
  expect(parseLedger(null)).toEqual([]);
});

test('a joined ledger has each stretch once and keeps the best and the worst fifty', () => {
  const many = Array.from({ length: 200 }, (_, at) => stretch(at * 10, at * 10 + 3, at - 100));
  const joined = joinLedgers(many, many);
  expect(joined).toHaveLength(100);
  expect(joined.map(({ points }) => points)).toEqual([
    ...Array.from({ length: 50 }, (_, at) => at - 100),
    ...Array.from({ length: 50 }, (_, at) => at + 50),
  ]);
});

test('a ledger tells what earlier nights cost as soon as it is there, for the first prompt too', () => {
  const file = new FakeDurableFile(Buffer.from(printLedger([stretch(1, 2, 3)])).toString());
  expect(new NightLedger(file).lines).toMatch(/^\| What .*\n\| - Ep1 /);
  expect(new NightLedger(undefined).lines).toBe('');
});

test.each([
  [3, [], 0, false],
  [4, [], 0, true],
  [5, [], 0, true],
  [9, ['brass key'], 0, false],
  [1, ['brass key'], -2, true],
])('%i turns that brought %j and %i points are told as a cost: %s', (turns, things, points, is) => {
  const one = { episode: 1, from: 3, to: 2 + turns, rooms: ['Quay'], points, things, died: false };
  expect(ledgerWords([one]).includes('What cost most without points')).toBe(is);
});

test.each([
  [6, 'R1, R2, R3, R4, R5, R6'],
  [7, 'R1, R2, R3, 1 more, R5, R6, R7'],
])('of a way through %i rooms the end is named, where the gain was: %s', (count, named) => {
  const rooms = Array.from({ length: count }, (_, at) => `R${at + 1}`);
  const one = { from: 1, to: 9, rooms, points: 4, things: [], died: false };
  expect(ledgerStretchWords(one)).toBe(`T1-T9, 9 turns: ${named}; +4 points; no new thing`);
});
