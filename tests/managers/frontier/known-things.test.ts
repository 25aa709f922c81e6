import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import {
  knownDarkRooms,
  mergeThings,
  parseThings,
  printThings,
  type KnownThing,
} from '../../../src/managers/frontier/known-things.ts';
import { isUntouched } from '../../../src/managers/frontier/leftovers.ts';
import { addTriedThings } from '../../../src/managers/frontier/try-things.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';

const NOTHING = parseThings(null);
const LAMP = thing(7, 'brass lamp');
const BELL = thing(11, 'brass bell');
const CHEST = thing(8, 'chest');
const HELD = { ...LAMP, held: true };
const HOLDING = { objects: [HELD, CHEST], inventory: [{ id: objectId(7), name: 'brass lamp' }] };

function known(action: string, before: object, after: object = before) {
  return addTriedThings(NOTHING, turn(1, action, before, { moves: 1, ...after })).things;
}

describe('what is known of things', () => {
  it('begins with where one was seen, untried', () => {
    const before = { objects: [LAMP], location: { id: locationId(4), name: 'Attic' } };
    expect(known('north', before, observation({ objects: [CHEST] })).get(7)).toEqual({
      thing: 7,
      name: 'brass lamp',
      room: 4,
      tried: false,
      used: false,
      verbs: [],
      scenery: false,
      shut: false,
    });
    expect(known('north', before, { objects: [CHEST] }).get(8)?.tried).toBe(false);
  });

  it.each([
    ['a command that has a word of its name', 'examine lamp', {}, true],
    ['another command', 'look', {}, false],
    ['a word that is only part of another', 'examine lampshade', {}, false],
    ['a word of two things in view', 'examine brass', { objects: [LAMP, BELL] }, false],
    ['its verb alone', 'lamp', {}, false],
    ['what a command by another name did to it', 'get it', { objects: [HELD] }, true],
    ['what a command opened', 'push stud', { objects: [thing(7, 'brass lamp', 'open')] }, true],
  ])('is tried by %s: %s', (_, action, after, tried) => {
    const before = { objects: action === 'examine brass' ? [LAMP, BELL] : [LAMP] };
    expect(known(action, before, { ...before, ...after }).get(7)?.tried).toBe(tried);
  });

  it.each([
    ['wear lamp', {}, false],
    ['wear lamp', { scene: 'worn' }, true],
    ['push lamp', {}, true],
  ])(
    'is not tried by a command for what is held if that is not: %s, %j: %s',
    (action, after, tried) => {
      const before = { objects: [LAMP] };
      expect(known(action, before, { ...before, ...after }).get(7)?.tried).toBe(tried);
      const held = { objects: [HELD], inventory: HOLDING.inventory };
      expect(known(action, held).get(7)?.tried).toBe(true);
    },
  );

  it.each([
    ['light lamp', true],
    ['put lamp in chest', true],
    ['drop lamp', false],
    ['examine lamp', false],
    ['open chest', false],
  ])('is used, while it is held, by "%s": %s', (action, used) => {
    expect(known(action, HOLDING).get(7)?.used ?? false).toBe(used);
  });

  it.each([
    ['light lamp', {}, false],
    ['light lamp', { scene: 'lit' }, true],
    ['light lamp', { score: 5 }, true],
    ['drop lamp', { scene: 'dropped' }, false],
    ['examine lamp', { scene: 'other' }, false],
    ['open chest', { scene: 'open' }, undefined],
  ])('served for something, while it is held, by "%s" with %j: %s', (action, after, served) => {
    expect(known(action, HOLDING, { ...HOLDING, ...after }).get(7)?.served).toBe(served);
  });

  it('served where one episode found a use, whatever others did', () => {
    const [idle, lit] = [{}, { scene: 'lit' }].map((after) =>
      addTriedThings(NOTHING, turn(1, 'light lamp', HOLDING, { ...HOLDING, moves: 1, ...after })),
    );
    if (idle === undefined || lit === undefined) throw new Error('Two plays were made.');
    expect(mergeThings(lit, idle).things.get(7)?.served).toBe(true);
    expect(mergeThings(idle, lit).things.get(7)?.served).toBe(true);
    expect(mergeThings(NOTHING, idle).things.get(7)?.served).toBe(false);
  });

  it('has the verbs that were tried, each once, by its own name alone', () => {
    const keys = [thing(4, 'brass key'), thing(5, 'rusty key')].map((one) => ({
      ...one,
      held: true,
    }));
    const before = { objects: [...keys, CHEST] };
    const verbs = (action: string) =>
      [...known(action, before).values()].filter(({ tried }) => tried).map(({ name }) => name);
    expect(verbs('unlock chest with brass key')).toEqual(['chest', 'brass key']);
    expect(verbs('unlock chest with key')).toEqual(['chest']);
    const once = addTriedThings(
      NOTHING,
      turn(1, 'examine chest', { objects: [CHEST] }, { moves: 1 }),
    );
    const again = addTriedThings(
      once,
      turn(2, 'Examine chest', { objects: [CHEST] }, { moves: 1 }),
    );
    const opened = addTriedThings(
      again,
      turn(3, 'open chest', { objects: [CHEST] }, { moves: 1 }),
    ).things.get(8);
    expect(opened?.verbs).toEqual(['examine', 'open']);
  });

  it.each([
    ['take lamp', HELD, ['take lamp']],
    ['get the brass lamp and chest', HELD, ['take brass lamp']],
    ['rub lamp', HELD, ['take lamp', 'rub lamp']],
    ['take all', HELD, undefined],
    ['take lamp', LAMP, undefined],
  ])('keeps the commands that brought it into the hands: %s', (action, lamp, taken) => {
    const after = { objects: [lamp, CHEST], inventory: lamp.held ? HOLDING.inventory : [] };
    const after1 = known(action, { objects: [LAMP, CHEST] }, after);
    expect(after1.get(7)?.taken).toEqual(taken);
    expect(after1.get(8)?.taken).toBeUndefined();
    expect(known(action, HOLDING, HOLDING).get(7)?.taken).toBeUndefined();
  });

  it('keeps the newest two of these, from all episodes, and only of where it was seen first', () => {
    const took = (action: string, room: number) =>
      addTriedThings(
        { ...NOTHING, things: known('wait', { objects: [LAMP] }) },
        turn(
          1,
          action,
          { objects: [LAMP], location: { id: locationId(room), name: 'Attic' } },
          { ...HOLDING, moves: 1 },
        ),
      );
    const first = observation({}).location.id;
    const both = mergeThings(took('rub lamp', first), took('get lamp', first));
    expect(both.things.get(7)?.taken).toEqual(['rub lamp', 'take lamp']);
    const more = mergeThings(both, took('take brass lamp', first));
    expect(more.things.get(7)?.taken).toEqual(['take lamp', 'take brass lamp']);
    expect(took('take lamp', first + 1).things.get(7)?.taken).toBeUndefined();
    expect(parseThings(printThings(more)).things.get(7)?.taken).toEqual(more.things.get(7)?.taken);
  });

  it.each([
    ['was never tried', { tried: false, verbs: [] }, true],
    ['was only looked at', { tried: true, verbs: ['examine', 'search'] }, true],
    ['was opened', { tried: true, verbs: ['examine', 'open'] }, false],
    ['was tried before verbs were noted', { tried: true, verbs: [] }, false],
    ['was never seen open', { tried: true, verbs: ['open'], shut: true }, true],
    ['was read while it was held', { tried: true, used: true, verbs: ['read'] }, false],
    [
      'was locked while it was held',
      { tried: true, used: true, verbs: ['lock'], shut: true },
      true,
    ],
  ])('is untouched when it %s: %s', (_, differs, untouched) => {
    const one = { thing: 7, name: 'lamp', room: locationId(1), used: false };
    expect(isUntouched({ ...one, scenery: false, shut: false, ...differs })).toBe(untouched);
  });

  it.each([
    ['switched on', 'turn on lamp', ['light'], ['light', 'on'], ['turn on lamp']],
    ['that burns', 'light lamp', [], ['light'], ['light lamp']],
    ['that shone before', 'rub lamp', ['light', 'on'], ['light', 'on'], []],
    ['of no light', 'turn on lamp', [], ['on'], undefined],
  ] as const)('keeps what made it give light: a thing %s', (_, action, were, are, lights) => {
    const [before, after] = [{ objects: [thing(7, 'lamp', ...were)] }, thing(7, 'lamp', ...are)];
    expect(known(action, before, { objects: [after] }).get(7)?.lights).toEqual(lights);
    const elsewhere = { objects: [after], location: { id: locationId(9), name: 'Attic' } };
    const walked = known(action, before, elsewhere).get(7)?.lights;
    expect(walked).toEqual(lights === undefined || were.length === 0 ? undefined : []);
  });

  it('is no longer shut once it was opened, also where it closes by itself', () => {
    const door = { objects: [thing(9, 'door', 'door')] };
    const opened = (action: string, scene: string) =>
      addTriedThings(NOTHING, turn(1, action, door, { scene, moves: 1 })).things.get(9)?.shut;
    expect(opened('open door', 'the dog ran in')).toBe(false);
    expect(opened('open door', 'scene-1')).toBe(true);
    expect(opened('push door', 'the dog ran in')).toBe(true);
  });

  it('is scenery where the story says so and nothing can be done with it as far as is known', () => {
    const sky = { ...thing(9, 'sky'), isScenery: true as const };
    const desk = { ...thing(10, 'desk', 'supporter'), isScenery: true as const };
    const seen = known('wait', { objects: [sky, desk, CHEST] });
    expect([...seen.values()].map(({ name, scenery }) => [name, scenery])).toEqual([
      ['sky', true],
      ['desk', false],
      ['chest', false],
    ]);
  });

  it('is read from files that note no verbs', () => {
    const line = '{"thing":7,"name":"lamp","room":1,"tried":true,"used":false}\n';
    expect(parseThings(Buffer.from(line)).things.get(7)).toMatchObject({
      verbs: [],
      scenery: false,
    });
  });

  it('is of no room while it was never seen but held, and then of the first where it lay', () => {
    const held = known('examine lamp', HOLDING);
    expect(held.get(7)?.room).toBeNull();
    const attic = { id: locationId(4), name: 'Attic' };
    const laid = addTriedThings(
      { ...parseThings(Buffer.alloc(0)), things: held },
      turn(2, 'drop lamp', HOLDING, { objects: [LAMP], location: attic, moves: 2 }),
    );
    expect(laid.things.get(7)?.room).toBe(4);
    const both = mergeThings({ ...parseThings(Buffer.alloc(0)), things: held }, laid);
    expect(both.things.get(7)?.room).toBe(4);
  });

  it('is not used by a command that names it where it lies', () => {
    expect(known('light lamp', { objects: [LAMP] }).get(7)?.used).toBe(false);
  });

  it(
    'is the same after any file, and merging adds and takes nothing away',
    { tags: ['slow'] },
    () => {
      const one = fc.record({
        thing: fc.nat(300),
        name: fc.string(),
        room: fc.option(fc.nat(300).map(locationId)),
        tried: fc.boolean(),
        used: fc.boolean(),
        verbs: fc.uniqueArray(fc.string()),
        scenery: fc.boolean(),
        shut: fc.boolean(),
      });
      const some = fc
        .record({
          all: fc.array(one),
          verbs: fc.uniqueArray(fc.string()),
          judged: fc.uniqueArray(fc.string()),
          dark: fc.array(fc.tuple(fc.nat(300).map(locationId), fc.boolean())),
        })
        .map(({ all, verbs, judged, dark }) => ({
          things: new Map(all.map((each): [number, KnownThing] => [each.thing, each])),
          verbs: new Set(verbs),
          judged: new Set(judged),
          dark: new Map(dark),
        }));
      fc.assert(
        fc.property(some, some, (a, b) => {
          expect(parseThings(printThings(a))).toEqual(a);
          const merged = mergeThings(a, b);
          expect(mergeThings(merged, b)).toEqual(merged);
          for (const { thing: id, tried } of a.things.values()) {
            expect(merged.things.get(id)?.tried).toBe(tried || b.things.get(id)?.tried === true);
          }
        }),
        { numRuns: 100 },
      );
    },
  );

  it('has no verb of what was done with another thing, but was used by it in hand', () => {
    const cage = { ...thing(9, 'cage', 'open'), held: true };
    const shut = { ...thing(9, 'cage'), held: true };
    const before = { objects: [cage, thing(7, 'bird')], inventory: [cage] };
    const after = { objects: [shut], inventory: [cage], moves: 1 };
    const [held] = [addTriedThings(NOTHING, turn(1, 'catch bird', before, after)).things.get(9)];
    expect(held).toMatchObject({ tried: true, used: true, verbs: [] });
  });

  it.each([
    ['take unlock', undefined, false],
    ['take unlock lock read', undefined, true],
    ['take unlock', true, true],
    ['', undefined, false],
  ])('by the verbs "%s" is used where the line is exact (%s): %s', (verbs, exact, used) => {
    const line = { thing: 7, name: 'key', room: 4, tried: true, used: true, exact };
    const text = JSON.stringify({ ...line, verbs: verbs.split(' ').filter(Boolean) });
    const read = parseThings(new TextEncoder().encode(`${text}\n`));
    expect(read.things.get(7)?.used).toBe(used);
    expect(parseThings(printThings(read)).things.get(7)?.used).toBe(used);
  });

  it('tells rooms of which only the dark was seen, in whatever episode one was lit', () => {
    const cave = { id: locationId(4), name: 'Cave' };
    const entered = (isLit: boolean) => {
      const there = isLit ? { location: cave } : { location: cave, isDark: true as const };
      return addTriedThings(NOTHING, turn(1, 'down', {}, there));
    };
    const lamp = addTriedThings(entered(false), turn(2, 'wait', { location: cave }));
    const stored = (known: typeof NOTHING) => [...knownDarkRooms(parseThings(printThings(known)))];
    expect(stored(entered(false))).toEqual([4]);
    expect(stored(entered(true))).toEqual([]);
    expect(stored(lamp)).toEqual([]);
    expect(stored(mergeThings(lamp, entered(false)))).toEqual([]);
    expect(stored(mergeThings(entered(false), lamp))).toEqual([]);
    expect(stored(mergeThings(NOTHING, entered(false)))).toEqual([4]);
  });

  it('skips lines that are damaged', () => {
    const line = '{"thing":7,"name":"lamp","room":1,"tried":true,"used":false}';
    const bytes = Buffer.from(`${line}\n{"thing":"x"}\n{"thi`);
    expect([...parseThings(bytes).things.keys()]).toEqual([7]);
  });
});

describe('a thing that a command names', () => {
  it('is tried only where the parser understood: a move was counted, or something seen changed', () => {
    const before = { objects: [LAMP], moves: 4 };
    const tried = (after: object) =>
      known('rub lamp', before, { ...before, ...after }).get(7)?.tried;
    expect(tried({})).toBe(false);
    expect(tried({ moves: 5 })).toBe(true);
    expect(tried({ scene: 'other' })).toBe(false);
    expect(tried({ objects: [{ ...LAMP, traits: ['on'] }], scene: 'other' })).toBe(true);
    expect(tried({ moves: null })).toBe(true);
  });

  it.each([
    ['unlock', true],
    ['read', true],
    ['examine', true],
    ['open', false],
  ])('is still to be tried after nothing but "%s": %s', (verb, isLeft) => {
    const one = { thing: 8, name: 'chest', room: locationId(1), tried: true, used: false };
    expect(isUntouched({ ...one, verbs: [verb], scenery: false, shut: false })).toBe(isLeft);
  });
});
