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

/**
 * Tries what was recorded of a story again, for at most so many engine steps: they bound the work for a story whose steps
 * never end. Tells which recordings cannot be used, and whether the steps were too few.
 */
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
