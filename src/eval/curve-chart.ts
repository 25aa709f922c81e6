import { max, min } from 'd3-array';
import { area, line } from 'd3-shape';
import { legend, plot, type Scales } from '../report/plot.ts';
import { markup, type Markup } from '../report/markup.ts';
import type { Curve, CurvePoint } from './curves.ts';

const SIZES = { wide: [1040, 320], narrow: [350, 260] } as const;
const COLOURS = 8;

/** Curves of the arms over one axis, each with its interval as a band. */
export function curveChart(
  curves: readonly Curve[],
  names: { readonly title: string; readonly value: string; readonly under: string },
): Markup {
  const drawn = curves.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return markup`<p class="note">Nothing to draw.</p>`;
  const points = drawn.flatMap((curve) => curve.points);
  const [left, right] = [min(points, ({ x }) => x) ?? 0, max(points, ({ x }) => x) ?? 1];
  const top = max(points, ({ high }) => high) ?? 1;
  const bottom = Math.min(0, min(points, ({ low }) => low) ?? 0);
  const picture = plot({
    title: names.title,
    description: drawn.map(describe).join(' '),
    sizes: SIZES,
    x: { domain: [left, Math.max(right, left + 1)], unit: names.under },
    y: { domain: [bottom, top * 1.08 || 1], unit: names.value },
    marks: (scales) => curves.map((curve, index) => draw(curve.points, index % COLOURS, scales)),
  });
  return markup`${picture}
  ${legend(curves.map(({ arm }, index) => ({ swatch: `fill-${index % COLOURS}`, name: arm })))}`;
}

function draw(points: readonly CurvePoint[], colour: number, { x, y }: Scales): Markup {
  const band = area<CurvePoint>(
    (point) => x(point.x),
    (point) => y(point.low),
    (point) => y(point.high),
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
