import { plural } from '../domain/text.ts';
import {
  SIGNIFICANT,
  type ArmComparison,
  type PairedResult,
  type ExperimentResult,
} from './experiment-result.ts';
import type { Estimate } from './curves.ts';
import { METRIC_MEANINGS } from './metric.ts';
import { mostOftenBrokenBy, sharedShare } from './prompt-cache.ts';

function figure(value: number | null): string {
  if (value === null) return '-';
  if (value === 0) return '0';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

function pairedCells(result: PairedResult): readonly string[] {
  const { difference, looks, interval, p, pairs } = result;
  const sign = difference !== null && difference > 0 ? '+' : '';
  return [
    `${sign}${figure(difference)} ${looks ?? ''}`.trimEnd(),
    intervalCell(interval),
    pairs === 0 ? '-' : p.toPrecision(2),
  ];
}

function intervalCell(interval: Pick<Estimate, 'low' | 'high'> | null): string {
  const { low = null, high = null } = interval ?? {};
  return low === null || high === null ? '-' : `${figure(low)} to ${figure(high)}`;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The tables of an experiment: compared arms, first and last episodes, learning curves, prompt caches. */
export function resultTables(result: ExperimentResult) {
  const first = `${result.arms[0]?.name ?? ''} (first)`;
  const paired = ['difference', '95 % interval', 'p'];
  const corrected = isCorrected(result) ? ['p (Holm)'] : [];
  return {
    comparison: {
      head: ['metric', 'arm', first, 'this arm', ...paired, ...corrected, 'verdict'],
      rows: comparisonRows(result),
    },
    learning: {
      head: ['metric', 'arm', 'first episode', 'last episode', ...paired],
      rows: learningRows(result),
    },
    curves: {
      head: ['arm', 'learning curve', 'episode', 'mean', '95 % interval'],
      rows: curveRows(result),
    },
    prompts: {
      head: ['arm', 'role', 'requests', 'same as before', 'cacheable', 'most often broken by'],
      rows: promptRows(result),
    },
  };
}

/** Whether each metric has several p values, which Holm's correction changes. */
function isCorrected({ arms }: ExperimentResult): boolean {
  return arms.length > 2;
}

/** Without metrics that are zero in every arm. */
function comparisonRows(result: ExperimentResult): Table['rows'] {
  const { comparisons } = result;
  const isZero = (metric: string) =>
    comparisons
      .filter((one) => one.metric === metric)
      .every(({ baselineMean, armMean }) => !baselineMean && !armMean);
  return comparisons
    .filter(({ metric }) => !isZero(metric))
    .map((one) => comparisonCells(one, isCorrected(result)));
}

/** What an experiment shows, in a sentence for each arm but the first. Empty if there is nothing to compare. */
export function headline({ comparisons }: Pick<ExperimentResult, 'comparisons'>): string {
  return comparisons
    .filter(({ metric, pairs }) => metric === 'highScore' && pairs > 0)
    .map(headlineOf)
    .join(' ');
}

function headlineOf({ arm, baseline, difference, verdict, pairs, ...one }: ArmComparison): string {
  const by = difference ?? 0;
  const much =
    by === 0
      ? 'as many points as'
      : `${figure(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'} points than`;
  const isShown = verdict !== 'not shown';
  const more =
    isShown || one.seedsNeeded === null
      ? ''
      : `; about ${plural(one.seedsNeeded, 'seed')} would show a difference of this size`;
  const proof = by === 0 ? ', in' : `: ${isShown ? 'shown' : 'not shown'} by`;
  return `${arm} reaches ${much} ${baseline}, the first arm${proof} ${plural(pairs, 'pair')} of plays${more}.`;
}

export function resultMeanings(result: ExperimentResult): readonly (readonly [string, string])[] {
  const names = new Set(comparisonRows(result).map(([name = '']) => name));
  return Object.entries(METRIC_MEANINGS).filter(([name]) => names.has(name));
}

function comparisonCells(comparison: ArmComparison, isAdjusted: boolean): readonly string[] {
  const { name, arm, baselineMean, armMean, adjustedP, pairs, verdict } = comparison;
  return [
    name,
    arm,
    figure(baselineMean),
    figure(armMean),
    ...pairedCells(comparison),
    ...(isAdjusted ? [pairs === 0 ? '-' : adjustedP.toPrecision(2)] : []),
    pairs === 0 ? '-' : verdict,
  ];
}

/** The metrics that show learning over episodes. The files have the others. */
const LEARNT = new Set([
  'highScore',
  'milestones',
  'turnsToMilestones',
  'repeatedFailureRate',
  'memoryCoverage',
  'storedShare',
  'callsPerPoint',
]);

function learningRows({ learning }: ExperimentResult): Table['rows'] {
  return learning
    .filter(({ metric, pairs }) => LEARNT.has(metric) && pairs > 0)
    .map((row) => [row.name, row.arm, figure(row.first), figure(row.last), ...pairedCells(row)]);
}

const MOST_ROWS = 10;

/** How each arm improves: best score so far by episode, the area under it, and the value of its memories. */
function curveRows({ curves }: ExperimentResult): Table['rows'] {
  return curves.flatMap(({ arm, best, area, verdicts }) => {
    const step = Math.ceil(best.length / MOST_ROWS);
    const last = best.at(-1)?.x ?? 0;
    const told = best.filter(({ x }) => (last - x) % step === 0);
    return [
      ...told.map((at) => [arm, 'best score so far', String(at.x), ...estimateCells(at)]),
      ...(area === null ? [] : [[arm, 'area under it', `1 to ${last}`, ...estimateCells(area)]]),
      ...verdicts
        .filter(({ mean }) => mean > 0)
        .map((share) => [
          arm,
          `memories ${share.verdict} (simulated)`,
          `after ${last}`,
          ...estimateCells(share),
        ]),
    ];
  });
}

function estimateCells(estimate: Estimate): readonly string[] {
  return [figure(estimate.mean), intervalCell(estimate)];
}

function promptRows({ arms }: ExperimentResult): Table['rows'] {
  return arms.flatMap(({ name, prompts }) =>
    prompts.map((prefix) => {
      const { role, requests, cacheable, characters } = prefix;
      const broken = mostOftenBrokenBy(prefix);
      return [
        name,
        role,
        String(requests),
        percent(sharedShare(prefix)),
        percent(characters === 0 ? null : cacheable / characters),
        broken === undefined ? '-' : `${broken[0]} (${broken[1]} of ${prefix.pairs})`,
      ];
    }),
  );
}

/** What the result of an experiment is about, in one line. */
export function experimentLine({ subject, protocol, pairedSeeds }: ExperimentResult): string {
  const { story, model } = subject;
  const name = story.title ?? story.ifid;
  const how = protocol.preset === null ? '' : `, protocol ${protocol.preset}`;
  return `${name} (${story.ifid}), ${model}, ${plural(pairedSeeds.length, 'paired seed')}, ${plural(protocol.episodes, 'episode')} of ${plural(protocol.turns, 'turn')}, ${protocol.store} store${how}`;
}

/** What a reader must know before believing the table. Empty if there is nothing to warn of. */
export function cautions({ pairedSeeds, arms }: ExperimentResult): string {
  const smallest = Math.min(1, (2 / 2 ** pairedSeeds.length) * (arms.length - 1));
  const tooFew = `With ${plural(pairedSeeds.length, 'seed')} no difference can be shown, however large: the smallest p would be ${smallest.toPrecision(2)}. Play more seeds.`;
  // Runs of an arm with equal courses are one measurement, not several.
  const copied = arms
    .filter(({ countedRuns, distinctRuns }) => distinctRuns < countedRuns)
    .map(({ name, countedRuns, distinctRuns }) => `${distinctRuns} of ${countedRuns} (${name})`);
  const copies = `Runs that differ: ${copied.join(', ')}. Intervals and p take every seed for a measurement of its own and are too good where runs are copies.`;
  return [
    ...(arms.length < 2 || smallest < SIGNIFICANT ? [] : [tooFew]),
    ...(copied.length === 0 ? [] : [copies]),
  ].join(' ');
}

function percent(share: number | null): string {
  return share === null ? '-' : `${Math.round(share * 100)} %`;
}
