import { locationId } from '../domain/ids.ts';
import { analyseMovement, applyMovement } from '../managers/map/analyse-movement.ts';
import { addVisit } from '../managers/map/grow-graph.ts';
import { decodeMap, PRUNE_WAY_AFTER } from '../managers/map/map-file.ts';
import { EMPTY_GRAPH, type MapGraph } from '../managers/map/map-graph.ts';
import { renderDot } from '../managers/map/render-dot.ts';
import type { EpisodeFiles } from '../records/episode-files.ts';
import type { RecordedTurn, Sight } from '../records/recorded-turn.ts';
import { readStartFile } from '../records/start-files.ts';
import { drawMap } from './load-learnt.ts';
import type { MapData } from './report-data.ts';

/** The map as an episode found it, with what its turns walked. Throws StorageError. */
export function walkedMap(
  files: EpisodeFiles,
  ifid: string,
  turns: readonly RecordedTurn[],
): MapGraph {
  const bytes = readStartFile(files, 'map');
  const map = bytes === null ? null : decodeMap(bytes, ifid);
  const start = map?.kind === 'map' ? map.graph : EMPTY_GRAPH;
  const [first] = turns;
  if (first === undefined) return start;
  return turns.reduce(
    (graph, { before, decision, after }) => {
      const step = { before: placed(before), decision, after: placed(after) };
      const walked = applyMovement(graph, analyseMovement(step), files.number);
      const isEntered = before.location.id !== after.location.id && after.ended === null;
      return isEntered ? addVisit(walked, step.after.location, files.number) : walked;
    },
    addVisit(start, placed(first.before).location, files.number),
  );
}

function placed({ location: { id, name }, ended }: Sight) {
  return { location: { id: locationId(id), name }, ended };
}

/** The newest picture of a map that grows. A layout can take seconds, so it delays nobody: until it is there, the last one is shown. */
export class LiveMap {
  #picture: MapData['picture'] = { kind: 'failed', reason: 'It is being drawn.' };
  #dot = '';
  #isBusy = false;
  #drawn = 0;

  /** How many pictures were drawn. */
  get drawn(): number {
    return this.#drawn;
  }

  /** The map with its newest picture; when it needs another one, that is begun. */
  look(graph: MapGraph): MapData {
    const dot = renderDot(graph, PRUNE_WAY_AFTER);
    if (dot !== this.#dot && !this.#isBusy) void this.#draw(graph, dot);
    return { graph, picture: this.#picture };
  }

  async #draw(graph: MapGraph, dot: string): Promise<void> {
    this.#isBusy = true;
    const { picture } = await drawMap(graph);
    [this.#picture, this.#dot, this.#isBusy] = [picture, dot, false];
    this.#drawn += 1;
  }
}
