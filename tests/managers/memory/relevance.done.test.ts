import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/domain/memory.ts';
import { commandsThatMatter, isAtHand } from '../../../src/managers/memory/relevance.ts';
import { textNow } from '../../../src/managers/memory/settled.ts';
import { memory } from '../../helpers/memory.ts';
import { attempt, exit, thing, turn } from '../../helpers/observation.ts';
import { at, moment } from './memory-world.ts';

function isTold(category: Memory['category'], title: string, ...traits: 'open'[]): boolean {
  const now = moment({ objects: [thing(7, 'drawer', 'openable', ...traits)] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  return commandsThatMatter(memory({ category, title }), at(79), place) !== null;
}

it.each([
  ['SUCCESS', 'open drawer', false],
  ['SUCCESS', 'Open drawer: a rusty key', false],
  ['DISCOVERY', 'Open drawer: rusty key inside', false],
  ['DISCOVERY', 'A key in the drawer: open it', true],
  ['DANGER', 'open drawer', true],
] as const)('%s "%s" is told while the drawer is open: %s', (category, title, whileOpen) => {
  expect(isTold(category, title)).toBe(true);
  expect(isTold(category, title, 'open')).toBe(whileOpen);
});

it.each([
  ['unlock drawer with key', 'changed', 'It seems to be locked.', false],
  ['unlock drawer with key', 'nothing', 'It seems to be locked.', true],
  ['unlock box with key', 'changed', 'It seems to be locked.', true],
  ['unlock drawer with key', 'changed', 'The drawer sticks to your fingers.', true],
] as const)(
  'after "%s" (%s) a failure that says "%s" is told: %s',
  (action, brought, text, told) => {
    const objects = [thing(7, 'drawer', 'openable'), thing(8, 'box', 'openable')];
    const attempts = new Map([[at(79), [attempt(action, { brought })]]]);
    const now = moment({ objects }, { attempts });
    const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
    const failure = memory({ category: 'FAILURE', title: 'open drawer', text });
    expect(commandsThatMatter(failure, at(79), place) !== null).toBe(told);
  },
);

it.each([
  ['west; pull east lever: both do nothing', ['west', 'pull east lever: both do nothing']],
  ['west; pull east lever', ['pull east lever']],
])('of the title "%s" %j is told where a way leads west', (title, told) => {
  const now = moment({ exits: [exit('west', 9)] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const failure = memory({ category: 'FAILURE', title, text: 'It leads nowhere.' });
  expect(commandsThatMatter(failure, at(79), place)).toEqual(told);
});

it.each([
  ['DISCOVERY', at(35), 'circulation desk attendant', true],
  ['DISCOVERY', at(35), undefined, false],
  ['FAILURE', at(35), 'circulation desk attendant', false],
  ['DISCOVERY', at(79), 'circulation desk attendant', false],
] as const)(
  'a %s learnt in room %i by asking somebody there, about %s, is told in room 79: %s',
  (category, room, about, told) => {
    const title = 'ask librarian about attendant: he lost a book';
    const objects = [thing(7, 'circulation desk attendant', 'animate')];
    const dictionary = { knows: () => true, objectsNamed: () => [], verbs: ['ask'], grammar: [] };
    const story = {
      dictionary,
      reach: (word: string) => (word === 'librarian' ? 'absent' : 'possible'),
    };
    const place = { now: moment({ objects }), map: { waysFrom: () => [] }, memories: [], story };
    const heard = memory({ category, title, ...(about !== undefined && { about }) });
    const found = commandsThatMatter(heard, room, { ...place, isStock: () => false });
    expect(found !== null).toBe(told);
  },
);

describe('a title of several steps', () => {
  const [lever, drawer] = [thing(7, 'lever'), thing(9, 'drawer', 'openable', 'open')];
  const coin = { ...thing(8, 'coin'), held: true };
  const lamp = { ...thing(6, 'lamp'), held: true };
  const numbers = new Map([
    ['coin', 8],
    ['lever', 7],
  ]);
  const objectsNamed = (word: string) => [numbers.get(word) ?? []].flat();
  const dictionary = { knows: () => true, verbs: ['put', 'pull'], grammar: [], objectsNamed };

  it.each([
    ['put coin in slot, pull lever: a brick falls', [lever, coin], [], true],
    ['put coin in slot, pull lever: a brick falls', [lever], ['changed'], true],
    ['put coin in slot, pull lever: a brick falls', [lever], ['nothing'], false],
    ['put coin in slot, pull lever: a brick falls', [lever], [], false],
    ['put coin in slot then pull lever', [lever], ['changed'], true],
    ['put coin in slot, then pull lever', [lever], ['changed'], true],
    ['put coin in slot, then open drawer', [drawer], ['changed'], false],
    ['put coin in slot, open drawer', [drawer, coin], ['changed'], true],
    ['lever: it is stiff', [lever], [], true],
    ['open drawer, push lever', [lever, drawer], [], true],
    ['open drawer, take lamp', [drawer, lamp], [], false],
    ['take lamp, push lever', [lever, lamp], [], true],
    ['take lamp, coin', [lamp, coin], [], false],
  ] as const)(
    '"%s" is told with %j, after a coin was put in %j: %s',
    (title, objects, put, told) => {
      const held = objects.filter((one) => one.held);
      const tried = put.map((brought) => attempt('put coin in slot', { brought }));
      const known = { attempts: new Map([[at(79), tried]]) };
      const now = moment({ objects: [...objects], inventory: held }, known);
      const seen = now.observation.objects.map(({ id }) => Number(id));
      const isAbsent = (word: string) =>
        objectsNamed(word).length > 0 && !objectsNamed(word).some((id) => seen.includes(id));
      const reach = (word: string) =>
        isAbsent(word) ? ('absent' as const) : ('possible' as const);
      const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
      const way = memory({ category: 'SUCCESS', title });
      const found = commandsThatMatter(way, at(79), { ...place, story: { dictionary, reach } });
      expect(found !== null).toBe(told);
    },
  );
});

it('points that several steps bring are told from the next step on', () => {
  const gain = memory({ category: 'SUCCESS', title: 'open drawer; take lamp', scoreChange: 4 });
  const left = (...traits: 'open'[]) => {
    const objects = [thing(7, 'drawer', 'openable', ...traits), thing(8, 'lamp')];
    const place = { map: { waysFrom: () => [] }, memories: [], isStock: () => false };
    return commandsThatMatter(gain, at(79), { ...place, now: moment({ objects }) });
  };
  expect(left()).toEqual(['open drawer', 'take lamp']);
  expect(left('open')).toEqual(['take lamp']);
});

it('a memory of a deadly way out is of what is at hand', () => {
  const now = moment({ exits: [{ ...exit('south', 9), deadly: true }] });
  expect(isAtHand(['south'], now)).toBe(true);
  expect(isAtHand(['north'], now)).toBe(false);
});

it.each([
  ['unlock chest with rusty key', ['locked'], true],
  ['unlock chest with rusty key', [], false],
  ['pull chest with rope', [], true],
] as const)('a failure of "%s" is told where the chest is %j: %s', (title, traits, told) => {
  const now = moment({ objects: [thing(7, 'chest', ...traits), thing(8, 'rusty key')] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const failure = memory({ category: 'FAILURE', title, text: 'Another key is needed.' });
  expect(commandsThatMatter(failure, at(79), place) !== null).toBe(told);
});

it.each([
  ['a huge green snake bars the way', true, false],
  ['a huge green snake bars the way', false, true],
  ['a wide hall', true, true],
])('the start "%s" of a room which a snake left (%s) is told: %s', (title, hasLeft, told) => {
  const snake = thing(7, 'huge green snake', 'animate');
  const { location } = moment({}).observation;
  const left = { location, objects: hasLeft ? [] : [snake] };
  const seen = turn(1, 'free bird', { location, objects: [snake] }, left);
  const now = moment(left, { recent: [seen] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const start = memory({ category: 'NOTE', persistence: 'core', title, text: 'It is wide.' });
  expect(commandsThatMatter(start, at(79), place) !== null).toBe(told);
});

it('the start of a room is told while something is held that has a word of its name', () => {
  const lantern = { ...thing(9, 'storm lantern'), held: true };
  const location = { id: at(79), name: 'Lantern Room' };
  const now = moment({ location, objects: [lantern], inventory: [lantern] });
  const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
  const told = (title: string) => {
    const start = memory({ category: 'NOTE', persistence: 'core', title, text: 'It is wide.' });
    return commandsThatMatter(start, at(79), place) !== null;
  };
  expect(told('Lantern Room: a great lamp')).toBe(true);
  expect(told('Lantern Room: a storm lantern')).toBe(false);
});

it('a chest that starts locked is told so until it is open, also where its keyhole is open', () => {
  const told = (...traits: readonly ('locked' | 'open')[]) => {
    const chest = thing(3, 'chest', 'openable', ...traits);
    const now = moment({ objects: [chest, thing(4, 'keyhole', 'container', 'open')] });
    const text = 'A locked chest with a keyhole.';
    return textNow(memory({ persistence: 'core', text }), { now });
  };
  expect(told('locked')).toBe('A locked chest with a keyhole.');
  expect(told('open')).toBe('');
});
