import { ModelError, obstacleInErrors } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import { isResumable } from '../domain/stop-reason.ts';
import {
  type FailStop,
  RecordingDiverged,
  type VerifiedJournal,
} from '../episode/verified-journal.ts';
import type { EpisodeDeps, EpisodeResult, Limits } from '../episode/run-episode.ts';
import type { Emit } from '../events/event.ts';
import type { Sink } from '../events/sinks.ts';
import { EngineSteps } from '../interpreter/interpreter.ts';
import { openStoryNamed } from '../interpreter/open-story.ts';
import { rememberLooks, wrapExits } from '../interpreter/wrapped-interpreter.ts';
import type { Tools } from '../managers/tools.ts';
import { createAsk } from '../model/ask.ts';
import { BudgetExceeded, spentOnCall } from '../model/budget.ts';
import { withRecorder, type CallRecord } from '../model/call-record.ts';
import type { RoleTerms } from '../model/model-config.ts';
import type { LanguageModel } from '../model/model.ts';
import { withPatience } from '../model/patience.ts';
import { createReplayModel, ReplayDiverged } from '../model/replay-model.ts';
import { withReservations } from '../model/reservation.ts';
import type { OpenedPlayer } from '../model/settings.ts';
import { callEvent, isPlayerRole, type CallLog, type Cassette } from '../records/cassette.ts';
import type { LearntFiles } from '../storage/learnt-folder.ts';
import { Causes } from '../turn/causes.ts';
import { IdleTwin } from '../turn/idle-twin.ts';
import { Lessons } from '../turn/lessons.ts';
import type { Hand, Journal } from '../turn/turn-deps.ts';
import type { EpisodeBudgets } from './budgets.ts';
import { composeManagers } from './compose-managers.ts';
import type { Setting } from './run-services.ts';

export interface EpisodePlan {
  readonly episode: number;
  readonly seed: number;
  /** The settings of its first turns in its parents. Empty unless it is a fork. */
  readonly earlier: readonly unknown[];
  /** Opens the model of the episode. It reports every call, live or recorded, before the asker has the answer. */
  readonly openModel: (onCall: (call: CallRecord) => void) => LanguageModel;
  readonly files: LearntFiles;
  readonly journal: Journal;
  readonly emit: Emit;
  /** The player by hand who goes on where the recorded commands end. Null if there is none. */
  readonly hand: Hand | null;
  /** The live model. If its server has one slot, lessons are asked only after the agent's next answer. */
  readonly live: { readonly model: Pick<OpenedPlayer, 'slots'> } | null;
  readonly signal: AbortSignal;
  /** The limits of the episode for the next turn. */
  readonly limits: () => Omit<Limits, 'stopRequested'>;
  readonly stopRequested: () => boolean;
  readonly beforeTurn: EpisodeDeps['beforeTurn'];
  readonly check: EpisodeDeps['check'];
  readonly exportState: (text: () => string) => void;
  readonly keepVersion: (bytes: Uint8Array, turn: number) => void;
  readonly atNight?: Tools['atNight'];
}

