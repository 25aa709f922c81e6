import type { Memory } from '../../src/domain/memory.ts';

/** A believed memory; what is not given is ordinary. */
export function memory(fields: Partial<Memory> = {}): Memory {
  return {
    category: 'NOTE',
    title: 'Hatch is stuck',
    text: 'The hatch does not move.',
    persistence: 'permanent',
    status: 'ACTIVE',
    episode: 1,
    turns: '3',
    scoreChange: 0,
    supersededBy: null,
    supersededAtTurn: null,
    invalidationReason: null,
    ...fields,
  };
}
