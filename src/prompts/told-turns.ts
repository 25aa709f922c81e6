import { isFreeSpeech, normaliseAction } from '../domain/command.ts';
import type { LocationId } from '../domain/ids.ts';
import { CHARACTERS_PER_TOKEN, type Message } from '../domain/message.ts';
import { LINE_BREAK, oneLine, plural } from '../domain/text.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { HEADING, renderQuestionSections } from './question.ts';
import { quote, unquote } from './quote.ts';
import { roomWords } from './room-wording.ts';
import { waysTriedAhead } from './scene-wording.ts';
import { commandWords } from './wording.ts';

/** The share of the room for readings from turns before those asked about. */
const READ_SHARE = 4;

/** A look at a thing and a talk count as a reading if the answer is so long. */
const LONG_TEXT = 200;

/** A paragraph is named by so many of its words. */
const BEGINNING = 4;

type Printed = Map<string, number>;

const READS = /^read\s/;
const LOOKS_AT = /^(?:examine|x|search|look \S+)\s/;

/**
 * Turns for a question that plans or learns, the oldest first, with place, command and whole text. A repeated paragraph is
 * named by its beginning. Beyond `maxTokens` (characters / 4) the oldest turns go. Of the turns before, `older`, readings
 * get a share of the room.
 */
export function toldTurns(
  turns: readonly TurnRecord[],
  maxTokens: number,
  older: readonly TurnRecord[] = [],
): string {
  if (turns.length === 0) return '(none)';
  const most = maxTokens * CHARACTERS_PER_TOKEN;
  const tell = (first: number) => {
    const [left, kept] = [turns.slice(0, first), turns.slice(first)];
    const read = lastReadings([...older, ...left], kept, most);
    return render(kept, left.filter((turn) => !read.includes(turn)).length, Infinity, read);
  };
  let [first, last] = [0, turns.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (tell(middle).length <= most) last = middle;
    else first = middle + 1;
  }
  const text = tell(first);
  const newest = turns.slice(-1);
  if (text.length <= most || first < turns.length - 1) return text;
  return render(newest, turns.length - 1, most);
}

function render(
  turns: readonly TurnRecord[],
  left: number,
  most = Infinity,
  read: readonly TurnRecord[] = [],
): string {
  const note = left === 0 ? [] : [`(${plural(left, 'earlier turn')} left out)`];
  const printed: Printed = new Map();
  const earlier = blocks(read, most, printed);
  const headed = [
    'Earlier turns that read, asked or looked at something:',
    ...earlier,
    'The newest turns:',
  ];
  const newest = blocks(turns, most, printed);
  return [...note, ...(read.length === 0 ? [] : headed), ...newest].join('\n');
}

/** Each turn as a block of lines. Equal turns in a row are one block. */
function blocks(turns: readonly TurnRecord[], most: number, printed: Printed): readonly string[] {
  return inRows(turns).map(({ turn, times }) => {
    const place = `${turnPlaceWords(turn)}${times > 1 ? `, ${times} times in a row` : ''}`;
    const command = quote(`> ${commandWords(turn.decision.action)}`);
    const answer = answerLines(turn, printed);
    const text = upTo(answer, most - place.length - command.length);
    return [place, command, ...text, ...aheadLines(turn, printed)].join('\n');
  });
}

/** What the engine found of the exits of the room where a turn ended, once for each room while it stays so. */
function aheadLines({ turn, after }: TurnRecord, printed: Printed): readonly string[] {
  const found = waysTriedAhead(after.exits);
  const line = `Ways out of ${roomWords(after.location)}: ${found}`;
  if (found === '' || printed.has(line)) return [];
  printed.set(line, turn);
  return [line];
}

function inRows(turns: readonly TurnRecord[]) {
  const rows: { turn: TurnRecord; times: number }[] = [];
  for (const turn of turns) {
    const last = rows.at(-1);
    const isNext = last !== undefined && turn.turn === last.turn.turn + last.times;
    if (isNext && isSame(last.turn, turn)) last.times += 1;
    else rows.push({ turn, times: 1 });
  }
  return rows;
}

function isSame(one: TurnRecord, other: TurnRecord): boolean {
  return (
    one.decision.action === other.decision.action &&
    one.before.location.id === other.before.location.id &&
    one.after.text === other.after.text
  );
}

