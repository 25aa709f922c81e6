import type { Observation } from '../../domain/observation.ts';
import { moved, type TurnRecord } from '../../domain/turn-record.ts';

interface Standing {
  readonly name: string;
  readonly held: boolean;
  readonly inside: number | null;
  readonly traits: string;
}

/**
 * The names of each thing that was gained, laid down, changed, found or lost. What was put into something has two: of
 * the thing and of what it lies in. In another room only what is held can be compared.
 */
export function changedThings(turn: TurnRecord): readonly (readonly string[])[] {
  const [before, after] = [standings(turn.before), standings(turn.after)];
  const stayed = [...before].flatMap(([id, was]) => {
    const is = after.get(id);
    return is === undefined ? [] : namesOfChange(was, is, after);
  });
  const comesOrGoes = [...gone(before, after), ...gone(after, before)];
  const seen = moved(turn) ? comesOrGoes.filter(({ held }) => held) : comesOrGoes;
  return [...stayed, ...seen.map(({ name }) => [name])];
}

function namesOfChange(
  was: Standing,
  is: Standing,
  after: ReadonlyMap<number, Standing>,
): readonly (readonly string[])[] {
  if (was.held !== is.held || was.traits !== is.traits) return [[is.name]];
  if (was.inside === is.inside) return [];
  const holder = is.inside === null ? undefined : after.get(is.inside);
  return [holder === undefined ? [is.name] : [is.name, holder.name]];
}

function gone(
  from: ReadonlyMap<number, Standing>,
  to: ReadonlyMap<number, Standing>,
): readonly Standing[] {
  return [...from].filter(([id]) => !to.has(id)).map(([, standing]) => standing);
}

function standings({ objects, inventory }: Observation): ReadonlyMap<number, Standing> {
  return new Map<number, Standing>([
    ...inventory.map(
      ({ id, name }) => [id, { name, held: true, inside: null, traits: '' }] as const,
    ),
    ...objects.map(
      ({ id, name, held, inside, traits }) =>
        [id, { name, held, inside, traits: traits.join() }] as const,
    ),
  ]);
}
