import { isResumable } from '../domain/stop-reason.ts';
import { EpisodeInputs } from '../episode/episode-inputs.ts';
import {
  FailStop,
  createVerifiedJournal,
  type VerifiedJournal,
} from '../episode/verified-journal.ts';
import { runEpisode, type EpisodeResult } from '../episode/run-episode.ts';
import { playsByHand } from '../model/players.ts';
import { RECORDED_TURN } from '../model/budget.ts';
import { createCallLog, type CallLog, type Cassette } from '../records/cassette.ts';
import { mapLearnt, type LearntBytes } from '../storage/learnt-folder.ts';
import { recordedHand, type Journal } from '../turn/turn-deps.ts';
import {
  composeEpisode,
  composeEpisodeModel,
  type EpisodePlan,
  type LiveModel,
} from './compose-episode.ts';
import type { Setting } from './run-services.ts';
import { stageAt, stagedConfig, type Stage } from './stages.ts';

export interface EpisodeStage extends Omit<
  EpisodePlan,
  'openModel' | 'journal' | 'limits' | 'beforeTurn' | 'check'
> {
  readonly earlier: readonly Stage[];
  /** Its earlier records. Play goes on where they end. */
  readonly cassette: Cassette;
  readonly start: LearntBytes;
  readonly logs: Readonly<Record<'turns' | 'calls' | 'inputs', { append(record: object): void }>>;
  /** Called before each turn. An error from it ends the episode. */
  readonly beforeTurn?: (turn: number) => void;
  /** The live model and its budget. Null if only records answer. */
  readonly live: LiveModel | null;
}

export type BuiltEpisode = Awaited<ReturnType<typeof buildEpisode>>;

/** Builds an episode: it repeats the cassette and compares, then goes on live. `finish` rejects with StorageError, LockedError. */
export async function buildEpisode(setting: Setting, stage: EpisodeStage) {
  const { logs, live, start, cassette } = stage;
  const failStop = new FailStop();
  const inputs = openInputs(stage, failStop);
  const watched = mapLearnt((name, what) => inputs.watch(name, stage.files[what], start[what]));
  const journal = createVerifiedJournal(cassette.turns, logs.turns, failStop);
  const calls = createCallLog(logs.calls, cassette.calls);
  const model = composeEpisodeModel({ ...stage, calls, failStop, played: journal });
  const isRepeated = () => journal.turns >= cassette.turns.length;
  const staged = openStages(setting, stage, journal);
  const { deps, limits, finish, goOnAs } = await composeEpisode(staged.setting, {
    ...stage,
    episode: staged.numberAt(1),
    limits: staged.limits,
    openModel: model.open,
    hand: playsByHand(setting.config.player) ? recordedHand(cassette.turns, stage.hand) : null,
    files: { ...watched, open: stage.files.open },
    journal: counting(journal, calls, stage),
    stopRequested: () => isRepeated() && stage.stopRequested(),
    async beforeTurn(turn) {
      model.check();
      stage.beforeTurn?.(turn);
      goOnAs(staged.begin(turn));
      inputs.beforeTurn(turn);
      if (turn > cassette.turns.length) await live?.budgets.beforeTurn();
    },
    check: () => [failStop, model].forEach((one) => one.check()),
    exportState: (text) => isRepeated() && stage.exportState(text),
  });
  return {
    /** Asks the model of the episode, recorded and within its budgets. */
    ask: deps.ask,
    turns: () => journal.turns,
    unusedCalls: model.unused,
    unusedInputs: () => inputs.left(),
    async play() {
      const result = await runEpisode({ ...stage, ...staged }, limits, deps);
      failStop.check();
      return result;
    },
    async finish(result: EpisodeResult) {
      const { reason, modelError } = result.stop;
      if (modelError) logs.inputs.append({ kind: 'set-aside', calls: calls.suspects() });
      inputs.endPlay(isResumable(reason));
      await finish(result);
      await inputs.keep();
      inputs.checkWritten();
    },
  };
}

/** The settings of the turns: those that a fork copied from its parents keep theirs. */
function openStages(setting: Setting, { earlier, episode }: EpisodeStage, played: VerifiedJournal) {
  const { config, at, goOnTo } = stagedConfig(setting.config, earlier);
  const numberAt = (turn: number) => stageAt(earlier, turn)?.episode ?? episode;
  return {
    setting: { ...setting, config },
    limits: () => at(played.turns + 1).episode,
    maxTurns: setting.config.episode.maxTurns,
    numberAt,
    /** Goes on to a turn. Returns the episode that it belongs to. */
    begin(turn: number): number {
      goOnTo(turn);
      return numberAt(turn);
    },
  };
}

/** A journal that also tells the log of calls and the budgets of each recorded turn. */
function counting(
  journal: VerifiedJournal,
  calls: CallLog,
  { live, cassette }: EpisodeStage,
): Journal {
  return {
    append(turn) {
      journal.append(turn);
      calls.turnRecorded();
      if (journal.turns > cassette.turns.length) live?.budgets.recorded(RECORDED_TURN);
    },
  };
}

/** The inputs of the episode from outside: recorded as they happen, or fed back from the record. */
function openInputs({ cassette, logs, live, emit, earlier }: EpisodeStage, failStop: FailStop) {
  const { turns, calls, inputs: recorded } = cassette;
  const came = recorded.filter(({ kind }) => kind !== 'resumed' && kind !== 'stopped');
  const isNew = turns.length + calls.length + came.length === 0;
  const firstOfPlay = isNew ? 1 : turns.length + 2;
  const firstLook = live === null ? Infinity : firstOfPlay;
  const isApart = earlier.length > 0;
  return new EpisodeInputs({ recorded, log: logs.inputs, failStop, emit, firstLook, isApart });
}
