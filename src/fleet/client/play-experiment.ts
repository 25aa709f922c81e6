import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import type { GameConfiguration } from '../../config/schema.ts';
import { ConfigError } from '../../domain/errors.ts';
import { parsedJson } from '../../domain/json.ts';
import type { ExperimentFolder } from '../../eval/experiment-folder.ts';
import { type ExperimentPlan, seedInPlan } from '../../eval/plan.ts';
import { experimentProgress, type ExperimentPorts } from '../../eval/play-experiment.ts';
import { playedUnitResult } from '../../eval/play-unit.ts';
import {
  unitChains,
  unitChainsInShard,
  unitBefore,
  unitName,
  unitWorkdir,
  type Chain,
  type Shard,
  type Unit,
  isUnitDue,
} from '../../eval/unit.ts';
import { EpisodeDirectories } from '../../storage/episode-directories.ts';
import { createFolder, writeFolder } from '../../storage/folder.ts';
import { claimLearntFolder } from '../../storage/learnt-folder.ts';
import { readTextFile } from '../../storage/read-file.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import type { Fleet } from '../fleet.ts';
import { AFTER } from '../store-episode.ts';
import { submit, type PlannedEpisode, type Submission } from '../submit.ts';
import { readRecords } from './deliver.ts';
import { type EndedEpisode, followRun, type FollowOptions } from './play-run.ts';

interface FleetExperiment extends Pick<Submission, 'origin' | 'story' | 'prompts'> {
  readonly folder: ExperimentFolder;
  readonly plan: ExperimentPlan;
  readonly shard: Shard;
  readonly configOf: (unit: Unit, workdir: string) => GameConfiguration;
}

/** Plays the units of an experiment on a fleet and brings each into its folder. Resolves with the lost episodes. */
export async function playOnFleet(
  fleet: Fleet,
  experiment: FleetExperiment,
  { onUnit, tell, stop }: FollowOptions & Pick<ExperimentPorts, 'onUnit'>,
): Promise<readonly EndedEpisode[]> {
  const { folder, plan, shard } = experiment;
  const units = unitChainsInShard(unitChains(plan), shard).flat();
  const watch = experimentProgress(units, folder);
  const run = await openRun(fleet, experiment);
  if (run === null) return [];
  const byId = new Map(run.units.map(({ id, ...unit }) => [id, unit]));
  const lost: EndedEpisode[] = [];
  for await (const ended of followRun(fleet, run.run, { tell, stop })) {
    const unit = byId.get(ended.id);
    if (unit === undefined || !isUnitDue(folder.unit(unit))) continue;
    if (ended.summary === null) {
      lost.push(ended);
      continue;
    }
    onUnit(await bring(fleet, experiment, unit, ended), watch());
  }
  return lost;
}

/** The run that plays this experiment, submitted if it is not there. Null if nothing is due. */
async function openRun(fleet: Fleet, experiment: FleetExperiment): Promise<ExperimentRun | null> {
  const { folder, plan, shard } = experiment;
  const due = unitChainsInShard(unitChains(plan), shard).filter((chain) =>
    chain.some((unit) => isUnitDue(folder.unit(unit))),
  );
  const known = await readExperimentRun(fleet, folder.path);
  const knows = new Set(known?.units.map(unitName));
  if (known !== null && due.flat().every((unit) => knows.has(unitName(unit)))) return known;
  if (due.length === 0) return null;
  checkWhole(folder, due);
  const { run, episodes } = await submit(fleet, {
    ...experiment,
    kind: 'eval',
    begun: null,
    lastNumber: 0,
    episodes: due.flatMap(planChain(experiment)),
  });
  const units = due.flat().map((unit, index) => ({ ...unit, id: episodes[index]?.id ?? 0 }));
  const kept = { database: fleet.database.name, run, units };
  writeFileAtomic(fileIn(folder.path), `${JSON.stringify(kept)}\n`);
  return { run, units };
}

function planChain({ plan, folder, configOf }: FleetExperiment) {
  const name = `eval/${randomUUID()}`;
  let count = 0;
  return (chain: Chain): readonly PlannedEpisode[] =>
    chain.map((unit, index): PlannedEpisode => {
      const workdir = unitWorkdir(plan, unit);
      count += 1;
      return {
        store: `${name}/${workdir.split(path.sep).join('/')}`,
        seed: seedInPlan(plan.protocol, unit.seed, unit.episode - 1),
        config: configOf(unit, path.join(folder.path, workdir)),
        needs: index === 0 ? null : count - 2,
        rank: index,
      };
    });
}

/** Only this folder has the beginning of a chain that was played here. */
function checkWhole(folder: ExperimentFolder, chains: readonly Chain[]): void {
  const begun = chains.find((chain) => chain.some((unit) => folder.unit(unit) !== null));
  if (begun === undefined) return;
  throw new ConfigError(
    `${folder.path} was begun without this fleet: ${unitName(begun[0])} is over and those after it are not; go on without --fleet, or name another folder with --out.`,
  );
}

async function bring(
  fleet: Fleet,
  { folder, plan, story }: FleetExperiment,
  unit: Unit,
  { id, number, summary }: EndedEpisode,
) {
  if (summary === null) throw new Error(`${unitName(unit)} was not played.`);
  const workdir = path.join(folder.path, unitWorkdir(plan, unit));
  const files = await fleet.database.transaction((tx) => readRecords(tx, id));
  const learnt = await claimLearntFolder(workdir, story.ifid);
  const directories = new EpisodeDirectories(workdir);
  await directories.reserve(number);
  const recorded = [...files].filter(([name]) => !name.startsWith(AFTER));
  createFolder(directories.pathOf(number), new Map(recorded));
  const after = [...files].filter(([name]) => name.startsWith(AFTER));
  writeFolder(learnt, new Map(after.map(([name, bytes]) => [name.slice(AFTER.length), bytes])));
  const previous = unitBefore(plan, unit);
  const before = previous === null ? null : folder.unit(previous);
  const services = { config: { workdir }, learnt };
  const result = playedUnitResult({ plan, unit, before, out: folder.path }, services, summary);
  folder.keep(result);
  return result;
}

const runSchema = z.object({
  /** The database, without user and password. */
  database: z.string(),
  run: z.int(),
  units: z.array(z.object({ arm: z.string(), seed: z.int(), episode: z.int(), id: z.int() })),
});

/** The run of a fleet that plays an experiment: `fleet.json` in its folder. */
type ExperimentRun = Pick<z.infer<typeof runSchema>, 'run' | 'units'>;

/** Null if there is none, or the fleet has forgotten it. Rejects as `Database.transaction`. */
async function readExperimentRun({ database }: Fleet, folder: string) {
  // A file of another origin may name a run that cannot be resumed.
  const known = runSchema.safeParse(parsedJson(readTextFile(fileIn(folder)) ?? '')).data;
  if (known?.database !== database.name) return null;
  const ids = known.units.map(({ id }) => id);
  const [row] = await database.query<{ there: number }>(
    "select count(*)::int as there from zorkgpt.episode where run = $1 and id = any($2) and state not in ('cancelled', 'failed')",
    [known.run, ids],
  );
  return row?.there === ids.length ? known : null;
}

function fileIn(folder: string): string {
  return path.join(folder, 'fleet.json');
}
