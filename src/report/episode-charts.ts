import { sum } from 'd3-array';
import { bars, type Bar } from './bars.ts';
import { legend, responsive } from './chart-frame.ts';
import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import { count, dollars, points, shortDollars } from './wording.ts';

const SIZES = { wide: [548, 260], narrow: [350, 240] } as const;
/** Colours for models, in the order in which they first played. */
const MODEL_SWATCHES = 6;

/** Score per episode, coloured by model. */
export function scoreBars(episodes: readonly EpisodeView[]): Markup {
  const models = [...new Set(episodes.map(({ model }) => model))];
  const swatch = (model: string) => `model-${models.indexOf(model) % MODEL_SWATCHES}`;
  const list = episodes.map((episode): Bar => {
    const { number, score, maxScore, model, stopReason } = episode;
    const isWhole = stopReason !== 'unfinished';
    return {
      label: String(number),
      total: score === null ? '?' : String(score),
      tooltip: `Episode ${number}: ${points(score, maxScore)}, ${stopReason}, ${model}`,
      link: linkTo(number),
      parts: [
        {
          swatch: `${swatch(model)}${isWhole ? '' : ' unfinished'}`,
          value: Math.max(0, score ?? 0),
        },
      ],
    };
  });
  const caption = {
    title: 'Score per episode',
    description: list.map(({ tooltip }) => tooltip).join('. '),
  };
  const axes = { unit: 'score', under: 'episode', format: count };
  return markup`${responsive(SIZES, (frame) => bars(frame, caption, axes, list))}
  ${legend(models.map((model) => ({ swatch: swatch(model), name: model })))}`;
}

/** Tokens per episode: what was sent, what of it was cached, what came back, what of it was reasoning. */
export function tokenBars(episodes: readonly EpisodeView[]): Markup {
  const list = episodes.map(({ number, usage }): Bar => {
    const { promptTokens, cachedTokens, completionTokens, reasoningTokens } = usage;
    const total = promptTokens + completionTokens;
    return {
      label: String(number),
      total: total === 0 ? '0' : count(total),
      tooltip: `Episode ${number}: ${count(promptTokens)} prompt tokens (${count(cachedTokens)} cached), ${count(completionTokens)} completion tokens (${count(reasoningTokens)} reasoning)`,
      link: null,
      parts: [
        { swatch: 'tokens-prompt', value: Math.max(0, promptTokens - cachedTokens) },
        { swatch: 'tokens-cached', value: cachedTokens },
        { swatch: 'tokens-reply', value: Math.max(0, completionTokens - reasoningTokens) },
        { swatch: 'tokens-reasoning', value: reasoningTokens },
      ],
    };
  });
  const caption = {
    title: 'Tokens per episode',
    description: list.map(({ tooltip }) => tooltip).join('. '),
  };
  return markup`${responsive(SIZES, (frame) =>
    bars(frame, caption, { unit: 'tokens', under: 'episode', format: count }, list),
  )}${legend([
    { swatch: 'tokens-prompt', name: 'prompt' },
    { swatch: 'tokens-cached', name: 'prompt, cached' },
    { swatch: 'tokens-reply', name: 'completion' },
    { swatch: 'tokens-reasoning', name: 'completion, reasoning' },
  ])}`;
}

/** Rooms entered per episode: how far it came. */
export function roomBars(episodes: readonly EpisodeView[]): Markup {
  const list = episodes.map(({ number, rooms }): Bar => {
    return {
      label: String(number),
      total: String(rooms),
      tooltip: `Episode ${number}: ${rooms} rooms entered`,
      link: null,
      parts: [{ swatch: 'rooms-entered', value: rooms }],
    };
  });
  const caption = {
    title: 'Rooms entered per episode',
    description: list.map(({ tooltip }) => tooltip).join('. '),
  };
  const axes = { unit: 'rooms', under: 'episode', format: count };
  return responsive(SIZES, (frame) => bars(frame, caption, axes, list));
}

/** Cost per episode; a sentence where no price is known. */
export function costBars(episodes: readonly EpisodeView[]): Markup {
  const priced = episodes.filter(({ usage }) => usage.costUsd !== null);
  if (priced.length === 0)
    return markup`<p class="empty">Cost unknown: no provider and no price table named a price.</p>`;
  const list = episodes.map(({ number, usage }): Bar => {
    const cost = usage.costUsd === null ? 'cost unknown' : dollars(usage.costUsd);
    return {
      label: String(number),
      total: usage.costUsd === null ? '?' : dollars(usage.costUsd),
      tooltip: `Episode ${number}: ${cost}`,
      link: null,
      parts: [{ swatch: 'cost', value: usage.costUsd ?? 0 }],
    };
  });
  const spent = sum(priced, ({ usage }) => usage.costUsd ?? 0);
  const won = sum(priced, ({ score }) => Math.max(0, score ?? 0));
  const perPoint = won > 0 ? `, ${dollars(spent / won)} per point` : '';
  const caption = {
    title: 'Cost per episode',
    description: list.map(({ tooltip }) => tooltip).join('. '),
  };
  return markup`${responsive(SIZES, (frame) =>
    bars(frame, caption, { unit: 'US dollars', under: 'episode', format: shortDollars }, list),
  )}
    <p class="note">${dollars(spent)} in all${perPoint}.</p>`;
}

function linkTo(episode: number): string {
  return `#ep=${episode}&t=1`;
}
