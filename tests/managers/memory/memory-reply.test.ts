import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { MEMORY_STATUSES, INVALIDATION_MARKER } from '../../../src/domain/memory.ts';
import { cleanText, cleanTitle } from '../../../src/managers/memory/clean-text.ts';
import { describeSchema, portableSchema } from '../../../src/model/reply-schema.ts';
import {
  BriefMemoryReply,
  MemoryReply,
  memoryReplyAmong,
  nothingLearnt,
} from '../../../src/managers/memory/memory-reply.ts';
import { anyText } from './memory-arbitraries.ts';
import { lesson, nothing } from './memory-world.ts';

const read = (reply: unknown) => MemoryReply.safeParse(reply);

const problems = (reply: unknown) => read(reply).error?.message ?? '';

describe('all or nothing', () => {
  it.each(['category', 'memory_title', 'memory_text', 'persistence'])(
    'remembering needs %s',
    (field) => {
      for (const value of [undefined, null, '', '  ']) {
        expect(read(lesson({ [field]: value })).success, String(value)).toBe(false);
      }
    },
  );

  it('persistence has no default and no fourth value', () => {
    expect(problems(lesson({ persistence: undefined }))).toContain('persistence');
    expect(read(lesson({ persistence: 'forever' })).success).toBe(false);
    expect(read(lesson({ persistence: 'CORE' })).data?.memory?.persistence).toBe('core');
  });

  it('without remembering, the fields of a memory mean nothing', () => {
    expect(
      read(nothing({ category: 'NOTE', memory_title: 'T', persistence: null })).data?.memory,
    ).toBeNull();
  });

  it('the marker is not a status, and there are exactly three statuses', () => {
    expect(MEMORY_STATUSES).toEqual(['ACTIVE', 'TENTATIVE', 'SUPERSEDED']);
    expect(MEMORY_STATUSES).not.toContain(INVALIDATION_MARKER);
  });
});

describe('superseding or invalidating', () => {
  it('one title in both lists is an error that names every such title', () => {
    const both = lesson({
      supersedes_memory_titles: ['A', 'B', 'C'],
      invalidate_memory_titles: ['C', 'D', 'A'],
      invalidation_reason: 'no',
    });
    expect(problems(both)).toContain('cannot be both superseded and invalidated: A, C');
  });

  it('different titles in both lists pass', () => {
    const reply = lesson({
      supersedes_memory_titles: ['A'],
      invalidate_memory_titles: ['B'],
      invalidation_reason: 'no',
    });
    expect(read(reply).data).toMatchObject({
      supersedes: ['A'],
      invalidates: ['B'],
      invalidationReason: 'no',
    });
  });

  it.each([undefined, null, '', '   '])(
    'a reason of %j is refused, with a memory and without',
    (reason) => {
      const fields = { invalidate_memory_titles: ['A'], invalidation_reason: reason };
      expect(problems(nothing(fields))).toContain('invalidation_reason must be non-empty');
      expect(problems(lesson(fields))).toContain('invalidation_reason must be non-empty');
    },
  );
});

describe('what is merely too much', () => {
  it('titles after the third are dropped, the memory is kept', () => {
    const reply = lesson({ supersedes_memory_titles: ['A', 'B', 'B', 'C', 'D'] });
    expect(read(reply).data).toMatchObject({
      memory: { title: 'Hatch is stuck' },
      supersedes: ['A', 'B', 'C'],
    });
  });

  it('reasoning is cut at 500 characters, the memory is kept', () => {
    const data = read(lesson({ reasoning: 'x'.repeat(501) })).data;
    expect(data?.reasoning).toHaveLength(500);
    expect(data?.memory?.title).toBe('Hatch is stuck');
  });

  it('an unknown category is kept as NOTE, absent reasoning is empty', () => {
    const data = read(lesson({ category: 'puzzle hint', reasoning: undefined })).data;
    expect(data).toMatchObject({ memory: { category: 'NOTE' }, reasoning: '' });
    expect(read(lesson({ category: 'danger' })).data?.memory?.category).toBe('DANGER');
  });

  it('a status that a new memory cannot have is ACTIVE', () => {
    const status = (value: unknown) => read(lesson({ status: value })).data?.memory?.status;
    expect(['SUPERSEDED', 7, null, undefined, 'tentative'].map(status)).toEqual([
      'ACTIVE',
      'ACTIVE',
      'ACTIVE',
      'ACTIVE',
      'TENTATIVE',
    ]);
  });

  it('title and text are cleaned and cut between characters', () => {
    const data = read(
      lesson({
        memory_title: ` a\n\u202eb${'🗝️'.repeat(200)}`,
        memory_text: 'one\r\n\r\n two \u0000\n',
      }),
    ).data;
    expect(data?.memory?.title.startsWith('a b🗝️')).toBe(true);
    expect(Array.from(data?.memory?.title ?? '')).toHaveLength(120);
    expect(data?.memory?.text).toBe('one\ntwo');
  });
});

