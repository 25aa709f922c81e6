import type { Interpreter } from '../interpreter/interpreter.ts';
import { openNamed } from '../interpreter/open-story.ts';
import { readRecordings, type Recording } from '../verify/recording.ts';
import { limitSteps, type Steps } from '../verify/walk.ts';
import type { Call } from './command.ts';
import { claimedPlace, type LearntPlace } from './learnt-place.ts';

interface RecordedPlay {
  readonly place: LearntPlace;
  readonly recordings: readonly Recording[];
  readonly open: (seed: number) => Interpreter;
  readonly steps: Steps;
}

/** Tries again what was recorded of a story. So many engine steps bound the work where a story's steps never end. */
export async function tryRecorded<T>(
  call: Call,
  mostSteps: number,
  work: (play: RecordedPlay) => T,
): Promise<T> {
  const place = await claimedPlace(call);
  const { config, story } = place;
  const steps = limitSteps(mostSteps);
  const recordings = readRecordings(config.workdir, story);
  for (const { episode, problem } of recordings) {
    if (problem !== null) call.tell(`Episode ${episode}: ${problem}.`);
  }
  const open = (seed: number) => openNamed(story.bytes, { seed, names: config.names });
  const made = work({ place, recordings, open, steps });
  if (steps.isSpent) call.tell(`It stopped after ${mostSteps} engine steps.`);
  return made;
}
