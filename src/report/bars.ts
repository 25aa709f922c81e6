import { max, sum } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import { bottomAxis, picture, px, valueAxis, type Caption, type Frame } from './chart-frame.ts';
import { markup, type Markup } from './markup.ts';

/** One bar, from the bottom up. */
export interface Bar {
  /** Under the bar. */
  readonly label: string;
  /** Over the bar. */
  readonly total: string;
  /** What a pointer is told. */
  readonly tooltip: string;
  /** Fragment the bar links to; null for none. */
  readonly link: string | null;
  /** `swatch` is a class of the style sheet. */
  readonly parts: readonly { readonly swatch: string; readonly value: number }[];
}

/** Room that a label needs, in pixels. */
const LABEL_WIDTH = 30;

/** A chart of stacked bars; labels are left out where there are too many to be read. */
export function bars(
  frame: Frame,
  caption: Caption,
  axes: {
    readonly unit: string;
    readonly under: string;
    readonly format: (value: number) => string;
  },
  list: readonly Bar[],
): Markup {
  if (list.length === 0) return markup`<p class="empty">No episode yet.</p>`;
  const top = max(list, ({ parts }) => sum(parts, ({ value }) => value)) ?? 0;
  const y = scaleLinear([0, top * 1.08 || 1], [frame.height - frame.bottom, frame.top]);
  const x = scaleBand(
    list.map((_, index) => index),
    [frame.left, frame.width - frame.right],
  )
    .paddingInner(0.25)
    .paddingOuter(0.15);
  const everyNth = Math.max(1, Math.ceil(LABEL_WIDTH / x.step()));
  const centre = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const ticks = list.flatMap(({ label }, index) =>
    index % everyNth === 0 ? [{ at: centre(index), label }] : [],
  );
  return picture(caption, frame, [
    valueAxis(frame, y, axes.unit, axes.format),
    bottomAxis(frame, ticks, axes.under),
    list.map((bar, index) => {
      const width = Math.min(x.bandwidth(), 48);
      const drawn = column(bar, { x: centre(index) - width / 2, width, y });
      return everyNth > 1 ? drawn : markup`${drawn}${totalOf(bar, centre(index), y)}`;
    }),
  ]);
}

function column(
  bar: Bar,
  at: { readonly x: number; readonly width: number; readonly y: (value: number) => number },
): Markup {
  let base = 0;
  const stack = bar.parts.map(({ swatch, value }) => {
    const [bottom, top] = [at.y(base), at.y(base + value)];
    base += value;
    return markup`<rect
      class="${swatch}"
      x="${px(at.x)}"
      width="${px(at.width)}"
      y="${px(top)}"
      height="${px(Math.max(0, bottom - top))}"
    />`;
  });
  const group = markup`<g><title>${bar.tooltip}</title>${stack}</g>`;
  return bar.link === null ? group : markup`<a href="${bar.link}">${group}</a>`;
}

function totalOf({ total, parts }: Bar, x: number, y: (value: number) => number): Markup {
  const top = y(sum(parts, ({ value }) => Math.max(0, value)));
  return markup`<text class="tick middle strong" x="${px(x)}" y="${px(top - 4)}">${total}</text>`;
}
