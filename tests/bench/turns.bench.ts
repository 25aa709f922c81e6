import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPlayedEpisode } from '../../src/compose/eval-episode.ts';
import { playEpisode } from '../../src/compose/play-episode.ts';
import { openRunServices } from '../../src/compose/run-services.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Message } from '../../src/domain/message.ts';
import { addReports, promptCacheReport, type RolePrefix } from '../../src/eval/prompt-cache.ts';
import type { ZorkEvent } from '../../src/events/event.ts';
import type { CallRecord } from '../../src/model/call-record.ts';

/** What some episodes of the offline player showed. */
export interface TurnFigures {
  readonly turns: number;
  /** Milliseconds from one turn's end to the next, less the time models took to answer. */
  readonly ownMs: readonly number[];
  /** Estimated tokens (characters / 4) of each prompt of the agent, without the knowledge base. */
  readonly agentTokens: readonly number[];
  /** Estimated tokens of the memory section, where there was one. */
  readonly memoryTokens: readonly number[];
  readonly calls: number;
  /** Calls of each turn that play waits for: the agent's and the critic's. */
  readonly waitedFor: readonly number[];
  readonly prefixes: readonly RolePrefix[];
}

const EPISODES = 3;
const TURNS = 120;
const SEED = 12;
const MEMORIES = 'What earlier visits taught about this place';
const KNOWLEDGE = 'Knowledge from earlier episodes';

/** Plays a few episodes in a folder of their own, with everything switched on and every record on disk. */
export async function playTurns(story: string): Promise<TurnFigures> {
  const workdir = mkdtempSync(path.join(tmpdir(), 'zorkgpt-bench-'));
  try {
    const flags = { story, workdir, player: 'offline', seed: SEED, 'episode.maxTurns': TURNS };
    const loaded = loadConfig({ flags, cwd: workdir, environment: {}, readText: () => null });
    const services = await openRunServices(loaded, () => undefined);
    const watch = stopwatch();
    const calls: (readonly CallRecord[])[] = [];
    for (let episode = 0; episode < EPISODES; episode += 1) {
      watch.start();
      const summary = await playEpisode(services, {
        signal: new AbortController().signal,
        stopRequested: () => false,
        progress: (event) => watch.note(event),
        complain: () => undefined,
      });
      calls.push(readPlayedEpisode(services, summary).calls);
    }
    const agent = calls.flat().filter(({ role }) => role === 'agent');
    return {
      turns: watch.ownMs.length,
      ownMs: watch.ownMs,
      waitedFor: watch.waitedFor,
      agentTokens: agent.map(
        ({ messages }) => tokens(messages) - sectionTokens(messages, KNOWLEDGE),
      ),
      memoryTokens: agent
        .map(({ messages }) => sectionTokens(messages, MEMORIES))
        .filter((size) => size > 0),
      calls: calls.flat().length,
      prefixes: addReports(calls.map(promptCacheReport)),
    };
  } finally {
    rmSync(workdir, { recursive: true, force: true });
  }
}

function stopwatch() {
  const ownMs: number[] = [];
  const waitedFor: number[] = [];
  let [last, asked, waits] = [0, 0, 0];
  return {
    ownMs,
    waitedFor,
    start() {
      [last, asked, waits] = [performance.now(), 0, 0];
    },
    note(event: ZorkEvent) {
      if (event.type === 'model-call') {
        asked += event.latencyMs;
        if (event.role === 'agent' || event.role === 'critic') waits += 1;
      }
      if (event.type !== 'turn-end') return;
      const now = performance.now();
      ownMs.push(now - last - asked);
      waitedFor.push(waits);
      [last, asked, waits] = [now, 0, 0];
    },
  };
}

function tokens(messages: readonly Message[]): number {
  return messages.reduce((total, { content }) => total + content.length, 0) / 4;
}

function sectionTokens(messages: readonly Message[], heading: string): number {
  const text = messages.at(-1)?.content ?? '';
  const found = text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`));
  return (found?.length ?? 0) / 4;
}
