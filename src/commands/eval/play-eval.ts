import { hostname } from 'node:os';
import path from 'node:path';
import { oneAfterAnother } from '../../domain/one-after-another.ts';
import { plural } from '../../domain/text.ts';
import { DEFAULTS, parseArms } from '../../eval/arms.ts';
import { ExperimentFolder, experimentFolderFor } from '../../eval/experiment-folder.ts';
import {
  armFlags,
  type ExperimentPlan,
  parsePlanSeeds,
  planExperiment,
  PRESETS,
  type Protocol,
} from '../../eval/plan.ts';
import type { ExperimentPorts, UnitProgress } from '../../eval/play-experiment.ts';
import type { UnitPorts } from '../../eval/play-unit.ts';
import { parseUnitShard, type UnitResult, type Shard } from '../../eval/unit.ts';
import type { FollowOptions } from '../../fleet/client/play-run.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import { estimateSpending, estimateWords } from '../../report/estimate.ts';
import { openBudgets, type RunBudgets } from '../../run/budgets.ts';
import { withKnownPrices } from '../../model/prices.ts';
import { readHistory } from '../../records/history.ts';
import { checkPlayer } from '../../run/player.ts';
import { openRunServices, readPrompts } from '../../run/run-services.ts';
import { openSettingsRedactor, loadSettings, type Flags } from '../../run/settings.ts';
import { stopRunOnSignal, type StopListener } from '../../run/play-run.ts';
import { openPlayableStory } from '../../run/playable-story.ts';
import type { Call } from '../command.ts';
import { exitCodeForObstacle, CommandExit, EXIT, exitIfStopped } from '../errors.ts';
import { withFleet } from '../fleet/fleet-of.ts';
import { tellExperiment } from './show-experiment.ts';

interface EvalOptions {
  readonly arms?: string;
  readonly seeds?: string;
  readonly episodes?: number;
  readonly turns?: number;
  readonly preset?: 'tales' | 'textquests' | 'jttl';
  readonly store?: Protocol['store'];
  readonly episodeSeeds?: Protocol['episodeSeeds'];
  readonly parallel: number;
  readonly player?: string;
  readonly model?: string;
  readonly out?: string;
  readonly continue?: string;
  readonly shard?: string;
  readonly estimate?: true;
}

type Experiment = ReturnType<typeof experimentOf>;

export async function playEval(call: Call<EvalOptions>): Promise<void> {
  const { world, options, tell } = call;
  const shard = parseUnitShard(options.shard ?? '1/1');
  if (options.estimate === true) return estimate(call);
  const experiment = experimentOf(call);
  const { folder, plan, load } = experiment;
  const stop = stopRunOnSignal({ onSignal: world.onSignal, complain: tell });
  const obstacles: UnitResult['modelError'][] = [];
  const onUnit: ExperimentPorts['onUnit'] = (result, progress) => {
    obstacles.push(result.modelError);
    tell(progressLine(result, progress));
  };
  const isOnFleet = load({}).config.fleet.database !== null;
  const here = async () => {
    const { playExperiment } = await import('../../eval/play-experiment.ts');
    const ports = portsOf(tell, experiment, stop);
    const extent = { parallel: options.parallel, shard };
    return playExperiment(folder, plan, extent, { ...ports, onUnit });
  };
  const onFleet = async () => {
    await playEvalOnFleet(experiment, shard, { onUnit, tell, stop: stop.signal });
    return 0;
  };
  const elsewhere = await (isOnFleet ? onFleet() : here()).finally(() => stop.end());
  const result = tellExperiment(call, folder);
  exitIfStopped(stop.by());
  const code = obstacles.flatMap((kind) => (kind && exitCodeForObstacle(kind)) ?? []).at(0);
  if (code !== undefined) throw new CommandExit(code);
  if (elsewhere > 0) {
    const where = 'in the hands of another process; eval show tells when it is done.';
    tell(`${elsewhere} episodes are ${where}`);
    throw new CommandExit(EXIT.tryLater);
  }
  const isPart = shard.of > 1 || result.units.over < result.units.planned;
  if (result.excluded.length > 0 && !isPart) throw new CommandExit(EXIT.someEpisodesFailed);
}

async function estimate(call: Call<EvalOptions>): Promise<void> {
  const { plan, config } = planOf(call);
  const { seeds, episodes, turns } = plan.protocol;
  const { model } = plan.subject;
  const spending = estimateSpending(readHistory(config.workdir), {
    turns: plan.arms.length * seeds.length * episodes * turns,
    model,
    models: await withKnownPrices(config.models),
  });
  const size = `${plural(plan.arms.length, 'arm')} × ${plural(seeds.length, 'seed')} × ${plural(episodes, 'episode')} × ${plural(turns, 'turn')} at most`;
  call.answer({ spending }, () => `${size}.\n${estimateWords(spending, model)}`);
}

function experimentOf(call: Call<EvalOptions>) {
  const { given, plan, load, config } = planOf(call);
  // The folder of the same experiment if it is unfinished, else a new one.
  const folder = given ?? experimentFolderFor(config.workdir, plan);
  const isBegun = folder.isTaken();
  folder.claim(plan);
  if (isBegun) {
    const over = folder.units(plan).filter(({ isCutShort }) => !isCutShort).length;
    call.tell(`Going on in ${folder.path}, where ${over} episodes are over.`);
  }
  return { folder, plan, load };
}

