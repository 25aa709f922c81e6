import path from 'node:path';
import { ConfigError, NotFoundError, LockedError, unlessBroken } from '../domain/errors.ts';
import { jsonFile } from '../domain/json.ts';
import { csvLine } from '../report/csv.ts';
import { copyFolder } from '../storage/folder.ts';
import { readTextFile, readFolderNames } from '../storage/read-file.ts';
import { ownerOfRunLock } from '../storage/owner-directory.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { experimentPage } from './experiment-page.ts';
import type { ExperimentResult } from './experiment-result.ts';
import { metricsFor } from './metric.ts';
import { checkSamePlan, parsePlan, type ExperimentPlan } from './plan.ts';
import {
  unitRunFolder,
  unitName,
  unitsOf,
  parseUnitResult,
  printUnitResult,
  isUnitDue,
  unitChains,
  unitWorkdir,
  type Unit,
  type UnitResult,
  type Chain,
} from './unit.ts';

const PLAN_FILE = 'plan.json';
const UNITS_FOLDER = 'units';

/** `plan.json`, `units/ARM/seed-0001/0001.json`, and workdirs. Methods throw StorageError and, for damage, ConfigError. */
export class ExperimentFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  /** Whether there is an experiment, of any version. */
  isTaken(): boolean {
    return readFolderNames(this.path).includes(PLAN_FILE);
  }

  /** Throws NotFoundError if there is none, and ConfigError for one of another version. */
  plan(): ExperimentPlan {
    const text = readTextFile(this.#planFile);
    if (text === null) {
      throw new NotFoundError(
        `There is no experiment in ${this.path}; name the folder that eval wrote.`,
      );
    }
    const plan = parsePlan(text);
    if (plan !== null) return plan;
    throw new ConfigError(
      `${this.#planFile} is damaged or of another version of zorkgpt; use the version that wrote it, or name another folder with --out.`,
    );
  }

  /** Makes it the folder of this experiment. Throws ConfigError if it is another's. */
  claim(plan: ExperimentPlan): void {
    if (!this.isTaken()) writeFileAtomic(this.#planFile, jsonFile(plan));
    checkSamePlan(this.path, this.plan(), plan);
  }

  unit(unit: Unit): UnitResult | null {
    const file = this.#unitFile(unit);
    const text = readTextFile(file);
    if (text === null) return null;
    const result = parseUnitResult(text);
    if (result !== null && unitName(result) === unitName(unit)) return result;
    throw new ConfigError(
      `${file} is damaged; restore it, or remove ${path.join(UNITS_FOLDER, unitRunFolder(unit))} and ${unitRunFolder(unit)} in ${this.path} and go on with the experiment: that arm and seed is then played anew.`,
    );
  }

  units(plan: ExperimentPlan): readonly UnitResult[] {
    return unitsOf(plan).flatMap((unit) => this.unit(unit) ?? []);
  }

  /** Stores the result of a unit, whole and durable. An earlier one is replaced. */
  keep(result: UnitResult): void {
    writeFileAtomic(this.#unitFile(result), printUnitResult(result));
  }

  get #planFile(): string {
    return path.join(this.path, PLAN_FILE);
  }

  #unitFile(unit: Unit): string {
    return path.join(this.path, UNITS_FOLDER, `${unitName(unit)}.json`);
  }
}

/** The default folder of an experiment: the newest `eval/0001` that has it unfinished, else the next new one. */
export function experimentFolderFor(workdir: string, plan: ExperimentPlan): ExperimentFolder {
  const below = path.join(workdir, 'eval');
  const numbers = readFolderNames(below).filter((name) => /^\d{4,9}$/.test(name));
  const taken = numbers
    .map((name) => new ExperimentFolder(path.join(below, name)))
    .filter((folder) => folder.isTaken());
  const begun = taken.findLast((folder) => isUnfinished(folder, plan));
  const last = taken.at(-1);
  const next = last === undefined ? 1 : Number(path.basename(last.path)) + 1;
  return begun ?? new ExperimentFolder(path.join(below, String(next).padStart(4, '0')));
}

