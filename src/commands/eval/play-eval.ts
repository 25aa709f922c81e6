import { hostname } from 'node:os';
import path from 'node:path';
import { oneAfterAnother } from '../../domain/one-after-another.ts';
import { plural } from '../../domain/text.ts';
import { ExperimentFolder } from '../../eval/experiment-folder.ts';
import { armFlags, experimentFolderFor, planExperiment } from '../../eval/plan-experiment.ts';
import type { ExperimentPorts, UnitProgress } from '../../eval/play-experiment.ts';
import type { UnitPorts } from '../../eval/play-unit.ts';
import { parseShard, type UnitResult, type Shard } from '../../eval/unit.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { RunBudgets } from '../../run/budgets.ts';
import { checkPlayer } from '../../run/player.ts';
import { openPlayableStory, readPrompts } from '../../run/run-services.ts';
import { openRedactor, loadSettings } from '../../run/settings.ts';
import { listenForStop, type StopListener } from '../../run/play-run.ts';
import type { Call } from '../call.ts';
import { codeForObstacle, CommandExit, EXIT, exitCodeForSignal } from '../errors.ts';
import { withFleet } from '../fleet/fleet-of.ts';
import { askedFor, flagsOf, type EvalOptions, type Experiment, type Load } from './eval-options.ts';
import { tellResults } from './show-experiment.ts';

export async function evaluate(call: Call<EvalOptions>): Promise<void> {
  const { world, options, tell } = call;
  const shard = parseShard(options.shard ?? '1/1');
  if (options.estimate === true) return estimate(call);
  const { folder, plan, load } = experimentOf(call);
  const stop = listenForStop({ onSignal: world.onSignal, complain: tell });
  const obstacles: UnitResult['modelError'][] = [];
  const onUnit: ExperimentPorts['onUnit'] = (result, progress) => {
    obstacles.push(result.modelError);
    tell(progressLine(result, progress));
  };
  const isOnFleet = load({}).config.fleet.database !== null;
  const here = async () => {
    const { playExperiment } = await import('../../eval/play-experiment.ts');
    const ports = await portsOf(tell, { folder, plan, load, stop });
    const extent = { parallel: options.parallel, shard };
    const { elsewhere } = await playExperiment(folder, plan, extent, { ...ports, onUnit });
    return elsewhere;
  };
  const onFleet = async () => {
    await evaluateOnFleet(call, { folder, plan, load, shard, onUnit, stop: stop.signal });
    return 0;
  };
  const elsewhere = await (isOnFleet ? onFleet() : here()).finally(() => stop.end());
  const result = tellResults(call, folder);
  const by = stop.by();
  if (by !== null) throw new CommandExit(exitCodeForSignal(by));
  const code = obstacles.flatMap((kind) => (kind && codeForObstacle(kind)) ?? []).at(0);
  if (code !== undefined) throw new CommandExit(code);
  if (elsewhere > 0) {
    tell(
      `${elsewhere} episodes are in the hands of another process; eval show tells when it is done.`,
    );
    throw new CommandExit(EXIT.tryLater);
  }
  const isPart = shard.of > 1 || result.units.over < result.units.planned;
  if (result.excluded.length > 0 && !isPart) throw new CommandExit(EXIT.someEpisodesFailed);
}

