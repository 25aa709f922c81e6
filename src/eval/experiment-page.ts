import { readInstalled } from '../storage/read-file.ts';
import {
  pageOf,
  pageTable,
  readPageAssets,
  markup,
  type Child,
  type Markup,
} from '../report/page.ts';
import { max, min } from 'd3-array';
import { area, line } from 'd3-shape';
import { legend, plot, type Scales } from '../report/plot.ts';
import { learningCurves, progressCurves, type Curve, type CurvePoint } from './curves.ts';
import { type ExperimentResult, pairedRuns } from './experiment-result.ts';
import {
  cautions,
  experimentLine,
  headline,
  resultMeanings,
  resultTables,
  type Table,
} from './result-wording.ts';

/** The experiment as one HTML document that opens from disk, without scripts and servers. */
export function experimentPage(result: ExperimentResult): string {
  const { style, script } = readPageAssets([]);
  const own = readInstalled('src', 'eval', 'experiment.css');
  const title = `Experiment: ${result.arms.map(({ name }) => name).join(', ')}`;
  return pageOf(
    { title, assets: { style: style + own, script } },
    markup`<header>
      <h1>${title}</h1>
      <p><b>${headline(result)}</b></p>
      <p class="note">${experimentLine(result)}</p>
      <p>${result.played.label} ${cautions(result)}</p>
    </header>
    <main>${sections(result)}</main>`,
  );
}

function sections(result: ExperimentResult): Child {
  const arms = result.arms.map(({ name }) => name);
  const runs = pairedRuns(result.runs, arms);
  const tables = resultTables(result);
  const chart = (title: string, value: string, curves: readonly Curve[], under = 'episode') =>
    section(title, curveChart(curves, { title, value, under }));
  const overEpisodes = (title: string, value: string, of: Parameters<typeof learningCurves>[2]) =>
    chart(title, value, learningCurves(runs, arms, of));
  const best = result.curves.map((curve) => ({ arm: curve.arm, points: curve.best }));
  const progress = progressCurves(runs, arms, result.protocol.turns);
  // One episode is a point, and no curve.
  const isCurve = result.protocol.episodes > 1;
  const byEpisode = () => [
    chart('Best score so far by episode', 'score', best),
    overEpisodes('Best score by episode', 'score', ({ highScore }) => highScore),
    overEpisodes('Milestones by episode', 'milestones', ({ reached }) => reached.length),
    overEpisodes('Repeated failures by episode', 'share', (e) => e.repeatedFailureRate),
  ];
  return [
    isCurve ? byEpisode() : null,
    chart('Milestones over the turns of the last episode', 'milestones', progress, 'turn'),
    section('Arms compared', [
      markup`<p class="note">Means over runs; differences to the first arm with the same seed, 95 % bootstrap interval,
        two-sided permutation p, with Holm's correction if there are more than two arms. A verdict needs both to agree; the word behind a difference only says
        which way it points.</p>`,
      table(tables.comparison),
      markup`<details><summary>What the metrics mean</summary>
        <dl>${resultMeanings(result).map(([name, means]) => markup`<dt><b>${name}</b></dt><dd>${means}</dd>`)}</dl></details>`,
    ]),
    isCurve ? section('First and last episode', table(tables.learning)) : null,
    section('Learning curve', [
      markup`<p class="note">Means over seeds. A share of memories is of those that an arm had at the end, each tried again in copies of the game:
        confirmed, true only at times (conditional), refuted, or nothing that can be tried (untestable).</p>`,
      table(tables.curves),
    ]),
    section('What prompt caches could read', [
      markup`<p class="note">Shares of the characters of a request: the same as at the start of the request before it, and as much of that as
        providers keep (whole steps of 128 tokens, from 1,024 on); and the first part that differed most often.</p>`,
      table(tables.prompts),
    ]),
    section('How it was played', conditions(result)),
  ];
}

function conditions({ arms, excluded, played, pairedSeeds, version }: ExperimentResult): Child {
  const help = Object.entries(played.helpedWith).map(([what, is]) => [what, is ? 'yes' : 'no']);
  const settled = arms.map(({ name, settings, configHash }) => {
    const set = Object.entries(settings).map(([key, value]) => `${key} = ${String(value)}`);
    return [name, set.join(', '), configHash.slice(0, 12)];
  });
  const left = excluded.map(({ arm, seed, reason }) => [arm, String(seed), reason]);
  return [
    markup`<p class="note">zorkgpt ${version}, seeds ${pairedSeeds.join(', ')}.</p>`,
    table({ head: ['arm', 'settings', 'configuration'], rows: settled }),
    table({ head: ['helped with', ''], rows: help }),
    left.length === 0 ? null : table({ head: ['left out', 'seed', 'why'], rows: left }),
  ];
}

function table({ head, rows }: Table): Markup {
  if (rows.length === 0) return markup`<p class="note">Nothing to compare.</p>`;
  return pageTable(head, rows);
}

function section(title: string, body: Child): Markup {
  return markup`<section><h2>${title}</h2>${body}</section>`;
}

const SIZES = { wide: [1040, 320], narrow: [350, 260] } as const;
const COLOURS = 8;

function curveChart(
  curves: readonly Curve[],
  names: { readonly title: string; readonly value: string; readonly under: string },
): Markup {
  const drawn = curves.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return markup`<p class="note">Nothing to draw.</p>`;
  const points = drawn.flatMap((curve) => curve.points);
  const [left, right] = [min(points, ({ x }) => x) ?? 0, max(points, ({ x }) => x) ?? 1];
  const top = max(points, ({ mean, high }) => high ?? mean) ?? 1;
  const bottom = Math.min(0, min(points, ({ mean, low }) => low ?? mean) ?? 0);
  const picture = plot({
    title: names.title,
    description: drawn.map(describe).join(' '),
    sizes: SIZES,
    x: { domain: [left, Math.max(right, left + 1)], unit: names.under },
    y: { domain: [bottom, top * 1.08 || 1], unit: names.value },
    marks: (scales) => curves.map((curve, index) => draw(curve.points, index % COLOURS, scales)),
  });
  return markup`${picture}
  ${legend(curves.map(({ arm }, index) => ({ swatch: `arm-${index % COLOURS}`, name: arm })))}`;
}

function draw(points: readonly CurvePoint[], colour: number, { x, y }: Scales): Markup {
  const band = area<CurvePoint>(
    (point) => x(point.x),
    (point) => y(point.low ?? point.mean),
    (point) => y(point.high ?? point.mean),
  ).digits(1)([...points]);
  const curve = line<CurvePoint>(
    (point) => x(point.x),
    (point) => y(point.mean),
  ).digits(1)([...points]);
  return markup`<g class="arm-${colour}"><path class="band" d="${band}" /><path class="curve" d="${curve}" /></g>`;
}

function describe({ arm, points }: Curve): string {
  const [first, last] = [points[0]?.mean ?? 0, points.at(-1)?.mean ?? 0];
  return `${arm}: from ${Math.round(first * 100) / 100} to ${Math.round(last * 100) / 100}.`;
}
