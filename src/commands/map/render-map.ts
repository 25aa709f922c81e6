import { ConfigError, NotFoundError } from '../../domain/errors.ts';
import { decodeMap } from '../../managers/map/map-file.ts';
import type { MapGraph } from '../../managers/map/map-graph.ts';
import {
  renderDot,
  renderMapJson,
  renderMapText,
  renderMermaid,
} from '../../managers/map/render-graph.ts';
import { renderSvg } from '../../managers/map/render-svg.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import type { Call } from '../command.ts';
import { learntPlace } from '../learnt-place.ts';

const LAYOUT_LIMIT_MS = 20_000;

export type MapFormat = 'text' | 'mermaid' | 'dot' | 'svg' | 'json';

type RenderedMap =
  | { readonly kind: 'map'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * The map that was learnt of the story that is named or configured. Rejects with NotFoundError when nothing was learnt
 * yet, with ConfigError when the file is damaged, and as `readStory` does.
 */
export async function readMap(call: Call): Promise<MapGraph> {
  const { config, story, map: file } = await learntPlace(call);
  const { ifid } = story.identity;
  const bytes = readBytesFile(file);
  if (bytes === null) {
    throw new NotFoundError(
      `There is no map of ${ifid} in ${config.workdir} yet; play with zorkgpt run.`,
    );
  }
  const decoded = decodeMap(bytes, ifid);
  if (decoded.kind === 'map') return decoded.graph;
  throw new ConfigError(`${file} cannot be read (${decoded.reason}); restore it or move it away.`);
}

/** Renders a map. A picture that takes longer than `layoutLimitMs` milliseconds to lay out is a failure, as a value. */
export async function renderMap(
  graph: MapGraph,
  format: MapFormat,
  layoutLimitMs = LAYOUT_LIMIT_MS,
): Promise<RenderedMap> {
  if (format === 'svg') {
    const drawn = await renderSvg(renderDot(graph), layoutLimitMs);
    return drawn.kind === 'svg' ? { kind: 'map', text: drawn.svg } : drawn;
  }
  return { kind: 'map', text: `${TEXTS[format](graph).trimEnd()}\n` };
}

const TEXTS: Readonly<Record<Exclude<MapFormat, 'svg'>, (graph: MapGraph) => string>> = {
  text: renderMapText,
  mermaid: renderMermaid,
  dot: renderDot,
  json: (graph) => JSON.stringify(renderMapJson(graph)),
};
