import type { Observation } from './observation.ts';

/** The state at one point of a recipe. Null for a fact that differs between the compared seeds. */
export interface Standing {
  readonly room: number | null;
  readonly score: number | null;
  /** Numbers of the things held, ascending, with commas between. */
  readonly held: string | null;
  readonly isOver: boolean | null;
  /** Present if it is dark. Not compared. */
  readonly isDark?: true;
}

type Facts = Pick<Observation, 'location' | 'score' | 'inventory' | 'ended' | 'isDark'>;

export function standingOf({ location, score, inventory, ended, isDark }: Facts): Standing {
  const held = inventory.map(({ id }) => id).sort((a, b) => a - b);
  const dark = isDark === true && { isDark };
  return { room: location.id, score, held: held.join(','), isOver: ended !== null, ...dark };
}

/** The common facts of several looks at one point of a recipe. */
export function commonStanding(one: Standing, other: Standing): Standing {
  return {
    room: one.room === other.room ? one.room : null,
    score: one.score === other.score ? one.score : null,
    held: one.held === other.held ? one.held : null,
    isOver: one.isOver === other.isOver ? one.isOver : null,
    ...((one.isDark ?? other.isDark) && { isDark: true }),
  };
}

/** Whether the state is as expected, as far as anything is expected. */
export function standsAs(expected: Standing, found: Standing): boolean {
  return (['room', 'score', 'held', 'isOver'] as const).every(
    (fact) => expected[fact] === null || expected[fact] === found[fact],
  );
}

/** Whether the room is the expected one, with at least the expected things and points. */
export function standsAtLeastAs(expected: Standing, found: Standing): boolean {
  const held = new Set(found.held?.split(','));
  const asked = expected.held === null || expected.held === '' ? [] : expected.held.split(',');
  return (
    asked.every((id) => held.has(id)) &&
    (expected.score ?? -Infinity) <= (found.score ?? Infinity) &&
    standsAs({ ...expected, held: null, score: null }, found)
  );
}
