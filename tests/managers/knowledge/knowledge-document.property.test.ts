import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { rollBack } from '../../../src/managers/knowledge/knowledge-versions.ts';
import {
  documentWithItem,
  documentWithoutItems,
  documentWithReplacedItem,
  allItems,
  itemsOf,
  parseKnowledge,
  type KnowledgeDocument,
  SECTIONS,
} from '../../../src/managers/knowledge/knowledge-document.ts';
import {
  cleanItemText,
  newItem,
  readItem,
  renderItem,
  type Item,
} from '../../../src/managers/knowledge/knowledge-item.ts';
import { printDocumentLines } from '../../../src/domain/lined-document.ts';
import { promptDigest } from '../../../src/managers/knowledge/prompt-digest.ts';
import { anyFile, anyItemText, anyOrigin, anySection, anyText } from './knowledge-arbitraries.ts';

it('a file printed is the file that was read, byte for byte', () => {
  fc.assert(
    fc.property(anyFile, (bytes) => {
      assert.ok(Buffer.from(printDocumentLines(parseKnowledge(bytes))).equals(bytes));
    }),
  );
});

it('an item read back is the item that was written, whatever a model put into it', () => {
  fc.assert(
    fc.property(anyItemText, anyOrigin, (text, origin) => {
      const { text: read, origin: when } = readItem([renderItem(text, origin)]);
      assert.deepEqual({ read, when }, { read: text, when: origin });
    }),
  );
});

it('cleaning a text that was cleaned changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(cleanItemText(cleanItemText(text)), cleanItemText(text));
    }),
  );
});

it('adding an item only inserts bytes, and the item is read back at the end of its section', () => {
  fc.assert(
    fc.property(anyFile, anySection, anyItemText, anyOrigin, (bytes, section, text, origin) => {
      const before = parseKnowledge(bytes);
      const after = documentWithItem(before, section, text, origin);
      assert.ok(isSubsequence(bytes, printDocumentLines(after)));
      const reread = parseKnowledge(printDocumentLines(after));
      assert.deepEqual(texts(reread, section), [...texts(before, section), text]);
      for (const other of SECTIONS.filter((one) => one !== section)) {
        assert.deepEqual(itemsOf(reread, other), itemsOf(before, other));
      }
      assert.equal(allItems(reread).length, allItems(before).length + 1);
    }),
  );
});

it('an item added and taken out again leaves every line of the file as it was', () => {
  fc.assert(
    fc.property(anyFile, anySection, anyItemText, anyOrigin, (bytes, section, text, origin) => {
      const before = parseKnowledge(bytes);
      const known = new Set(itemsOf(before, section).map(({ id }) => id));
      const added = documentWithItem(before, section, text, origin);
      const item = itemsOf(added, section).at(-1);
      fc.pre(item !== undefined && !known.has(item.id));
      const after = documentWithoutItems(added, [item]);
      assert.deepEqual(allItems(after), allItems(before));
      assert.ok(isSubsequence(bytes, printDocumentLines(after)));
    }),
  );
});

it('revising an item changes that item alone and keeps its place', () => {
  fc.assert(
    fc.property(anyFile, anyItemText, anyItemText, anyOrigin, (bytes, first, second, origin) => {
      const section = 'LESSONS LEARNED';
      const before = documentWithItem(parseKnowledge(bytes), section, first, origin);
      const item = itemsOf(before, section).at(-1) as Item;
      fc.pre(allItems(before).filter(({ id }) => id === item.id).length === 1);
      const after = documentWithReplacedItem(before, item, second, origin);
      const expected = allItems(before).map(({ id, text }) => (id === item.id ? second : text));
      assert.deepEqual(
        allItems(parseKnowledge(printDocumentLines(after))).map(({ text }) => text),
        expected,
      );
    }),
  );
});

it('a roll-back gives back what was learnt then and keeps what people wrote since', () => {
  fc.assert(
    fc.property(anyFile, anyFile, (current, version) => {
      const rolled = parseKnowledge(rollBack(current, version));
      for (const section of SECTIONS) {
        assert.deepEqual(learnt(rolled, section), learnt(parseKnowledge(version), section));
      }
      assert.deepEqual(byHand(rolled), byHand(parseKnowledge(current)));
    }),
  );
});

it('a digest stays within its budget and holds whole items only, every one quoted', () => {
  fc.assert(
    fc.property(anyFile, fc.nat(60), (bytes, tokens) => {
      const document = parseKnowledge(bytes);
      const digest = promptDigest(document, tokens);
      assert.ok(digest.length <= tokens * 4);
      const lines = digest === '' ? [] : digest.split('\n');
      assert.ok(lines.every((line) => line.startsWith('| ') || line === '|'));
      if (lines.length === 0) return;
      const whole = promptDigest(document, 100_000).split('\n');
      assert.ok(lines.every((line) => whole.includes(line)));
    }),
  );
});

function texts(document: KnowledgeDocument, section: (typeof SECTIONS)[number]): string[] {
  return itemsOf(document, section).map(({ text }) => text);
}

function learnt(document: KnowledgeDocument, section: (typeof SECTIONS)[number]): string[] {
  return itemsOf(document, section)
    .filter(({ origin }) => origin !== null)
    .map(({ text, origin }) => JSON.stringify([text, origin]))
    .sort();
}

function byHand(document: KnowledgeDocument): readonly string[] {
  return document.blocks.flatMap(({ items }) =>
    items.filter(({ item }) => item.origin === null).map(({ item }) => item.text),
  );
}

function isSubsequence(part: Uint8Array, whole: Uint8Array): boolean {
  let at = 0;
  for (const byte of whole) if (at < part.length && byte === part[at]) at += 1;
  return at === part.length;
}

it.each([
  ['other marks', '* Doors lock behind you. _(Ep2, T7, T9, guess: names a troll)_'],
  ['numbers', '1. Doors lock behind you. *(Ep2,T7,T9,guess:names a troll)*'],
  ['wrapped lines', '- Doors lock\n  behind you. _(Ep2,\n  T7, T9,\n  guess: names a\n  troll)_'],
  ['escapes', '- Doors lock behind you. *\\(Ep2, T7, T9, guess: names a troll\\)*'],
  ['carriage returns', '- Doors lock behind you. *(Ep2, T7, T9, guess: names a troll)*\r'],
])('an item that an editor wrote with %s keeps its text and origin', (_, lines) => {
  const origin = { episode: 2, turns: [7, 9], doubt: 'names a troll' };
  for (const heading of ['## LESSONS LEARNED', '## LESSONS LEARNED ##', '## **Lessons learned**']) {
    const file = Buffer.from(`${heading}\n\n${lines}\n- Another one.\n`);
    const [item, other] = itemsOf(parseKnowledge(file), 'LESSONS LEARNED');
    expect(item).toEqual(newItem('Doors lock behind you.', origin));
    expect(other?.text).toBe('Another one.');
  }
});
