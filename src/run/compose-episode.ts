import { isResumable } from '../domain/stop-reason.ts';
import type { EpisodeDeps, EpisodeResult, Limits } from '../episode/run-episode.ts';
import type { Emit } from '../events/event.ts';
import type { Sink } from '../events/sinks.ts';
import { EngineSteps, type Interpreter } from '../interpreter/interpreter.ts';
import { openNamed } from '../interpreter/open-story.ts';
import { rememberLooks, tellExits } from '../interpreter/wrapped-interpreter.ts';
import type { Tools } from '../managers/tools.ts';
import { createAsk } from '../model/ask.ts';
import type { CallRecord } from '../model/call-record.ts';
import type { LanguageModel } from '../model/model.ts';
import { accountOf } from '../records/cassette.ts';
import type { LearntFiles } from '../storage/learnt-folder.ts';
import { Causes } from '../turn/causes.ts';
import { IdleTwin } from '../turn/idle-twin.ts';
import { Lessons } from '../turn/lessons.ts';
import type { Hand, Journal } from '../turn/turn-deps.ts';
import type { OpenedPlayer } from '../model/settings.ts';
import { composeManagers } from './compose-managers.ts';
import type { Setting } from './run-services.ts';

export interface EpisodePlan {
  readonly episode: number;
  readonly seed: number;
  /** How its first turns were played in its parents; empty unless it is a fork. */
  readonly earlier: readonly unknown[];
  /** The model of the episode; it tells of every call, answered now or from a recording, before the asker has it. */
  readonly openModel: (onCall: (call: CallRecord) => void) => LanguageModel;
  readonly files: LearntFiles;
  readonly journal: Journal;
  readonly emit: Emit;
  readonly hand: Hand | null;
  /** Who answers; where that is a server of one slot, lessons are asked about only when the agent has its next answer. */
  readonly live: { readonly model: Pick<OpenedPlayer, 'slots'> } | null;
  readonly signal: AbortSignal;
  /** When it ends, as it is set for the turn to come. */
  readonly limits: () => Omit<Limits, 'stopRequested'>;
  readonly stopRequested: () => boolean;
  readonly beforeTurn: EpisodeDeps['beforeTurn'];
  readonly check: EpisodeDeps['check'];
  readonly exportState: (text: () => string) => void;
  readonly keepVersion: (bytes: Uint8Array, turn: number) => void;
  readonly atNight?: Tools['atNight'];
}

export async function composeEpisode(setting: Setting, plan: EpisodePlan) {
  const { signal, journal, beforeTurn, check } = plan;
  const game = openGame(setting, plan.seed);
  let watch: Sink = () => undefined;
  const emit: Emit = (event) => {
    watch(event);
    plan.emit(event);
  };
  const lessons = new Lessons(emit, { isAfterPlay: plan.live?.model.slots === 1 });
  const ask = createAsk(plan.openModel((call) => emit(accountOf(call))));
  const [{ prompts }, isFork] = [setting, plan.earlier.length > 0];
  const tools = { prompts, ask: lessons.gated(ask), askNow: ask, emit, isFork };
  const composed = await composeManagers(setting, game.interpreter, { ...plan, ...tools });
  const { managers, episodes, state } = composed;
  composed.resetEpisode(plan.episode);
  watch = composed.observe;
  const deps: EpisodeDeps = {
    ...game,
    ask,
    get asking() {
      return setting.config.models.structured;
    },
    managers,
    get learners() {
      return composed.learners;
    },
    lessons,
    episodes,
    critic: criticSettings(setting),
    ...(plan.hand !== null && { hand: plan.hand }),
    journal,
    emit,
    signal,
    beforeTurn,
    check,
  };
  return {
    deps,
    /** Read anew for each turn: a fork goes on with other settings than its parent. */
    limits: (): Limits => ({ ...plan.limits(), stopRequested: plan.stopRequested }),
    goOnAs: composed.goOnAs,
    /** Saves what the managers keep across episodes and how the episode ended, then reports. Rejects with StorageError. */
    finish: async (result: EpisodeResult) => {
      state.export(result.state, result.stop.reason);
      const { turn } = result.state;
      await (isResumable(result.stop.reason) ? composed.saveCutShort() : composed.save(turn));
      episodes.reportStatus();
    },
  };
}

function criticSettings({ config, prompts }: Setting): NonNullable<EpisodeDeps['critic']> {
  return {
    get mode() {
      return config.critic.mode;
    },
    prompts,
    revisit: config.critic,
    get recentTurns() {
      return config.context.reasoningTurns;
    },
  };
}

function openGame(
  { config, story, steps = new EngineSteps() }: Setting,
  seed: number,
): Pick<EpisodeDeps, 'interpreter' | 'causes'> {
  const { names, exits } = config;
  const game = openNamed(story.bytes, { seed, names, steps });
  const interpreter = tellExits(rememberLooks(game), exits);
  return config.causes === 'none'
    ? { interpreter }
    : { interpreter, causes: new Causes(twinOf(interpreter, steps)) };
}

function twinOf(interpreter: Interpreter, steps: EngineSteps): IdleTwin {
  return new IdleTwin(
    interpreter,
    () => true,
    (live) => steps.during('twins', live),
  );
}
