import type { Ending, Trait, WorldFacts } from '../domain/observation.ts';

/** A state of the world that can be seen in what the Z-machine's memory said after a turn. */
type StatePredicate =
  | { readonly kind: 'at'; readonly room: number }
  /** Carried, also inside something that is carried and open. */
  | { readonly kind: 'held'; readonly object: number }
  | { readonly kind: 'inside'; readonly object: number; readonly container: number }
  | { readonly kind: 'trait'; readonly object: number; readonly trait: Trait }
  | { readonly kind: 'score'; readonly least: number }
  | { readonly kind: 'ended'; readonly as: Ending };

/** Something worth reaching in a story. For measurement only: no prompt, manager or turn sees it. */
export interface Milestone {
  /** Kebab-case; unique in its story. */
  readonly id: string;
  readonly state: StatePredicate;
}

/** The milestones of one story file. Object numbers hold for exactly this key. */
export interface MilestoneSet {
  /** `release.serial.checksum`. */
  readonly story: string;
  readonly milestones: readonly Milestone[];
}

/** Facts that a milestone is judged by: from the interpreter, or an observation of a trajectory. */
export type MilestoneFacts = Pick<
  WorldFacts,
  'location' | 'inventory' | 'objects' | 'score' | 'ended'
>;

/** Whether a state holds in what was seen. Pure. */
export function holds(state: StatePredicate, sight: MilestoneFacts): boolean {
  const { location, inventory, objects, score, ended } = sight;
  const seen = (id: number) => objects.find((object) => object.id === id);
  switch (state.kind) {
    case 'at':
      return location.id === state.room;
    case 'held':
      return inventory.some(({ id }) => id === state.object) || seen(state.object)?.held === true;
    case 'inside':
      return seen(state.object)?.inside === state.container;
    case 'trait':
      return seen(state.object)?.traits.includes(state.trait) === true;
    case 'score':
      return score !== null && score >= state.least;
    case 'ended':
      break;
  }
  return ended === state.as;
}

/** A milestone with the turn after which its state first held; turn 0 is the opening. */
export interface ReachedMilestone {
  readonly id: string;
  readonly turn: number;
}

/**
 * The milestones that were reached, in the order they were; `sights` is the opening and then what was seen after each
 * turn. Milestones of one turn keep the order of the set.
 */
export function reachedMilestones(
  milestones: readonly Milestone[],
  sights: readonly MilestoneFacts[],
): readonly ReachedMilestone[] {
  return milestones
    .map(({ id, state }) => ({ id, turn: sights.findIndex((sight) => holds(state, sight)) }))
    .filter(({ turn }) => turn !== -1)
    .sort((a, b) => a.turn - b.turn);
}

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
