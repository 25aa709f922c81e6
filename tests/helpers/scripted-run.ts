import { loadConfig } from '../../src/config/load.ts';
import { openRunServices } from '../../src/run/run-services.ts';
import { playEpisode } from '../../src/run/play-episode.ts';
import type { Message } from '../../src/domain/message.ts';
import type { ZorkEvent } from '../../src/events/event.ts';
import { NO_USAGE } from '../../src/model/model.ts';
import type { EpisodeSummary } from '../../src/records/summary.ts';
import { neverWaitedFor } from '../../src/model/players.ts';
import { createScriptedModel, type ScriptedModel } from './scripted-model.ts';
import { QUICK_END } from './workdir.ts';

export interface ScriptedRun {
  readonly story: string;
  readonly workdir: string;
  readonly seed: number;
  /** What the agent plays, in order; the episode ends with the list. */
  readonly commands: readonly string[];
  /** What the memory role answers to the text of its question; null when it remembers nothing. */
  readonly remember: (question: string) => object | null;
  /** How many commands are played before somebody asks to stop; nobody does when absent. */
  readonly stopAfter?: number;
  /** Tokens that the agent's model counts in a prompt; none when absent. */
  readonly promptTokens?: (messages: readonly Message[]) => number;
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

export interface ScriptedResult {
  readonly summary: EpisodeSummary;
  readonly model: ScriptedModel;
  readonly events: readonly ZorkEvent[];
  /** The questions put to the memory role, as text. */
  readonly memoryQuestions: readonly string[];
}

/** Plays one real episode with the real managers and interpreter; only the model follows a script. */
export async function playScripted(run: ScriptedRun): Promise<ScriptedResult> {
  const flags = {
    story: run.story,
    workdir: run.workdir,
    player: 'offline',
    seed: run.seed,
    'episode.maxTurns': run.commands.length,
    'objectives.enabled': false,
    'knowledge.enabled': false,
    ...run.settings,
  };
  const place = { flags, cwd: run.workdir, environment: QUICK_END, readText: () => null };
  const services = await openRunServices(loadConfig(place), () => undefined);
  let played = 0;
  const model = createScriptedModel(({ role, messages }) => {
    if (role !== 'agent') {
      return { json: run.remember(textOf(messages)) ?? { should_remember: false } };
    }
    played += 1;
    const promptTokens = run.promptTokens?.(messages) ?? 0;
    const reply = { thinking: `step ${played}`, action: run.commands[played - 1] ?? 'look' };
    return { text: JSON.stringify(reply), usage: { ...NO_USAGE, promptTokens } };
  });
  const events: ZorkEvent[] = [];
  const summary = await playEpisode(
    { ...services, model: neverWaitedFor(model) },
    {
      signal: new AbortController().signal,
      stopRequested: () => played >= (run.stopAfter ?? Infinity),
      progress: (event) => events.push(event),
      complain: (message) => events.push({ type: 'warning', code: 'complaint', message }),
    },
  );
  const memoryQuestions = model.calls
    .filter(({ role }) => role === 'memory')
    .map(({ messages }) => textOf(messages));
  return { summary, model, events, memoryQuestions };
}

/** The newest question, without the instructions. */
function textOf(messages: readonly Message[]): string {
  return messages.at(-1)?.content ?? '';
}
