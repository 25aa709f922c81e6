import type { GameConfiguration } from '../config/schema.ts';
import { isResumable, type Stop } from '../domain/stop-reason.ts';
import { EngineSteps } from '../interpreter/interpreter.ts';
import { openNamed } from '../interpreter/open-story.ts';
import { parseDocument, roomsOf } from '../managers/memory/memory-document.ts';
import type { LearntFiles } from '../storage/learnt-folder.ts';
import { makeRecipes } from '../verify/make-recipes.ts';
import { keepRecipes, mistakesOf, parseRecipes, recipesOf } from '../verify/recipe-document.ts';
import { EARLIER_RECORDINGS, readNewestRecordings } from '../verify/recording.ts';
import {
  applyFindings,
  changeFor,
  doubtFor,
  keepEvidence,
  verifyMemories,
} from '../verify/verify-memories.ts';
import { limitSteps } from '../verify/walk.ts';
import { archiveMemories } from './archive-memories.ts';
import type { RunServices } from './run-services.ts';

/** New recipes get so many times the steps of memories, known ones that share of them. */
const RECIPE_TIMES = 5;
const KNOWN_SHARE = 3;

export function triesAgain({ memory, verify }: GameConfiguration): boolean {
  return memory.enabled && verify.afterEpisode > 0;
}

/**
 * Tries what was learnt again when an episode is over: the newest recordings first, as far as the configured engine steps
 * go. A function of the recordings and the memories alone. Rejects with LockedError and StorageError.
 */
export async function verifyAfter(
  services: RunServices,
  files: LearntFiles,
  ended: {
    readonly episode: number;
    readonly stop: Stop;
    readonly complain: (message: string) => void;
  },
): Promise<void> {
  const { episode: fresh, stop, complain } = ended;
  const { config, story, steps: counted = new EngineSteps() } = services;
  if (!triesAgain(config) || isResumable(stop.reason)) return;
  const { afterEpisode, apply } = config.verify;
  const recordings = readNewestRecordings(config.workdir, story, EARLIER_RECORDINGS + 1);
  for (const { episode, problem } of recordings) {
    if (problem !== null) complain(`Episode ${episode} cannot be tried again: ${problem}.`);
  }
  const open = (seed: number) =>
    openNamed(story.bytes, { seed, names: config.names, steps: counted });
  const steps = limitSteps(afterEpisode);
  const rooms = roomsOf(parseDocument(files.memories.read())).values();
  const { memories } = counted.during('verification', () =>
    verifyMemories({ rooms, recordings, open, steps }),
  );
  await keepEvidence(files.evidence, memories, !steps.isSpent);
  await applyFindings(files.memories, memories, apply ? changeFor : doubtFor);
  const document = parseRecipes(files.recipes.read());
  for (const { line, message } of mistakesOf(document)) {
    complain(`${files.recipes.path}, line ${line}: ${message}; this recipe is not used.`);
  }
  const made = counted.during('verification', () =>
    makeRecipes({
      recordings,
      known: recipesOf(document),
      open,
      fresh,
      steps: limitSteps(afterEpisode * RECIPE_TIMES),
      carryOn: Math.ceil(afterEpisode / KNOWN_SHARE),
    }),
  );
  await keepRecipes(files.recipes, made);
  const { dictionary } = open(0);
  await archiveMemories(services, files, { episode: fresh, recordings, dictionary });
}
