import { changeJsonTexts } from '../domain/json.ts';
import { scoreChange } from '../domain/turn-effect.ts';
import type { EpisodeData } from './load-episode.ts';
import { gzipSync } from 'node:zlib';
import type { Message } from '../domain/message.ts';
import type { CallRecord } from '../model/call-record.ts';
import type { NamedText } from '../prompts/question.ts';
import type { RecordedTurn, Sight } from '../records/recorded-turn.ts';
import { episodeView, type EpisodeView, type TurnView } from './episode-view.ts';
import { jsonBlock, markup, type Markup } from './page.ts';
import type { Focus } from './report-data.ts';
import { pointsWords } from './wording.ts';

/** Longer thoughts and replies are cut in the page; the recording has them whole. */
const LONGEST_REPLY = 4000;

type Change = (text: string) => string;

/** Stores each text once, and shortens those that are not read whole. */
interface Texts {
  readonly intern: (text: string) => number;
  readonly cut: Change;
}

const AS_IT_IS: Change = (text) => text;

/** What the viewer's script reads of an episode. Field names are a contract with `viewer*.js`. */
export type PackedEpisode = ReturnType<typeof packForViewer>;

/** An episode with each of its texts once, redacted: prompts repeat most of the one before. */
export function packForViewer(episode: EpisodeView, redact = AS_IT_IS) {
  const places = new Map<string, number>();
  const intern = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, places.size);
    return places.size - 1;
  };
  // Before a text is cut, because half of a secret is not recognised.
  const texts = { intern, cut: (text: string) => cut(redact(text)) };
  const turns = episode.turns.map((turn) => packTurn(turn, texts));
  const startRoom = episode.path[0] ?? null;
  return changeJsonTexts(
    { episode: episode.number, startRoom, texts: [...places.keys()], turns },
    redact,
  );
}

/** An episode with its texts packed and redacted, without what nothing else shows, to save memory. */
export function packedForViewer(episode: EpisodeData, redact = AS_IT_IS): EpisodeData {
  const view = episodeView(episode);
  const rest = {
    ...episode,
    turns: episode.turns.map(bareTurn),
    calls: view.turns.flatMap(({ turn, record, calls }) =>
      calls
        .filter(({ outcome }) => outcome === 'failed' || record === null)
        .map((call) => ({ ...call, turn, messages: [] })),
    ),
  };
  const data = gzipJson(packForViewer(view, redact));
  return { ...changeJsonTexts(rest, redact), packed: { data, usage: view.usage } };
}

function bareTurn({ decision, ...turn }: RecordedTurn): RecordedTurn {
  const judged = decision.judged.filter(({ verdict }) => verdict.kind === 'rejected');
  return {
    ...turn,
    before: bareSight(turn.before),
    decision: { ...decision, reasoning: '', judged },
    after: bareSight(turn.after),
  };
}

function bareSight(sight: Sight): Sight {
  return { ...sight, text: '', scene: '', inventory: [] };
}

/** JSON, gzipped, as base64: no character of it means anything to a browser's parser. */
function gzipJson(value: unknown): string {
  return gzipSync(jsonBlock(value).toString()).toString('base64');
}

function packTurn(view: TurnView, texts: Texts) {
  const { turn, record, condition, troubles, calls } = view;
  return {
    turn,
    condition,
    troubles,
    // Null if the turn was begun and never played.
    play: record === null ? null : packPlay(record, texts),
    calls: calls.map((call) => packCall(call, texts)),
  };
}

function packPlay(
  { turn, before, decision, after }: NonNullable<TurnView['record']>,
  { intern, cut }: Texts,
) {
  return {
    room: after.location.id,
    roomName: intern(after.location.name),
    action: decision.action,
    opening: turn === 1 ? intern(before.text) : null,
    text: after.text,
    reasoning: cut(decision.reasoning),
    objective: decision.newObjective,
    target: decision.target,
    score: after.score,
    change: scoreChange({ before, after }),
    moves: after.moves,
    ended: after.ended,
    held: intern(after.inventory.map(({ name }) => name).join(', ')),
    judged: decision.judged.map(({ proposal, verdict }) => ({
      action: proposal.action,
      verdict: verdict.kind === 'accepted' ? 'accepted' : `rejected by ${verdict.by}`,
      score: verdict.score,
      reason: verdict.reason,
    })),
  };
}

function packCall(call: CallRecord, { intern, cut }: Texts) {
  const prompt = viewerPromptSections(call.messages).map(
    ({ name, body }) => [intern(name), intern(body)] as const,
  );
  const attempt = call.attempt > 1 ? `, attempt ${call.attempt}` : '';
  const base = { role: call.role, prompt };
  if (call.outcome === 'failed') {
    const about = `failed: ${call.kind}, ${took(call)}${attempt}`;
    return { ...base, about, failed: true, reply: cut(call.message), reasoning: '' };
  }
  const { promptTokens, cachedTokens, completionTokens } = call.usage;
  const tokens = `${promptTokens} prompt tokens (${cachedTokens} cached), ${completionTokens} completion`;
  return {
    ...base,
    about: `${call.model}, ${tokens}, ${took(call)}, ${call.finishReason}${attempt}`,
    failed: false,
    reply: cut(call.text),
    reasoning: cut(call.reasoning),
  };
}

const HEADING = /^## (.+)$/m;

/** The parts of a request: the system message, and the others cut at `## ` lines. Text before a heading is the role's. */
export function viewerPromptSections(messages: readonly Message[]): readonly NamedText[] {
  return messages.flatMap(({ role, content }) =>
    role === 'system'
      ? [{ name: 'System message', body: content }]
      : splitAtHeadings(role, content),
  );
}

function splitAtHeadings(role: string, content: string): NamedText[] {
  const [opening = '', ...rest] = content.split(HEADING);
  const sections: NamedText[] = [];
  const name = role === 'assistant' ? 'What it answered' : `${role} message`;
  if (opening.trim() !== '') sections.push({ name, body: opening.trim() });
  for (let index = 0; index < rest.length; index += 2) {
    sections.push({ name: rest[index] ?? '', body: (rest[index + 1] ?? '').trim() });
  }
  return sections;
}

function took({ latencyMs, waitedMs }: CallRecord): string {
  return waitedMs === undefined ? `${latencyMs} ms` : `${latencyMs} ms after ${waitedMs} ms`;
}

function cut(text: string): string {
  if (text.length <= LONGEST_REPLY) return text;
  const left = text.length - LONGEST_REPLY;
  return `${text.slice(0, LONGEST_REPLY)}… (${left} more characters in the recording)`;
}

/** The frame that the script fills, hidden until it runs. */
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
<script type="application/json" id="start">${jsonBlock(start)}</script>`;
}

function episodePicker(episodes: readonly EpisodeView[]): Markup {
  const options = episodes.map(
    ({ number, score, maxScore, stopReason }) =>
      markup`<option value="${number}">${number}: ${pointsWords(score, maxScore)}, ${stopReason}</option>`,
  );
  return markup`<label>Episode <select id="episode">${options}</select></label>`;
}

/** The script's data, a block for each episode with turns. */
export function* dataBlocks(episodes: readonly EpisodeView[]): Generator<Markup> {
  for (const episode of episodes) {
    if (episode.turns.length === 0) continue;
    const data = episode.packed?.data ?? gzipJson(packForViewer(episode));
    yield markup`<script type="application/octet-stream" class="episode-data" data-episode="${episode.number}">${data}</script>
`;
  }
}
