import * as z from 'zod';
import { locationId, type LocationId } from '../../domain/ids.ts';
import { type Edge, type MapGraph, type Room, EPISODES_KEPT } from './map-graph.ts';
import { summariesFrom, summariseEdge } from './way.ts';
import { canonicalAction } from '../../domain/command.ts';

const count = z.int().min(0);
const id = z.int().min(0);
const episode = z.string().regex(/^(?:0|[1-9]\d{0,8})$/);

const destinationSchema = z.strictObject({
  to: id,
  walks: count,
  probed: z.boolean(),
  at: z.int().min(1),
  command: z.string().min(1).exactOptional(),
  opener: z.string().min(1).exactOptional(),
  locked: z.literal(true).exactOptional(),
});

const evidenceSchema = z
  .strictObject({
    revision: z.int().min(1),
    failures: count,
    deaths: count,
    deadly: z.boolean(),
    destinations: z.array(destinationSchema),
  })
  .refine(({ revision, destinations }) => destinations.every(({ at }) => at <= revision), {
    error: 'a destination is newer than its evidence',
  })
  .refine(
    ({ destinations }) => new Set(destinations.map(({ to }) => to)).size === destinations.length,
    {
      error: 'a destination is listed twice',
    },
  );

const roomSchema = z.strictObject({
  id,
  name: z.string(),
  namedIn: count,
  visits: byEpisode(z.int().min(1)),
});

const edgeSchema = z.strictObject({
  from: id,
  action: z.string().refine((action) => action !== '' && canonicalAction(action) === action, {
    error: 'an action is not normalised',
  }),
  /** Written for people and dashboards; on reading it is checked and worked out anew. */
  summary: z.strictObject({
    to: id.nullable(),
    source: z.enum(['walked', 'probed']),
    confidence: z.number().min(0).max(1),
    failures: count,
    pruned: z.boolean(),
  }),
  episodes: byEpisode(evidenceSchema),
});

/** Shape and ranges of `map_state.json`; references between its parts are checked by the decoder. */
const mapFileSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** IFID of the story whose rooms these are. */
  story: z.string(),
  rooms: z.array(roomSchema),
  edges: z.array(edgeSchema),
});

type MapFile = z.infer<typeof mapFileSchema>;

function byEpisode<T extends z.ZodType>(entry: T) {
  return z
    .record(episode, entry)
    .refine((entries) => Object.keys(entries).length <= EPISODES_KEPT, {
      error: `more than ${EPISODES_KEPT} episodes`,
    });
}

/** Failures in a row after which a way is not taken any more. */
export const PRUNE_WAY_AFTER = 3;

/** What the bytes of a map file turned out to be. */
export type DecodedMap =
  | { readonly kind: 'map'; readonly graph: MapGraph }
  | { readonly kind: 'unusable'; readonly reason: string };

/**
 * The map as the bytes of `map_state.json`: UTF-8, a line for each room and each edge, so that differences read well.
 * Equal maps give equal bytes. `pruneAfter` only decides what the summaries say.
 */
export function encodeMap(graph: MapGraph, story: string, pruneAfter: number): Uint8Array {
  const rooms = [...graph.rooms.values()].sort((a, b) => a.id - b.id).map(roomLine);
  const edges = [...graph.edges.keys()]
    .sort((a, b) => a - b)
    .flatMap((from) => summariesFrom(graph, from, pruneAfter))
    .map(({ from, action }) => edgeLine(graph, from, action, pruneAfter));
  const head = `{\n"schemaVersion": 1,\n"story": ${JSON.stringify(story)},\n`;
  return new TextEncoder().encode(
    `${head}"rooms": [${list(rooms)}],\n"edges": [${list(edges)}]\n}\n`,
  );
}

/** Reads what `encodeMap` wrote. Anything else is unusable, with a reason for people; a partial map is never returned. */
export function decodeMap(bytes: Uint8Array, story: string): DecodedMap {
  const parsed = parse(bytes);
  if (parsed.kind === 'unusable') return parsed;
  const file = mapFileSchema.safeParse(parsed.json);
  if (!file.success) {
    const issue = file.error.issues[0];
    return unusable(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
  }
  if (file.data.story !== story) {
    return unusable(`it is the map of ${file.data.story}, the story played is ${story}`);
  }
  const broken = brokenReference(file.data);
  return broken === null ? { kind: 'map', graph: toGraph(file.data) } : unusable(broken);
}

function roomLine({ id, name, namedIn, visits }: Room): string {
  return JSON.stringify({ id, name, namedIn, visits: Object.fromEntries(visits) });
}

function edgeLine(graph: MapGraph, from: LocationId, action: string, pruneAfter: number): string {
  const edge: Edge = graph.edges.get(from)?.get(action) ?? new Map();
  const { to, source, confidence, failures, pruned } = summariseEdge(
    from,
    action,
    edge,
    pruneAfter,
  );
  const summary = { to, source, confidence, failures, pruned };
  return JSON.stringify({ from, action, summary, episodes: Object.fromEntries(edge) });
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`;
}

function parse(bytes: Uint8Array): { kind: 'json'; json: unknown } | ReturnType<typeof unusable> {
  try {
    return {
      kind: 'json',
      json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
    };
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  }
}

function unusable(reason: string) {
  return { kind: 'unusable', reason } as const;
}

function brokenReference({ rooms, edges }: MapFile): string | null {
  const ids = new Set(rooms.map(({ id }) => id));
  if (ids.size < rooms.length) return 'a room is listed twice';
  const keys = new Set(edges.map(({ from, action }) => `${from} ${action}`));
  if (keys.size < edges.length) return 'an edge is listed twice';
  for (const { from, action, summary, episodes } of edges) {
    const seen = Object.values(episodes).flatMap(({ destinations }) => destinations);
    const ends = [from, ...seen.map(({ to }) => to), ...(summary.to === null ? [] : [summary.to])];
    const missing = ends.find((end) => !ids.has(end));
    if (missing !== undefined)
      return `edge "${action}" of ${from} mentions unknown room ${missing}`;
  }
  return null;
}

function toGraph(file: MapFile): MapGraph {
  const rooms = file.rooms.map((room): Room => {
    return { ...room, id: locationId(room.id), visits: episodes(room.visits) };
  });
  const edges = new Map<LocationId, Map<string, Edge>>();
  for (const { from, action, episodes: seen } of file.edges) {
    const actions = edges.get(locationId(from)) ?? new Map<string, Edge>();
    edges.set(locationId(from), actions.set(action, toEdge(seen)));
  }
  return { rooms: new Map(rooms.map((room) => [room.id, room])), edges };
}

function toEdge(seen: MapFile['edges'][number]['episodes']): Edge {
  return new Map(
    [...episodes(seen)].map(([episode, evidence]) => {
      const destinations = evidence.destinations
        .map((destination) => ({ ...destination, to: locationId(destination.to) }))
        .sort((a, b) => a.to - b.to);
      return [episode, { ...evidence, destinations }];
    }),
  );
}

function episodes<T>(entries: Record<string, T>): ReadonlyMap<number, T> {
  return new Map(
    Object.entries(entries)
      .map(([episode, entry]) => [Number(episode), entry] as const)
      .sort(([a], [b]) => a - b),
  );
}
