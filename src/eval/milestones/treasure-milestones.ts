import type { Milestone } from '../milestone.ts';

/** Two milestones for each treasure: it was taken, and it lies where it counts. */
export function treasureMilestones(
  place: { readonly name: string; readonly id: number },
  treasures: Readonly<Record<string, number>>,
): readonly Milestone[] {
  return Object.entries(treasures).flatMap(([name, object]) => [
    { id: `${name}-taken`, state: { kind: 'held', object } },
    { id: `${name}-${place.name}`, state: { kind: 'inside', object, container: place.id } },
  ]);
}
