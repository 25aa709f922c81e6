import type { LocationId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import { HEADING } from './headings.ts';
import { quote, unquote } from './quote.ts';
import { renderSections } from './question.ts';
import { commandWords, roomWords } from './wording.ts';

/** How the conversation tells the turns of an episode, and how they are read. */

export function gameText(text: string): string {
  const body = quote(text.trim() === '' ? '(nothing)' : text);
  return renderSections([{ name: HEADING.gameText, body }]);
}

export function newRoom(room: { readonly name: string; readonly id: LocationId }): string {
  return `\nNew place: ${roomWords(room)}`;
}

/** Stands before the text of a turn that the player was not asked for. */
export function playedByOther(turn: number, player: string, action: string): string {
  return `Turn ${turn} was played by ${player}, not by you:\n${quote(`> ${commandWords(action)}`)}`;
}

export function turnsInShort(turn: number, text: string): string {
  return renderSections([{ name: `Turns 1 to ${turn} in short`, body: quote(text) }]);
}

const PLAYED_BY_OTHER = /^Turn \d+ was played by [^\n]*:\n\| > (.*)$/m;
const NEW_PLACE = /^New place: .* \((\d+)\)$/m;
const IN_SHORT = /^## Turns 1 to \d+ in short\n((?:\|.*\n?)*)/m;

/** What a message of the conversation tells. */
interface ToldTurns {
  /** Of the turns that are told in short. */
  readonly inShort: string;
  readonly texts: readonly {
    /** The command, where somebody else played it. */
    readonly played: string | null;
    readonly text: string;
    /** The place seen for the first time. */
    readonly entered: number | null;
  }[];
}

/** What `gameText`, `newRoom`, `playedByOther` and `turnsInShort` wrote in a message. */
export function readTurns({ content }: Pick<Message, 'content'>): ToldTurns {
  const [first = '', ...rest] = content.split(new RegExp(`^## ${HEADING.gameText}\n`, 'm'));
  let before = first;
  const texts = rest.map((body) => {
    const end = /^(?!\|)/m.exec(body)?.index ?? body.length;
    const after = body.slice(end);
    const played = PLAYED_BY_OTHER.exec(before)?.[1] ?? null;
    const entered = NEW_PLACE.exec(after)?.[1];
    before = after;
    const place = entered === undefined ? null : Number(entered);
    return { played, text: unquote(body.slice(0, end)).trim(), entered: place };
  });
  return { inShort: unquote(IN_SHORT.exec(content)?.[1] ?? ''), texts };
}

/** What a reply of the agent, which may be cut, says of a turn. */
export function readReply(reply: string) {
  const textOf = (field: 'action' | 'thinking') => {
    const json = new RegExp(`"${field}":("(?:[^"\\\\]|\\\\.)*")`).exec(reply)?.[1];
    return json === undefined ? '' : String(JSON.parse(json));
  };
  return { action: textOf('action'), thinking: textOf('thinking') };
}
