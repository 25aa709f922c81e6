import { oneLine } from '../../src/domain/text.ts';
import type { EpisodeData } from '../../src/report/load-episode.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { SCHEMA_VERSION } from '../../src/domain/version.ts';
import type { EpisodeSummary } from '../../src/records/summary.ts';
import { quote } from '../../src/prompts/quote.ts';
import { renderDot, renderGraphSvg } from '../../src/managers/map/render-graph.ts';
import { readPageAssets } from '../../src/report/page.ts';
import { VIEWER_MODULES } from '../../src/report/render-report.ts';
import { episodeViewFacts } from '../../src/report/episode-view.ts';
import type { KnowledgeData, MapData, ReportData } from '../../src/report/report-data.ts';
import type { EpisodeObjectives } from '../../src/records/episode-log.ts';
import type { CallRecord } from '../../src/model/call-record.ts';
import type { RecordedTurn, Sight } from '../../src/records/recorded-turn.ts';
import { type Happening, graphOf } from '../managers/map/scene.ts';
import { memory } from '../helpers/memory.ts';

const BEGAN = '2026-01-02T03:04:05.000Z';

export const ASSETS = readPageAssets(VIEWER_MODULES);

/** The text of a field; a test may put anything there. */
export type Words = (field: string) => string;

export function sight(words: Words, room: number, score: number): Sight {
  return {
    location: { id: room, name: words('room') },
    inventory: [{ name: words('thing') }],
    score,
    maxScore: 100,
    moves: 3,
    ended: null,
    died: false,
    text: words('game text'),
  };
}

export function turnOf(turn: number, words: Words): RecordedTurn {
  const [from, to] = [turn % 7, (turn + 1) % 7];
  return {
    turn,
    before: sight(words, from, Math.floor((turn - 1) / 20) * 5),
    decision: {
      action: words('action'),
      reasoning: words('reasoning'),
      newObjective: words('objective'),
      target: 4,
      judged: [
        {
          proposal: { action: words('refused action') },
          verdict: { kind: 'rejected', by: words('check'), score: -1, reason: words('reason') },
        },
        {
          proposal: { action: words('action') },
          verdict: { kind: 'accepted', score: 1, reason: words('praise') },
        },
      ],
      overridden: false,
    },
    after: sight(words, to, Math.floor(turn / 20) * 5),
  };
}

export function agentCall(turn: number, words: Words): CallRecord {
  const prompt = [
    `## Objectives\n${quote(words('objectives'))}`,
    `## Recent turns\n${quote(words('recent'))}`,
    `## Now\nTurn ${turn} | Location: ${oneLine(words('room'), 60)} (${turn % 7}) | Moves: 3`,
    `## Game text\n${quote(words('newest'))}`,
  ].join('\n\n');
  return {
    role: 'agent',
    turn,
    startedAt: BEGAN,
    requestHash: 'x',
    messages: [
      { role: 'system', content: words('system') },
      { role: 'user', content: prompt },
    ],
    attempt: 1,
    latencyMs: 12,
    outcome: 'answered',
    text: words('reply'),
    reasoning: words('thought'),
    usage: {
      promptTokens: 1000,
      completionTokens: 100,
      cachedTokens: 500,
      reasoningTokens: 40,
      costUsd: 0.001,
    },
    finishReason: words('finish') as 'stop',
    model: words('model'),
  };
}

export function failedCall(words: Words): CallRecord {
  return {
    role: 'memory',
    startedAt: BEGAN,
    messages: [{ role: 'user', content: words('question') }],
    attempt: 2,
    latencyMs: 5,
    outcome: 'failed',
    kind: words('failure kind') as 'server',
    message: words('failure'),
    requestHash: 'x',
    retryable: false,
    retryAfterMs: null,
    evidence: '',
  };
}

export function summaryOf(number: number, words: Words): EpisodeSummary {
  return {
    schemaVersion: 1,
    episode: number,
    story: words('story'),
    seed: 3,
    exits: 'probed',
    names: 'plain',
    startedAt: null,
    run: null,
    model: words('model'),
    turns: 3,
    recipeTurns: 0,
    moves: 3,
    score: 10,
    maxScore: 100,
    stopReason: words('stop reason') as EpisodeSummary['stopReason'],
    stopDetail: words('stop detail'),
    locationsVisited: 3,
    memoriesAdded: 1,
    inventionsRefused: 0,
    lessonsLost: 0,
    changesRefused: 0,
    modelCalls: 4,
    promptTokens: 10,
    completionTokens: 10,
    cachedTokens: 0,
    costUsd: null,
    rejections: 0,
    overrides: 0,
    repeatedFailureRate: 0,
    durationMs: 1000,
    directory: words('directory'),
  };
}

