import type { Observation, Trait } from '../../domain/observation.ts';
import { moved, type TurnRecord } from '../../domain/turn-record.ts';

interface Standing {
  readonly name: string;
  readonly held: boolean;
  readonly inside: number | null;
  readonly traits: readonly Trait[];
}

/** What became of a thing. */
export interface ChangedThing {
  readonly id: number;
  /** Its name; where it was put into something without changing hands, also the name of that. */
  readonly names: readonly string[];
  readonly isGained: boolean;
  /** Whether it went out of the player's hands or into something else. */
  readonly isPlaced: boolean;
  /** What it was and is, as far as that can be seen. */
  readonly was: readonly Trait[];
  readonly is: readonly Trait[];
}

/** Each thing that was gained, laid down, changed, found or lost. In another room only what is held can be compared. */
export function changedThings(turn: TurnRecord): readonly ChangedThing[] {
  const [before, after] = [standings(turn.before), standings(turn.after)];
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return ids.flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)];
    const names = namesOfChange(was, is, after);
    const isLeft = moved(turn) && was?.held !== true && is?.held !== true;
    if (names.length === 0 || (isLeft && (was === undefined || is === undefined))) return [];
    return [{ id, names, ...becameOf(was, is) }];
  });
}

function becameOf(
  was: Standing | undefined,
  is: Standing | undefined,
): Pick<ChangedThing, 'isGained' | 'isPlaced' | 'was' | 'is'> {
  const isInside = is !== undefined && is.inside !== null && is.inside !== was?.inside;
  const wasHeld = was?.held === true;
  const isHeld = is?.held === true;
  return {
    isGained: isHeld && !wasHeld,
    isPlaced: wasHeld && (!isHeld || isInside),
    was: was?.traits ?? [],
    is: is?.traits ?? [],
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
  return new Map<number, Standing>([
    ...inventory.map(
      ({ id, name }) => [id, { name, held: true, inside: null, traits: [] }] as const,
    ),
    ...objects.map(
      ({ id, name, held, inside, traits }) => [id, { name, held, inside, traits }] as const,
    ),
  ]);
}
