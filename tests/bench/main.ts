/** `npm run bench`: what the product promises in numbers, each measured here and now, on one page. */
import { sharedShare, mostOftenBrokenBy } from '../../src/eval/prompt-cache.ts';
import { testStory } from '../helpers/stories.ts';
import { openTemporaryRoot } from '../helpers/temporary-root.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';
import {
  atLeast,
  atMost,
  below,
  median,
  PAGE_HEAD,
  renderPart,
  row,
  verdictOf,
  type PagePart,
  type PageRow,
} from './bench-page.ts';
import { detectionCosts } from './detection.bench.ts';
import { engineBench } from './engine.bench.ts';
import { fleetPart } from './fleet.bench.ts';
import { httpRows } from './http-turns.bench.ts';
import { memoryRows } from './memory.bench.ts';
import { nightRows } from './night.ts';
import { objectiveRows } from './objectives.bench.ts';
import { referenceBench } from './reference.bench.ts';
import { startUp } from './start-up.bench.ts';
import { storiesPart } from './stories.bench.ts';
import { playTurns, type TurnFigures } from './turns.bench.ts';
import { verifyRows } from './verify.bench.ts';

/** Jericho's `env.step` on the Zork I walkthrough, on the two-core machine where both were measured. */
const JERICHO_STEPS = 50_000;
/** 150 ms and 200 ms where node itself takes 60 ms to start. */
const HELP_RATIO = 2.5;
const SHOW_RATIO = 3.3;

const ENGINE_GOALS: Readonly<Record<string, PageRow['goal']>> = {
  'steps, warm': atLeast(JERICHO_STEPS),
  'exits of a room': below(2),
  snapshot: below(20),
  restore: below(20),
  'second opening': below(2),
};

function enginePart(): PagePart {
  // Before the reference, which warms the engine up: the first playthrough is one of the numbers.
  const rows = engineBench();
  const { speed, stepsPerMillion } = referenceBench();
  const note = (name: string) =>
    name === 'steps, warm' ? 'best of ten, median of nine; goal: Jericho on a quiet machine' : '';
  const measured = rows.map(({ name, value, unit }) =>
    row(name, value, unit, { goal: ENGINE_GOALS[name] ?? null, note: note(name) }),
  );
  const skipped = [row('engine', null, '', { note: 'no Zork I r88 on this machine' })];
  return {
    title: 'Engine, Zork I walkthrough',
    rows: [
      ...(rows.length === 0 ? skipped : measured),
      row('this machine, reference loop', speed, 'M ops/s'),
      row('steps per million operations of that loop', stepsPerMillion, 'steps', {
        note: 'pairs, one process',
      }),
    ],
  };
}

function detectionPart(): PagePart {
  return {
    title: 'Finding player, score and moves, once per story and process',
    rows: detectionCosts().map(({ story, probes, ms }) =>
      row(story, ms, 'ms', { note: `${probes} probes, cold` }),
    ),
  };
}

function turnsPart(title: string, figures: TurnFigures): PagePart {
  const { turns, ownMs, agentTokens, newestTokens, memoryTokens, calls, waitedFor, prefixes } =
    figures;
  const most = (values: readonly number[]) => Math.max(...values);
  const mean = waitedFor.reduce((a, b) => a + b, 0) / turns;
  return {
    title: `${title}, offline player, ${turns} turns`,
    rows: [
      row('own time per turn, median', median(ownMs), 'ms', {
        goal: below(10),
        note: 'models excluded, flushes included',
      }),
      row('agent prompt, median', median(agentTokens), 'tokens', {
        note: 'the whole conversation, without knowledge base',
      }),
      row('agent prompt, largest', most(agentTokens), 'tokens'),
      row('newest message, median', median(newestTokens), 'tokens', { goal: atMost(1200) }),
      row('memory section, largest', most(memoryTokens), 'tokens', { goal: atMost(300) }),
      row('model calls per turn', calls.length / turns, 'calls', { goal: atMost(2) }),
      row('calls that play waits for, mean', mean, 'calls', { goal: atMost(2) }),
      row('calls that play waits for, most', most(waitedFor), 'calls', {
        note: 'more than one after a rejection',
      }),
      ...prefixes.map((prefix) =>
        row(`${prefix.role}: prompt equal to the one before`, percent(sharedShare(prefix)), '%', {
          note: brokenBy(prefix),
          goal: prefix.role === 'agent' ? atLeast(70) : null,
        }),
      ),
      ...nightRows(turns, calls, prefixes),
    ],
  };
}

