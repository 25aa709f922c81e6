import { scaleLinear } from 'd3-scale';
import { markup, type Child, type Markup } from './markup.ts';

/** A drawing surface; the units are the pixels of its natural size. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Caption {
  readonly title: string;
  /** What the picture shows, for those who do not see it. */
  readonly description: string;
}

/** Where a value of the data lies, in pixels. */
export type Scale = (value: number) => number;

export interface Scales {
  readonly x: Scale;
  readonly y: Scale;
  readonly frame: Frame;
}

interface Tick {
  readonly at: number;
  readonly label: string;
}

interface Axis {
  /** The values at its ends. */
  readonly domain: readonly [number, number];
  readonly unit: string;
}

/** A picture of values over values. */
export interface Plot extends Caption {
  /** Width and height on desks and on telephones; the style sheet shows the one that fits. */
  readonly sizes: {
    readonly wide: readonly [number, number];
    readonly narrow: readonly [number, number];
  };
  readonly x: Axis & {
    /** What stands under the picture; whole numbers when absent. */
    readonly ticks?: (x: Scale) => readonly Tick[];
  };
  readonly y: Axis & { readonly format?: (value: number) => string };
  readonly marks: (scales: Scales) => Child;
}

const MARGINS = { left: 44, right: 16, top: 26, bottom: 34 };

/** Axes with marks between them. */
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

/** A line from the left to the right. */
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

/** Names of colours under a picture. Classes come from this program, never from data. */
export function legend(
  entries: readonly { readonly swatch: string; readonly name: string }[],
): Markup {
  return markup`<ul class="legend">
    ${entries.map(
      ({ swatch, name }) => markup`<li><span class="swatch ${swatch}"></span>${name}</li>`,
    )}
  </ul>`;
}