function isUnfinished(folder: ExperimentFolder, plan: ExperimentPlan): boolean {
  const isDueIn = () => {
    checkSamePlan(folder.path, folder.plan(), plan);
    return unitsOf(plan).some((unit) => isUnitDue(folder.unit(unit)));
  };
  // Another experiment, or a damaged one, so the next folder is free.
  return unlessBroken(isDueIn, ConfigError) ?? false;
}

/** Writes results.json, results.csv and results.html into a folder and returns their paths. Throws StorageError. */
export function writeExperiment(folder: string, result: ExperimentResult) {
  const files = {
    json: path.join(folder, 'results.json'),
    csv: path.join(folder, 'results.csv'),
    page: path.join(folder, 'results.html'),
  };
  writeFileAtomic(files.json, jsonFile(result));
  writeFileAtomic(files.csv, experimentCsv(result));
  writeFileAtomic(files.page, experimentPage(result));
  return files;
}

/** One line per played episode, with a header line. Every value can be read without the other file. */
function experimentCsv(result: ExperimentResult): string {
  const { runs, subject, version, protocol, arms } = result;
  const metrics = metricsFor(runs, protocol.turns);
  const facts = 'arm,seed,episode,stopReason,counts,store,story,model,version,configHash'.split(
    ',',
  );
  const head = [...facts, ...metrics.map(({ key }) => key)];
  const rows = runs.flatMap(({ arm, seed, episodes }) =>
    episodes.map((episode, index) => [
      arm,
      seed,
      index + 1,
      episode.stopReason,
      result.pairedSeeds.includes(seed) ? 'yes' : 'no',
      protocol.store,
      subject.story.ifid,
      subject.model,
      version,
      arms.find(({ name }) => name === arm)?.configHash ?? '',
      ...metrics.map(({ of }) => of(episode)),
    ]),
  );
  return [head, ...rows].map((row) => `${csvLine(row)}\n`).join('');
}

/** Joins in `out` what several folders played of one experiment. Throws ConfigError if they differ, and LockedError. */
export function mergeExperiments(
  parts: readonly [ExperimentFolder, ...ExperimentFolder[]],
  out: ExperimentFolder,
): void {
  const plan = parts[0].plan();
  const places = out.isTaken() ? [...parts, out] : parts;
  for (const place of places.slice(1)) checkSamePlan(parts[0].path, plan, place.plan());
  for (const unit of unitsOf(plan)) checkEqual(unit, places);
  out.claim(plan);
  for (const part of parts) {
    if (path.resolve(part.path) === path.resolve(out.path)) continue;
    for (const chain of unitChains(plan)) mergeChain(plan, chain, part, out);
  }
}

/** Copies a chain that the part has played further. The results come last, so that each has its records. */
function mergeChain(
  plan: ExperimentPlan,
  chain: Chain,
  part: ExperimentFolder,
  out: ExperimentFolder,
): void {
  if (overIn(chain, part) <= overIn(chain, out)) return;
  const workdir = unitWorkdir(plan, chain[0]);
  const from = path.join(part.path, workdir);
  const to = path.join(out.path, workdir);
  for (const folder of [from, to]) {
    const says = `${folder} is being played; merge when that is done.`;
    if (ownerOfRunLock(folder) !== null) throw new LockedError(says, { path: folder });
  }
  copyFolder(from, to);
  for (const unit of chain) {
    const result = part.unit(unit);
    if (result !== null) out.keep(result);
  }
}

function overIn(chain: Chain, folder: ExperimentFolder): number {
  return chain.filter((unit) => !isUnitDue(folder.unit(unit))).length;
}

function checkEqual(unit: Unit, places: readonly ExperimentFolder[]): void {
  const over = places.flatMap((place) => {
    const result = place.unit(unit);
    return result === null || isUnitDue(result) ? [] : [{ place, text: printUnitResult(result) }];
  });
  const other = over.find(({ text }) => text !== over[0]?.text);
  if (other === undefined) return;
  throw new NotFoundError(
    `${over[0]?.place.path} and ${other.place.path} came to different results for ${unitName(unit)}; merge only one of them.`,
  );
}