/** The plan of the options, their folder (null if they name none), and today's configuration. */
function planOf(call: Call<EvalOptions>) {
  const { world, options } = call;
  const named = options.continue ?? options.out;
  const given = named === undefined ? null : new ExperimentFolder(path.resolve(world.cwd, named));
  const known = options.continue === undefined || given === null ? null : given.plan();
  const flags = flagsOf(call, known);
  const fleet = options.fleet === undefined ? {} : { 'fleet.database': options.fleet };
  // It has no workdir of its own: each folder of an experiment is one.
  const load = (more: Flags) => loadSettings(world, { ...fleet, ...more }, options.config);
  const plan = planExperiment({ ...askedFor(options, known), flags, load });
  const { workdir } = options;
  const { config } = load({ ...plan.planned.flags, ...(workdir !== undefined && { workdir }) });
  return { given, plan, load, config };
}

function portsOf(
  tell: Call['tell'],
  { folder, plan, load }: Experiment,
  stop: StopListener,
): Omit<ExperimentPorts, 'onUnit'> {
  const told = new Set<string>();
  const complain = (message: string): void => {
    if (!told.has(message)) tell(message);
    told.add(message);
  };
  // A ledger counts the episodes of one workdir.
  const budgets = new Map<string, RunBudgets>();
  const open: UnitPorts['open'] = async ({ arm, seed, workdir }) => {
    const loaded = load({
      ...armFlags(arm, plan.protocol.turns, plan.planned.flags),
      seed,
      workdir,
    });
    const models = await withKnownPrices(loaded.config.models);
    const own = budgets.get(workdir) ?? openBudgets({ ...loaded.config, models });
    budgets.set(workdir, own);
    return openRunServices(loaded, complain, { budgets: own, asking: folder.path });
  };
  // So that each model is asked only once how it is best asked.
  const inOrder = oneAfterAnother();
  return {
    open: (place) => inOrder(() => open(place)),
    controls: {
      signal: stop.signal,
      stopRequested: () => stop.by() !== null,
      progress: () => undefined,
      complain,
    },
  };
}

function progressLine({ arm, seed, episode, metrics }: UnitResult, progress: UnitProgress): string {
  const { score, reached, turns, stopReason } = metrics;
  const { done, of, remainingMs } = progress;
  const left = done === of ? '' : `, ${timeLeft(remainingMs)}`;
  return `${arm}, seed ${seed}, episode ${episode}: score ${score ?? 'unknown'}, ${plural(reached.length, 'milestone')} in ${plural(turns, 'turn')} (${stopReason}); ${done} of ${of}${left}`;
}

function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 100) return `about ${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}

/** Plays an experiment on a fleet, and reports failed episodes. */
async function playEvalOnFleet(
  { folder, plan, load }: Experiment,
  shard: Shard,
  watching: FollowOptions & Pick<ExperimentPorts, 'onUnit'>,
): Promise<void> {
  const { storableSettings } = await import('../../fleet/client/play-run.ts');
  const { playOnFleet } = await import('../../fleet/client/play-experiment.ts');
  const { flags } = plan.planned;
  const { config } = load(flags);
  checkPlayer(config);
  const { bytes, identity } = openPlayableStory(config.story);
  const experiment = {
    folder,
    plan,
    shard,
    origin: `${hostname()}:${folder.path}`,
    story: { bytes, ifid: identity.ifid },
    prompts: readPrompts(),
    configOf(unit: { readonly arm: string; readonly seed: number }, workdir: string) {
      const arm = plan.arms.find(({ name }) => name === unit.arm) ?? { settings: {} };
      const own = load({ ...armFlags(arm, plan.protocol.turns, flags), seed: unit.seed, workdir });
      return storableSettings(own.config, openSettingsRedactor(own));
    },
  };
  const play = (fleet: Fleet) => playOnFleet(fleet, experiment, watching);
  const lost = await withFleet(watching, config, play, { signal: watching.stop });
  for (const { place, number, reason } of lost)
    watching.tell(`Episode ${number} of ${place} came to nothing: ${reason}`);
}

/** The arms and protocol of the options. An unfinished experiment fills in the others. */
function askedFor(options: EvalOptions, known: ExperimentPlan | null) {
  const { arms, seeds, preset, episodes, turns, store, episodeSeeds } = options;
  const base =
    known === null
      ? { ...DEFAULTS, preset: null }
      : {
          ...known.protocol,
          arms: known.arms.map(({ name }) => name).join(','),
          seeds: known.protocol.seeds.join(','),
        };
  const lengths = preset === undefined ? base : PRESETS[preset];
  return {
    arms: parseArms(arms ?? base.arms),
    protocol: {
      seeds: parsePlanSeeds(seeds ?? base.seeds),
      episodes: episodes ?? lengths.episodes,
      turns: turns ?? lengths.turns,
      store: store ?? base.store,
      episodeSeeds: episodeSeeds ?? base.episodeSeeds,
      preset: preset ?? base.preset,
    },
  };
}

function flagsOf(
  { world: { cwd }, options: { story, player, model } }: Call<EvalOptions>,
  known: ExperimentPlan | null,
): Flags {
  const { storyFile = null, flags } = known?.planned ?? {};
  return {
    ...(storyFile !== null && { story: storyFile }),
    ...flags,
    ...(story !== undefined && { story: path.resolve(cwd, story) }),
    ...(player !== undefined && { player }),
    ...(model !== undefined && { 'models.model': model }),
  };
}
