import path from 'node:path';
import * as z from 'zod';
import { StorageError } from '../domain/errors.ts';
import { readTextFile } from '../storage/read-file.ts';
import type { StoredEpisode } from './episodes.ts';

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
  completionAction: z.string(),
  completionResponse: z.string(),
  completionLocation: z.object({ id: z.number(), name: z.string() }),
  completionScore: z.number().nullable(),
});

const event = z.discriminatedUnion('msg', [
  z.object({ msg: z.literal('objective-added'), objective }),
  z.object({ msg: z.literal('objective-dropped'), objective, reason: z.string() }),
  z.object({ msg: z.literal('objective-completed'), completed }),
]);

type ObjectiveLine = z.infer<typeof event>;

/** Objectives of an episode as its log tells them. */
export interface EpisodeObjectives {
  readonly episode: number;
  readonly current: readonly z.infer<typeof objective>[];
  readonly completed: readonly z.infer<typeof completed>[];
  readonly dropped: readonly (z.infer<typeof objective> & { readonly reason: string })[];
}

/** What an episode wanted, reached and gave up. Throws StorageError when its log cannot be read or there is none. */
export function readObjectives({ number, directory }: StoredEpisode): EpisodeObjectives {
  const file = path.join(directory, 'log.jsonl');
  const text = readTextFile(file);
  if (text === null) {
    throw new StorageError(
      `There is no ${file}, so nobody can tell what episode ${number} wanted.`,
      {
        path: file,
      },
    );
  }
  const empty: EpisodeObjectives = { episode: number, current: [], completed: [], dropped: [] };
  return text.split('\n').flatMap(readLine).reduce(afterEvent, empty);
}

function readLine(line: string): ObjectiveLine[] {
  if (!line.includes('"objective-')) return [];
  try {
    const { data } = event.safeParse(JSON.parse(line));
    return data === undefined ? [] : [data];
  } catch {
    // The last line is torn after a kill.
    return [];
  }
}

function afterEvent(before: EpisodeObjectives, line: ObjectiveLine): EpisodeObjectives {
  const without = (text: string) => before.current.filter((one) => one.text !== text);
  switch (line.msg) {
    case 'objective-added':
      return { ...before, current: [...without(line.objective.text), line.objective] };
    case 'objective-dropped': {
      const dropped = { ...line.objective, reason: line.reason };
      return {
        ...before,
        current: without(dropped.text),
        dropped: [...before.dropped, dropped],
      };
    }
    case 'objective-completed':
      return {
        ...before,
        current: without(line.completed.objective),
        completed: [...before.completed, line.completed],
      };
  }
}
