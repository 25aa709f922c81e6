import { createHash } from 'node:crypto';
import { max, min } from 'd3-array';
import { area, line } from 'd3-shape';
import { markup, ownSource, type Child, type Markup } from '../report/markup.ts';
import { legend as colourLegend, plot, type Scales } from '../report/plot.ts';
import { learningCurves, progressCurves, type Curve, type CurvePoint } from './curves.ts';
import type { ExperimentResult } from './experiment-result.ts';
import { pairedRuns } from './metric.ts';
import {
  cautions,
  experimentLine,
  headline,
  meanings,
  resultTables,
  type Table,
} from './wording.ts';

/** The experiment as one HTML document that opens from disk, runs nothing and asks nothing of any server. Pure. */
export function experimentPage(result: ExperimentResult): string {
  const style = createHash('sha256').update(PAGE_STYLE).digest('base64');
  const title = `Experiment: ${result.arms.map(({ name }) => name).join(', ')}`;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>${ownSource(PAGE_STYLE)}</style>
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p><b>${headline(result)}</b></p>
          <p class="note">${experimentLine(result)}</p>
          <p>${result.played.label} ${cautions(result)}</p>
        </header>
        <main>${sections(result)}</main>
      </body>
    </html> `.toString();
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
  return [
    chart('Best score so far by episode', 'score', best),
    overEpisodes('Best score by episode', 'score', ({ highScore }) => highScore),
    overEpisodes('Milestones by episode', 'milestones', ({ reached }) => reached.length),
    overEpisodes('Repeated failures by episode', 'share', (e) => e.repeatedFailureRate),
    chart('Milestones over the turns of the last episode', 'milestones', progress, 'turn'),
    section('Arms compared', [
      markup`<p class="note">Means over runs; differences to the first arm with the same seed, 95 % bootstrap interval,
        two-sided permutation p, Holm over the arms. A verdict needs both to agree; the word behind a difference only says
        which way it points.</p>`,
      table(tables.comparison),
      markup`<details><summary>What the metrics mean</summary>
        <dl>${meanings(result).map(([name, means]) => markup`<dt><b>${name}</b></dt><dd>${means}</dd>`)}</dl></details>`,
    ]),
    section('First and last episode', table(tables.learning)),
    section('Learning curve', table(tables.curves)),
    section('What prompt caches could read', table(tables.prompts)),
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
  const [first] = rows;
  if (first === undefined) return markup`<p class="note">Nothing to compare.</p>`;
  const names = head.map((name, index) => ({ name, column: columnClass(first[index] ?? '') }));
  return markup`<div class="scroll"><table>
    <thead><tr>${names.map(({ name, column }) => markup`<th class="${column}">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => markup`<tr>${row.map(cell)}</tr>`)}</tbody>
  </table></div>`;
}

function cell(text: string): Markup {
  const [verdict = ''] = /\b(?:better|worse)$/.exec(text) ?? [];
  return markup`<td class="${columnClass(text)} ${verdict}">${text}</td>`;
}

function columnClass(text: string): string {
  return /^[a-z]/i.test(text) ? 'name' : '';
}

function section(title: string, body: Child): Markup {
  return markup`<section><h2>${title}</h2>${body}</section>`;
}

/** The style sheet of the experiment's page. Up to eight arms have colours of their own. */
const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c1d22; --dim: #5d6070; --paper: #fcfcfa; --rule: #dcdce2;
  --arm0: #1f5fbf; --arm1: #c2481c; --arm2: #2a7f4f; --arm3: #8a3f9e; --arm4: #9a6b00; --arm5: #007f8c;
  --arm6: #b0305f; --arm7: #5c5c66; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ec; --dim: #a3a6b4; --paper: #16171b; --rule: #34363f;
  --arm0: #7db0ff; --arm1: #ff9a6e; --arm2: #74cf9c; --arm3: #d79be8; --arm4: #e0b95c; --arm5: #66c7d2;
  --arm6: #f08cb2; --arm7: #b4b4be; } }
body { margin: 0 auto; max-width: 1100px; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.note { color: var(--dim); } svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
.scroll { overflow-x: auto; } th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--rule); }
th:first-child, td:first-child, th.name, td.name { text-align: left; } th { font-weight: 600; }
.better { color: var(--arm2); } .worse { color: var(--arm1); }
.grid { stroke: var(--rule); } .axis { stroke: var(--dim); } .tick { fill: var(--dim); font-size: 12px; }
.end { text-anchor: end; } .middle { text-anchor: middle; } .legend { list-style: none; padding: 0; display: flex;
  flex-wrap: wrap; gap: .3rem 1.2rem; margin: .3rem 0; } .swatch { display: inline-block; width: 1.4em; height: .25em;
  margin-right: .4em; vertical-align: middle; } .curve { fill: none; stroke-width: 2.5; } .band { opacity: .15; }
${Array.from({ length: 8 }, (_, index) => `.arm-${index} { stroke: var(--arm${index}); } .fill-${index} { fill: var(--arm${index}); background: var(--arm${index}); }`).join('\n')}
.narrow { display: none; } @media (max-width: 640px) { .wide { display: none; } .narrow { display: block; } }
`;

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
  ${colourLegend(curves.map(({ arm }, index) => ({ swatch: `fill-${index % COLOURS}`, name: arm })))}`;
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
  return markup`<path class="band fill-${colour}" d="${band}" />
    <path class="curve arm-${colour}" d="${curve}" />`;
}

function describe({ arm, points }: Curve): string {
  const [first, last] = [points[0]?.mean ?? 0, points.at(-1)?.mean ?? 0];
  return `${arm}: from ${Math.round(first * 100) / 100} to ${Math.round(last * 100) / 100}.`;
}
