import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { group } from 'd3-array';
import { messageOf } from '../../domain/errors.ts';
import type { LocationId } from '../../domain/ids.ts';
import { plural } from '../../domain/text.ts';
import { roomDisplayName, totalVisits, type MapGraph, type Room } from './map-graph.ts';
import {
  waySummaries,
  allWays,
  isFatalWay,
  isWay,
  isWaySeenOpen,
  waySummariesFrom,
  type EdgeSummary,
} from './ways.ts';

const LEGEND =
  'Walked: a player went that way. Probed: it was only tried, in a copy of the game. What failed often is less sure.';

/** The map for people: each room with its visits, and each action tried there with its results. */
export function renderMapText(graph: MapGraph): string {
  const rooms = roomsOf(graph).map((room) => {
    const edges = waySummariesFrom(graph, room.id);
    return [heading(room), ...edges.map((edge) => `  ${describe(graph, edge)}`)].join('\n');
  });
  return [...rooms, ...(rooms.length === 0 ? [] : [LEGEND])].join('\n\n');
}

/** The exits of a room for the objective discovery prompt, shut ones included. */
export function routingSummary(graph: MapGraph, from: LocationId): string {
  const exits = waySummariesFrom(graph, from).flatMap((way) => {
    if (isFatalWay(way)) return [`  - ${way.command} → death`];
    if (!isWay(way)) return [];
    const { command, to, failures, deadly } = way;
    const shut = `${deadly ? ', deadly' : ''}${failures > 0 ? ', shut when last tried' : ''}`;
    return [`  - ${command} → Location ${to} (${roomDisplayName(graph, to)})${shut}`];
  });
  return [
    `## Current Location: ${from} (${roomDisplayName(graph, from)})`,
    ...(exits.length > 0 ? ['**Available Exits:**', ...exits] : ['  - No mapped exits']),
  ].join('\n');
}

function heading(room: Room): string {
  const visits = totalVisits(room);
  const seen = visits === 0 ? 'never entered' : `entered ${plural(visits, 'time')}`;
  return `${oneLine(room.name)} (${room.id}), ${seen}`;
}

function describe(graph: MapGraph, edge: EdgeSummary): string {
  const target = isFatalWay(edge)
    ? '→ death'
    : edge.to === null
      ? 'leads nowhere'
      : `→ ${oneLine(roomDisplayName(graph, edge.to))} (${edge.to}), ${edge.source}, ${Math.round(edge.confidence * 100)} % sure`;
  const others = edge.destinations.filter(({ to }) => to !== edge.to).map(({ to }) => to);
  const remarks = [
    ...(others.length > 0 ? [`also led to ${others.join(', ')}`] : []),
    ...(edge.failures > 0 ? [`failed ${edge.failures}×`] : []),
    ...(edge.pruned && edge.to !== null ? ['pruned'] : []),
    ...(edge.deadly && !isFatalWay(edge) ? ['deadly'] : []),
  ];
  return [`${oneLine(edge.command)} ${target}`, ...remarks].join(', ');
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ');
}

export function renderMapJson(graph: MapGraph) {
  return {
    rooms: roomsOf(graph).map((room) => {
      return { id: room.id, name: room.name, visits: totalVisits(room) };
    }),
    edges: waySummaries(graph),
  };
}

function roomsOf(graph: MapGraph): readonly Room[] {
  return [...graph.rooms.values()].sort((a, b) => a.id - b.id);
}

/** Exits between the same rooms that share an arrow, such as `west` and `in`. Never a deadly one. */
interface Arrow {
  readonly first: EdgeSummary;
  readonly twins: readonly EdgeSummary[];
}

function arrowsOf(ways: readonly EdgeSummary[]): readonly Arrow[] {
  const all = group(ways, ({ from, to, deadly }) => `${from} ${to} ${deadly}`);
  return [...all.values()].flatMap((twins) => twins.slice(0, 1).map((first) => ({ first, twins })));
}

