import { sum, max } from 'd3-array';
import { curveStepAfter, line } from 'd3-shape';
import { plural, signed } from '../domain/text.ts';
import { bestOfRunsSoFar } from './runs.ts';
import type { EpisodeView, TurnMark, ScorePoint, EpisodeFacts } from './episode-view.ts';
import { markup, type Markup } from './page.ts';
import { barChart, type Bar, plot, across, px, type Scales } from './plot.ts';
import {
  costWords,
  countWords,
  dollarWords,
  pointsWords,
  priceWords,
  shortDollarWords,
} from './wording.ts';

const SIZES = { wide: [548, 260], narrow: [350, 240] } as const;
/** Colours of models, in the order of their first play. */
const MODEL_SWATCHES = 6;

function episodeBars(
  episodes: readonly EpisodeView[],
  chart: Omit<Parameters<typeof barChart>[0], 'sizes'>,
  barOf: (
    episode: EpisodeView,
  ) => Pick<Bar, 'total' | 'parts'> & Partial<Pick<Bar, 'link'>> & { readonly says: string },
): Markup | null {
  const bars = episodes.map((episode): Bar => {
    const { says, link = null, total, parts } = barOf(episode);
    const label = String(episode.number);
    return { label, total, tooltip: `Episode ${label}: ${says}`, link, parts };
  });
  return barChart({ ...chart, sizes: SIZES }, bars);
}

export function scoreBarChart(episodes: readonly EpisodeView[]): Markup | null {
  const models = [...new Set(episodes.map(({ model }) => model))];
  const swatchOf = (model: string) => `model-${models.indexOf(model) % MODEL_SWATCHES}`;
  const swatches = models.map((name) => ({ swatch: swatchOf(name), name }));
  const chart = { title: 'Score per episode', unit: 'score', swatches };
  return episodeBars(episodes, chart, ({ number, score, maxScore, model, stopReason }) => {
    const swatch = `${swatchOf(model)}${stopReason === 'unfinished' ? ' unfinished' : ''}`;
    return {
      total: score === null ? '?' : String(score),
      says: `${pointsWords(score, maxScore)}, ${stopReason}, ${model}`,
      link: `#ep=${number}&t=1`,
      parts: [{ swatch, value: Math.max(0, score ?? 0) }],
    };
  });
}

const TOKEN_SWATCHES = [
  { swatch: 'tokens-prompt', name: 'prompt' },
  { swatch: 'tokens-cached', name: 'prompt, cached' },
  { swatch: 'tokens-reply', name: 'completion' },
  { swatch: 'tokens-reasoning', name: 'completion, reasoning' },
];

/** Tokens per episode: sent, cached of these, received, and reasoning of these. */
export function tokenBars(episodes: readonly EpisodeView[]): Markup | null {
  const chart = { title: 'Tokens per episode', unit: 'tokens', swatches: TOKEN_SWATCHES };
  return episodeBars(episodes, chart, ({ usage }) => {
    const { promptTokens, cachedTokens, completionTokens, reasoningTokens } = usage;
    const values = [
      Math.max(0, promptTokens - cachedTokens),
      cachedTokens,
      Math.max(0, completionTokens - reasoningTokens),
      reasoningTokens,
    ];
    return {
      total: countWords(promptTokens + completionTokens),
      says: `${countWords(promptTokens)} prompt tokens (${countWords(cachedTokens)} cached), ${countWords(completionTokens)} completion tokens (${countWords(reasoningTokens)} reasoning)`,
      parts: TOKEN_SWATCHES.map(({ swatch }, at) => ({ swatch, value: values[at] ?? 0 })),
    };
  });
}

export function roomBarChart(episodes: readonly EpisodeView[]): Markup | null {
  const chart = { title: 'Rooms entered per episode', unit: 'rooms' };
  return episodeBars(episodes, chart, ({ rooms }) => {
    const parts = [{ swatch: 'rooms-entered', value: rooms }];
    return { total: String(rooms), says: `${rooms} rooms entered`, parts };
  });
}