/** The quoted lines of an answer. A repeated paragraph is named by its beginning and its first turn, if that is shorter. */
function answerLines({ turn, after }: TurnRecord, printed: Printed): readonly string[] {
  return after.text
    .trim()
    .split(LINE_BREAK)
    .map((line) => {
      const said = printed.get(line);
      if (said === undefined) printed.set(line, turn);
      if (said === undefined || said === turn || /^\s*\[/.test(line)) return quote(line);
      const beginning = oneLine(line).split(' ').slice(0, BEGINNING).join(' ');
      const reference = `(the paragraph that begins "${beginning}" as in turn ${said})`;
      return reference.length < line.length ? reference : quote(line);
    });
}

function upTo(lines: readonly string[], most: number): readonly string[] {
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > most);
  if (end === -1 || (end === 0 && lines.length === 1)) return lines;
  const left = lines.slice(Math.max(end, 1));
  const size = left.reduce((sum, line) => sum + line.replace(/^\| ?/, '').length, 0);
  return [...lines.slice(0, Math.max(end, 1)), `(${size} characters of this text are left out)`];
}

/** Readings of turns that are not told, each text once, the newest while there is room. */
function lastReadings(
  turns: readonly TurnRecord[],
  told: readonly TurnRecord[],
  most: number,
): readonly TurnRecord[] {
  const known = new Set(told.map(({ after }) => after.text));
  let room = most / READ_SHARE;
  const kept = turns.toReversed().filter((turn) => {
    if (!isReading(turn) || known.has(turn.after.text)) return false;
    known.add(turn.after.text);
    const length = render([turn], 0).length + 1;
    if (length > room) return false;
    room -= length;
    return true;
  });
  return kept.reverse();
}

function isReading({ decision, after }: TurnRecord): boolean {
  const command = normaliseAction(decision.action);
  if (READS.test(command)) return true;
  return (LOOKS_AT.test(command) || isFreeSpeech(command)) && after.text.length >= LONG_TEXT;
}

/** How the conversation tells the turns of an episode, and how they are read. */

export function toldGameText(text: string): string {
  const body = quote(text.trim() === '' ? '(nothing)' : text);
  return renderQuestionSections([{ name: HEADING.gameText, body }]);
}

/** Tells in a turn that the player came to a new place. */
export function newRoomTold(room: { readonly name: string; readonly id: LocationId }): string {
  return `\nNew place: ${roomWords(room)}`;
}

/** Precedes the text of a turn that the player was not asked for. */
export function playedByOther(turn: number, player: string, action: string): string {
  return `Turn ${turn} was played by ${player}, not by you:\n${quote(`> ${commandWords(action)}`)}`;
}

export function turnsInShort(turn: number, text: string): string {
  return renderQuestionSections([{ name: `Turns 1 to ${turn} in short`, body: quote(text) }]);
}

const PLAYED_BY_OTHER = /^Turn \d+ was played by [^\n]*:\n\| > (.*)$/m;
const NEW_PLACE = /^New place: .* \((\d+)\)$/m;
const IN_SHORT = /^## Turns 1 to \d+ in short\n((?:\|.*\n?)*)/m;

/** Reads turns told by these functions. `played`: another player's command; `entered`: a room seen first. */
export function readTurns({ content }: Pick<Message, 'content'>) {
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

/** Reads a reply of the agent, which may be cut. */
export function readToldReply(reply: string) {
  const textOf = (field: 'action' | 'thinking') => {
    const json = new RegExp(`"${field}":("(?:[^"\\\\]|\\\\.)*")`).exec(reply)?.[1];
    return json === undefined ? '' : String(JSON.parse(json));
  };
  return { action: textOf('action'), thinking: textOf('thinking') };
}

/** A finished turn, its place, and its outcome: `Turn 3, Hall (7)`, then quoted command and answer. */
export function turnWords(turn: TurnRecord, longestResponse: number): string {
  const { decision, after } = turn;
  const play = `> ${commandWords(decision.action)}\n${oneLine(after.text, longestResponse)}`;
  return `${turnPlaceWords(turn)}\n${quote(play)}`;
}

export function turnPlaceWords({ turn, before }: Pick<TurnRecord, 'turn' | 'before'>): string {
  return `Turn ${turn}, ${roomWords(before.location)}`;
}
