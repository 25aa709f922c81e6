import { fromLatin1, toLatin1 } from '../../domain/lined-document.ts';
import { locationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { escapeInline, trimBlanks, unescapeInline } from './escape.ts';

/** What the lines between the header of a memory and its text say. */
export type EntryNotes = Pick<Memory, 'doubt' | 'about'>;

const DOUBT = /^\[Conditional: "([^]*)"\][ \t]*$/;
const ABOUT = /^\[About: (?:location (\d{1,9})|"([^]*)")\][ \t]*$/;

/** One line for each thing that is to be said. */
export function renderNotes({ doubt, about }: EntryNotes): readonly string[] {
  const of = typeof about === 'number' ? `location ${about}` : `"${escapeInline(about ?? '')}"`;
  return [
    ...(doubt === undefined ? [] : [renderDoubt(doubt)]),
    ...(about === undefined ? [] : [toLatin1(`[About: ${of}]`)]),
  ];
}

export function renderDoubt(reason: string): string {
  return toLatin1(`[Conditional: "${escapeInline(reason)}"]`);
}

/** Whether a line says why a memory is in doubt. */
export function isDoubt(line: string): boolean {
  return DOUBT.test(trimBlanks(line));
}

/** What the first lines say, each sort once, and the lines below them; null when there are no such lines. */
export function cutNotes(
  lines: readonly string[],
): { readonly notes: EntryNotes; readonly text: readonly string[] } | null {
  const [first = '', ...rest] = lines;
  if (!first.startsWith('[')) return null;
  const doubt = DOUBT.exec(first)?.[1];
  const about = ABOUT.exec(first);
  if (doubt === undefined && about === null) return null;
  const said = { ...(doubt !== undefined && { doubt: read(doubt) }), ...aboutIn(about) };
  const more = cutNotes(rest);
  const isNext = more !== null && Object.keys(more.notes).every((key) => !(key in said));
  return isNext
    ? { notes: { ...said, ...more.notes }, text: more.text }
    : { notes: said, text: rest };
}

function aboutIn(found: RegExpExecArray | null): EntryNotes {
  const [, room, thing = ''] = found ?? [];
  if (found === null) return {};
  return { about: room === undefined ? read(thing) : locationId(Number(room)) };
}

function read(bytes: string): string {
  return unescapeInline(fromLatin1(bytes));
}
