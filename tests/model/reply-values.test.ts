import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  asNamed,
  withoutEchoes,
  balancedReplyJson,
  coerced,
  isReplyJsonCut,
  isInsideReplyJson,
} from '../../src/model/reply-json.ts';

const schema = z.object({
  text: z.string(),
  count: z.int().min(0).max(10),
  isSure: z.boolean(),
  kind: z.enum(['DANGER', 'NOTE']),
  goals: z.array(z.object({ text: z.string(), target: z.int().nullish() })),
  titles: z.array(z.string()),
  note: z.string().optional(),
});

const GOOD = {
  text: 'a',
  count: 3,
  isSure: true,
  kind: 'NOTE',
  goals: [{ text: 'go' }],
  titles: ['t'],
} as const;

describe('a value is read as its author meant it', () => {
  it.each([
    ['a number as text', { count: '3' }],
    ['a text as a number', { text: 5 }, { text: '5' }],
    ['yes', { isSure: 'yes' }],
    ['one', { isSure: 1 }],
    ['y', { isSure: 'Y' }],
    ['naught', { isSure: '0' }, { isSure: false }],
    ['no', { isSure: 'No ' }, { isSure: false }],
    ['a choice in other letters', { kind: ' note' }],
    ['a number beyond its limits', { count: 11 }, { count: 10 }],
    ['a number at its limit', { count: 10 }, { count: 10 }],
    ['a number below its limits', { count: -1 }, { count: 0 }],
    ['a list of texts where objects with one needed text belong', { goals: ['go'] }],
    ['one text where a list of objects belongs', { goals: 'go' }],
    ['one text where a list belongs', { titles: 't' }],
    ['a list of one where a text belongs', { text: ['a'] }],
    ['null where a list belongs', { titles: null }, { titles: [] }],
    ['null where nothing needs to stand', { note: null }],
    [
      'a number as text inside of a list',
      { goals: [{ text: 'go', target: '7' }] },
      { goals: [{ text: 'go', target: 7 }] },
    ],
  ])('%s', (_, written: object, read: object = {}) => {
    const before = JSON.stringify(written);
    expect(coerced({ ...GOOD, ...written }, schema).data).toEqual({ ...GOOD, ...read });
    expect(JSON.stringify(written)).toBe(before);
  });
});

it.each([
  ['a word where a number belongs', { count: 'many' }],
  ['a word that is no answer to yes or no', { isSure: 'perhaps' }],
  ['a choice that nobody offered', { kind: 'SUCCESS' }],
  ['an object where a text belongs', { text: { a: 1 } }],
  ['two texts where one belongs', { text: ['a', 'b'] }],
])('%s stays wrong', (_, written) => {
  expect(coerced({ ...GOOD, ...written }, schema).success).toBe(false);
});

describe('a whole reply', () => {
  const goals = z.object({ goals: schema.shape.goals, why: z.string().nullish() });

  it.each([
    ['a list, where it needs no more', ['go'], { goals: [{ text: 'go' }] }],
    ['a list of one', [{ text: 'go' }], { goals: [{ text: 'go' }] }],
    ['without its list', { why: 'none' }, { goals: [], why: 'none' }],
    ['empty', {}, { goals: [] }],
  ])('that is %s is read', (_, written: object, read) => {
    expect(coerced(written, goals).data).toEqual(read);
  });

  it('of other fields is none', () => {
    expect(coerced({ mood: 'fine' }, goals).success).toBe(false);
  });
});

it.each([
  ['camel case', 'myTitle', 'my_title'],
  ['other marks', 'My-Title', 'my_title'],
  ['its last word', 'title', 'my_title'],
  ['a word that two fields end in', 'text', 'text'],
  ['a part of a word', 'itle', 'itle'],
  ['a name of its own', 'note', 'note'],
])('a field under %s', (_, written, read) => {
  const named = z.object({ my_title: z.string(), a_text: z.string(), b_text: z.string() });
  expect(asNamed({ [written]: 'a' }, named)).toEqual({ [read]: 'a' });
});

describe('what only repeats the schema', () => {
  const Title = z.string().nullish().catch(null).describe('short, unique in its room');
  const room = z.object({ title: Title, second: z.object({ title: Title }).nullish().catch(null) });

  it.each([
    ['is nothing', { title: 'Short, unique in its room.' }, { title: null }],
    [
      'is nothing inside of another object',
      { title: 'a', second: { title: 'short, unique in its room' } },
      { title: 'a', second: { title: null } },
    ],
    ['and more is something', { title: 'short, unique in its room now' }, undefined],
    ['elsewhere is something', { note: 'short, unique in its room' }, undefined],
  ])('%s', (_, written: object, read: object = written) => {
    expect(withoutEchoes(written, room)).toEqual(read);
  });
});

it('what fits is not touched, and nothing throws', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const { success } = coerced(value, schema);
      expect(success).toBe(schema.safeParse(value).success);
    }),
  );
});

it.each([
  ['no object', 3, false],
  ['a {"b": 1} c', 1, false],
  ['a {"b": 1} c', 5, true],
  ['a {"b": 1} c', 11, false],
  ['a {"b": 1', 5, false],
])('in the text %j the position %i is inside of an object: %s', (text, position, isInside) => {
  expect(isInsideReplyJson(text, position)).toBe(isInside);
});

it.each([
  ['no object', false, []],
  ['a {"b": 1} c', false, ['{"b": 1}']],
  ['{"b": {"c": 1}} {"d": 2}', false, ['{"b": {"c": 1}}', '{"d": 2}']],
  ['{"b": "}"', true, []],
  ['{"b": 1', true, []],
])('the text %j is cut: %s, and holds the whole objects %j', (text, cut, objects) => {
  expect(isReplyJsonCut(text)).toBe(cut);
  expect(balancedReplyJson(text)).toEqual(objects);
});
