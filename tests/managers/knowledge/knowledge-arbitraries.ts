import * as fc from 'fast-check';
import { cleanItemText } from '../../../src/managers/knowledge/item.ts';
import { SECTIONS } from '../../../src/managers/knowledge/knowledge-section.ts';

export const anySection = fc.constantFrom(...SECTIONS);

export const anyOrigin = fc.record(
  { episode: fc.nat(9999), turn: fc.nat(9999) },
  { noNullPrototype: true },
);

/** Text as models write it, hostile and broken text included. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 600 }),
  fc
    .array(
      fc.constantFrom(
        '- ',
        '## ',
        'lamp',
        '\n',
        '\r',
        '*(Ep1, T2)*',
        ' ',
        '<!--',
        '\ud800',
        '---',
        'à',
      ),
    )
    .map((parts) => parts.join('')),
);

export const anyItemText = anyText.map(cleanItemText).filter((text) => text !== '');

const anyLine = fc.oneof(
  fc.constantFrom(
    '',
    '- a hand-made rule',
    '- a learnt rule *(Ep1, T20)*',
    '  continued',
    '* starred *(Ep1, T2)*',
    'A paragraph.',
    '### Notes',
    '---',
    '<!-- comment -->',
    '# Knowledge Base',
    '## My own heading',
    '##',
  ),
  anySection.map((section) => `## ${section}`),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Files of every kind: structured, broken, with any line end, and plain bytes. */
export const anyFile = fc.oneof(
  fc
    .tuple(fc.array(anyLine, { maxLength: 25 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, end, mark]) => Buffer.from((mark ? '\ufeff' : '') + lines.join(end), 'utf8')),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);
