import { max } from 'd3-array';
import { curveStepAfter, line } from 'd3-shape';
import { signed } from '../domain/text.ts';
import type { EpisodeView, TurnMark, ScorePoint } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import { across, plot, px, type Scales } from './plot.ts';

const SIZES = { wide: [1120, 340], narrow: [350, 260] } as const;
/** Below this share of the maximum, the maximum is named instead of drawn to scale. */
const DRAW_MAXIMUM_FROM = 0.5;

/** Width of a character of a label, in pixels. */
const LABEL_CHARACTER = 7;

/** Score over turns: a step line per episode, the best one bold, the newest coloured, deaths and score changes marked. */
export function scoreChart(episodes: readonly EpisodeView[]): Markup | null {
  const scored = episodes.filter(({ points }) => points.length > 0);
  if (scored.length === 0) return null;
  const best = scored.reduce((a, b) => (highest(b) > highest(a) ? b : a));
  const newest = scored.at(-1) ?? best;
  // The thin line of the newest on top of the bold one: both are seen where they agree.
  const shown = [...new Set([best, newest])];
  const others = scored.filter((episode) => !shown.includes(episode));
  const maximum = max(scored, ({ maxScore }) => maxScore ?? 0) ?? 0;
  const turns = max(scored, ({ points }) => points.at(-1)?.turn ?? 0) ?? 0;
  const y = scoresOf(scored, maximum);
  const drawn = plot({
    title: 'Score over turns',
    description: `${scored.length} episodes. The best is episode ${best.number} with ${highest(best)} points.`,
    sizes: SIZES,
    x: { domain: [0, Math.max(turns, 1)], unit: 'turn' },
    y: { domain: y, unit: 'score' },
    marks: (scales) => [
      maximum === 0 ? null : maximumLine(maximum, maximum <= y[1], scales),
      [...others, ...shown].map((episode) => curve(episode, roleOf(episode, best, newest), scales)),
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

function roleOf(episode: EpisodeView, best: EpisodeView, newest: EpisodeView): string {
  if (episode === best) return 'best';
  return episode === newest ? 'newest' : 'other';
}

/** The lowest and the highest score of the picture. */
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
  const path = line<ScorePoint>(
    ({ turn }) => scales.x(turn),
    ({ score }) => scales.y(score),
  )
    .curve(curveStepAfter)
    .digits(1)(corners(episode.points));
  return markup`<g class="episode ${role}"
    ><title>Episode ${episode.number}: ${highest(episode)} points</title>
    <path d="${path}" />${episode.marks.map((mark) => marker(episode.number, mark, scales))}</g
  >`;
}

/** The points where a step line turns, and its last. */
function corners(points: readonly ScorePoint[]): ScorePoint[] {
  return points.filter(
    ({ score }, index) => index === points.length - 1 || score !== points[index - 1]?.score,
  );
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

/** The score at the end of each curve. Where two would lie on each other, the later one goes below the curve. */
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
