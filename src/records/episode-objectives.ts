import { StorageError } from '../domain/errors.ts';
import type { EpisodeFiles } from './episode-files.ts';
import type { RecordedTurn } from './recorded-turn.ts';
import type { LoggedCompletion, LoggedObjective, LogLine } from './log-line.ts';

/** Objectives of an episode as its log tells them. */
export interface EpisodeObjectives {
  readonly episode: number;
  readonly current: readonly LoggedObjective[];
  readonly completed: readonly LoggedCompletion[];
  readonly dropped: readonly (LoggedObjective & { readonly reason: string })[];
}

/** What an episode wanted, reached and gave up. Throws StorageError when its log cannot be read or there is none. */
export function readObjectives(files: EpisodeFiles): EpisodeObjectives {
  const { number: episode } = files;
  const log = files.log();
  if (log === null) {
    const path = files.path('log');
    const says = `There is no ${path}, so nobody can tell what episode ${episode} wanted.`;
    throw new StorageError(says, { path });
  }
  return objectivesIn(log, episode);
}

/** The names of the rooms of some turns, by number; null for a room that none of them saw. */
export function roomNames(
  turns: readonly Pick<RecordedTurn, 'before' | 'after'>[],
): (id: number) => string | null {
  const seen = turns.flatMap(({ before, after }) => [before.location, after.location]);
  const names = new Map<number, string>(seen.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? null;
}

/** The same from a log that was read. */
export function objectivesIn(log: readonly LogLine[], episode: number): EpisodeObjectives {
  return log.reduce<EpisodeObjectives>(afterLine, {
    episode,
    current: [],
    completed: [],
    dropped: [],
  });
}

function afterLine(before: EpisodeObjectives, line: LogLine): EpisodeObjectives {
  const without = (text: string) => before.current.filter((one) => one.text !== text);
  switch (line.msg) {
    case 'objective-added':
      return { ...before, current: [...without(line.objective.text), line.objective] };
    case 'objective-dropped': {
      const dropped = { ...line.objective, reason: line.reason };
      const { text } = dropped;
      return { ...before, current: without(text), dropped: [...before.dropped, dropped] };
    }
    case 'objective-completed':
      return {
        ...before,
        current: without(line.completed.objective),
        completed: [...before.completed, line.completed],
      };
    case 'turn-end':
    case 'memory-added':
    case 'lesson-failed':
      return before;
  }
}
