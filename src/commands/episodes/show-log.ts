import { NotFoundError } from '../../domain/errors.ts';
import type { StoredEpisode } from '../../records/episodes.ts';

/** Fields that every line begins with. */
const SHOWN_FIRST = new Set(['level', 'time', 'msg']);

/** What a person reads of an episode's log, line by line. Throws NotFoundError when it has none, and StorageError. */
export function renderLog(entries: readonly object[]): string {
  return entries.map(lineOf).join('\n');
}

/** The lines of an episode's log; one that a kill tore is left out. Throws NotFoundError when it has none, StorageError. */
export function logEntries({ number, files }: StoredEpisode): readonly object[] {
  const text = files.logText();
  if (text === null) throw new NotFoundError(`Episode ${number} has no log; nothing was played.`);
  return text.split('\n').flatMap((line) => {
    const entry = parsed(line);
    return entry === null ? [] : [entry];
  });
}

function lineOf(entry: object): string {
  const { time, msg } = entry as { readonly time?: unknown; readonly msg?: unknown };
  const rest = Object.entries(entry)
    .filter(([name, value]) => !SHOWN_FIRST.has(name) && value !== null)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const words = (value: unknown) => (typeof value === 'string' ? [value] : []);
  return [...words(time), ...words(msg), ...rest].join(' ');
}

function parsed(line: string): object | null {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' ? entry : null;
  } catch {
    return null;
  }
}