/** Characters that end a Mermaid label, start an entity or start Markdown inside it. */
const SPECIAL = /["#<>`&|\\]/g;

/** The node of exits that nobody is known to have survived. */
const DEATH = 'X';

/** The map as a Mermaid flowchart, deadly exits dotted. Shut exits have what opened them in earlier episodes. */
export function renderMermaid(graph: MapGraph, episode: number | null = null): string {
  const ways = waySummaries(graph).filter((way) => isWay(way) || way.deadly);
  const ends = new Set(ways.filter((way) => !isFatalWay(way)).map(({ to }) => to));
  const nodes = roomsOf(graph)
    .filter((room) => totalVisits(room) > 0 || ends.has(room.id))
    .map(({ id, name }) => `  L${id}["${escapeLabel(name)} (${id})"]`);
  const death = ways.some(isFatalWay) ? [`  ${DEATH}["death"]`] : [];
  const marks = (way: EdgeSummary) => marksOf(way, graph, episode);
  return ['graph LR', ...nodes, ...death, ...arrowsOf(ways).map((one) => arrow(one, marks))].join(
    '\n',
  );
}

function arrow({ first, twins }: Arrow, marks: (way: EdgeSummary) => string): string {
  const { from, to, deadly } = first;
  const labels = twins.map((way) =>
    escapeLabel(`${way.command}${way.uncertain ? '?' : ''}${marks(way)}`),
  );
  return `  L${from} ${deadly ? '-.->' : '-->'}|"${labels.join(', ')}"| ${isFatalWay(first) ? DEATH : `L${to}`}`;
}

function marksOf(way: EdgeSummary, graph: MapGraph, episode: number | null): string {
  const { deadly, failures, opener, locked } = way;
  const isOpen = episode !== null && isWay(way) && isWaySeenOpen(graph, way, episode);
  const unopened = opener === null ? (locked ? ' (locked at first)' : '') : ` (after ${opener})`;
  const isTold = episode !== null && !isOpen && unopened !== '';
  return [
    ...(deadly ? [' (deadly)'] : []),
    ...(isTold ? [unopened] : failures > 0 ? [' (shut when last seen)'] : []),
  ].join('');
}

function escapeLabel(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(SPECIAL, (character) => `#${character.charCodeAt(0)};`);
}

/** The map as a Graphviz digraph: dashed is unvisited or only probed, red deadly. Pruned exits are absent. */
export function renderDot(graph: MapGraph): string {
  const nodes = roomsOf(graph).map((room) => {
    const label = quote(`${room.name}\n(${room.id})`);
    return `  L${room.id} [label=${label}${totalVisits(room) > 0 ? '' : ', style=dashed'}];`;
  });
  return [
    'digraph map {',
    '  node [shape=box, fontname="Helvetica"];',
    '  edge [fontname="Helvetica", fontsize=12];',
    ...nodes,
    ...arrowsOf(allWays(graph)).map(edge),
    '}',
    '',
  ].join('\n');
}

function edge({ first: { from, to, deadly }, twins }: Arrow): string {
  const commands = twins.map(({ command, uncertain }) => `${command}${uncertain ? '?' : ''}`);
  const attributes = [
    `label=${quote(commands.join(' / '))}`,
    ...(twins.every(({ source }) => source === 'probed') ? ['style=dashed'] : []),
    ...(deadly ? ['color=red'] : []),
  ];
  return `  L${from} -> L${to} [${attributes.join(', ')}];`;
}

function quote(text: string): string {
  const escaped = text
    .replace(/&/g, '&amp;')
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(/\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
  return `"${escaped}"`;
}

/** A picture, or why there is none. The caller can still offer the DOT text. */
type RenderedSvg =
  | { readonly kind: 'svg'; readonly svg: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** A constant, because a worker file has two names, as source and built. The DOT text arrives as data, never as code. */
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.library)
  .then(({ Graphviz }) => Graphviz.load())
  .then((graphviz) => parentPort.postMessage(graphviz.dot(workerData.dot)));
`;

const TIME_LIMIT_MS = 20_000;

/** Lays a DOT digraph out in a worker. It is ended after `timeLimitMs`, because a dense graph takes minutes. */
export function renderGraphSvg(dot: string, timeLimitMs = TIME_LIMIT_MS): Promise<RenderedSvg> {
  const library = libraryUrl();
  if (library === null) {
    const reason = '@hpcc-js/wasm-graphviz is not installed; install it, or use the DOT text.';
    return Promise.resolve({ kind: 'failed', reason });
  }
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, { eval: true, execArgv: [], workerData: { library, dot } });
    const finish = (result: RenderedSvg) => {
      clearTimeout(limit);
      resolve(result);
      void worker.terminate();
    };
    const fail = (reason: string) => finish({ kind: 'failed', reason });
    const limit = setTimeout(
      () => fail(`The layout took longer than ${timeLimitMs} ms.`),
      timeLimitMs,
    );
    worker.once('message', (svg: unknown) => {
      if (typeof svg === 'string') finish({ kind: 'svg', svg });
      else fail('Graphviz answered with something that is no text.');
    });
    worker.once('error', (error) => fail(messageOf(error)));
    worker.once('exit', (code) => fail(`Graphviz ended with code ${code} before it answered.`));
  });
}

function libraryUrl(): string | null {
  try {
    const file = createRequire(import.meta.url).resolve('@hpcc-js/wasm-graphviz');
    return pathToFileURL(file).href;
  } catch {
    return null;
  }
}
