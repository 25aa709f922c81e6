import { fromLatin1, isBlank, toLatin1 } from '../../domain/lined-document.ts';
import { INVALIDATION_MARKER, type Memory, type MemoryStatus } from '../../domain/memory.ts';
import {
  headerLength,
  indentOf,
  parseHeader,
  renderHeader,
  restateHeader,
  type ReadHeader,
} from './entry-header.ts';
import { cutNotes, isDoubt, renderDoubt, renderNotes } from './entry-notes.ts';
import { quoteOf } from './loose-header.ts';
import { escapeInline, escapeTextLine, unescapeInline, unescapeTextLine } from './escape.ts';

/** Why and when a memory stopped being believed. */
type Supersession = Pick<Memory, 'supersededBy' | 'supersededAtTurn' | 'invalidationReason'>;

const NOT_SUPERSEDED: Supersession = {
  supersededBy: null,
  supersededAtTurn: null,
  invalidationReason: null,
};

const SUPERSEDED_LINE = /^\[Superseded(?: at T(\d{1,15}))?(?: by "([^]*)")?\][ \t]*$/;

const INVALIDATED_LINE = /^\[Invalidated(?: at T(\d{1,15}))?(?:: "([^]*)")?\][ \t]*$/;

/** Either of them as editors wrap, escape, list and typeset it, in front of the text. */
const REFERENCE =
  /^\s*(?:[-*+][ \t]+)?\\?\[(Superseded|Invalidated)(?:\s+at\s+T(\d{1,15}))?(?:(?:\s+by|:)\s+(?:"|\xe2\x80\x9c)((?:[^"\\]|\\[^])*?)(?:"|\xe2\x80\x9d))?\\?\][ \t]*\n*/;

/** The lines of one memory, in latin1 and without line ends. */
export function renderEntry(memory: Memory): string[] {
  const words = memory.text === '' ? [] : memory.text.split('\n').map(renderTextLine);
  const text = [...renderNotes(memory), ...words];
  if (memory.status !== 'SUPERSEDED') return [renderHeader(memory), ...text];
  return [renderHeader(memory), ...renderReference(memory), ...text.map(strike)];
}

/** Reads the lines of one memory; null when the first line is no header. Lines are latin1, without line ends. */
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
  // Named one by one, for spreading took half of the time to read a file.
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

/** Why it is not believed, and the lines of its text: what follows the header on its line, and those below it. */
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
  const whole = beside === '' ? below : [beside, ...below];
  if (status !== 'SUPERSEDED') {
    const text = outdent(below, first);
    return beside === ''
      ? { supersession: NOT_SUPERSEDED, beside: [], text: started(text) }
      : { supersession: NOT_SUPERSEDED, beside: [beside], text };
  }
  const strict = parseReference(below[0] ?? '');
  const [loose, rest] = strict === null ? cutReference(whole) : [null, below.slice(1)];
  const unstruck = outdent(unstrike(rest), first);
  const supersession = strict ?? loose ?? NOT_SUPERSEDED;
  return strict !== null && beside !== ''
    ? { supersession, beside: [beside], text: unstruck }
    : { supersession, beside: [], text: started(unstruck) };
}

/** The same memory in another state; header and text are otherwise byte for byte as they were. */
export function restateEntry(lines: readonly string[], state: Memory): string[] {
  const { header, text } = splitHeader(lines, state.status);
  const quote = quoteOf(lines[0] ?? '');
  if (state.status === 'SUPERSEDED') {
    const below = [...renderReference(state), ...withoutQuote(text, quote).map(strike)];
    return [...header, ...below.map((line) => quote + line)];
  }
  if (state.status === 'TENTATIVE') {
    return [...header, quote + renderDoubt(state.doubt ?? ''), ...text];
  }
  const doubt = text.findIndex((line) => isDoubt(line.slice(quoteOf(line).length)));
  return [...header, ...text.filter((_, index) => index !== doubt)];
}

/** The lines of the header, with another status, and those below it. */
function splitHeader(lines: readonly string[], status: MemoryStatus) {
  const [first = '', ...rest] = lines;
  const more = headerLength(lines) - 1;
  return { header: [restateHeader(first, status), ...rest.slice(0, more)], text: rest.slice(more) };
}

function renderTextLine(line: string): string {
  return toLatin1(escapeTextLine(line));
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

function parseReference(line: string): Supersession | null {
  const superseded = SUPERSEDED_LINE.exec(line);
  if (superseded !== null) {
    return {
      supersededBy: readText(superseded[2]),
      supersededAtTurn: readTurn(superseded[1]),
      invalidationReason: null,
    };
  }
  const invalidated = INVALIDATED_LINE.exec(line);
  if (invalidated === null) return null;
  return {
    supersededBy: INVALIDATION_MARKER,
    supersededAtTurn: readTurn(invalidated[1]),
    invalidationReason: readText(invalidated[2]),
  };
}

/** What a reference in front of the text says, in whatever form, and the lines without it. */
function cutReference(lines: readonly string[]): readonly [Supersession | null, readonly string[]] {
  const text = lines.join('\n');
  const [whole, kind, turn, said] = REFERENCE.exec(text) ?? [];
  if (whole === undefined) return [null, lines];
  const isWrong = kind === 'Invalidated';
  const words = readText(said?.replace(/\n/g, ' '));
  const reference = {
    supersededBy: isWrong ? INVALIDATION_MARKER : words,
    supersededAtTurn: readTurn(turn),
    invalidationReason: isWrong ? words : null,
  };
  return [reference, text.slice(whole.length).split('\n')];
}

function readText(bytes: string | undefined): string | null {
  return bytes === undefined ? null : unescapeInline(fromLatin1(bytes));
}

function readTurn(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

/** A blank line between two paragraphs stays one. */
function strike(line: string): string {
  return isBlank(line) && line !== '' ? line : `~~${line}~~`;
}

/** Lines without the marks of a quote, where the first line has them. */
function withoutQuote(lines: readonly string[], first: string): readonly string[] {
  return quoteOf(first) === '' ? lines : lines.map((line) => line.slice(quoteOf(line).length));
}

/** Lines without what indents them below the first line of a list entry. */
function outdent(lines: readonly string[], first: string): readonly string[] {
  const indent = indentOf(first);
  if (indent === 0) return lines;
  return lines.map((line) => {
    const leading = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    return line.slice(Math.min(indent, leading));
  });
}

/** Takes the strokes off: of each line, as they are written here, or of the whole, as older files have them. */
function unstrike(lines: readonly string[]): readonly string[] {
  if (lines.every((line) => /^~~[^]*~~$/.test(line) && line.length >= 4)) {
    return lines.map((line) => line.slice(2, -2));
  }
  const whole = lines.join('\n');
  if (!whole.startsWith('~~') || !whole.endsWith('~~') || whole.length < 4) return lines;
  return whole.slice(2, -2).split('\n');
}
