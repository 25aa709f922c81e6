import { max, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { markup, type Child, type Markup } from './page.ts';
import { countWords } from './wording.ts';

/** A drawing surface. Units are the pixels of its natural size. */
export type Frame = Readonly<
  Record<'width' | 'height' | 'left' | 'right' | 'top' | 'bottom', number>
>;

interface Caption {
  readonly title: string;
  /** The text alternative of the picture. */
  readonly description: string;
}

type Scale = (value: number) => number;

export interface Scales {
  readonly x: Scale;
  readonly y: Scale;
  readonly frame: Frame;
}

interface Axis {
  readonly domain: readonly [number, number];
  readonly unit: string;
}

interface Plot extends Caption {
  /** Width and height on desks and on telephones. The style sheet shows the one that fits. */
  readonly sizes: {
    readonly wide: readonly [number, number];
    readonly narrow: readonly [number, number];
  };
  readonly x: Axis & {
    /** The labels under the picture. Whole numbers if absent. */
    readonly ticks?: (x: Scale) => readonly { readonly at: number; readonly label: string }[];
  };
  readonly y: Axis & { readonly format?: (value: number) => string };
  readonly marks: (scales: Scales) => Child;
}

const MARGINS = { left: 44, right: 16, top: 26, bottom: 34 };

export function plot(chart: Plot): Markup {
  const draw = ([width, height]: readonly [number, number]) =>
    drawn(chart, { ...MARGINS, width, height });
  return markup`<div class="wide">${draw(chart.sizes.wide)}</div>
    <div class="narrow">${draw(chart.sizes.narrow)}</div>`;
}

function drawn(chart: Plot, frame: Frame): Markup {
  const [right, base] = [frame.width - frame.right, frame.height - frame.bottom];
  const x = scaleLinear(chart.x.domain, [frame.left, right]);
  const y = scaleLinear(chart.y.domain, [base, frame.top]);
  const { format = String } = chart.y;
  const wholeNumbers = () =>
    x
      .ticks(Math.max(2, Math.round(frame.width / 110)))
      .filter(Number.isInteger)
      .map((value) => ({ at: value, label: String(value) }));
  const under = chart.x.ticks?.(x) ?? wholeNumbers();
  const levels = y.ticks(5).map(
    (value) =>
      markup`${across(frame, 'grid', y(value))}
      <text class="tick end" x="${frame.left - 6}" y="${px(y(value) + 4)}">${format(value)}</text>`,
  );
  const names = under.map(
    ({ at, label }) =>
      markup`<text class="tick middle" x="${px(x(at))}" y="${base + 15}">${label}</text>`,
  );
  return picture(chart, frame, [
    markup`${levels}<text class="tick" x="2" y="11">${chart.y.unit}</text>
    ${across(frame, 'axis', base)} ${names}
    <text class="tick middle" x="${px((frame.left + right) / 2)}" y="${frame.height - 4}">${chart.x.unit}</text>`,
    chart.marks({ x, y, frame }),
  ]);
}

/** A horizontal line across a plot. */
export function across({ left, right, width }: Frame, look: string, y: number): Markup {
  return markup`<line class="${look}" x1="${left}" x2="${width - right}" y1="${px(y)}" y2="${px(y)}" />`;
}

export function picture(
  { title, description }: Caption,
  { width, height }: { readonly width: number; readonly height: number },
  body: Child,
): Markup {
  return markup`<svg role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
    <title>${title}</title>
    <desc>${description}</desc>
    ${body}
  </svg>`;
}

/** Numbers as drawn: two decimals are finer than any screen. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The legend of colours. Classes come from this program, never from data. */
export function legend(entries: readonly { readonly swatch: string; readonly name: string }[]) {
  return markup`<ul class="legend">
    ${entries.map(
      ({ swatch, name }) => markup`<li><span class="swatch ${swatch}"></span>${name}</li>`,
    )}
  </ul>`;
}

export interface Bar {
  readonly label: string;
  readonly total: string;
  readonly tooltip: string;
  /** Fragment that the bar links to. Null for none. */
  readonly link: string | null;
  /** `swatch` is a class of the style sheet. */
  readonly parts: readonly { readonly swatch: string; readonly value: number }[];
}

/** The room of a label, and of one of its characters, in pixels. */
const LABEL_WIDTH = 30;
const CHARACTER_WIDTH = 6.5;
/** Share of its place that a bar fills, its largest width in pixels, and the free space at the outer places. */
const FILLED = 0.75;
const WIDEST = 48;
const MARGIN = 0.025;

interface BarChart {
  readonly title: string;
  /** The text alternative. If absent, the values of the bars. */
  readonly description?: string;
  readonly sizes: Plot['sizes'];
  readonly unit: string;
  readonly format?: (value: number) => string;
  readonly swatches?: Parameters<typeof legend>[0];
}

/** Stacked bars, one per episode. If there are too many, labels are left out. Null if no bar has a height. */
export function barChart(chart: BarChart, list: readonly Bar[]): Markup | null {
  if (list.every(({ parts }) => parts.every(({ value }) => value === 0))) return null;
  const top = max(list, ({ parts }) => sum(parts, ({ value }) => value)) ?? 0;
  const longest = (max(list, ({ total }) => total.length) ?? 0) * CHARACTER_WIDTH;
  const { title, sizes, unit, format = countWords, swatches } = chart;
  const drawn = plot({
    title,
    description: chart.description ?? list.map(({ tooltip }) => tooltip).join('. '),
    sizes,
    x: {
      domain: [-0.5 - MARGIN, list.length - 0.5 + MARGIN],
      unit: 'episode',
      ticks: (x) => {
        const everyNth = Math.max(1, Math.ceil(LABEL_WIDTH / placeOf(x)));
        return list.flatMap(({ label }, at) => (at % everyNth === 0 ? { at, label } : []));
      },
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

function placeOf(x: Scale): number {
  return x(1) - x(0);
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
