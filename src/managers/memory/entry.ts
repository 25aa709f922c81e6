import { locationId } from '../../domain/ids.ts';
import { isBlank, trimBlanks } from '../../domain/lined-document.ts';
import { INVALIDATION_MARKER, type Memory } from '../../domain/memory.ts';
import { fromLatin1, toLatin1 } from '../../domain/text.ts';
import {
  type ReadHeader,
  headerLength,
  entryIndent,
  parseHeader,
  renderHeader,
  restateHeader,
} from './entry-header.ts';
import { escapeInline, escapeTextLine, unescapeInline, unescapeTextLine } from './escape.ts';
import { looseHeaderQuote } from './loose-header.ts';

/** Why and when a memory stopped being believed. */
type Supersession = Pick<Memory, 'supersededBy' | 'supersededAtTurn' | 'invalidationReason'>;

const NOT_SUPERSEDED: Supersession = {
  supersededBy: null,
  supersededAtTurn: null,
  invalidationReason: null,
};

const REFERENCE_LINE =
  /^\[(?:(Superseded)|Invalidated)(?: at T(\d{1,15}))?(?:(?: by|:) "([^]*)")?\][ \t]*$/;

/** The reference line before the text, as editors wrap, escape, list and typeset it. */
const REFERENCE =
  /^\s*(?:[-*+][ \t]+)?\\?\[(Superseded|Invalidated)(?:\s+at\s+T(\d{1,15}))?(?:(?:\s+by|:)\s+(?:"|\xe2\x80\x9c)((?:[^"\\]|\\[^])*?)(?:"|\xe2\x80\x9d))?\\?\][ \t]*\n*/;

export function renderEntry(memory: Memory): string[] {
  const words =
    memory.text === '' ? [] : memory.text.split('\n').map((line) => toLatin1(escapeTextLine(line)));
  const text = [...renderNotes(memory), ...words];
  if (memory.status !== 'SUPERSEDED') return [renderHeader(memory), ...text];
  return [renderHeader(memory), ...renderReference(memory), ...text.map(strike)];
}

/** Reads the lines of one memory, in latin1 and without line ends. Null if the first line is no header. */
export function parseEntry(lines: readonly string[]): Memory | null {
  const first = parseHeader(lines[0] ?? '');
  const length = first?.hasMetadata === true ? 1 : headerLength(lines);
  const header = length === 1 ? first : parseHeader(lines.slice(0, length).join(' '));
  if (header === null) return null;
  const below = withoutQuote(lines.slice(length), lines[0] ?? '');
  const { supersession, text: body, beside } = readBody(header, below, lines[0] ?? '');
  const cut = cutNotes(body);
  const text = [...beside, ...(cut?.text ?? body)];
  const { category, title, persistence, status, episode, turns, scoreChange } = header;
  const { supersededBy, supersededAtTurn, invalidationReason } = supersession;
  // The fields are named one by one: spreading took half of the time to read a file.
  const memory = {
    category,
    title,
    persistence,
    status,
    episode,
    turns,
    scoreChange,
    supersededBy,
    supersededAtTurn,
    invalidationReason,
    text: text.map((line) => unescapeTextLine(fromLatin1(line))).join('\n'),
  };
  return cut === null ? memory : { ...memory, ...cut.notes };
}

/** The supersession and the lines of the text: the rest of the header's line and the lines below. */
function readBody(
  { status, text: beside }: Pick<ReadHeader, 'status' | 'text'>,
  below: readonly string[],
  first: string,
): {
  readonly supersession: Supersession;
  readonly beside: readonly string[];
  readonly text: readonly string[];
} {
  const started = (lines: readonly string[]) => {
    const start = lines.findIndex((line) => !isBlank(line));
    return lines.slice(Math.max(start, 0));
  };
  const apart = (supersession: Supersession, text: readonly string[]) =>
    beside === ''
      ? { supersession, beside: [], text: started(text) }
      : { supersession, beside: [beside], text };
  if (status !== 'SUPERSEDED') return apart(NOT_SUPERSEDED, outdent(below, first));
  const strict = REFERENCE_LINE.exec(below[0] ?? '');
  if (strict !== null) {
    const reference = readReference(strict[1] === undefined, strict[2], strict[3]);
    return apart(reference, outdent(unstrike(below.slice(1)), first));
  }
  const [loose, rest] = cutReference(beside === '' ? below : [beside, ...below]);
  const text = started(outdent(unstrike(rest), first));
  return { supersession: loose ?? NOT_SUPERSEDED, beside: [], text };
}

/** The memory in another state. All else of header and text stays byte for byte. */
export function restateEntry(lines: readonly string[], state: Memory): string[] {
  const [first = ''] = lines;
  const length = headerLength(lines);
  const header = [restateHeader(first, state.status), ...lines.slice(1, length)];
  const text = lines.slice(length);
  const quote = looseHeaderQuote(first);
  if (state.status === 'SUPERSEDED') {
    const below = [...renderReference(state), ...withoutQuote(text, quote).map(strike)];
    return [...header, ...below.map((line) => quote + line)];
  }
  if (state.status === 'TENTATIVE') {
    return [...header, quote + renderDoubt(state.doubt ?? ''), ...text];
  }
  const isDoubt = (line: string) =>
    DOUBT.test(trimBlanks(line.slice(looseHeaderQuote(line).length)));
  const doubt = text.findIndex(isDoubt);
  return [...header, ...text.filter((_, index) => index !== doubt)];
}

function renderReference(supersession: Supersession): string[] {
  const { supersededBy, supersededAtTurn, invalidationReason } = supersession;
  if (supersededBy === null && supersededAtTurn === null) return [];
  const turn = supersededAtTurn === null ? '' : ` at T${supersededAtTurn}`;
  if (supersededBy === INVALIDATION_MARKER && invalidationReason !== null) {
    return [toLatin1(`[Invalidated${turn}: "${escapeInline(invalidationReason)}"]`)];
  }
  const title = supersededBy === null ? '' : ` by "${escapeInline(supersededBy)}"`;
  return [toLatin1(`[Superseded${turn}${title}]`)];
}

/** Reads a reference before the text, in any form; returns it and the other lines. */
function cutReference(lines: readonly string[]): readonly [Supersession | null, readonly string[]] {
  const text = lines.join('\n');
  const [whole, kind, turn, said] = REFERENCE.exec(text) ?? [];
  if (whole === undefined) return [null, lines];
  const reference = readReference(kind === 'Invalidated', turn, said?.replace(/\n/g, ' '));
  return [reference, text.slice(whole.length).split('\n')];
}

function readReference(isWrong: boolean, turn?: string, said?: string): Supersession {
  const words = said === undefined ? null : readText(said);
  return {
    supersededBy: isWrong ? INVALIDATION_MARKER : words,
    supersededAtTurn: turn === undefined ? null : Number(turn),
    invalidationReason: isWrong ? words : null,
  };
}

function readText(bytes: string): string {
  return unescapeInline(fromLatin1(bytes));
}

/** A blank line between two paragraphs stays a single one. */
function strike(line: string): string {
  return isBlank(line) && line !== '' ? line : `~~${line}~~`;
}

function withoutQuote(lines: readonly string[], first: string): readonly string[] {
  return looseHeaderQuote(first) === ''
    ? lines
    : lines.map((line) => line.slice(looseHeaderQuote(line).length));
}

/** Removes the indent that the lines of a list entry have. */
function outdent(lines: readonly string[], first: string): readonly string[] {
  const indent = entryIndent(first);
  if (indent === 0) return lines;
  return lines.map((line) => {
    const leading = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    return line.slice(Math.min(indent, leading));
  });
}

/** Removes the strokes of each line, as they are written here, or of the whole text, as older files have them. */
function unstrike(lines: readonly string[]): readonly string[] {
  if (lines.every((line) => /^~~[^]*~~$/.test(line) && line.length >= 4)) {
    return lines.map((line) => line.slice(2, -2));
  }
  const whole = lines.join('\n');
  if (!whole.startsWith('~~') || !whole.endsWith('~~') || whole.length < 4) return lines;
  return whole.slice(2, -2).split('\n');
}

/** The facts on the lines between the header of a memory and its text. */
type EntryNotes = Pick<Memory, 'doubt' | 'about'>;

const DOUBT = /^\[Conditional: "([^]*)"\][ \t]*$/;
const ABOUT = /^\[About: (?:location (\d{1,9})|"([^]*)")\][ \t]*$/;

function renderNotes({ doubt, about }: EntryNotes): readonly string[] {
  const of = typeof about === 'number' ? `location ${about}` : `"${escapeInline(about ?? '')}"`;
  return [
    ...(doubt === undefined ? [] : [renderDoubt(doubt)]),
    ...(about === undefined ? [] : [toLatin1(`[About: ${of}]`)]),
  ];
}

function renderDoubt(reason: string): string {
  return toLatin1(`[Conditional: "${escapeInline(reason)}"]`);
}

/** Reads these first lines, each sort once, and returns them with the lines below. Null if there are none. */
function cutNotes(
  lines: readonly string[],
): { readonly notes: EntryNotes; readonly text: readonly string[] } | null {
  const [first = '', ...rest] = lines;
  if (!first.startsWith('[')) return null;
  const doubt = DOUBT.exec(first)?.[1];
  const about = ABOUT.exec(first);
  if (doubt === undefined && about === null) return null;
  const said = { ...(doubt !== undefined && { doubt: readText(doubt) }), ...aboutIn(about) };
  const more = cutNotes(rest);
  const isNext = more !== null && Object.keys(more.notes).every((key) => !(key in said));
  return isNext
    ? { notes: { ...said, ...more.notes }, text: more.text }
    : { notes: said, text: rest };
}

function aboutIn(found: RegExpExecArray | null): EntryNotes {
  const [, room, thing = ''] = found ?? [];
  if (found === null) return {};
  return { about: room === undefined ? readText(thing) : locationId(Number(room)) };
}
