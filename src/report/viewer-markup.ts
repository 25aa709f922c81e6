import type { EpisodeView } from './episode-view.ts';
import { markup, jsonBlock, type Markup } from './markup.ts';
import type { Focus } from './report-data.ts';
import { gzipJson, packEpisode } from './viewer-data.ts';
import { points } from './wording.ts';

/** The frame that the script fills, hidden until it runs, and the data it fills it with: one block per episode. */
export function viewerMarkup(episodes: readonly EpisodeView[], start: Focus | null): Markup {
  return markup`<div id="viewer" hidden>
<div class="viewer-bar">${episodePicker(episodes)}
<span class="buttons">
<button type="button" id="previous" title="previous turn (k)">◀</button>
<button type="button" id="next" title="next turn (j)">▶</button>
<button type="button" id="change" title="next score change (n)">next score change</button>
</span>
<label>Search <input type="search" id="search" autocomplete="off" placeholder="game, thoughts"></label>
<a id="permalink" href="#viewer">link to this turn</a>
<span id="message" role="status"></span></div>
<div class="viewer-panes">
<ol id="turns" tabindex="0" aria-label="turns"></ol>
<article id="turn" aria-live="polite"></article>
</div>
<p class="note keys"><kbd>j</kbd> <kbd>k</kbd> turn · <kbd>n</kbd> <kbd>N</kbd> score change ·
<kbd>[</kbd> <kbd>]</kbd> episode · <kbd>/</kbd> search, <kbd>Enter</kbd> next hit</p>
</div>
<noscript><p class="note">Stepping through the turns of every episode needs JavaScript.</p></noscript>
<script type="application/json" id="start">${jsonBlock(start)}</script>
${episodes.map(dataBlock)}`;
}

function episodePicker(episodes: readonly EpisodeView[]): Markup {
  const options = episodes.map(
    ({ number, score, maxScore, stopReason }) =>
      markup`<option value="${number}">${number}: ${points(score, maxScore)}, ${stopReason}</option>`,
  );
  return markup`<label>Episode <select id="episode">${options}</select></label>`;
}

function dataBlock(episode: EpisodeView): Markup {
  const data = gzipJson(packEpisode(episode));
  return markup`<script type="application/octet-stream" class="episode-data" data-episode="${episode.number}">${data}</script>
`;
}
