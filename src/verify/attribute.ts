import { canonicalAction } from '../domain/command.ts';
import { actionsOf, type Memory } from '../domain/memory.ts';
import { hadNoEffect, scoreChange } from '../domain/turn-record.ts';
import { isWarning, type Uses } from '../managers/memory/evidence.ts';
import { memoryId } from '../managers/memory/memory-id.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { Recording } from './recording.ts';

/** A memory with the commands that it tells of. */
export interface Attributable {
  readonly locationId: number;
  readonly memory: Memory;
  /** Empty where it tells of none: then its title is taken for one. */
  readonly commands: readonly string[];
}

/** The turns at which each memory was shown, by its short id. */
export function turnsByMemory(
  recordings: readonly Recording[],
): ReadonlyMap<string, readonly RecordedTurn[]> {
  const shown = new Map<string, RecordedTurn[]>();
  for (const turn of recordings.flatMap(({ turns }) => turns)) {
    for (const id of turn.decision.memories ?? []) {
      const turns = shown.get(id) ?? [];
      shown.set(id, turns);
      turns.push(turn);
    }
  }
  return shown;
}

/** How often a memory was shown and what became of that; undefined where it never was. Pure. */
export function usesOf(
  { locationId, memory, commands }: Attributable,
  shown: ReadonlyMap<string, readonly RecordedTurn[]>,
): Uses | undefined {
  const turns = shown.get(memoryId(locationId, memory));
  if (turns === undefined) return undefined;
  const told = new Set((commands.length > 0 ? commands : actionsOf(memory)).map(canonicalAction));
  const played = turns.filter(
    ({ before, decision }) =>
      before.location.id === locationId && told.has(canonicalAction(decision.action)),
  );
  const deaths = played.filter(({ after }) => after.ended === 'death').length;
  return {
    shown: turns.length,
    followed: isWarning(memory.category) ? turns.length - played.length : played.length,
    played: played.length,
    effects: played.filter((turn) => hasEffect(turn)).length,
    deaths,
    points: played.reduce((sum, turn) => sum + scoreChange(turn), 0),
  };
}

/** As far as records of every version tell it. */
function hasEffect({ before, after }: RecordedTurn): boolean {
  const seen = ({ scene = '', score, ended }: RecordedTurn['after']) => ({
    scene,
    score,
    ended,
    died: false,
  });
  return !hadNoEffect({ before: seen(before), after: seen(after) });
}
