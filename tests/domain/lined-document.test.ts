import { describe, expect, it } from 'vitest';
import {
  documentWithItem,
  parseKnowledge,
} from '../../src/managers/knowledge/knowledge-document.ts';
import { insertMemory } from '../../src/managers/memory/edit-document.ts';
import { parseDocument } from '../../src/managers/memory/memory-document.ts';
import { printDocumentLines } from '../../src/domain/lined-document.ts';
import { locationId } from '../../src/domain/ids.ts';
import { memory } from '../helpers/memory.ts';

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

const FORMATS = {
  'Memories.md': (bytes: Uint8Array) =>
    printDocumentLines(
      insertMemory(parseDocument(bytes), { id: locationId(5), name: 'Quay' }, memory()),
    ),
  'knowledgebase.md': (bytes: Uint8Array) =>
    printDocumentLines(
      documentWithItem(parseKnowledge(bytes), 'LESSONS LEARNED', 'Look twice.', {
        episode: 1,
        turns: [2],
        doubt: null,
      }),
    ),
};

describe.each(Object.entries(FORMATS))(
  'new lines of %s end as most lines of the file do',
  (_, add) => {
    it.each([
      ['one line of two with a carriage return is not most', 'a\r\nb\n', false],
      ['two lines of three are', 'a\r\nb\r\nc\n', true],
      ['one line of three is not', 'a\r\nb\nc\n', false],
      ['the only line', 'a\r\n', true],
      ['a last line without an end is no line that ends', 'a\r\nb', true],
      ['no line', '', false],
    ])('%s', (_name, text, returns) => {
      const added = textOf(add(Buffer.from(text))).slice(text.length);
      const ends = added.match(/\r?\n/g) ?? [];
      expect(ends.length).toBeGreaterThan(2);
      expect(ends.filter((end) => end === '\r\n')).toHaveLength(returns ? ends.length : 0);
    });
  },
);
