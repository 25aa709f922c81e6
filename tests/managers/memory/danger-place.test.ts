import { describe, expect, it } from 'vitest';
import { placedDanger } from '../../../src/managers/memory/danger-place.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import { memory } from '../../helpers/memory.ts';
import { at, thing, turn } from './memory-world.ts';

const read = (text: string) => turn(2, 'read letter', { text });

const lessonOf = (one: Memory) => ({
  memory: one,
  supersedes: [],
  invalidates: [],
  invalidationReason: '',
  reasoning: '',
});

describe('a danger that was only read of', () => {
  const lesson = lessonOf(memory({ category: 'DANGER' }));
  const category = (record: ReturnType<typeof turn>) =>
    placedDanger(lesson, [record], undefined).memory?.category;

  it('is a note where it was read', () => {
    expect(category(read('Beware.'))).toBe('NOTE');
    const slate = turn(2, 'examine slate', { text: 'Scratched: "Gave him my watch to pass by"' });
    expect(category(slate)).toBe('NOTE');
  });

  it.each([
    ['what is seen of the place itself', turn(2, 'examine railing', { text: 'It has rusted.' })],
    [
      'what happened meanwhile',
      { ...read('Beware.'), after: { ...read('').after, scene: 'bitten' } },
    ],
    ['a death', { ...read('Beware.'), after: { ...read('').after, died: true } }],
    [
      'what was done',
      turn(2, 'pull lever', { text: 'It says: "You will be sorry for this one."' }),
    ],
  ])('is a danger where it is %s', (_, record) => {
    expect(category(record)).toBe('DANGER');
  });
});

describe('what a danger is said to be about', () => {
  const NAMES = new Map([
    [79, 'Quay'],
    [116, 'Salt Marsh'],
    [90, 'Gallery'],
  ]);
  const words = { nameOf: (id: number) => NAMES.get(id) };
  const MARSH = 'The green lawn kills.';
  const sign = turn(
    2,
    'read signboard',
    { text: 'West lies the Marsh. "KEEP TO THE WITHIES."' },
    { objects: [{ ...thing(5, 'signboard'), inside: null, held: false, traits: [] }] },
  );
  const death = turn(3, 'east', { died: true, text: 'You fall.' }, { room: [90, 'Gallery'] });

  it.each([
    ['the room where it was read', 79, 'Keep to the withies', 'NOTE', undefined],
    ['what it was read on', 'signboard', 'Keep to the withies', 'NOTE', undefined],
    ['a room that nothing names', 90, MARSH, 'NOTE', undefined],
    ['a room that the map does not know', 44, MARSH, 'NOTE', undefined],
    ['a room that the warning names', 116, 'It kills.', 'DANGER', 116],
    ['a room by its number', 44, 'In 44 it kills.', 'DANGER', 44],
    ['somebody', 'jackdaw', 'It steals.', 'DANGER', 'jackdaw'],
  ])('of a warning, %s: %s', (_, about, text, category, placed) => {
    const danger = memory({ category: 'DANGER', title: 'Beware', text, about: aboutOf(about) });
    const found = placedDanger(lessonOf(danger), [sign], words).memory;
    expect([found?.category, found?.about]).toEqual([category, placed]);
  });

  it.each([
    ['the room of the death', 90, 'East kills.', 90],
    ['a far room that nothing names', 116, 'East kills.', undefined],
    ['a far room that it names', 116, 'East falls into the marsh.', 116],
  ])('of a harm, %s: %s', (_, about, text, placed) => {
    const danger = memory({ category: 'DANGER', title: 'East', text, about: aboutOf(about) });
    const found = placedDanger(lessonOf(danger), [death], words).memory;
    expect([found?.category, found?.about]).toEqual(['DANGER', placed]);
  });

  function aboutOf(about: number | string) {
    return typeof about === 'number' ? at(about) : about;
  }
});

it.each([
  ['The lawn to the south is deadly', 'Go not there.', 117],
  ['green lawn', 'It kills.', 117],
  ['west: one sinks into the green lawn', 'It kills.', undefined],
  ['The lawn to the north is deadly', 'Go not there.', undefined],
  ['the cold', 'It kills.', undefined],
])(
  'a danger "%s" that names what is deadly or lies only in the room entered is of that room',
  (title, text, about) => {
    const way = (direction: 'south' | 'north') => ({
      direction,
      command: direction,
      to: { id: at(9), name: 'Bog' },
      deadly: true,
    });
    const lawn = { ...thing(7, 'green lawn'), inside: null, held: false, traits: [] };
    const entered = turn(
      2,
      'west',
      { room: [117, 'Marsh'], exits: [way('south'), way('north')], objects: [lawn] },
      { room: [116, 'Marsh'], exits: [way('north')] },
    );
    const lesson = lessonOf(memory({ category: 'DANGER', title, text }));
    expect(placedDanger(lesson, [entered], undefined).memory?.about).toBe(about);
    const stayed = turn(2, 'look', { exits: [way('south')] });
    expect(placedDanger(lesson, [stayed], undefined).memory?.about).toBeUndefined();
  },
);
