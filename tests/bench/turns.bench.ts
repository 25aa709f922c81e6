import { readPlayedUnit } from '../../src/eval/play-unit.ts';
import { playEpisode } from '../../src/run/play-episode.ts';
import { openRunServices } from '../../src/run/run-services.ts';
import { loadConfig } from '../../src/config/load.ts';
import {
  addPromptCacheReports,
  promptCacheReport,
  type RolePrefix,
} from '../../src/eval/prompt-cache.ts';
import type { CallRecord } from '../../src/model/call-record.ts';
import { agentPrompts, type AgentPrompts } from './agent-prompts.ts';
import { watchTurns } from './turn-watch.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

/** What some episodes of the offline player showed. */
export interface TurnFigures extends AgentPrompts {
  readonly turns: number;
  /** Milliseconds from one turn's end to the next, less the time models took to answer. */
  readonly ownMs: readonly number[];
  /** Estimated tokens (characters / 4) of each prompt of the agent, without the knowledge base. */
  readonly agentTokens: readonly number[];
  /** Estimated tokens of the memory section, where there was one. */
  readonly memoryTokens: readonly number[];
  readonly calls: readonly CallRecord[];
  /** Calls of each turn that play waits for: the agent's and the critic's. */
  readonly waitedFor: readonly number[];
  readonly prefixes: readonly RolePrefix[];
}

const EPISODES = 3;
const TURNS = 120;
const SEED = 12;

/** Plays a few episodes in a folder of their own, with everything switched on and every record on disk. */
export async function playTurns(story: string): Promise<TurnFigures> {
  const workdir = temporaryFolder();
  const flags = { story, workdir, player: 'offline', seed: SEED, 'episode.maxTurns': TURNS };
  const loaded = loadConfig({ flags, cwd: workdir, environment: {}, readText: () => null });
  const services = await openRunServices(loaded, () => undefined);
  const watch = watchTurns();
  const calls: (readonly CallRecord[])[] = [];
  for (let episode = 0; episode < EPISODES; episode += 1) {
    watch.start();
    const summary = await playEpisode(services, {
      signal: new AbortController().signal,
      stopRequested: () => false,
      progress: (event) => watch.note(event),
      complain: () => undefined,
    });
    calls.push(readPlayedUnit(services, summary, services.story).calls);
  }
  return {
    ...agentPrompts(calls.flat()),
    turns: watch.turns.length,
    ownMs: watch.turns.map(({ wallMs, askedMs }) => wallMs - askedMs),
    waitedFor: watch.turns.map(({ waitedFor }) => waitedFor),
    calls: calls.flat(),
    prefixes: addPromptCacheReports(calls.map(promptCacheReport)),
  };
}
