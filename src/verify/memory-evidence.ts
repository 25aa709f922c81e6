import { rollup } from 'd3-array';
import { type Memory, memoryActions } from '../domain/memory.ts';
import { gaveIn } from '../domain/turn-record.ts';
import { hadNoEffect, isDeath, scoreChange } from '../domain/turn-effect.ts';
import {
  type Evidence,
  type EvidenceBook,
  type Uses,
  evidenceKey,
  isWarning,
  memoryId,
  parseEvidence,
  printEvidence,
} from '../managers/memory/evidence.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { DurableFile } from '../storage/storage.ts';
import type { Recording } from './recording.ts';

/** The newest evidence of each memory. One that was tried less often, or cannot be tried any more, keeps its own. */
export function mergeEvidence(
  known: EvidenceBook,
  found: readonly Evidence[],
  isWhole: boolean,
): EvidenceBook {
  const merged = new Map(known);
  for (const one of found) {
    const key = evidenceKey(one.location.id, one);
    const before = known.get(key);
    const isNewer = one.tried >= (before?.tried ?? 0) || (isWhole && one.tried > 0);
    const kept = isNewer || before === undefined ? one : before;
    const { uses = before?.uses, worth = before?.worth } = one;
    merged.set(key, { ...kept, ...(uses && { uses }), ...(worth && { worth }) });
  }
  return merged;
}

/** Writes new evidence beside the known; see mergeEvidence. Rejects with LockedError and StorageError. */
export async function keepEvidence(
  file: DurableFile,
  found: readonly Evidence[],
  isWhole: boolean,
): Promise<void> {
  if (found.length === 0) return;
  await file.update((bytes) => printEvidence(mergeEvidence(parseEvidence(bytes), found, isWhole)));
}

/** The turns at which each memory was shown, by its short id. */
export function turnsShowingMemories(
  recordings: readonly Recording[],
): ReadonlyMap<string, readonly RecordedTurn[]> {
  const shown = recordings.flatMap(({ turns }) =>
    turns.flatMap((turn) => (turn.decision.memories ?? []).map((id) => ({ id, turn }))),
  );
  return rollup(
    shown,
    (all) => all.map(({ turn }) => turn),
    ({ id }) => id,
  );
}

/** How often a memory was shown and what came of it. If it names no command, its title stands for one. Pure. */
export function usesOfMemory(
  room: number,
  memory: Memory,
  commands: readonly string[],
  shown: ReadonlyMap<string, readonly RecordedTurn[]>,
): Uses | undefined {
  const turns = shown.get(memoryId(room, memory));
  if (turns === undefined) return undefined;
  const told = commands.length > 0 ? commands : memoryActions(memory);
  const played = turns.filter(gaveIn(room, ...told));
  const deaths = played.filter(isDeath).length;
  return {
    shown: turns.length,
    followed: isWarning(memory.category) ? turns.length - played.length : played.length,
    played: played.length,
    effects: played.filter(hasEffect).length,
    deaths,
    points: played.reduce((sum, turn) => sum + scoreChange(turn), 0),
  };
}

/** Whether the turn had an effect, as far as records of every version tell. */
function hasEffect({ before, after }: RecordedTurn): boolean {
  const seen = ({ scene = '', ...sight }: RecordedTurn['after']) => {
    return { ...sight, scene, died: false };
  };
  return !hadNoEffect({ before: seen(before), after: seen(after) });
}
