import { applyChanges } from '../managers/memory/document-reading.ts';
import { locationId } from '../../src/domain/ids.ts';
import { type MemoryChange } from '../../src/managers/memory/memory-changes.ts';
import { printDocumentLines } from '../../src/domain/lined-document.ts';
import { parseDocument } from '../../src/managers/memory/memory-document.ts';
import { memory } from '../helpers/memory.ts';

/** One line of the benchmark: the median time of an operation, and how it grew against the row before. */
export interface MemoryBenchRow {
  readonly operation: 'parse' | 'write';
  readonly bytes: number;
  readonly memories: number;
  readonly medianMs: number;
  /** Time per byte against the same operation on the smaller file; 1 is linear. Null for the smaller file. */
  readonly growthPerByte: number | null;
}

const TEXT =
  'The goose guards the hatch and bites whoever comes near it with empty hands. It sleeps at noon, and then the hatch can be opened with the brass lever, but only from above, after the rope was tied.';

/** Parse, and write (parse, add one memory, print) without the flush, of about 200 KB and 2 MB of Memories.md. */
export function memoryRows(repeats = 31): readonly MemoryBenchRow[] {
  const files = [200_000, 2_000_000].map(fileOf);
  return (['parse', 'write'] as const).flatMap((operation) => {
    const [small, large] = files.map((file) => measure(operation, file, repeats));
    if (small === undefined || large === undefined) return [];
    const growth = large.medianMs / large.bytes / (small.medianMs / small.bytes);
    return [small, { ...large, growthPerByte: growth }];
  });
}

function measure(
  operation: MemoryBenchRow['operation'],
  file: { bytes: Uint8Array; memories: number },
  repeats: number,
): MemoryBenchRow {
  const work =
    operation === 'parse' ? () => void parseDocument(file.bytes) : () => write(file.bytes);
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const medianMs = times[Math.floor(repeats / 2)] ?? Number.NaN;
  return {
    operation,
    bytes: file.bytes.length,
    memories: file.memories,
    medianMs,
    growthPerByte: null,
  };
}

function write(bytes: Uint8Array): void {
  printDocumentLines(applyChanges(parseDocument(bytes), [addition(55, 999_999)]).document);
}

/** A file of at least so many bytes, with ten memories to a room. */
function fileOf(size: number): { bytes: Uint8Array; memories: number } {
  const memories = Math.ceil(size / 275);
  const changes = Array.from({ length: memories }, (_, index) =>
    addition(Math.floor(index / 10), index),
  );
  return {
    bytes: printDocumentLines(applyChanges(parseDocument(null), changes).document),
    memories,
  };
}

function addition(id: number, index: number): MemoryChange {
  return {
    kind: 'add',
    room: { id: locationId(id), name: `Room ${id}` },
    memory: memory({
      category: 'DISCOVERY',
      title: `The hatch opens at noon, case ${index}`,
      text: TEXT,
      episode: 7,
      turns: String(index),
    }),
  };
}