/** Cost per episode. Null if none is known. */
export function costBars(episodes: readonly EpisodeView[]): Markup | null {
  const priced = episodes.filter(({ usage }) => usage.costUsd !== null);
  const spent = sum(priced, ({ usage }) => usage.costUsd ?? 0);
  const won = sum(priced, ({ score }) => Math.max(0, score ?? 0));
  const perPoint = won > 0 ? `, ${dollarWords(spent / won)} per point` : '';
  const chart = { title: 'Cost per episode', unit: 'US dollars', format: shortDollarWords };
  const drawn = episodeBars(episodes, chart, ({ usage: { costUsd }, model }) => {
    const parts = [{ swatch: 'cost', value: costUsd ?? 0 }];
    const total = priceWords(costUsd, model);
    return { total: total === 'unknown' ? '?' : total, says: costWords(costUsd, model), parts };
  });
  if (drawn === null) return null;
  return markup`${drawn}
    <p class="note">${dollarWords(spent)} in all${perPoint}.</p>`;
}

const BEST_SIZES = { wide: [1120, 200], narrow: [350, 180] } as const;

/** The best score so far over every known episode, deleted ones included. Null for fewer than two. */
export function bestChart(history: readonly EpisodeFacts[]): Markup | null {
  const bests = bestOfRunsSoFar(history.map(({ score }) => score));
  const points = history.flatMap(({ number, score }, index) => {
    const best = bests[index] ?? null;
    return score === null || best === null ? [] : [{ at: number, best }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const top = max(points, ({ best }) => best) ?? 0;
  // The newest episode's step is as visible as the others'.
  const end = { at: last.at + 0.5, best: last.best };
  return plot({
    title: 'Best score so far',
    description: `From ${first.best} in episode ${first.at} to ${last.best} in episode ${last.at}.`,
    sizes: BEST_SIZES,
    x: { domain: [first.at, end.at], unit: 'episode' },
    y: { domain: [0, Math.max(5, top * 1.1)], unit: 'best score' },
    marks: ({ x, y }) => {
      const path = line<(typeof points)[number]>(
        ({ at }) => x(at),
        ({ best }) => y(best),
      )
        .curve(curveStepAfter)
        .digits(1)([...points, end]);
      return markup`<g class="episode best"><path d="${path}" /></g>`;
    },
  });
}

const SCORE_SIZES = { wide: [1120, 340], narrow: [350, 260] } as const;
/** Below this share of the maximum, the maximum is named instead of drawn to scale. */
const DRAW_MAXIMUM_FROM = 0.5;
const LABEL_CHARACTER = 7;

/** Score over turns: a step line per episode, the best one bold, the newest coloured, deaths and score changes marked. */
export function scoreChart(episodes: readonly EpisodeView[]): Markup | null {
  const scored = episodes.filter(({ points }) => points.length > 0);
  if (scored.length === 0) return null;
  const best = scored.reduce((a, b) => (highest(b) > highest(a) ? b : a));
  const newest = scored.at(-1) ?? best;
  // The thin line of the newest is on top of the bold one, so that both are seen where they agree.
  const shown = [...new Set([best, newest])];
  const others = scored.filter((episode) => !shown.includes(episode));
  const maximum = max(scored, ({ maxScore }) => maxScore ?? 0) ?? 0;
  const turns = max(scored, ({ points }) => points.at(-1)?.turn ?? 0) ?? 0;
  const y = scoresOf(scored, maximum);
  const drawn = plot({
    title: 'Score over turns',
    description: `The best of ${plural(scored.length, 'episode')} here is episode ${best.number} with ${highest(best)} points.`,
    sizes: SCORE_SIZES,
    x: { domain: [0, Math.max(turns, 1)], unit: 'turn' },
    y: { domain: y, unit: 'score' },
    marks: (scales) => [
      maximum === 0 ? null : maximumLine(maximum, maximum <= y[1], scales),
      others.map((episode) => curve(episode, 'other', scales)),
      shown.map((episode) => curve(episode, episode === best ? 'best' : 'newest', scales)),
      endLabels(shown, scales),
    ],
  });
  return markup`${drawn}
    <ul class="legend">
      <li><span class="swatch line-best"></span>best (episode ${best.number})</li>
      ${
        best === newest
          ? null
          : markup`<li>
              <span class="swatch line-newest"></span>newest (episode ${newest.number})
            </li>`
      }
      <li><span class="swatch line-other"></span>other episodes</li>
      <li>● score changed</li>
      <li>✕ died</li>
      <li>★ won</li>
    </ul>`;
}

function highest({ points }: EpisodeView): number {
  return max(points, ({ score }) => score) ?? 0;
}

function scoresOf(episodes: readonly EpisodeView[], maximum: number): [number, number] {
  const top = max(episodes, highest) ?? 0;
  const least = Math.min(0, ...episodes.flatMap(({ points }) => points.map(({ score }) => score)));
  const ceiling = top >= maximum * DRAW_MAXIMUM_FROM ? Math.max(top, maximum) : top * 1.3;
  return [least, Math.max(ceiling, 5)];
}

function maximumLine(maximum: number, isToScale: boolean, { y, frame }: Scales): Markup {
  const at = isToScale ? y(maximum) : frame.top - 6;
  const label = isToScale ? `maximum ${maximum}` : `maximum ${maximum}, far above this scale`;
  return markup`${across(frame, 'maximum', at)}
    <text class="tick" x="${frame.left + 4}" y="${px(at + 13)}">${label}</text>`;
}

function curve(episode: EpisodeView, role: string, scales: Scales): Markup {
  const { points } = episode;
  const corners = points.filter(
    ({ score }, index) => index === points.length - 1 || score !== points[index - 1]?.score,
  );
  const path = line<ScorePoint>(
    ({ turn }) => scales.x(turn),
    ({ score }) => scales.y(score),
  )
    .curve(curveStepAfter)
    .digits(1)(corners);
  return markup`<g class="episode ${role}"
    ><title>Episode ${episode.number}: ${highest(episode)} points</title>
    <path d="${path}" />${episode.marks.map((mark) => marker(episode.number, mark, scales))}</g
  >`;
}

function marker(episode: number, mark: TurnMark, { x, y }: Scales): Markup {
  const [cx, cy] = [px(x(mark.turn)), px(y(mark.score))];
  const points = mark.change === 0 ? '' : ` (${signed(mark.change)})`;
  const title = markup`<title>
    Episode ${episode}, turn ${mark.turn}: ${mark.kind}${points}, ${mark.action}
  </title>`;
  const shape =
    mark.kind === 'gain' || mark.kind === 'loss'
      ? markup`<circle class="${mark.kind}" cx="${cx}" cy="${cy}" r="3">${title}</circle>`
      : markup`<text class="${mark.kind}" x="${cx}" y="${px(y(mark.score) + 5)}"
          >${mark.kind === 'death' ? '✕' : '★'}${title}</text
        >`;
  return markup`<a href="#ep=${episode}&amp;t=${mark.turn}">${shape}</a>`;
}

/** The score at the end of each curve. If two would overlap, the later one goes below the curve. */
function endLabels(episodes: readonly EpisodeView[], { x, y, frame }: Scales): readonly Markup[] {
  const taken: { readonly left: number; readonly y: number }[] = [];
  return episodes.flatMap((episode) => {
    const last = episode.points.at(-1);
    if (last === undefined) return [];
    const label = `episode ${episode.number}: ${last.score}`;
    const width = label.length * LABEL_CHARACTER;
    const left = Math.min(x(last.turn) + 8, frame.width - frame.right - width);
    const collides = (at: number) =>
      taken.some((other) => Math.abs(other.left - left) < width && Math.abs(other.y - at) < 15);
    const above = Math.max(frame.top, y(last.score) - 8);
    const at = collides(above) ? above + 24 : above;
    taken.push({ left, y: at });
    return [markup`<text class="label" x="${px(left)}" y="${px(at)}">${label}</text>`];
  });
}
