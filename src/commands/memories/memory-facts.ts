import type { Memory } from '../../domain/memory.ts';
import {
  doesHarm,
  evidenceKey,
  type Evidence,
  type EvidenceBook,
} from '../../managers/memory/evidence.ts';
import { memoryId } from '../../managers/memory/memory-id.ts';

/** A memory of a room as JSON, with what trying it again came to where somebody did. */
export function memoryFacts(room: number, memory: Memory, book: EvidenceBook) {
  const { title, text, category, persistence, status, episode, turns, scoreChange } = memory;
  const { supersededBy, supersededAtTurn, invalidationReason } = memory;
  const checked = book.get(evidenceKey(room, memory));
  const id = memoryId(room, memory);
  return {
    title,
    text,
    category,
    persistence,
    status,
    episode,
    turns,
    scoreChange,
    supersededBy,
    supersededAtTurn,
    invalidationReason,
    ...(checked !== undefined && { evidence: jsonOfEvidence(checked) }),
    ...(checked?.worth !== undefined && {
      worth: { id, ...checked.worth, isShown: !doesHarm(checked), by: 'simulated' },
    }),
    ...(checked?.uses !== undefined && { uses: { id, ...checked.uses } }),
  };
}

function jsonOfEvidence({ verdict, tried, held, why, by }: Evidence) {
  return { verdict, tried, held, why, by };
}