export function episodeOf(number: number, turns: number, words: Words): EpisodeData {
  const numbers = Array.from({ length: turns }, (_, index) => index + 1);
  return {
    number,
    summary: summaryOf(number, words),
    manifest: {
      schemaVersion: SCHEMA_VERSION,
      startedAt: words('started'),
      run: null,
      player: null,
      model: words('model'),
      seed: 3,
      helpedWith: { memory: words('memory mode') },
      story: { ifid: words('ifid'), title: words('title'), file: null },
    },
    turns: numbers.map((turn) => turnOf(turn, words)),
    calls: [...numbers.map((turn) => agentCall(turn, words)), failedCall(words)],
    objectives: objectivesOf(number, words),
    learnt: [],
    isRunning: false,
    failedLessons: [{ turn: 2, lesson: words('lesson'), reason: words('lesson reason') }],
    refused: [
      {
        msg: 'change-refused',
        what: 'knowledge',
        questions: 12,
        why: words('refusal reason'),
        words: words('refused change'),
      },
    ],
  };
}

function objectivesOf(episode: number, words: Words): EpisodeObjectives {
  const text = words('wanted');
  const origin = words('origin');
  const objective = { text, target: 4, origin, createdTurn: 1, renewedTurn: 1 };
  return {
    episode,
    current: [{ ...objective, refused: words('refused claim') }],
    completed: [
      {
        objective: words('reached'),
        completedTurn: 2,
        completionAction: words('action'),
        completionResponse: words('game text'),
        completionLocation: { id: 1, name: words('room') },
        completionScore: 5,
      },
    ],
    dropped: [{ ...objective, text: words('given up'), reason: words('drop reason') }],
  };
}

function knowledgeOf(words: Words): KnowledgeData {
  const item = {
    id: '0a0b0c',
    text: words('known'),
    origin: { episode: 1, turns: [2], doubt: null },
  };
  const section = words('section');
  return {
    sections: [{ title: section, items: [item] }],
    changes: [{ episode: 1, items: [{ kind: 'added', section, item }] }],
  };
}

export function memoryOf(words: Words, change: Partial<Memory> = {}): Memory {
  return memory({
    category: words('category'),
    title: words('title'),
    text: words('memory text'),
    persistence: 'core',
    turns: words('turns'),
    scoreChange: 5,
    ...change,
  });
}

/** A corridor of rooms with these names, drawn by Graphviz; the ways between them are named like the rooms. */
export async function mapOf(names: readonly string[]): Promise<MapData> {
  const walked = graphOf(
    names.flatMap((action, from): Happening[] => [
      { kind: 'visit', at: from, name: '' },
      { kind: 'turn', from, action, to: from + 1, ended: null },
      { kind: 'probe', at: from, exits: [{ direction: 'east', to: from + 1, deadly: true }] },
    ]),
  );
  const rooms = [...walked.rooms].map(
    ([id, room]) => [id, { ...room, name: names[id] ?? room.name }] as const,
  );
  const graph = { ...walked, rooms: new Map(rooms) };
  return { graph, picture: await renderGraphSvg(renderDot(graph), 20_000) };
}

export function dataOf(
  episodes: readonly EpisodeData[],
  words: Words,
  map: MapData | null,
): ReportData {
  const gone = { status: 'SUPERSEDED', supersededBy: words('replacement') } as const;
  return {
    story: words('title'),
    generatedAt: words('date'),
    timeZone: 'Europe/Berlin',
    episodes,
    history: episodes.map(episodeViewFacts),
    map,
    untried: [],
    memories: [memoryOf(words), memoryOf(words, gone)].map((memory) => ({
      locationId: 1,
      locationName: words('room'),
      memory,
    })),
    memoriesBefore: [
      { locationId: 1, locationName: words('room'), memory: memoryOf(words, { text: 'lost' }) },
    ],
    knowledge: knowledgeOf(words),
    notices: [words('notice')],
    focus: null,
  };
}
