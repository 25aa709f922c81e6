import { locationId } from '../domain/ids.ts';
import { analyseMovement, applyMovement } from '../managers/map/analyse-movement.ts';
import { addVisit } from '../managers/map/grow-graph.ts';
import { decodeMap, PRUNE_WAY_AFTER } from '../managers/map/map-file.ts';
import { EMPTY_GRAPH, type MapGraph } from '../managers/map/map-graph.ts';
import { allWays } from '../managers/map/way.ts';
import { readStartFile } from '../records/start-files.ts';
import type { RecordedTurn, Sight } from '../records/recorded-turn.ts';
import { episodeView } from './episode-view.ts';
import type { LiveEpisode } from './live-episode.ts';
import { drawMap } from './load-learnt.ts';
import { mapPicture } from './map-picture.ts';
import { scoreChart } from './score-chart.ts';
import { withTexts } from '../domain/text.ts';

/** A picture of the live page, as markup of this program in which every text is escaped. */
export interface LivePicture {
  readonly name: 'map' | 'score';
  readonly data: { readonly episode: number; readonly markup: string };
}

/** Draws the pictures of a live episode anew when they would be others. A layout can take seconds and delays nothing else. */
export class LivePictures {
  readonly #redact: (text: string) => string;
  #turns = '';
  #score = '';
  #map = '';

  /** `redact` removes secrets from every text. */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** The pictures that changed since the last look. Rejects with StorageError and ConfigError. */
  async look(live: LiveEpisode): Promise<readonly LivePicture[]> {
    const { number: episode } = live.files;
    if (this.#turns === `${episode} ${live.turns.length}`) return [];
    this.#turns = `${episode} ${live.turns.length}`;
    const turns = withTexts(live.turns, this.#redact);
    const facts = live.files.facts();
    if (facts === null || turns.length === 0) return [];
    const view = episodeView({
      number: episode,
      summary: null,
      manifest: facts,
      turns,
      calls: [],
      failedLessons: [],
      objectives: { episode, current: [], completed: [], dropped: [] },
    });
    const pictures: LivePicture[] = [];
    const score = scoreChart([view])?.toString() ?? '';
    if (score !== this.#score) pictures.push({ name: 'score', data: { episode, markup: score } });
    this.#score = score;
    const start = withTexts(startOf(live, facts.story.ifid), this.#redact);
    const graph = withTurns(start, turns, episode);
    const shape = `${episode} ${graph.rooms.size} ${allWays(graph, PRUNE_WAY_AFTER).length}`;
    if (shape === this.#map) return pictures;
    this.#map = shape;
    const map = mapPicture(await drawMap(graph), [view], view, new Set());
    return [...pictures, { name: 'map', data: { episode, markup: map.toString() } }];
  }
}

/** The map as the episode found it. */
function startOf({ files }: LiveEpisode, ifid: string): MapGraph {
  const bytes = readStartFile(files, 'map');
  const map = bytes === null ? null : decodeMap(bytes, ifid);
  return map?.kind === 'map' ? map.graph : EMPTY_GRAPH;
}

/** A map with what the turns of an episode walked. */
function withTurns(start: MapGraph, turns: readonly RecordedTurn[], episode: number): MapGraph {
  const [first] = turns;
  if (first === undefined) return start;
  return turns.reduce(
    (graph, { before, decision, after }) => {
      const step = { before: placed(before), decision, after: placed(after) };
      const walked = applyMovement(graph, analyseMovement(step), episode);
      const isEntered = before.location.id !== after.location.id && after.ended === null;
      return isEntered ? addVisit(walked, step.after.location, episode) : walked;
    },
    addVisit(start, placed(first.before).location, episode),
  );
}

function placed({ location: { id, name }, ended }: Sight) {
  return { location: { id: locationId(id), name }, ended };
}
