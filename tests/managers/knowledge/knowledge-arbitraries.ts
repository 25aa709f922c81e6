import * as fc from 'fast-check';
import { cleanItemDoubt, cleanItemText } from '../../../src/managers/knowledge/knowledge-item.ts';
import { SECTIONS } from '../../../src/managers/knowledge/knowledge-document.ts';

export const anySection = fc.constantFrom(...SECTIONS);

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
        '*(Ep1, guess: x)*',
        ' ',
        '<!--',
        '\ud800',
        '---',
        'à',
      ),
    )
    .map((parts) => parts.join('')),
);

const anyDoubt = fc.oneof(fc.constant(null), anyText.map(cleanItemDoubt));

/** Evidence and guesses, with a doubt or without. */
export const anyOrigin = fc.record(
  {
    episode: fc.nat(9999),
    turns: fc.uniqueArray(fc.nat(9999), { maxLength: 4 }),
    doubt: anyDoubt,
  },
  { noNullPrototype: true },
);

export const anyItemText = anyText.map(cleanItemText).filter((text) => text !== '');

const anyLine = fc.oneof(
  fc.constantFrom(
    '',
    '- a hand-made rule',
    '- a learnt rule *(Ep1, T20)*',
    '- a rule seen twice *(Ep1, T20, T31)*',
    '- a guess *(Ep2, guess)*',
    '- a revised rule *(Ep1, T3; Ep2, T4; earlier wording: Ep1, T2)*',
    '- a doubted rule *(Ep2, T3, guess: names a troll)*',
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
