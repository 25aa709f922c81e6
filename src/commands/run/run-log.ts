import path from 'node:path';
import { StorageError } from '../../domain/errors.ts';
import { visibleText } from '../../domain/text.ts';
import { storyOfWorkdir } from '../../storage/learnt-folder.ts';
import { appendLimited } from '../../storage/text-log.ts';

const NAME = 'runs.log';
const MOST_BYTES = 1024 * 1024;

/** What runs of a workdir did, line by line, so that also a night without an episode leaves a trace: `runs.log`. */
export interface RunLog {
  /** Writes a line with its time; what cannot be written is kept for the next one, and a log never stops a run. */
  say(words: string): void;
}

/** Lines go through `redact` first. A workdir that does not exist is not made; throws StorageError for one of another version. */
export function openRunLog(workdir: string, redact: (text: string) => string): RunLog {
  storyOfWorkdir(workdir);
  const file = path.join(workdir, NAME);
  let waiting = '';
  return {
    say(words) {
      const line = redact(visibleText(words.trim().replaceAll('\n', ' ')));
      waiting += `${new Date().toISOString()} [${process.pid}] ${line}\n`;
      try {
        if (appendLimited(file, waiting, MOST_BYTES)) waiting = '';
      } catch (error) {
        // A folder that cannot be written stops the run by itself, with a sentence.
        if (!(error instanceof StorageError)) throw error;
      }
    },
  };
}
