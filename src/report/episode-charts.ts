import { sum, max } from 'd3-array';
import { barChart } from './bars.ts';
import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import { count, dollars, points, shortDollars } from './wording.ts';
import { curveStepAfter, line } from 'd3-shape';
import { plot } from './plot.ts';
import type { EpisodeFacts } from './report-data.ts';
import { bestSoFar } from './runs.ts';

const SIZES = { wide: [548, 260], narrow: [350, 240] } as const;
/** Colours for models, in the order in which they first played. */
const MODEL_SWATCHES = 6;

/** Score per episode, coloured by model. */
export function scoreBars(episodes: readonly EpisodeView[]): Markup | null {
  const models = [...new Set(episodes.map(({ model }) => model))];
  const swatch = (model: string) => `model-${models.indexOf(model) % MODEL_SWATCHES}`;
  const swatches = models.map((model) => ({ swatch: swatch(model), name: model }));
  const chart = { title: 'Score per episode', sizes: SIZES, unit: 'score', swatches };
  return barChart(
    chart,
    episodes.map(({ number, score, maxScore, model, stopReason }) => ({
      label: String(number),
      total: score === null ? '?' : String(score),
      tooltip: `Episode ${number}: ${points(score, maxScore)}, ${stopReason}, ${model}`,
      link: `#ep=${number}&t=1`,
      parts: [
        {
          swatch: `${swatch(model)}${stopReason === 'unfinished' ? ' unfinished' : ''}`,
          value: Math.max(0, score ?? 0),
        },
      ],
    })),
  );
}

/** Tokens per episode: what was sent, what of it was cached, what came back, what of it was reasoning. */
export function tokenBars(episodes: readonly EpisodeView[]): Markup | null {
  const swatches = [
    { swatch: 'tokens-prompt', name: 'prompt' },
    { swatch: 'tokens-cached', name: 'prompt, cached' },
    { swatch: 'tokens-reply', name: 'completion' },
    { swatch: 'tokens-reasoning', name: 'completion, reasoning' },
  ];
  const chart = { title: 'Tokens per episode', sizes: SIZES, unit: 'tokens', swatches };
  return barChart(
    chart,
    episodes.map(({ number, usage }) => {
      const { promptTokens, cachedTokens, completionTokens, reasoningTokens } = usage;
      return {
        label: String(number),
        total: count(promptTokens + completionTokens),
        tooltip: `Episode ${number}: ${count(promptTokens)} prompt tokens (${count(cachedTokens)} cached), ${count(completionTokens)} completion tokens (${count(reasoningTokens)} reasoning)`,
        link: null,
        parts: [
          { swatch: 'tokens-prompt', value: Math.max(0, promptTokens - cachedTokens) },
          { swatch: 'tokens-cached', value: cachedTokens },
          { swatch: 'tokens-reply', value: Math.max(0, completionTokens - reasoningTokens) },
          { swatch: 'tokens-reasoning', value: reasoningTokens },
        ],
      };
    }),
  );
}

/** Rooms entered per episode: how far it came. */
export function roomBars(episodes: readonly EpisodeView[]): Markup | null {
  return barChart(
    { title: 'Rooms entered per episode', sizes: SIZES, unit: 'rooms' },
    episodes.map(({ number, rooms }) => ({
      label: String(number),
      total: String(rooms),
      tooltip: `Episode ${number}: ${rooms} rooms entered`,
      link: null,
      parts: [{ swatch: 'rooms-entered', value: rooms }],
    })),
  );
}

/** Cost per episode; null where none is known. */
export function costBars(episodes: readonly EpisodeView[]): Markup | null {
  const priced = episodes.filter(({ usage }) => usage.costUsd !== null);
  const spent = sum(priced, ({ usage }) => usage.costUsd ?? 0);
  const won = sum(priced, ({ score }) => Math.max(0, score ?? 0));
  const perPoint = won > 0 ? `, ${dollars(spent / won)} per point` : '';
  const chart = {
    title: 'Cost per episode',
    sizes: SIZES,
    unit: 'US dollars',
    format: shortDollars,
  };
  const drawn = barChart(
    chart,
    episodes.map(({ number, usage: { costUsd } }) => ({
      label: String(number),
      total: costUsd === null ? '?' : dollars(costUsd),
      tooltip: `Episode ${number}: ${costUsd === null ? 'cost unknown' : dollars(costUsd)}`,
      link: null,
      parts: [{ swatch: 'cost', value: costUsd ?? 0 }],
    })),
  );
  if (drawn === null) return null;
  return markup`${drawn}
    <p class="note">${dollars(spent)} in all${perPoint}.</p>`;
}

const BEST_SIZES = { wide: [1120, 200], narrow: [350, 180] } as const;

/** The best score so far over every episode that is known, deleted ones too; null with fewer than two. */
export function bestChart(history: readonly EpisodeFacts[]): Markup | null {
  const bests = bestSoFar(history.map(({ score }) => score));
  const points = history.flatMap(({ number, score }, index) => {
    const best = bests[index] ?? null;
    return score === null || best === null ? [] : [{ at: number, best }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const top = max(points, ({ best }) => best) ?? 0;
  return plot({
    title: 'Best score so far',
    description: `From ${first.best} in episode ${first.at} to ${last.best} in episode ${last.at}.`,
    sizes: BEST_SIZES,
    x: { domain: [first.at, last.at], unit: 'episode' },
    y: { domain: [0, Math.max(5, top * 1.1)], unit: 'best score' },
    marks: ({ x, y }) => {
      const path = line<(typeof points)[number]>(
        ({ at }) => x(at),
        ({ best }) => y(best),
      )
        .curve(curveStepAfter)
        .digits(1)(points);
      return markup`<g class="episode best"><path d="${path}" /></g>`;
    },
  });
}
