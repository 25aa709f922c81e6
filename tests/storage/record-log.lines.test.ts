import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRecord, encodeRecord } from '../../src/storage/record-log.ts';

const record = fc.dictionary(
  fc.oneof(fc.string({ unit: 'binary' }), fc.constant('__proto__')).filter((key) => key !== 'crc'),
  fc.jsonValue(),
);

test('a record reads back from its line with its keys in order', () => {
  fc.assert(
    fc.property(record, (value) => {
      const line = encodeRecord(value);
      expect(line.indexOf('\n')).toBe(line.length - 1);
      const decoded = decodeRecord(Buffer.from(line.slice(0, -1)));
      expect(decoded.kind).toBe('record');
      const read = decoded.kind === 'record' ? decoded.record : null;
      expect(JSON.stringify(read)).toBe(JSON.stringify(value));
    }),
  );
});

test('a line with any one byte changed, or cut anywhere, is damaged', () => {
  fc.assert(
    fc.property(record, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, flip) => {
      const line = Buffer.from(encodeRecord(value).slice(0, -1));
      const changed = Buffer.from(line);
      changed[at % line.length] = (line[at % line.length] ?? 0) ^ flip;
      expect(decodeRecord(changed).kind).toBe('damaged');
      expect(decodeRecord(line.subarray(0, at % line.length)).kind).toBe('damaged');
    }),
  );
});

test('any bytes at all are a record or damage, never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(['record', 'damaged']).toContain(decodeRecord(Buffer.from(bytes)).kind);
    }),
  );
});

test.each([[[1, 2]], [new Date(0)], [{ crc: 1 }], [{ toJSON: () => undefined }]])(
  'what is no plain JSON object is refused: %j',
  (value) => {
    expect(() => encodeRecord(value)).toThrow(TypeError);
  },
);

test('the checksum is the CRC-32 of the JSON without it', () => {
  // crc32('{"turn":1}') and crc32('{}') as zlib computes them elsewhere.
  expect(encodeRecord({ turn: 1 })).toBe('{"turn":1,"crc":"7ca8b4fc"}\n');
  expect(encodeRecord({})).toBe('{"crc":"a3a6bf43"}\n');
});
