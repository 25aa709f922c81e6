import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  amongSchema,
  choiceSchema,
  describeSchema,
  limitedSchema,
  portableSchema,
} from '../../src/model/reply-schema.ts';

it('every field is required, optional ones nullable, limits left to the validation afterwards', () => {
  const schema = z.object({
    action: z.string().min(1).max(80).describe('one command'),
    target: z.number().int().nullable(),
    mood: z.string().optional(),
    kind: z.enum(['a', 'b']),
    titles: z
      .array(z.object({ title: z.string().optional() }))
      .max(3)
      .default([]),
  });
  expect(portableSchema(schema)).toEqual({
    type: 'object',
    properties: {
      action: { type: 'string', description: 'one command' },
      target: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      mood: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      kind: { type: 'string', enum: ['a', 'b'] },
      titles: {
        type: 'array',
        items: {
          type: 'object',
          properties: { title: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
          required: ['title'],
          additionalProperties: false,
        },
      },
    },
    required: ['action', 'target', 'mood', 'kind', 'titles'],
    additionalProperties: false,
  });
});

it('a field that is made into something else is asked for as it is written', () => {
  const schema = z.object({
    action: z.string().transform((text) => text.length),
    mood: z.string().default('calm'),
  });
  const made = schema.transform(({ action }) => action);
  const properties = { action: { type: 'string' }, mood: { type: 'string' } };
  expect(portableSchema(schema)).toMatchObject({ properties });
  expect(portableSchema(made)).toBe(portableSchema(schema));
});

it('a choice has its values, and beside it only what must be there, short', () => {
  const schema = z.object({ action: z.string(), why: z.string(), mood: z.string().optional() });
  const choices = { field: 'action', values: ['north', 'wait'] };
  const required = { required: ['action', 'why'], additionalProperties: false };
  const action = { type: 'string', enum: ['north', 'wait'] };
  expect(choiceSchema(schema, choices, true)).toEqual({
    type: 'object',
    properties: { action, why: { type: 'string', maxLength: 150 } },
    ...required,
  });
  expect(choiceSchema(schema, choices, false)['properties']).toEqual({
    action,
    why: { type: 'string' },
  });
  expect(choiceSchema(schema, { ...choices, field: 'mood' }, true)['required']).toEqual([
    'action',
    'why',
    'mood',
  ]);
});

it('a reply that is no object is refused', () => {
  expect(() => portableSchema(z.array(z.string()))).toThrow(RangeError);
});

it('a property may have the name of a keyword', () => {
  const schema = z.object({ type: z.string(), required: z.boolean(), properties: z.string() });
  expect(portableSchema(schema)).toMatchObject({
    properties: {
      type: { type: 'string' },
      required: { type: 'boolean' },
      properties: { type: 'string' },
    },
  });
});

it('the description says JSON, holds the schema, and is the same every time', () => {
  const schema = z.object({ action: z.string() });
  expect(describeSchema(schema)).toContain('JSON');
  expect(describeSchema(schema)).toContain(JSON.stringify(portableSchema(schema)));
  expect(describeSchema(schema)).toBe(describeSchema(z.object({ action: z.string() })));
});

describe('what can be named in lists', () => {
  const reply = z.object({
    titles: z.array(z.string()).max(3).nullish(),
    plain: z.array(z.string()),
    other: z.string(),
  });
  const narrowed = (among: Readonly<Record<string, readonly string[]>>) =>
    amongSchema(limitedSchema(reply), among)['properties'];

  it('is all that they may hold, with their own limits', () => {
    const items = { type: 'string', enum: ['a', 'b'] };
    expect(narrowed({ titles: ['a', 'b'], plain: ['a', 'b'], unknown: ['c'] })).toEqual({
      titles: { anyOf: [{ type: 'array', items, maxItems: 3 }, { type: 'null' }] },
      plain: { type: 'array', items, maxItems: 20 },
      other: { type: 'string', maxLength: 600 },
    });
  });

  it('is null where there is nothing', () => {
    expect(narrowed({ titles: [] })).toMatchObject({ titles: { type: 'null' } });
  });
});
