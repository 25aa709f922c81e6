import { compareVersions } from '../managers/knowledge/compare-versions.ts';
import { parseKnowledge } from '../managers/knowledge/knowledge-document.ts';
import { decodeMap } from '../managers/map/map-file.ts';
import { renderDot } from '../managers/map/render-graph.ts';
import { renderSvg } from '../managers/map/render-svg.ts';
import { parseEvidence, proofWords, type EvidenceBook } from '../managers/memory/evidence.ts';
import { parseDocument, roomsOf } from '../managers/memory/memory-document.ts';
import type { EpisodeFiles } from '../records/episode-files.ts';
import { readStartFile } from '../records/manifest.ts';
import { learntFile } from '../storage/learnt-folder.ts';
import { readBytesFile } from '../storage/read-file.ts';
import type { FiledMemory, KnowledgeData, MapData, ReportData } from './report-data.ts';

const LAYOUT_LIMIT_MS = 20_000;

type Learnt = Pick<ReportData, 'memories' | 'memoriesBefore' | 'knowledge'>;

export const NOTHING_LEARNT: Learnt = {
  memories: [],
  memoriesBefore: null,
  knowledge: { sections: [], changes: [] },
};

export const NO_MAP: Pick<ReportData, 'map' | 'notices'> = { map: null, notices: [] };

/**
 * What the learnt folder of a story holds; `shown` are the episodes to tell the history by, `since` the first of the newest
 * run. Throws StorageError when a file cannot be read.
 */
export function loadLearnt(
  folder: string,
  {
    shown,
    since,
  }: { readonly shown: readonly EpisodeFiles[]; readonly since: EpisodeFiles | null },
): Learnt {
  return {
    memories: readMemories(
      readBytesFile(learntFile(folder, 'memories')),
      parseEvidence(readBytesFile(learntFile(folder, 'evidence'))),
    ),
    memoriesBefore: since === null ? null : memoriesAtStart(since),
    knowledge: readKnowledge(readBytesFile(learntFile(folder, 'knowledge')), shown),
  };
}

/** The learnt map of a story, or why it is left out. Rejects with StorageError. */
export async function loadMap(folder: string, ifid: string): Promise<typeof NO_MAP> {
  const bytes = readBytesFile(learntFile(folder, 'map'));
  if (bytes === null) return NO_MAP;
  const map = decodeMap(bytes, ifid);
  return map.kind === 'map'
    ? { map: await drawMap(map.graph), notices: [] }
    : { map: null, notices: [`The map was left out: ${map.reason}`] };
}

/** A map with what Graphviz made of it. */
export async function drawMap(graph: MapData['graph']): Promise<MapData> {
  return { graph, picture: await renderSvg(renderDot(graph), LAYOUT_LIMIT_MS) };
}

function readMemories(bytes: Uint8Array | null, book: EvidenceBook = new Map()): FiledMemory[] {
  return [...roomsOf(parseDocument(bytes)).values()].flatMap(({ id, name, memories }) =>
    memories.map((memory) => {
      const proof = proofWords(book, id, memory);
      const filed = { locationId: id, locationName: name, memory };
      return proof === '' ? filed : { ...filed, proof };
    }),
  );
}

/** An episode that found no file began with no memory; one without a copy of its start tells nothing. */
function memoriesAtStart(files: EpisodeFiles): readonly FiledMemory[] | null {
  return files.hasBegun() ? readMemories(readStartFile(files, 'memories')) : null;
}

function readKnowledge(bytes: Uint8Array | null, shown: readonly EpisodeFiles[]): KnowledgeData {
  const blocks = parseKnowledge(bytes).blocks.filter(({ items }) => items.length > 0);
  return {
    sections: blocks.map(({ title, items }) => ({ title, items: items.map(({ item }) => item) })),
    changes: shown.flatMap((files) => {
      const last = files.knowledge().at(-1);
      if (last === undefined) return [];
      // From what it started with to the last version that it kept.
      const start = readStartFile(files, 'knowledge');
      const items = compareVersions(start, readBytesFile(last.file));
      return items.length === 0 ? [] : [{ episode: files.number, items }];
    }),
  };
}
