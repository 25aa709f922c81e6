import { isWaiting } from '../domain/command.ts';
import { locationId } from '../domain/ids.ts';
import { neverWorked, type Evidence } from '../managers/memory/evidence.ts';
import { MEMORIES, type Checked } from '../managers/memory/memory-changes.ts';
import { MergedFile } from '../storage/merged-file.ts';
import type { DurableFile } from '../storage/storage.ts';

/** What a finding asks to change in Memories.md; null for one that leaves its memory as it is. Pure. */
export function changeFor(evidence: Evidence): Checked | null {
  const { verdict, tried, held, why } = evidence;
  if (verdict === 'confirmed' || verdict === 'untestable') return null;
  // That waiting is dangerous is no less true for being all that the clock needs.
  const isOfWaiting = verdict === 'not-the-cause' && isWaiting(evidence.title);
  const isWrong = verdict !== 'conditional' && !isOfWaiting;
  const times = `held ${held} of ${tried} times when it was tried again in the engine (simulated)`;
  return {
    kind: 'checked',
    locationId: locationId(evidence.location.id),
    memory: evidence,
    isWrong,
    reason: why === '' ? times : `${times}: ${why}`,
  };
}

/** What a finding asks to change where nothing is to be given up: what never worked is doubted. Pure. */
export function doubtFor(evidence: Evidence): Checked | null {
  const change = neverWorked(evidence) ? changeFor(evidence) : null;
  return change === null ? null : { ...change, isWrong: false };
}

/**
 * Gives up what was refuted or not the command's doing, and doubts what held only sometimes, or changes what `asks` for;
 * the reason stands in the file and nothing else changes. Returns how many memories were changed. Rejects with LockedError and StorageError.
 */
export async function applyFindings(
  file: DurableFile,
  findings: readonly Evidence[],
  asks: (evidence: Evidence) => Checked | null = changeFor,
): Promise<number> {
  const changes = findings.flatMap((one) => asks(one) ?? []);
  if (changes.length === 0) return 0;
  const memories = new MergedFile(file, MEMORIES);
  const { results, waiting } = await memories.change(changes);
  if (waiting !== null) throw waiting;
  return results.filter(({ outcome }) => outcome === 'applied').length;
}
