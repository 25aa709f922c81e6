import * as z from 'zod';
import { messageOf } from '../../domain/errors.ts';
import { canonicalAction } from '../../domain/command.ts';
import { locationId, type LocationId } from '../../domain/ids.ts';
import { edgesFrom, EMPTY_GRAPH, EPISODES_KEPT, type Edge, type MapGraph } from './map-graph.ts';
import { waySummaries } from './ways.ts';

const count = z.int().min(0);
const id = z.int().min(0).transform(locationId);
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
    { error: 'a destination is listed twice' },
  )
  .transform(({ destinations, ...evidence }) => ({
    ...evidence,
    destinations: destinations.sort((a, b) => a.to - b.to),
  }));

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
  /** Written for people and dashboards. Reading computes it again. */
  summary: z.strictObject({
    to: id.nullable(),
    source: z.enum(['walked', 'probed']),
    confidence: z.number().min(0).max(1),
    failures: count,
    pruned: z.boolean(),
  }),
  episodes: byEpisode(evidenceSchema),
});

/** The shape and ranges of `map_state.json`. The decoder checks references between its parts. */
const mapFileSchema = z.strictObject({
  schemaVersion: z.literal(1),
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
    })
    .transform((entries): ReadonlyMap<number, z.output<T>> => {
      const numbered = Object.entries(entries).map(([key, value]) => [Number(key), value] as const);
      return new Map(numbered.sort(([a], [b]) => a - b));
    });
}

/** Writes `map_state.json`: UTF-8, one line per room and edge, so that diffs read well. Equal maps give equal bytes. */
export function encodeMap(graph: MapGraph, story: string): Uint8Array {
  const rooms = [...graph.rooms.values()]
    .sort((a, b) => a.id - b.id)
    .map(({ visits, ...room }) => ({ ...room, visits: Object.fromEntries(visits) }));
  const edges = waySummaries(graph).map(({ from, action, ...edge }) => {
    const { to, source, confidence, failures, pruned } = edge;
    const summary = { to, source, confidence, failures, pruned };
    const episodes = Object.fromEntries(edgesFrom(graph, from).get(action) ?? []);
    return { from, action, summary, episodes };
  });
  const head = `{\n"schemaVersion": 1,\n"story": ${JSON.stringify(story)},\n`;
  return new TextEncoder().encode(
    `${head}"rooms": [${list(rooms)}],\n"edges": [${list(edges)}]\n}\n`,
  );
}

/** Reads what `encodeMap` wrote. Anything else is unusable, with a reason for people. Never returns a partial map. */
export function decodeMap(bytes: Uint8Array, story: string) {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return unusable(messageOf(error));
  }
  const { data, error } = mapFileSchema.safeParse(json);
  if (data === undefined) {
    const issue = error.issues[0];
    return unusable(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
  }
  if (data.story !== story) {
    return unusable(`it is the map of ${data.story}, the story played is ${story}`);
  }
  const broken = brokenReference(data);
  return broken === null ? ({ kind: 'map', graph: toGraph(data) } as const) : unusable(broken);
}

/** The map in a learnt file. Empty if there is none, or, after one line to `tell`, if it cannot be used. */
export function graphInMapFile(
  bytes: Uint8Array | null,
  story: string,
  tell?: (line: string) => void,
): MapGraph {
  const decoded = bytes === null ? null : decodeMap(bytes, story);
  if (decoded?.kind === 'map') return decoded.graph;
  if (decoded !== null) tell?.(`The map is not used, because it cannot be read: ${decoded.reason}`);
  return EMPTY_GRAPH;
}

function unusable(reason: string) {
  return { kind: 'unusable', reason } as const;
}

function list(values: readonly object[]): string {
  const lines = values.map((one) => JSON.stringify(one));
  return lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`;
}

function brokenReference({ rooms, edges }: MapFile): string | null {
  const ids = new Set(rooms.map(({ id }) => id));
  if (ids.size < rooms.length) return 'a room is listed twice';
  const keys = new Set(edges.map(({ from, action }) => `${from} ${action}`));
  if (keys.size < edges.length) return 'an edge is listed twice';
  for (const { from, action, summary, episodes } of edges) {
    const seen = [...episodes.values()].flatMap(({ destinations }) => destinations);
    const ends = [from, ...seen.map(({ to }) => to), ...(summary.to === null ? [] : [summary.to])];
    const missing = ends.find((end) => !ids.has(end));
    if (missing !== undefined)
      return `edge "${action}" of ${from} mentions unknown room ${missing}`;
  }
  return null;
}

function toGraph({ rooms, edges: listed }: MapFile): MapGraph {
  const edges = new Map<LocationId, Map<string, Edge>>();
  for (const { from, action, episodes } of listed) {
    const actions = edges.get(from) ?? new Map<string, Edge>();
    edges.set(from, actions.set(action, episodes));
  }
  return { rooms: new Map(rooms.map((room) => [room.id, room])), edges };
}