export async function composeEpisode(setting: Setting, plan: EpisodePlan) {
  const game = openGame(setting, plan.seed);
  let watch: Sink = () => undefined;
  const emit: Emit = (event) => {
    watch(event);
    plan.emit(event);
  };
  const lessons = new Lessons(emit, { isAfterPlay: plan.live?.model.slots === 1 });
  const ask = createAsk(plan.openModel((call) => emit(callEvent(call))));
  const [{ prompts }, isFork] = [setting, plan.earlier.length > 0];
  const tools = { prompts, ask: lessons.gated(ask), askNow: ask, emit, isFork };
  const composed = await composeManagers(setting, game.interpreter, { ...plan, ...tools });
  composed.begin(plan.episode);
  watch = composed.observe;
  const deps: EpisodeDeps = {
    ...game,
    ask,
    get asking() {
      return setting.config.models.structured;
    },
    managers: composed.managers,
    get learners() {
      return composed.learners();
    },
    lessons,
    get episodes() {
      return composed.episodes();
    },
    critic: criticSettings(setting),
    ...(plan.hand !== null && { hand: plan.hand }),
    journal: plan.journal,
    emit,
    signal: plan.signal,
    beforeTurn: plan.beforeTurn,
    check: plan.check,
  };
  return {
    deps,
    /** Read for each turn: a fork goes on with other settings than its parent. */
    limits: (): Limits => ({ ...plan.limits(), stopRequested: plan.stopRequested }),
    goOnAs: composed.goOnAs,
    /** Saves what the managers keep across episodes and how the episode ended, then reports. Rejects with StorageError. */
    finish: async ({ state, stop }: EpisodeResult) => {
      composed.state.export(state, stop.reason);
      await (isResumable(stop.reason) ? composed.saveCutShort() : composed.save(state.turn));
      composed.episodes().reportStatus();
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
  const game = openStoryNamed(story.bytes, { seed, names, steps });
  const interpreter = wrapExits(rememberLooks(game), exits);
  if (config.causes === 'none') return { interpreter };
  const twin = new IdleTwin(
    interpreter,
    () => true,
    (live) => steps.during('twins', live),
  );
  return { interpreter, causes: new Causes(twin) };
}

/** The model that answers what was not recorded, and its budget. */
export interface LiveModel {
  readonly model: OpenedPlayer;
  readonly budgets: EpisodeBudgets;
  /** The terms of a request. Null if they do not matter. */
  readonly termsOf: (request: { readonly role: Role }) => RoleTerms | null;
}

interface EpisodeModelPorts {
  readonly live: LiveModel | null;
  readonly cassette: Cassette;
  readonly calls: CallLog;
  readonly failStop: FailStop;
  readonly played: VerifiedJournal;
  readonly emit: Emit;
}

/**
 * Answers from the recording, and asks the live model for the rest within the budgets. Every reply is on disk before it is
 * used. If the recording should have a request and lacks it, the episode ends with ReplayDiverged.
 */
export function composeEpisodeModel(ports: EpisodeModelPorts) {
  const { live, cassette, calls, failStop, played, emit } = ports;
  const turnOf = (role: Role) =>
    Math.max(played.recipeTurns + 1, played.turns + (isPlayerRole(role) ? 1 : 0));
  // A lesson of the turn before the last may still have been in flight when that turn was recorded.
  const mayGoLive = () => played.turns >= cassette.turns.length - 1;
  let obstacle: Error | null = null;
  let unused = () => cassette.usedCalls;
  return {
    /** Throws the first error after which no question can be answered. */
    check() {
      if (obstacle !== null) throw obstacle;
    },
    unused: () => unused(),
    open: (onCall: (call: CallRecord) => void): LanguageModel => {
      const keep = (record: CallRecord) => {
        failStop.guard(() => calls.append(record));
        live?.budgets.recorded(spentOnCall(record));
        onCall(record);
      };
      const onReplay: CallLog['replayed'] = (call) => {
        calls.replayed(call);
        onCall(call);
      };
      const recorded = ({ model, budgets, termsOf }: LiveModel) =>
        withReservations(
          withRecorder(withPatience(model), keep, { turnOf }),
          budgets.all,
          termsOf,
          budgets.experience,
        );
      const keepObstacle = (error: unknown) => {
        if (isObstacle(error)) obstacle ??= error;
      };
      const afterwards = live && tellProgress(hearErrors(recorded(live), keepObstacle), emit);
      const replay = createReplayModel(cassette.usedCalls, { afterwards, mayGoLive, onReplay });
      unused = () => replay.unused;
      const repeated = hearErrors(replay, (error) => {
        if (isUnrepeatable(error)) failStop.fail(error);
      });
      return {
        async complete(request) {
          failStop.check();
          return repeated.complete(request);
        },
      };
    },
  };
}

/** Shows on the display what a question waits for, and that its answer comes. */
function tellProgress(model: LanguageModel, emit: Emit): LanguageModel {
  return {
    complete: (request) =>
      model.complete({
        ...request,
        onProgress: (progress) => emit({ type: 'model-progress', role: request.role, progress }),
      }),
  };
}

/** Lessons turn errors into events. Errors that must end the episode are caught here, whoever met them. */
function hearErrors(model: LanguageModel, hear: (error: unknown) => void): LanguageModel {
  return {
    async complete(request) {
      try {
        return await model.complete(request);
      } catch (error) {
        hear(error);
        throw error;
      }
    },
  };
}

/** Whether no question can be answered any more: a limit is reached, a key refused, or an endpoint stays down. */
function isObstacle(error: unknown): error is Error {
  const isMet = error instanceof ModelError && obstacleInErrors(error.kind) !== null;
  return isMet || error instanceof BudgetExceeded;
}

/** Whether the records of an episode cannot be repeated, so that it cannot go on. */
export function isUnrepeatable(error: unknown): error is RecordingDiverged | ReplayDiverged {
  return error instanceof RecordingDiverged || error instanceof ReplayDiverged;
}
