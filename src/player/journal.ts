import { canonicalAction } from '../domain/command.ts';
import type { Message } from '../domain/message.ts';
import { remembering, unquote } from './read-prompt.ts';
import { readNote, type Note } from './notes.ts';

/** A turn as the conversation tells it. */
export interface JournalTurn {
  readonly action: string;
  /** Null where the player wrote no note: somebody else played the turn. */
  readonly note: Note | null;
  /** Where the turn was played; null where that is not known. */
  readonly place: number | null;
  /** What the game answered. */
  readonly text: string;
}

const GAME_TEXT = '## Game text\n';
const PLAYED_BY_OTHER = /^Turn \d+ was played by [^\n]*:\n\| > (.*)$/m;
const NEW_PLACE = /^New place: .* \((\d+)\)$/m;
const IN_SHORT = /^## Turns 1 to \d+ in short\n((?:\|.*\n?)*)/m;

/** The turns of a conversation, oldest first; of those told in short only place and action. */
export function readJournal(messages: readonly Message[]): readonly JournalTurn[] {
  const turns: JournalTurn[] = [];
  let here: number | null = null;
  let reply: string | null = null;
  for (const { role, content } of messages) {
    if (role === 'assistant') reply = content;
    if (role !== 'user') continue;
    turns.push(...turnsInShort(content));
    for (const { before, text, after } of partsOf(content)) {
      const turn = turnOf(PLAYED_BY_OTHER.exec(before)?.[1] ?? null, reply);
      if (turn !== null) turns.push({ ...turn, place: turn.note?.place ?? here, text });
      reply = null;
      here = placeAfter(after, turn === null ? here : null);
    }
  }
  return turns;
}

function turnOf(played: string | null, reply: string | null) {
  if (played !== null) return { action: canonicalAction(played), note: null };
  return reply === null ? null : replyOf(reply);
}

const replyOf = remembering((reply) => ({
  action: canonicalAction(textIn(reply, 'action')),
  note: readNote(textIn(reply, 'thinking')),
}));

function placeAfter(text: string, otherwise: number | null): number | null {
  const entered = NEW_PLACE.exec(text)?.[1];
  return entered === undefined ? otherwise : Number(entered);
}

/** Each game text of a message with what stands before and after it. */
const partsOf = remembering((content) => {
  const [first = '', ...rest] = content.split(GAME_TEXT);
  let before = first;
  return rest.map((body) => {
    const end = /^(?!\|)/m.exec(body)?.index ?? body.length;
    const part = { before, text: unquote(body.slice(0, end)), after: body.slice(end) };
    before = part.after;
    return part;
  });
});

/** Summaries that the player wrote itself: `34: take path; n. 37: open door.` */
const turnsInShort = remembering((content): readonly JournalTurn[] => {
  const told = unquote(IN_SHORT.exec(content)?.[1] ?? '');
  return [...told.matchAll(/(?:^|\s)(\d+): ([^.]*)\./g)].flatMap(([, place, actions = '']) =>
    actions.split('; ').map((action) => ({ action, note: null, place: Number(place), text: '' })),
  );
});

/** A text of a reply, which may be cut. */
function textIn(reply: string, field: 'action' | 'thinking'): string {
  const json = new RegExp(`"${field}":("(?:[^"\\\\]|\\\\.)*")`).exec(reply)?.[1];
  return json === undefined ? '' : String(JSON.parse(json));
}

/** A turn that won points. */
export interface Gain {
  readonly place: number | null;
  readonly action: string;
}

/** What won points in this episode, by the scores that the player noted. */
export function gainsOf(journal: readonly JournalTurn[], score: number | null): readonly Gain[] {
  return journal.filter(({ note }, at) => {
    const before = note?.score ?? null;
    const after = at + 1 < journal.length ? (journal[at + 1]?.note?.score ?? null) : score;
    return before !== null && after !== null && after > before;
  });
}
