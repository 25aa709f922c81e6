import { max, sum } from 'd3-array';
import { markup, type Markup } from './markup.ts';
import { legend, plot, px, type Plot, type Scale, type Scales } from './plot.ts';
import { count } from './wording.ts';

/** One bar, from the bottom up. */
export interface Bar {
  /** Under the bar. */
  readonly label: string;
  /** Over the bar. */
  readonly total: string;
  /** Text shown when the pointer is over the bar. */
  readonly tooltip: string;
  /** Fragment the bar links to; null for none. */
  readonly link: string | null;
  /** `swatch` is a class of the style sheet. */
  readonly parts: readonly { readonly swatch: string; readonly value: number }[];
}

/** Room that a label needs, in pixels, and one of its characters. */
const LABEL_WIDTH = 30;
const CHARACTER_WIDTH = 6.5;
/** Share of its place that a bar fills, how wide it is at most, in pixels, and what is left free beside the outer places. */
const FILLED = 0.75;
const WIDEST = 48;
const MARGIN = 0.025;

/** Title, size, axes and colours of a bar chart. */
interface BarChart {
  readonly title: string;
  /** For those who do not see it; what the bars say when absent. */
  readonly description?: string;
  readonly sizes: Plot['sizes'];
  readonly unit: string;
  readonly format?: (value: number) => string;
  readonly swatches?: Parameters<typeof legend>[0];
}

/**
 * A chart of stacked bars, one per episode; labels are left out where there are too many to be read. Null when no bar has
 * any height.
 */
export function barChart(chart: BarChart, list: readonly Bar[]): Markup | null {
  if (list.every(({ parts }) => parts.every(({ value }) => value === 0))) return null;
  const top = max(list, ({ parts }) => sum(parts, ({ value }) => value)) ?? 0;
  const longest = (max(list, ({ total }) => total.length) ?? 0) * CHARACTER_WIDTH;
  const { title, sizes, unit, format = count, swatches } = chart;
  const drawn = plot({
    title,
    description: chart.description ?? list.map(({ tooltip }) => tooltip).join('. '),
    sizes,
    x: {
      domain: [-0.5 - MARGIN, list.length - 0.5 + MARGIN],
      unit: 'episode',
      ticks: (x) => labels(list, Math.max(1, Math.ceil(LABEL_WIDTH / placeOf(x)))),
    },
    y: { domain: [0, top * 1.08 || 1], unit, format },
    marks: (scales) =>
      list.map((bar, at) => {
        const drawnBar = column(bar, at, scales);
        if (placeOf(scales.x) < longest) return drawnBar;
        return markup`${drawnBar}${totalOf(bar, scales.x(at), scales.y)}`;
      }),
  });
  return markup`${drawn}${swatches === undefined ? null : legend(swatches)}`;
}

/** The width of a bar's place. */
function placeOf(x: Scale): number {
  return x(1) - x(0);
}

function labels(list: readonly Bar[], everyNth: number) {
  return list.flatMap(({ label }, at) => (at % everyNth === 0 ? [{ at, label }] : []));
}

function column(bar: Bar, at: number, { x, y }: Scales): Markup {
  const width = Math.min(placeOf(x) * FILLED, WIDEST);
  const left = x(at) - width / 2;
  let base = 0;
  const stack = bar.parts.map(({ swatch, value }) => {
    const [bottom, top] = [y(base), y(base + value)];
    base += value;
    const height = px(Math.max(0, bottom - top));
    return markup`<rect class="${swatch}" x="${px(left)}" width="${px(width)}" y="${px(top)}" height="${height}" />`;
  });
  const group = markup`<g><title>${bar.tooltip}</title>${stack}</g>`;
  return bar.link === null ? group : markup`<a href="${bar.link}">${group}</a>`;
}

function totalOf({ total, parts }: Bar, x: number, y: Scale): Markup {
  const top = y(sum(parts, ({ value }) => Math.max(0, value)));
  return markup`<text class="tick middle strong" x="${px(x)}" y="${px(top - 4)}">${total}</text>`;
}
