import type { Observation, Trait, VisibleObject } from '../../domain/observation.ts';
import { moved } from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';

type Standing = Pick<VisibleObject, 'name' | 'held' | 'inside' | 'traits'>;

const NOT_SEEN: Standing = { name: '', held: false, inside: null, traits: [] };

/** What became of a thing. */
export interface ChangedThing {
  readonly id: number;
  /** Its name. If it was put into something without changing hands, also that one's name. */
  readonly names: readonly string[];
  /** The name of what it lies in or on now. Null if that is nothing. */
  readonly holder: string | null;
  /** Whether it came into the hands, also out of something that is held. */
  readonly isGained: boolean;
  /** Whether it left the player's hands or went into something else. */
  readonly isPlaced: boolean;
  /** Its traits before and after, as far as they can be seen. */
  readonly was: readonly Trait[];
  readonly is: readonly Trait[];
}

/** Each thing that was gained, laid down, changed, found or lost. After a walk, only what is held can be compared. */
export function thingsChangedByAct(turn: TurnRecord): readonly ChangedThing[] {
  const [before, after] = [standings(turn.before), standings(turn.after)];
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return ids.flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)];
    const names = namesOfChange(was, is, after);
    const isLeft = moved(turn) && was?.held !== true && is?.held !== true;
    if (names.length === 0 || (isLeft && (was === undefined || is === undefined))) return [];
    const holder = typeof is?.inside === 'number' ? after.get(is.inside) : undefined;
    return [{ id, names, holder: holder?.name ?? null, ...becameOf(was, is) }];
  });
}

function becameOf(was: Standing = NOT_SEEN, is: Standing = NOT_SEEN) {
  const isInside = is.inside !== null && is.inside !== was.inside;
  const isTakenOut = was.inside !== null && is.inside === null;
  return {
    isGained: is.held && (!was.held || isTakenOut),
    isPlaced: was.held && (!is.held || isInside),
    was: was.traits,
    is: is.traits,
  };
}

function namesOfChange(
  was: Standing | undefined,
  is: Standing | undefined,
  after: ReadonlyMap<number, Standing>,
): readonly string[] {
  const names = [(is ?? was)?.name ?? ''];
  if (was === undefined || is === undefined) return names;
  if (was.held !== is.held || was.traits.join() !== is.traits.join()) return names;
  if (was.inside === is.inside) return [];
  const holder = is.inside === null ? undefined : after.get(is.inside);
  return holder === undefined ? names : [...names, holder.name];
}

function standings({ objects, inventory }: Observation): ReadonlyMap<number, Standing> {
  const direct = { held: true, inside: null, traits: [] };
  const all = [...inventory.map((one) => ({ ...one, ...direct })), ...objects];
  return new Map<number, Standing>(all.map((one) => [one.id, one]));
}
