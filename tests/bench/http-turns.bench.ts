import path from 'node:path';
import { readPlayedUnit } from '../../src/eval/play-unit.ts';
import { playEpisode } from '../../src/run/play-episode.ts';
import { openRunServices } from '../../src/run/run-services.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { CallRecord } from '../../src/model/call-record.ts';
import { settingsFor, startOfflineServer, type OfflineServer } from '../helpers/offline-server.ts';
import { agentPrompts } from './agent-prompts.ts';
import { atMost, below, median, row, type PageRow } from './bench-page.ts';
import { timeOut, watchTurns, type CallSpan, type WatchedTurn } from './turn-watch.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const SEED = 12;
const TURNS = 300;
const SLOW_TURNS = 30;
const SLOW_MS = 200;

interface HttpPlay {
  readonly turns: readonly WatchedTurn[];
  readonly spans: readonly CallSpan[];
  /** Requests that arrived at the server. */
  readonly requests: number;
  readonly calls: readonly CallRecord[];
}

/** The whole product against a chat completions server on loopback: what it asks, what it waits for, what it sends. */
export async function httpRows(story: string): Promise<readonly PageRow[]> {
  const server = await startOfflineServer();
  try {
    const fast = await play(story, server, TURNS);
    server.forget();
    server.latencyMs = SLOW_MS;
    const slow = await play(story, server, SLOW_TURNS);
    return [...callRows(fast), ...promptRows(fast), ...latencyRows(slow)];
  } finally {
    await server.close();
  }
}

/** Episodes in a folder of their own, one after the other, until so many turns were played. */
async function play(story: string, server: OfflineServer, turns: number): Promise<HttpPlay> {
  const workdir = temporaryFolder();
  const settings = {
    story,
    workdir,
    player: 'openai',
    seed: SEED,
    models: settingsFor(server.baseUrl),
    episode: { maxTurns: turns },
  };
  const services = await openRunServices(
    loadConfig({
      flags: {},
      cwd: workdir,
      environment: { ZORKGPT_API_KEY: 'loopback' },
      readText: (file) =>
        path.basename(file) === 'zorkgpt.config.json' ? JSON.stringify(settings) : null,
    }),
    () => undefined,
  );
  const watch = watchTurns();
  const calls: CallRecord[] = [];
  while (watch.turns.length < turns) {
    watch.start();
    const summary = await playEpisode(services, {
      signal: new AbortController().signal,
      stopRequested: () => watch.turns.length >= turns,
      progress: (event) => watch.note(event),
      complain: () => undefined,
    });
    if (summary.turns === 0)
      throw new Error(`An episode ended before it began: ${summary.stopDetail}`);
    calls.push(...readPlayedUnit(services, summary, services.story).calls);
  }
  return { turns: watch.turns, spans: watch.spans, requests: server.asked.length, calls };
}

function callRows({ turns, requests }: HttpPlay): readonly PageRow[] {
  const plain = turns.filter(({ rejections }) => rejections === 0);
  return [
    row(`requests per turn, ${turns.length} turns`, requests / turns.length, 'calls', {
      goal: atMost(2),
      note: 'the original: about 5',
    }),
    row('calls waited for in a turn without rejection, most', mostWaited(plain), 'calls', {
      goal: atMost(2),
      note: `${plain.length} such turns; the original: about 5, all serial`,
    }),
    row('calls waited for in any turn, most', mostWaited(turns), 'calls', {
      note: 'the original: up to 8 with 3 rejections, and the lessons',
    }),
  ];
}

function promptRows({ calls }: HttpPlay): readonly PageRow[] {
  const { agentTokens, newestTokens, memoryTokens } = agentPrompts(calls);
  const note = "without knowledge base; the original's baseline: 15,000-20,000";
  return [
    row('whole agent prompt, median', median(agentTokens), 'tokens', { note }),
    row('whole agent prompt, largest', Math.max(...agentTokens), 'tokens'),
    row('newest message, median', median(newestTokens), 'tokens', { goal: atMost(1200) }),
    row('memory section, largest', Math.max(0, ...memoryTokens), 'tokens', {
      goal: atMost(300),
      note: 'the original: no limit',
    }),
  ];
}

function latencyRows({ turns, spans }: HttpPlay): readonly PageRow[] {
  const sum = (what: 'wallMs' | 'waitedFor' | 'waitedMs') =>
    turns.reduce((total, turn) => total + turn[what], 0);
  const server = `${SLOW_MS} ms a call`;
  return [
    row(`${server}: time of turns to time of waited calls`, sum('wallMs') / sum('waitedMs'), 'x', {
      goal: below(1.25),
      note: `${turns.length} turns, ${sum('waitedFor')} calls waited for; the original: every call`,
    }),
    row(`${server}: time with a call out to that`, timeOut(spans) / sum('waitedMs'), 'x', {
      note: 'own time and load left out: lessons waited for after a score',
    }),
    row(
      `${server}: time of turns to ${SLOW_MS} ms each`,
      sum('wallMs') / (sum('waitedFor') * SLOW_MS),
      'x',
      {
        note: 'with client, loopback and load of this machine',
      },
    ),
    row(`${server}: a turn, mean, to one call`, sum('wallMs') / (turns.length * SLOW_MS), 'x', {
      goal: atMost(2.2),
      note: 'everything that a turn waits for, own time included',
    }),
    row(`${server}: a turn, median`, median(turns.map((turn) => turn.wallMs)), 'ms'),
  ];
}

function mostWaited(turns: readonly WatchedTurn[]): number | null {
  return turns.length === 0 ? null : Math.max(...turns.map(({ waitedFor }) => waitedFor));
}