function brokenBy(prefix: TurnFigures['prefixes'][number]): string {
  const [section, times] = mostOftenBrokenBy(prefix) ?? [];
  return section === undefined ? '' : `broken by "${section}", ${times} of ${prefix.pairs}`;
}

function percent(share: number | null): number | null {
  return share === null ? null : share * 100;
}

function memoryPart(): PagePart {
  const rows = memoryRows().flatMap(({ operation, bytes, medianMs, growthPerByte }) => {
    const name = `${operation} ${Math.round(bytes / 1000).toLocaleString('en')} KB`;
    if (growthPerByte === null) return [row(name, medianMs, 'ms', { goal: below(10) })];
    return [
      row(name, medianMs, 'ms'),
      row(`${name}: time per byte, to the small file`, growthPerByte, 'x', {
        goal: atMost(2),
        note: '1 is linear, 10 would be quadratic',
      }),
    ];
  });
  return { title: 'Memories.md, without flush', rows };
}

function startUpPart(): PagePart {
  const title = 'Program';
  const figures = startUp();
  if (figures === null) {
    return { title, rows: [row('start-up', null, '', { note: 'not built; npm run build' })] };
  }
  const { nodeMs, helpMs, showMs, runMb, nodeMb } = figures;
  const ratio = (ms: number | null) => (ms === null ? null : ms / nodeMs);
  const note = (ms: number | null) =>
    ms === null ? 'this build has no such command' : `${Math.round(ms)} ms`;
  return {
    title,
    rows: [
      row('node -e 0', nodeMs, 'ms'),
      row('zorkgpt --help, to node', ratio(helpMs), 'x', {
        goal: atMost(HELP_RATIO),
        note: note(helpMs),
      }),
      row('zorkgpt memories show, to node', ratio(showMs), 'x', {
        goal: atMost(SHOW_RATIO),
        note: note(showMs),
      }),
      row('resident after 200 turns, most', runMb, 'MB'),
      row('resident, node alone', nodeMb, 'MB'),
    ],
  };
}

async function turnsOfZork(): Promise<PagePart> {
  if (zork !== null) return turnsPart('Zork I', await playTurns(zork));
  return {
    title: 'Zork I',
    rows: [row('turns', null, '', { note: 'no Zork I r88 on this machine' })],
  };
}

const removeTemporaryRoot = openTemporaryRoot();
const zork = testStory('zork1-r88.z3');
const measures: readonly (() => PagePart | Promise<PagePart>)[] = [
  startUpPart,
  storiesPart,
  enginePart,
  detectionPart,
  async () => turnsPart('The shipped story', await playTurns(SHIPPED_STORY)),
  turnsOfZork,
  async () => ({
    title: `${zork === null ? 'The shipped story' : 'Zork I'}, offline player behind an HTTP endpoint`,
    rows: await httpRows(zork ?? SHIPPED_STORY),
  }),
  memoryPart,
  () => ({ title: 'Objectives, 110 rooms and 600 memories', rows: objectiveRows() }),
  async () => ({ title: 'Trying memories again, the shipped story', rows: await verifyRows() }),
  fleetPart,
];
const parts: PagePart[] = [];
console.log(PAGE_HEAD);
// Each part as soon as it is known, so that who stops the rest has seen it.
for (const measure of measures) {
  const part = await measure();
  parts.push(part);
  console.log(renderPart(part));
}
await removeTemporaryRoot();
const missed = parts.flatMap(({ rows }) => rows).filter((each) => verdictOf(each) === 'MISSES');
console.log(
  `\n${missed.length === 0 ? 'Every goal holds' : `Missed: ${missed.map(({ name }) => name).join('; ')}`}. Medians; on a busy machine trust ratios and counts.`,
);