it('the schema shown to the model names every field and lists the persistences', () => {
  const fieldsOf = (reply: z.ZodType) => Object.keys(portableSchema(reply)['properties'] ?? {});
  const full = fieldsOf(MemoryReply);
  expect(fieldsOf(BriefMemoryReply)).toEqual(full.filter((name) => name !== 'second'));
  expect(full).toEqual([
    'should_remember',
    'category',
    'memory_title',
    'memory_text',
    'persistence',
    'status',
    'about',
    'second',
    'supersedes_memory_titles',
    'invalidate_memory_titles',
    'invalidation_reason',
    'reasoning',
  ]);
  expect(describeSchema(MemoryReply)).toContain('"ephemeral"');
});

it('cleaning twice changes nothing more, and leaves well-formed text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const title = cleanTitle(text);
      const body = cleanText(text);
      return (
        cleanTitle(title) === title &&
        cleanText(body) === body &&
        Buffer.from(body).toString() === body &&
        !title.includes('\n')
      );
    }),
  );
});

it.each([
  ['nothing else', {}],
  ['an empty persistence', { persistence: '' }],
  ['a persistence that is none', { persistence: 'n/a', status: 3, category: null }],
])('what is not remembered needs no other field: %s', (_, fields) => {
  expect(read({ should_remember: false, ...fields }).data).toMatchObject({ memory: null });
});

it('a list given as one string is a list of it, in the form in which titles are stored', () => {
  const reply = lesson({
    supersedes_memory_titles: ' Hatch\n is  stuck',
    invalidate_memory_titles: '',
  });
  expect(read(reply).data).toMatchObject({ supersedes: ['Hatch is stuck'], invalidates: [] });
});

it.each([
  ['as JSON', '["A", "B"]', ['A', 'B']],
  ['with a title on each line', '- A\n- B', ['- A', '- B']],
  ['of objects and what is nothing', [{ title: 'A' }, null, 7, { memory_title: 'B' }], ['A', 'B']],
  ['that is a word for none', 'None', []],
  ['of words for none', ['n/a', 'null.', '-', '[]'], []],
  ['that is no list', false, []],
  ['of one title in brackets', '[Sic] A', ['[Sic] A']],
  ['in other letters', 'Ключ', ['Ключ']],
])('a list %s is read', (_, supersedes_memory_titles, titles) => {
  expect(read(lesson({ supersedes_memory_titles })).data?.supersedes).toEqual(titles);
});

it.each([
  ['false', false],
  ['False ', false],
  ['no', false],
  [0, false],
  ['true', true],
  ['YES', true],
  [1, true],
])('%j says whether to remember', (should_remember, is) => {
  const data = read(lesson({ should_remember })).data;
  expect(data === undefined ? null : data.memory !== null).toBe(is);
});

it.each([null, 'perhaps', {}, undefined])('%j does not say it', (should_remember) => {
  expect(read(lesson({ should_remember })).success).toBe(false);
});

it('beside a no stands nothing, whatever stands there', () => {
  const junk = { category: 5, memory_title: [], memory_text: {}, persistence: 1, reasoning: [] };
  const lists = { supersedes_memory_titles: 9, invalidate_memory_titles: {} };
  expect(read({ should_remember: 'false', ...junk, ...lists }).data).toEqual({
    memory: null,
    supersedes: [],
    invalidates: [],
    invalidationReason: '',
    reasoning: '',
  });
});

it('any reply is a lesson or a refusal, never an exception', () => {
  const field = fc.oneof(fc.jsonValue({ maxDepth: 2 }), anyText, fc.boolean());
  const keys = [
    'should_remember',
    'category',
    'memory_title',
    'memory_text',
    'persistence',
    'status',
    'supersedes_memory_titles',
    'invalidate_memory_titles',
    'invalidation_reason',
    'reasoning',
    '__proto__',
  ];
  const reply = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...keys), field),
    fc.dictionary(fc.constantFrom(...keys), field).map(lesson),
  );
  fc.assert(
    fc.property(reply, (value) => {
      const { success, data } = MemoryReply.safeParse(value);
      return !success || data.memory === null || data.memory.title !== '';
    }),
  );
});

