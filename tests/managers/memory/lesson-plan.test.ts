import { expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import {
  isLessonOfEnteredRoom,
  wishFor,
  type Taught,
} from '../../../src/managers/memory/lesson-plan.ts';
import type { Lesson } from '../../../src/managers/memory/memory-reply.ts';
import { thing, turn } from '../../helpers/observation.ts';

const failed = turn(31, 'open window', { score: 17 });
const won = turn(32, 'up', { score: 17 }, { score: 19 });

function pointsOf(category: 'FAILURE' | 'SUCCESS', differs: Partial<Taught>): number | null {
  const lesson: Lesson = {
    memory: {
      category,
      title: 'open window',
      text: 'It is shut.',
      persistence: 'permanent',
      status: 'ACTIVE',
    },
    supersedes: [],
    invalidates: [],
    invalidationReason: '',
    reasoning: '',
  };
  const taught = {
    lesson,
    wanted: lesson,
    describesRoom: false,
    turns: [won],
    ...differs,
  } as const;
  return wishFor(taught, 1).memory?.scoreChange ?? null;
}

it.each([
  ['a lesson of the turn', 'SUCCESS', {}, 2],
  ['a lesson beside that of the turn', 'SUCCESS', { isAside: true }, 0],
  ['several turns of which the last won', 'SUCCESS', { turns: [failed, won] }, 2],
  ['a failure before the turn that won', 'FAILURE', { turns: [failed, won] }, 0],
  ['a failure that won', 'FAILURE', {}, 2],
] as const)('the points that a memory has: %s', (_, category, differs, points) => {
  expect(pointsOf(category, differs)).toBe(points);
});

it.each([
  ['A thin journal lies in the quarters of Brother Palemon.', true],
  ['The signpost names the quarters of Brother Palemon.', false],
])('a lesson is of the room whose thing it names: %s', (text, isOf) => {
  const hall = {
    location: { id: locationId(26), name: 'Hallway near the quarters of Palemon' },
    text: 'The quarters of Brother Palemon are to the north.',
    objects: [thing(4, 'signpost')],
  };
  const quarters = {
    location: { id: locationId(40), name: "Brother Palemon's Quarters" },
    text: 'You can see a thin journal here.',
    objects: [thing(5, 'thin journal')],
  };
  const entered = turn(8, 'north', hall, quarters);
  const start = { category: 'CORE', persistence: 'core', status: 'ACTIVE' } as const;
  expect(isLessonOfEnteredRoom({ ...start, title: 'At first sight', text }, [entered])).toBe(isOf);
});

it.each([
  ['You face the north side. No door is here.', true],
  ['You face the west side. No door is here.', false],
  ['Here is the north. It has a door.', false],
])('a lesson is of the room that printed its sentences: %s', (text, isOf) => {
  const west = {
    location: { id: locationId(180), name: 'West of House' },
    text: 'You face the west side. A door is here, a box, a mat.',
    objects: [thing(4, 'door')],
  };
  const north = {
    location: { id: locationId(81), name: 'North of House' },
    text: 'You face the north side. No door is here.',
    objects: [],
  };
  const start = { category: 'CORE', persistence: 'core', status: 'ACTIVE' } as const;
  const entered = turn(53, 'north', west, north);
  expect(isLessonOfEnteredRoom({ ...start, title: 'at first sight', text }, [entered])).toBe(isOf);
});

it.each([
  ['Salt Marsh: sunken punt', true],
  ['Salt Marsh: withy stake', false],
])(
  'of two rooms of one name a lesson is of that whose thing its title names: %s',
  (title, isOf) => {
    const marsh = (id: number, name: string) => ({
      location: { id: locationId(id), name: 'Salt Marsh' },
      text: 'Mud.',
      objects: [thing(id, name)],
    });
    const start = { category: 'CORE', persistence: 'core', status: 'ACTIVE' } as const;
    const entered = turn(49, 'west', marsh(121, 'withy stake'), marsh(119, 'sunken punt'));
    const text = 'The sunken punt lies here, west of the withy stake.';
    expect(isLessonOfEnteredRoom({ ...start, title, text }, [entered])).toBe(isOf);
  },
);

it.each([
  ['Gallery: never go east', 'Gallery', 0, true],
  ['gallery: never go east', 'Gallery', 0, true],
  ['Gallery: never go east', 'Attic', 0, false],
  ['Gallery (90): never go east', 'Gallery', 0, true],
  ['Gallery (91): never go east', 'Gallery', 0, false],
  ['Gallery railing: never go east', 'Gallery', 0, false],
  ['Gallery', 'Gallery', 0, false],
  ['Gallery: a way to points', 'Gallery', 5, false],
])(
  'a lesson "%s" of coming into %s for %i points is of that room: %s',
  (title, name, score, isOf) => {
    const location = { id: locationId(90), name };
    const entered = turn(30, 'south', { score: 0 }, { location, score });
    const danger = { category: 'DANGER', persistence: 'permanent', status: 'ACTIVE' } as const;
    const lesson = { ...danger, title, text: 'Rotten plates.' };
    expect(isLessonOfEnteredRoom(lesson, [entered])).toBe(isOf);
    // The points are what another lesson of the answer is about.
    if (score > 0) expect(isLessonOfEnteredRoom(lesson, [entered], true)).toBe(true);
  },
);

it.each([
  ['Pier: nothing to take', 'Quay', true],
  ['Pier: nothing to take', 'Pier', false],
  ['Quay: nothing to take', 'Quay', false],
])('the start "%s", told when coming from %s, is of the room entered: %s', (title, from, isOf) => {
  const [quay, pier] = [
    { location: { id: locationId(1), name: from }, text: 'A wide quay of old stone.' },
    { location: { id: locationId(2), name: 'Pier' }, text: 'A pier.' },
  ];
  const told = {
    title,
    text: 'A wide quay of old stone.',
    category: 'NOTE',
    status: 'ACTIVE',
  } as const;
  const start = { ...told, persistence: 'core' } as const;
  expect(isLessonOfEnteredRoom(start, [turn(2, 'east', quay, pier)])).toBe(isOf);
});

it.each([
  ['take coin', '41'],
  ['open box', '40'],
  ['open box, then take coin', '40-41'],
])('a memory of several turns is of the one whose command is its title: %s', (title, turns) => {
  const about = { category: 'SUCCESS', persistence: 'permanent', status: 'ACTIVE' } as const;
  const lesson: Lesson = {
    memory: { ...about, title, text: 'It is done.' },
    supersedes: [],
    invalidates: [],
    invalidationReason: '',
    reasoning: '',
  };
  const both = [turn(40, 'open box'), turn(41, 'take coin')] as const;
  const taught = { lesson, wanted: lesson, describesRoom: false, turns: both } as const;
  expect(wishFor(taught, 1).memory?.turns).toBe(turns);
});
