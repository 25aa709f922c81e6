import { scoreChange } from '../domain/turn-record.ts';
import { signed } from '../domain/text.ts';
import type { EpisodeView } from './episode-view.ts';
import { markup, type Markup } from './markup.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { TurnView } from './turn-view.ts';

/**
 * An episode to read without a script: what the game said, what was thought and played, what was refused. The line feed after
 * `<pre>` is the one that parsers drop.
 */
export function transcriptText({ number, turns }: EpisodeView): Markup {
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
