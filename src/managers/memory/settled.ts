import { type GameState, type Outcome, bestOutcome } from '../../domain/game-state.ts';
import type { Memory } from '../../domain/memory.ts';
import { isNamedWhole, thingsNamedByCommand } from '../../domain/naming.ts';
import { isOpen } from './about.ts';

/** What this episode has done so far, and what is in reach. */
export type Done = Pick<GameState, 'attempts' | 'observation'>;

/**
 * Whether this episode has settled what a memory tells. Either it is a danger or an untried idea about somebody who was sent
 * away and is not back, or an untried idea about a thing that has won its points.
 */
export function isSettled(memory: Memory, now: Done): boolean {
  const { category, title, text, about } = memory;
  if (category !== 'DANGER' && !isOpen(memory)) return false;
  const told = `${title}\n${about}${category === 'DANGER' ? '' : `\n${text}`}`;
  const deeds = deedsIn(now);
  if (deeds.some((deed) => goneBy(deed, now).some(({ name }) => isNamedWhole(told, name))))
    return true;
  const isOfAbout = ({ name }: { readonly name: string }) =>
    typeof about === 'string' && isNamedWhole(name, about);
  return isOpen(memory) && deeds.some((deed) => laidBy(deed).some(isOfAbout));
}

type Deed = Outcome & { readonly action: string };

function deedsIn({ attempts }: Done): readonly Deed[] {
  return [...attempts.values()].flat().flatMap((attempt) => {
    const outcome = bestOutcome(attempt);
    return outcome.brought === 'changed' ? [{ ...outcome, action: attempt.action }] : [];
  });
}

/** Those who were sent away by a deed and are not back. */
function goneBy({ action, prior, moment }: Deed, { observation }: Done) {
  const isIn = (objects: Outcome['moment']['objects'], id: number) =>
    objects.some((one) => one.id === id);
  const creatures = prior?.objects.filter(({ traits }) => traits.includes('animate')) ?? [];
  return thingsNamedByCommand(action, creatures).filter(
    ({ id }) => !isIn(moment.objects, id) && !isIn(observation.objects, id),
  );
}

/** The things that left the hands for points. */
function laidBy({ points = 0, prior, moment }: Deed) {
  if (points <= 0 || prior === undefined) return [];
  return prior.inventory.filter(({ id }) => !moment.inventory.some((one) => one.id === id));
}
