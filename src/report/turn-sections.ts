import { scoreChange } from '../domain/turn-effect.ts';
import { signed } from '../domain/text.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import { type EpisodeView, CONDITIONS, type Condition, type TurnView } from './episode-view.ts';
import { markup, type Markup } from './page.ts';
import { legend, picture, type Frame } from './plot.ts';

const CELL = 11;
const GAP = 1;
/** A worse turn is a taller cell, so that the strip reads without its colours. */
const HEIGHTS: Readonly<Record<Condition, number>> = {
  fine: 4,
  rejected: 6,
  overridden: 8,
  'lesson-failed': 10,
  'call-failed': 10,
};
const ROW = 15;
const NAMES: Readonly<Record<Condition, string>> = {
  fine: 'fine',
  rejected: 'a proposal was rejected',
  overridden: 'all were rejected, one was played',
  'lesson-failed': 'a lesson failed',
  'call-failed': 'a model call failed',
};

/** One cell per turn and episode: how the turn went. */
export function turnStripSection(episodes: readonly EpisodeView[]): Markup {
  return markup`${episodes.map(({ number, turns }) => {
    if (turns.length === 0) return null;
    const troubled = turns.filter(({ condition }) => condition !== 'fine').length;
    return markup`<div class="strip">
      <h4>Episode ${number} <small>${troubled} of ${turns.length} turns had trouble</small></h4>
      <div class="wide">${strip(number, turns, 100)}</div>
      <div class="narrow">${strip(number, turns, 32)}</div>
    </div>`;
  })}${legend(CONDITIONS.map((condition) => ({ swatch: `turn-${condition}`, name: NAMES[condition] })))}`;
}

function strip(episode: number, turns: readonly TurnView[], perRow: number): Markup {
  const rows = Math.ceil(turns.length / perRow);
  const size: Pick<Frame, 'width' | 'height'> = { width: perRow * CELL, height: rows * ROW };
  const caption = {
    title: `Turns of episode ${episode}`,
    description: CONDITIONS.map(
      (name) => `${NAMES[name]}: ${turns.filter(({ condition }) => condition === name).length}`,
    ).join(', '),
  };
  return picture(caption, size, [quietCells(turns, perRow), ...loudCells(episode, turns, perRow)]);
}

/** Fine turns are one path, because there is nothing to say of each. */
function quietCells(turns: readonly TurnView[], perRow: number): Markup {
  const steps = turns.flatMap(({ condition }, index) =>
    condition === 'fine'
      ? [`M${left(index, perRow)} ${top(index, perRow, 'fine')}h${CELL - GAP}v4h-${CELL - GAP}z`]
      : [],
  );
  return markup`<path class="turn-fine" d="${steps.join('')}" />`;
}

function loudCells(episode: number, turns: readonly TurnView[], perRow: number): Markup[] {
  return turns.flatMap(({ turn, condition, troubles }, index) =>
    condition === 'fine'
      ? []
      : [
          markup`<a href="#ep=${episode}&amp;t=${turn}"
            ><rect
              class="turn-${condition}"
              x="${left(index, perRow)}"
              y="${top(index, perRow, condition)}"
              width="${CELL - GAP}"
              height="${HEIGHTS[condition]}"
              ><title>Turn ${turn}: ${troubles[0] ?? ''}</title></rect
            ></a
          >`,
        ],
  );
}

function left(index: number, perRow: number): number {
  return (index % perRow) * CELL;
}

function top(index: number, perRow: number, condition: Condition): number {
  return Math.floor(index / perRow) * ROW + ROW - 3 - HEIGHTS[condition];
}

/** An episode to read without a script. Parsers drop the line feed after `<pre>`. */
export function transcriptSection({ number, turns }: EpisodeView): Markup {
  const opening = turns[0]?.record?.before.text ?? '';
  return markup`<details class="transcript">
    <summary>Transcript of episode ${number}, ${turns.length} turns</summary>
    <pre>
${opening}</pre>
    ${turns.map((turn) => (turn.record === null ? unplayed(turn) : played(turn, turn.record)))}
  </details>`;
}

function played({ turn, troubles }: TurnView, { decision, before, after }: RecordedTurn): Markup {
  const change = scoreChange({ before, after });
  const points = change === 0 ? '' : ` (${signed(change)} points)`;
  return markup`<section>
    <h4>${turn}. &gt; ${decision.action}</h4>
    ${decision.reasoning === '' ? null : markup`<p class="thought">${decision.reasoning}</p>`}
    ${troubles.map((trouble) => markup`<p class="trouble">${trouble}</p>`)}
    <pre>
${after.text}</pre>
    ${points === '' ? null : markup`<p class="points">Score ${after.score}${points}</p>`}
  </section>`;
}

function unplayed({ turn, troubles }: TurnView): Markup {
  return markup`<section>
    <h4>${turn}. (not played)</h4>
    ${troubles.map((trouble) => markup`<p class="trouble">${trouble}</p>`)}
  </section>`;
}