/** Tells what the whole experiment will use, as what was recorded in the workdir did. */
async function estimate(call: Call<EvalOptions>): Promise<void> {
  const { readHistory } = await import('../../records/history.ts');
  const { withKnownPrices } = await import('../../model/prices.ts');
  const { estimateSpending, estimateWords } = await import('../../report/estimate-spending.ts');
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

/** The experiment that the options name, its folder claimed. Throws ConfigError where the plan is another. */
function experimentOf(call: Call<EvalOptions>): Experiment {
  const { given, plan, load, config } = planOf(call);
  const { tell } = call;
  // That of the same experiment, unfinished, else a new one.
  const folder = given ?? experimentFolderFor(config.workdir, plan);
  const isBegun = folder.isTaken();
  folder.claim(plan);
  if (isBegun) {
    const over = folder.units(plan).filter(({ isCutShort }) => !isCutShort).length;
    tell(`Going on in ${folder.path}, where ${over} episodes are over.`);
  }
  return { folder, plan, load };
}

/** The plan that the options ask for, the folder that they name, null where they name none, and today's configuration. */
function planOf({ world, options }: Call<EvalOptions>) {
  const named = options.continue ?? options.out;
  const given = named === undefined ? null : new ExperimentFolder(path.resolve(world.cwd, named));
  const known = options.continue === undefined || given === null ? null : given.plan();
  const flags = flagsOf(world, options, known);
  const fleet = options.fleet === undefined ? {} : { 'fleet.database': options.fleet };
  const load: Load = (more) => loadSettings(world, { ...fleet, ...more }, options.config);
  const plan = planExperiment({ ...askedFor(options, known), flags, load, redact: openRedactor });
  const place = options.workdir === undefined ? {} : { workdir: options.workdir };
  const { config } = load({ ...plan.planned.flags, ...place });
  return { given, plan, load, config };
}

async function portsOf(
  tell: Call['tell'],
  { folder, plan, load, stop }: Experiment & { readonly stop: StopListener },
): Promise<Omit<ExperimentPorts, 'onUnit'>> {
  const { openBudgets } = await import('../../run/budgets.ts');
  const { withKnownPrices } = await import('../../model/prices.ts');
  const { openRunServices } = await import('../../run/run-services.ts');
  const told = new Set<string>();
  const complain = (message: string): void => {
    if (told.has(message)) return;
    told.add(message);
    tell(message);
  };
  const { flags } = plan.planned;
  const { turns } = plan.protocol;
  // A ledger counts the episodes of one workdir.
  const budgets = new Map<string, RunBudgets>();
  const open: UnitPorts['open'] = async ({ arm, seed, workdir }) => {
    const loaded = load({ ...armFlags(arm, turns, flags), seed, workdir });
    const models = await withKnownPrices(loaded.config.models);
    const own = budgets.get(workdir) ?? openBudgets({ ...loaded.config, models });
    budgets.set(workdir, own);
    return openRunServices(loaded, complain, { budgets: own, asking: folder.path });
  };
  // So that a model is asked once how it is best asked.
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
  return `${arm}, seed ${seed}, episode ${episode}: score ${score ?? 'unknown'}, ${reached.length} milestones in ${turns} turns (${stopReason}); ${done} of ${of}${left}`;
}

function timeLeft(ms: number | null): string {
  if (ms === null) return 'time left unknown';
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 100) return `about ${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}

/** What is to be played on a fleet, and who hears of it. */
interface EvalOnFleet extends Experiment, Pick<ExperimentPorts, 'onUnit'> {
  readonly shard: Shard;
  readonly stop: AbortSignal;
}

/** Has an experiment played by a fleet, waits for it, and tells which episodes failed. */
async function evaluateOnFleet(
  { tell }: Call,
  { folder, plan, load, shard, stop, onUnit }: EvalOnFleet,
): Promise<void> {
  const { settingsToSend } = await import('../../fleet/client/play-run.ts');
  const { playOnFleet } = await import('../../fleet/client/play-experiment.ts');
  const { flags } = plan.planned;
  const loaded = load(flags);
  checkPlayer(loaded.config);
  const { bytes, identity } = openPlayableStory(loaded.config.story);
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
      return settingsToSend(own.config, openRedactor(own));
    },
  };
  const play = (fleet: Fleet) => playOnFleet(fleet, experiment, { onUnit, tell, stop });
  const lost = await withFleet({ tell }, loaded.config, play, { signal: stop });
  for (const { place, number, reason } of lost) {
    tell(`Episode ${number} of ${place} came to nothing: ${reason}`);
  }
}
