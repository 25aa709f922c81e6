import type { ScaleLinear } from 'd3-scale';
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

const MARGINS = { left: 44, right: 16, top: 26, bottom: 34 };

/** The surfaces of a picture: one for desks, one for telephones; the style sheet shows the one that fits. */
export function responsive(
  sizes: { readonly wide: readonly [number, number]; readonly narrow: readonly [number, number] },
  draw: (frame: Frame) => Markup,
): Markup {
  const frame = ([width, height]: readonly [number, number]) => ({ ...MARGINS, width, height });
  return markup`<div class="wide">${draw(frame(sizes.wide))}</div>
    <div class="narrow">${draw(frame(sizes.narrow))}</div>`;
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

/** Horizontal grid lines with their values, and the name of the unit. */
export function valueAxis(
  frame: Frame,
  y: ScaleLinear<number, number>,
  unit: string,
  format: (value: number) => string = (value) => String(value),
): Markup {
  const lines = y.ticks(5).map((value) => {
    const at = px(y(value));
    return markup`<line
        class="grid"
        x1="${frame.left}"
        x2="${frame.width - frame.right}"
        y1="${at}"
        y2="${at}"
      />
      <text class="tick end" x="${frame.left - 6}" y="${px(y(value) + 4)}">${format(value)}</text>`;
  });
  return markup`${lines}<text class="tick" x="2" y="11">${unit}</text>`;
}

/** Values under the picture. */
export function bottomAxis(
  frame: Frame,
  ticks: readonly { readonly at: number; readonly label: string }[],
  unit: string,
): Markup {
  const base = frame.height - frame.bottom;
  return markup`<line
      class="axis"
      x1="${frame.left}"
      x2="${frame.width - frame.right}"
      y1="${base}"
      y2="${base}"
    />
    ${ticks.map(({ at, label }) => markup`<text class="tick middle" x="${px(at)}" y="${base + 15}">${label}</text>`)}
    <text
      class="tick middle"
      x="${px((frame.left + frame.width - frame.right) / 2)}"
      y="${frame.height - 4}"
      >${unit}</text
    >`;
}

/** Whole numbers under the picture, as many as there is room for. */
export function wholeNumberAxis(
  frame: Frame,
  x: ScaleLinear<number, number>,
  unit: string,
): Markup {
  const ticks = x.ticks(Math.max(2, Math.round(frame.width / 110))).filter(Number.isInteger);
  return bottomAxis(
    frame,
    ticks.map((value) => ({ at: x(value), label: String(value) })),
    unit,
  );
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
