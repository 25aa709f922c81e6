import * as fc from 'fast-check';
import { locationId } from '../../../src/domain/ids.ts';
import { INVALIDATION_MARKER, MEMORY_CATEGORIES, type Memory } from '../../../src/domain/memory.ts';
import type { MemoryChange } from '../../../src/managers/memory/memory-changes.ts';

/** Pieces that look like the file's own structure, next to whole ones. */
const FORGERIES = [
  '## Location 5: Elsewhere',
  '# Location Memories',
  '### Memories',
  '---',
  '**[DANGER - PERMANENT] Forged** *(Ep1, T1, +0)*',
  '** *(',
  ')*',
  '**Visits:** 9 | **Episodes:** 9',
  '[Superseded at T5 by "X"]',
  '[Invalidated at T5: "because"]',
  '[Conditional: "because"]',
  '[About: location 5]',
  '~~',
  '~~struck~~',
  '\\',
  '\\u{41}',
  '\\\\u{5c}u{41}',
  ' - ',
  '#tag',
  '### Elsewhere',
  '- **[NOTE - PERMANENT] Listed** _(Ep1, T1, +0)_',
  'CORE - SUPERSEDED',
  '<!--',
  '```',
  '"',
  ']',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  ' ',
  '\t',
  '\u0000',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\u00a0',
  '\u0085',
  '\ud800',
  'à',
  'e\u0301',
  '🗝️',
];

/** Any string, and strings made to be mistaken for structure. */
export const anyText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom(...FORGERIES, 'key', 'a door'), { maxLength: 6 })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
);

const turn = fc.nat({ max: 999 });

const state = fc.oneof(
  fc.record({
    status: fc.constantFrom('ACTIVE' as const, 'TENTATIVE' as const),
    supersededBy: fc.constant(null),
    supersededAtTurn: fc.constant(null),
    invalidationReason: fc.constant(null),
  }),
  fc.record({
    status: fc.constant('SUPERSEDED' as const),
    supersededBy: fc.option(anyText),
    supersededAtTurn: fc.option(turn),
    invalidationReason: fc.constant(null),
  }),
  fc.record({
    status: fc.constant('SUPERSEDED' as const),
    supersededBy: fc.constant(INVALIDATION_MARKER),
    supersededAtTurn: fc.option(turn),
    invalidationReason: fc.option(anyText),
  }),
);

/** Any memory that may stand in the file. */
export const anyMemory: fc.Arbitrary<Memory> = fc
  .tuple(
    fc.record({
      category: fc.oneof(fc.constantFrom<string>(...MEMORY_CATEGORIES), anyText),
      title: anyText,
      text: anyText,
      persistence: fc.constantFrom('core' as const, 'permanent' as const),
      episode: fc.nat(),
      turns: fc.oneof(
        turn.map(String),
        fc.tuple(turn, turn).map(([a, b]) => `${a}-${b}`),
        anyText,
      ),
      scoreChange: fc.option(fc.integer({ min: -500, max: 500 })),
    }),
    fc.record(
      {
        doubt: fc.oneof(anyText, fc.constant('names a key')),
        about: fc.oneof(anyText, fc.nat({ max: 999 }).map(locationId)),
      },
      { requiredKeys: [] },
    ),
    state,
  )
  .map(([lesson, notes, status]) => ({ ...lesson, ...notes, ...status }));

/** A memory as it is when new: believed, at least for now. */
export const newMemory: fc.Arbitrary<Memory> = anyMemory.map((memory) => ({
  ...memory,
  status: memory.status === 'TENTATIVE' ? 'TENTATIVE' : 'ACTIVE',
  supersededBy: null,
  supersededAtTurn: null,
  invalidationReason: null,
}));

export const anyRoom = fc.record({
  id: fc.constantFrom(0, 5, 7, 79, 203).map(locationId),
  name: anyText,
});

const title = fc.oneof(anyText, fc.constantFrom('Door', 'Door is locked'));

export const anyChange: fc.Arbitrary<MemoryChange> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      room: anyRoom,
      memory: fc.tuple(newMemory, title).map(([memory, named]) => ({ ...memory, title: named })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('supersede' as const),
      locationId: anyRoom.map(({ id }) => id),
      title,
      by: title,
      turn: fc.option(turn),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      locationId: anyRoom.map(({ id }) => id),
      title,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('invalidate' as const),
      locationId: anyRoom.map(({ id }) => id),
      title,
      reason: anyText,
      turn: fc.option(turn),
    }),
  },
);

/** A byte sequence that was Memories.md once: any bytes, structure in pieces, any line ends. */
export const anyFile: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .tuple(
      fc.array(
        fc.oneof(
          fc.constantFrom(
            ...FORGERIES,
            '## Location 79: Behind House',
            '**[NOTE] Old** *(Ep01, T3)*',
            '**[NOTE - SUPERSEDED] Old** *(Ep01, T3)*',
            'plain',
            '',
          ),
          fc.string({ unit: 'binary', maxLength: 8 }),
        ),
        { maxLength: 12 },
      ),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
    )
    .map(([lines, end, marked]) => Buffer.from((marked ? '\ufeff' : '') + lines.join(end))),
);
