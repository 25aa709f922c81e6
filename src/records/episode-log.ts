import * as z from 'zod';
import { StorageError } from '../domain/errors.ts';
import { parsedJson } from '../domain/json.ts';
import type { RecordedTurn } from './recorded-turn.ts';

const objective = z.object({
  text: z.string(),
  target: z.number().nullable(),
  origin: z.string(),
  createdTurn: z.number(),
  renewedTurn: z.number(),
});

const completed = z.object({
  objective: z.string(),
  completedTurn: z.number(),
  claimedTurn: z.number().optional(),
  completionAction: z.string(),
  completionResponse: z.string(),
  completionLocation: z.object({ id: z.number(), name: z.string() }),
  completionScore: z.number().nullable(),
});

const memory = z.object({
  title: z.string(),
  text: z.string(),
  category: z.string(),
  persistence: z.string().optional(),
});

const logLineSchema = z.discriminatedUnion('msg', [
  z.object({ msg: z.literal('turn-end'), turn: z.int() }),
  z.object({ msg: z.literal('lesson-failed'), lesson: z.string(), reason: z.string() }),
  z.object({
    msg: z.literal('change-refused'),
    what: z.enum(['memories', 'knowledge']),
    questions: z.int(),
    why: z.string(),
    words: z.string(),
  }),
  z.object({ msg: z.literal('memory-added'), locationName: z.string(), memory }),
  z.object({ msg: z.literal('objective-added'), objective }),
  z.object({ msg: z.literal('objective-dropped'), objective, reason: z.string() }),
  z.object({ msg: z.literal('objective-completed'), completed }),
  z.object({
    msg: z.literal('objective-refused'),
    text: z.string(),
    claim: z.string(),
    reason: z.string(),
  }),
]);

/** A line of `log.jsonl` that is read again: an event of play. */
export type LogLine = z.infer<typeof logLineSchema>;
export type LoggedRefusal = Extract<LogLine, { msg: 'change-refused' }>;
export type AddedMemory = Extract<LogLine, { msg: 'memory-added' }>;
type LoggedObjective = Readonly<z.infer<typeof objective>>;
type LoggedCompletion = Readonly<z.infer<typeof completed>>;

/** One line of a log. Null for events that are not read again, and for a torn line. */
export function readLogLine(line: string): LogLine | null {
  return logLineSchema.safeParse(parsedJson(line)).data ?? null;
}

/** The lines of a log up to the end of the last turn not after `turn`. Empty if there is none. Pure. */
export function logUpToTurn(
  log: string,
  turn: number,
): { readonly text: string; readonly turn: number } {
  let kept = { text: '', turn: 0 };
  let end = 0;
  for (const line of log.split('\n')) {
    end += line.length + 1;
    const read = readLogLine(line);
    if (read?.msg === 'turn-end' && read.turn <= turn) {
      kept = { text: log.slice(0, end), turn: read.turn };
    }
  }
  return kept.text.endsWith('\n') || kept.text === '' ? kept : { ...kept, text: `${kept.text}\n` };
}

export interface EpisodeObjectives {
  readonly episode: number;
  /** Open objectives, with the reason why the player's newest claim was not believed. */
  readonly current: readonly (LoggedObjective & { readonly refused?: string })[];
  readonly completed: readonly LoggedCompletion[];
  readonly dropped: readonly (LoggedObjective & { readonly reason: string })[];
}

/** The objectives that an episode set, completed and gave up. Throws StorageError, also without a log. */
export function readLoggedObjectives(files: {
  readonly number: number;
  log(): readonly LogLine[] | null;
  path(what: 'log'): string;
}): EpisodeObjectives {
  const { number: episode } = files;
  const log = files.log();
  if (log === null) {
    const path = files.path('log');
    const says = `There is no ${path}, so nobody can tell what episode ${episode} wanted.`;
    throw new StorageError(says, { path });
  }
  return objectivesIn(log, episode);
}

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
    case 'objective-added': {
      const { objective: added } = line;
      // What is set again is not given up.
      const dropped = before.dropped.filter(({ text }) => text !== added.text);
      return { ...before, current: [...without(added.text), added], dropped };
    }
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
    case 'objective-refused': {
      const isMeant = ({ text }: LoggedObjective) =>
        line.claim === 'completed' && text === line.text;
      const told = before.current.map((one) =>
        isMeant(one) ? { ...one, refused: line.reason } : one,
      );
      return { ...before, current: told };
    }
    case 'turn-end':
    case 'memory-added':
    case 'lesson-failed':
    case 'change-refused':
      return before;
  }
}

/** The names of rooms in some turns, by number. Null for a room that none of them saw. */
export function roomNamesInLog(turns: readonly Pick<RecordedTurn, 'before' | 'after'>[]) {
  const seen = turns.flatMap(({ before, after }) => [before.location, after.location]);
  const names = new Map<number, string>(seen.map(({ id, name }) => [id, name]));
  return (id: number) => names.get(id) ?? null;
}