it.each([
  ['a list', [lesson(), lesson({ memory_title: 'Goose bites' })]],
  ['a list of three', [lesson(), lesson({ memory_title: 'Goose bites' }), lesson()]],
  ['a second one', lesson({ second: lesson({ memory_title: 'Goose bites' }) })],
])('two memories of one reply are both kept, as %s', (_, reply) => {
  const { data } = read(reply);
  expect(data?.memory?.title).toBe('Hatch is stuck');
  expect(data?.second?.memory?.title).toBe('Goose bites');
});

it.each([
  ['says nothing new', [lesson(), nothing()]],
  ['is the same', [lesson(), lesson()]],
  ['is the same but for its marks', [lesson(), lesson({ memory_title: 'Hatch is stuck.' })]],
  ['lacks its text', lesson({ second: { memory_title: 'Goose bites' } })],
  ['is no object', lesson({ second: 'Goose bites' })],
])('a second memory that %s is none, and the first one stays', (_, reply) => {
  expect(read(reply).data?.memory?.title).toBe('Hatch is stuck');
  expect(read(reply).data?.second).toBeUndefined();
});

describe('a no stays a no', () => {
  it.each([
    '{"should_remember": false, "category": nul',
    "{'should_remember': 'no', memory_title: 'Hatch'",
    'should_remember: false\nmemory_title: The hatch is stuck',
    '{"should_remember": null, "memory_title": null, "memory_text": null}',
    'Nothing was learnt.',
    'no',
    'null',
    '[]',
    '**should_remember:** false',
    '<should_remember>false</should_remember>',
    '{"remember": false}',
    '{"should_remember": "not needed", "memory_title": "Hatch"}',
    'No memory needed.',
    'There is nothing new to learn from this turn.',
    'I did not learn anything.',
    'This turn taught nothing.',
    'Nichts Neues gelernt.',
    '没有新内容',
    'Nichts gelernt.',
    'No hay nada que recordar.',
    'Нечего запоминать.',
  ])('in a reply that cannot be read: %s', (text) => {
    expect(nothingLearnt(text)).toMatchObject({ memory: null, supersedes: [], invalidates: [] });
  });

  it.each([
    '{"should_remember": true, "memory_title": "Hatch"}',
    '{"should_remember": false} or {"should_remember": true, "category": "NOTE"}',
    '{"should_remember": null, "memory_title": "Hatch"}',
    'No way leads north.',
    'The lamp does not light without a new battery.',
    '{"should_remember": true, "memory_text": "Nothing new is here."}',
    '',
  ])('and what says something is asked again: %s', (text) => {
    expect(nothingLearnt(text)).toBeNull();
  });

  it.each([
    ['...', '...'],
    ['N/A', 'none'],
    ['<title>', '<text>'],
    ['Nothing learnt', 'Nothing new was learnt.'],
  ])('"%s" and "%s" are nothing, also after a yes', (memory_title, memory_text) => {
    expect(read(lesson({ memory_title, memory_text })).data?.memory).toBeNull();
  });

  it('a title without a text is asked again', () => {
    expect(read(lesson({ memory_text: '...' })).success).toBe(false);
  });

  it('who says yes and then nothing has nothing to remember', () => {
    expect(read(lesson({ memory_title: null, memory_text: ' ' })).data?.memory).toBeNull();
    expect(read(lesson({ memory_title: null })).success).toBe(false);
  });
});

describe('titles that no memory has', () => {
  const among = (reply: unknown) => memoryReplyAmong([{ title: 'Known' }]).safeParse(reply);

  it('need no reason to be found wrong, and may stand in both lists', () => {
    expect(among(nothing({ invalidate_memory_titles: ['Invented'] })).success).toBe(true);
    const both = { supersedes_memory_titles: ['Invented'], invalidate_memory_titles: ['Invented'] };
    expect(among(lesson(both)).success).toBe(true);
  });

  it('and those that one has are judged, as it is written or nearly so', () => {
    expect(among(nothing({ invalidate_memory_titles: ['Known'] })).success).toBe(false);
    expect(among(nothing({ invalidate_memory_titles: ['"known"'] })).success).toBe(false);
  });
});
