import { max, min } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import {
  legend,
  picture,
  responsive,
  valueAxis,
  wholeNumberAxis,
  type Frame,
} from '../report/chart-frame.ts';
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
  const caption = {
    title: names.title,
    description: drawn.map(({ arm, points }) => describe(arm, points)).join(' '),
  };
  return markup`${responsive(SIZES, (frame) => {
    const { x, y } = scalesFor(frame, drawn);
    return picture(caption, frame, [
      valueAxis(frame, y, names.value),
      wholeNumberAxis(frame, x, names.under),
      curves.map(({ points }, index) => draw(points, index % COLOURS, { x, y })),
    ]);
  })}
  ${legend(curves.map(({ arm }, index) => ({ swatch: `fill-${index % COLOURS}`, name: arm })))}`;
}

type Scale = (value: number) => number;

function draw(
  points: readonly CurvePoint[],
  colour: number,
  { x, y }: { readonly x: Scale; readonly y: Scale },
): Markup {
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

function scalesFor(frame: Frame, curves: readonly Curve[]) {
  const points = curves.flatMap((curve) => curve.points);
  const [left, right] = [min(points, ({ x }) => x) ?? 0, max(points, ({ x }) => x) ?? 1];
  const top = max(points, ({ high }) => high) ?? 1;
  const bottom = Math.min(0, min(points, ({ low }) => low) ?? 0);
  return {
    x: scaleLinear([left, Math.max(right, left + 1)], [frame.left, frame.width - frame.right]),
    y: scaleLinear([bottom, top * 1.08 || 1], [frame.height - frame.bottom, frame.top]),
  };
}

function describe(arm: string, points: readonly CurvePoint[]): string {
  const [first, last] = [points[0]?.mean ?? 0, points.at(-1)?.mean ?? 0];
  return `${arm}: from ${Math.round(first * 100) / 100} to ${Math.round(last * 100) / 100}.`;
}
