import { createHash } from 'node:crypto';
import { markup, ownSource, type Child, type Markup } from '../report/markup.ts';
import { curveChart } from './curve-chart.ts';
import { learningCurves, progressCurves } from './curves.ts';
import type { ExperimentResult } from './experiment-result.ts';
import { pairedRuns } from './experiment.ts';
import { PAGE_STYLE } from './page-style.ts';
import {
  COMPARISON_HEAD,
  comparisonCells,
  cautions,
  experimentLine,
  LEARNING_HEAD,
  learningRows,
  PROMPT_HEAD,
  promptRows,
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
  const overEpisodes = (title: string, value: string, key: Parameters<typeof learningCurves>[2]) =>
    section(title, curveChart(learningCurves(runs, arms, key), { title, value, under: 'episode' }));
  const progress = 'Milestones over the turns of the last episode';
  return [
    overEpisodes('Best score by episode', 'score', ({ highScore }) => highScore),
    overEpisodes('Milestones by episode', 'milestones', ({ reached }) => reached.length),
    overEpisodes('Repeated failures by episode', 'share', (e) => e.repeatedFailureRate),
    section(
      progress,
      curveChart(progressCurves(runs, arms, result.protocol.turns), {
        title: progress,
        value: 'milestones',
        under: 'turn',
      }),
    ),
    section('Arms compared', [
      markup`<p class="note">Means over runs; differences to the first arm with the same seed, 95 % bootstrap interval,
        two-sided permutation p, Holm over the arms. A verdict needs both to agree.</p>`,
      table(COMPARISON_HEAD, result.comparisons.map(comparisonCells)),
    ]),
    section('First and last episode', table(LEARNING_HEAD, learningRows(result))),
    section('What prompt caches could read', table(PROMPT_HEAD, promptRows(result))),
    section('How it was played', conditions(result)),
  ];
}

function conditions({ arms, excluded, played, pairedSeeds, version }: ExperimentResult): Child {
  const help = Object.entries(played.helpedWith).map(([what, given]) => [
    what,
    given ? 'yes' : 'no',
  ]);
  return [
    markup`<p class="note">zorkgpt ${version}, seeds ${pairedSeeds.join(', ')}.</p>`,
    table(
      ['arm', 'settings', 'configuration'],
      arms.map(({ name, settings, configHash }) => [
        name,
        Object.entries(settings)
          .map(([key, value]) => `${key} = ${String(value)}`)
          .join(', '),
        configHash.slice(0, 12),
      ]),
    ),
    table(['helped with', ''], help),
    excluded.length === 0
      ? null
      : table(
          ['left out', 'seed', 'why'],
          excluded.map(({ arm, seed, reason }) => [arm, String(seed), reason]),
        ),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  const [first] = rows;
  if (first === undefined) return markup`<p class="note">Nothing to compare.</p>`;
  const names = head.map((name, index) => ({ name, column: columnClass(first[index] ?? '') }));
  return markup`<div class="scroll"><table>
    <thead><tr>${names.map(({ name, column }) => markup`<th class="${column}">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => markup`<tr>${row.map(cell)}</tr>`)}</tbody>
  </table></div>`;
}

function cell(text: string): Markup {
  const verdict = text === 'better' || text === 'worse' ? text : '';
  return markup`<td class="${columnClass(text)} ${verdict}">${text}</td>`;
}

/** Words stand at the left of their column, numbers at the right. */
function columnClass(text: string): string {
  return /^[a-z]/i.test(text) ? 'name' : '';
}

function section(title: string, body: Child): Markup {
  return markup`<section><h2>${title}</h2>${body}</section>`;
}
