import { isResumable, type Stop } from '../domain/stop-reason.ts';
import { openStory } from '../interpreter/open-story.ts';
import { parseDocument, roomsOf } from '../managers/memory/memory-document.ts';
import type { LearntFiles } from '../storage/learnt-files.ts';
import { applyFindings } from '../verify/apply-findings.ts';
import { keepEvidence } from '../verify/evidence-file.ts';
import { readRecordings } from '../verify/recording.ts';
import { limitSteps } from '../verify/steps.ts';
import { verifyMemories } from '../verify/verify-memories.ts';
import type { RunServices } from './run-services.ts';

/**
 * Tries what was learnt again when an episode is over: the newest recordings first, as far as the configured engine steps
 * go. A function of the recordings and the memories alone. Rejects with LockedError and StorageError.
 */
export async function verifyAfter(
  { config, story }: RunServices,
  files: LearntFiles,
  { stop, complain }: { readonly stop: Stop; readonly complain: (message: string) => void },
): Promise<void> {
  const { afterEpisode, apply } = config.verify;
  if (!config.memory.enabled || afterEpisode === 0 || isResumable(stop.reason)) return;
  const recordings = readRecordings(config.workdir, story).toReversed();
  for (const { episode, problem } of recordings) {
    if (problem !== null) complain(`Episode ${episode} cannot be tried again: ${problem}.`);
  }
  const steps = limitSteps(afterEpisode);
  const { memories } = verifyMemories({
    rooms: roomsOf(parseDocument(files.memories.read())).values(),
    recordings,
    open: (seed) => openStory(story.bytes, { seed }),
    steps,
  });
  await keepEvidence(files.evidence, memories, !steps.isSpent);
  if (apply) await applyFindings(files.memories, memories);
}
