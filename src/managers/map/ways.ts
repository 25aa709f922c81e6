import type { LocationId } from '../../domain/ids.ts';
import { DIRECTIONS } from '../../domain/observation.ts';
import {
  newestDestination,
  edgesFrom,
  isVisited,
  type SeenDestination,
  type Edge,
  type MapGraph,
  compareActions,
} from './map-graph.ts';

/** What is known of one action in one room, over all remembered episodes. */
export interface EdgeSummary {
  readonly from: LocationId;
  /** The normalised action; a direction by its full name. */
  readonly action: string;
  /** The command to play: the words that led to `to`. */
  readonly command: string;
  readonly to: LocationId | null;
  /** `walked` if the player really went to `to`, else `probed`. */
  readonly source: 'walked' | 'probed';
  /** 0.8 for a probe, 0.1 more for each walk to `to`, at most 1. 0 if it never led anywhere. */
  readonly confidence: number;
  /** Every destination ever seen with the number of walks, ascending by id. */
  readonly destinations: readonly { readonly to: LocationId; readonly walks: number }[];
  readonly uncertain: boolean;
  /** Failures since the newest success. Above 0, the exit was blocked when last seen. */
  readonly failures: number;
  /** True if it failed so often that no route uses it. The next success opens it again. */
  readonly pruned: boolean;
  /** Whether the newest success or death was a death. */
  readonly deadly: boolean;
  readonly deaths: number;
  /** The command that opened it when it was shut. Null if nobody saw one, or if more was needed. */
  readonly opener: string | null;
  /** Whether it was shut at first and a command there was not enough to open it. */
  readonly locked: boolean;
}

export type Way = EdgeSummary & { readonly to: LocationId };

/** After so many failures in a row an exit is pruned. */
const PRUNE_AFTER = 3;
/** A room's edges are replaced, never changed, and the same ones are looked up every turn. */
const judged = new WeakMap<ReadonlyMap<string, Edge>, readonly EdgeSummary[]>();

function judge(from: LocationId, action: string, edge: Edge): EdgeSummary {
  const walks = new Map<LocationId, number>();
  let to: LocationId | null = null;
  let [failures, deaths, deadly] = [0, 0, false];
  for (const [, evidence] of [...edge].sort(([a], [b]) => a - b)) {
    for (const seen of evidence.destinations) {
      walks.set(seen.to, (walks.get(seen.to) ?? 0) + seen.walks);
    }
    const newest = newestDestination(evidence);
    to = newest?.to ?? to;
    failures = evidence.failures + (newest === null ? failures : 0);
    deaths += evidence.deaths;
    if (newest !== null || evidence.deaths > 0) deadly = evidence.deadly;
  }
  const walked = to === null ? 0 : (walks.get(to) ?? 0);
  return {
    from,
    action,
    to,
    source: walked > 0 ? 'walked' : 'probed',
    confidence: to === null ? 0 : Math.min(10, 8 + walked) / 10,
    destinations: Array.from(walks, ([id, count]) => ({ to: id, walks: count })).sort(
      (a, b) => a.to - b.to,
    ),
    uncertain: walks.size > 1,
    failures,
    pruned: failures >= PRUNE_AFTER,
    deadly,
    deaths,
    ...wordsOf(edge, action, to),
  };
}

/** The words that led to the newest destination, if they differ from the action, and what opened it. */
function wordsOf(
  edge: Edge,
  action: string,
  to: LocationId | null,
): Pick<EdgeSummary, 'command' | 'opener' | 'locked'> {
  const newestFirst = [...edge]
    .sort(([a], [b]) => b - a)
    .flatMap(([, evidence]) => newestDestination(evidence) ?? []);
  const isTold = ({ opener, locked }: SeenDestination) => (opener ?? locked) !== undefined;
  const { opener = null, locked = false } =
    newestFirst.find((one) => one.to === to && isTold(one)) ?? {};
  return { command: newestFirst[0]?.command ?? action, locked, opener: locked ? null : opener };
}

/** Whether an exit was open in an episode when last seen. */
export function isWaySeenOpen(graph: MapGraph, { from, action }: Way, episode: number): boolean {
  const evidence = edgesFrom(graph, from).get(action)?.get(episode);
  return evidence !== undefined && evidence.failures === 0 && evidence.destinations.length > 0;
}

export function waySummariesFrom(graph: MapGraph, from: LocationId): readonly EdgeSummary[] {
  const edges = edgesFrom(graph, from);
  const known = judged.get(edges);
  if (known !== undefined) return known;
  const summaries = [...edges]
    .sort(([a], [b]) => compareActions(a, b))
    .map(([action, edge]) => judge(from, action, edge));
  judged.set(edges, summaries);
  return summaries;
}

export function waySummaries(graph: MapGraph): EdgeSummary[] {
  return [...graph.edges.keys()]
    .sort((a, b) => a - b)
    .flatMap((from) => waySummariesFrom(graph, from));
}

export function isWay(edge: EdgeSummary): edge is Way {
  return edge.to !== null;
}

/** Whether only death is known of an exit: the place where the game puts the player afterwards is not its end. */
export function isFatalWay({ deadly, from, to, source }: EdgeSummary): boolean {
  return deadly && (to === null || to === from || source === 'probed');
}

/** The exits of a room that are not pruned, in the order of `waySummariesFrom`. */
export function waysFrom(graph: MapGraph, from: LocationId): Way[] {
  return waySummariesFrom(graph, from).filter(isUsable);
}

export function allWays(graph: MapGraph): Way[] {
  return waySummaries(graph).filter(isUsable);
}

function isUsable(edge: EdgeSummary): edge is Way {
  return isWay(edge) && !edge.pruned;
}

export interface OpenEnd {
  /** The command to play. */
  readonly action: string;
  readonly to: LocationId | null;
}

/** Directions worth trying. If a probe found exits, the unwalked ones to new rooms; else all untried ones. */
export function openWayEnds(graph: MapGraph, from: LocationId, probed: boolean): OpenEnd[] {
  const edges = waySummariesFrom(graph, from);
  const known = new Map(edges.map((edge) => [edge.action, edge]));
  const walked = new Set(edges.flatMap(({ source, to }) => (source === 'walked' ? [to] : [])));
  return DIRECTIONS.flatMap((direction): OpenEnd[] => {
    const edge = known.get(direction);
    if (edge === undefined) return probed ? [] : [{ action: direction, to: null }];
    const { command, to, source, failures, deadly } = edge;
    const isNew = to !== null && !walked.has(to) && !isVisited(graph, to);
    const isOpen = source === 'probed' && failures === 0 && !deadly;
    return isNew && isOpen ? [{ action: command, to }] : [];
  });
}

/** The visited rooms, by id, and where exits lead out of them. */
export function roomsWithWays(graph: MapGraph): readonly LocationId[] {
  return [...graph.rooms.keys()]
    .filter((id) => isVisited(graph, id) && edgesFrom(graph, id).size > 0)
    .sort((a, b) => a - b);
}
