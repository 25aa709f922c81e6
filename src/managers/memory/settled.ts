import { sentencesOf } from '../../domain/text.ts';
import { isAnimate } from '../../domain/observation.ts';
import { type GameState, type Outcome, bestOutcomeOf } from '../../domain/game-state.ts';
import { type Memory, isOpenNote } from '../../domain/memory.ts';
import { isNamedWhole, thingsNamed, thingsNamedByCommand } from '../../domain/named-things.ts';
import { lastTurnOfMemory } from './memory-changes.ts';

/** Words for a thing that can be opened and is shut. */
export const SHUT = /\b(?:locked|closed|shut|bolted|barred|unopened)\b/i;
const PART_END = /[.;!?\n]/;

/** What this episode has done so far, and what is in reach. */
export type Done = Pick<GameState, 'attempts' | 'observation' | 'episode'>;

/**
 * Whether this episode has settled what a memory tells. Either it is a danger or an untried idea about somebody who was sent
 * away and is not back, or an untried idea about a thing that has won its points. A danger of somebody who took a gift and
 * went is over even if they are back, unless it was learnt after that.
 */
export function isSettled(memory: Memory, now: Done): boolean {
  const { category, title, text, about } = memory;
  if (category !== 'DANGER' && !isOpenNote(memory)) return false;
  const told = `${title}\n${about}${category === 'DANGER' ? '' : `\n${text}`}`;
  const deeds = deedsIn(now);
  const isOver = (deed: Deed) =>
    category === 'DANGER' && isGift(deed) && !isSince(memory, deed, now);
  const isGone = (deed: Deed) =>
    goneBy(deed).some(
      ({ id, name }) => isNamedWhole(told, name) && (isOver(deed) || !isIn(now.observation, id)),
    );
  if (deeds.some(isGone)) return true;
  const isOfAbout = ({ name }: { readonly name: string }) =>
    typeof about === 'string' && isNamedWhole(name, about);
  return isOpenNote(memory) && deeds.some((deed) => laidBy(deed).some(isOfAbout));
}

type Deed = Outcome & { readonly action: string; readonly turn: number };

function deedsIn({ attempts }: Done): readonly Deed[] {
  return [...attempts.values()].flat().flatMap((attempt) => {
    const outcome = bestOutcomeOf(attempt);
    return outcome.brought === 'changed'
      ? [{ ...outcome, action: attempt.action, turn: attempt.lastTurn }]
      : [];
  });
}

/** Those who were sent away by a deed. */
function goneBy({ action, prior, moment }: Deed) {
  const creatures = prior?.objects.filter(isAnimate) ?? [];
  return thingsNamedByCommand(action, creatures).filter(({ id }) => !isIn(moment, id));
}

function isIn({ objects }: Pick<Outcome['moment'], 'objects'>, id: number): boolean {
  return objects.some((one) => one.id === id);
}

/** Whether a deed gave away something that was held. */
function isGift({ action, prior, moment }: Deed): boolean {
  return thingsNamedByCommand(action, prior?.inventory ?? []).some(
    ({ id }) => !isIn(moment, id) && !moment.inventory.some((one) => one.id === id),
  );
}

/** Whether a memory was learnt in this episode after a deed. */
function isSince({ episode, turns }: Memory, { turn }: Deed, now: Done): boolean {
  return episode === now.episode && (lastTurnOfMemory(turns) ?? 0) > turn;
}

/** The things that left the hands for points. */
function laidBy({ points = 0, prior, moment }: Deed) {
  if (points <= 0 || prior === undefined) return [];
  return prior.inventory.filter(({ id }) => !moment.inventory.some((one) => one.id === id));
}

type Here = Pick<Done, 'observation'>;

/** Whether a note says only that something is shut, and that is open now. */
export function isOpenNow(memory: Memory, now: Here): boolean {
  const { category, title } = memory;
  return category === 'NOTE' && (callsOpenShut(title, now) || textNow(memory, { now }) === '');
}

/** The text of a note or of a room's start without sentences that call shut what is open. */
export function textNow(
  { persistence, category, text }: Memory,
  place: { readonly now: Here } | null,
): string {
  if (place === null || (persistence !== 'core' && category !== 'NOTE')) return text;
  const holds = (sentence: string) => !callsOpenShut(sentence, place.now);
  return sentencesOf(text).filter(holds).join(' ');
}

/** Of things named together, only those that can be shut are meant: the chest, not its keyhole. */
export function callsOpenShut(said: string, { observation }: Here): boolean {
  const shut = said
    .split(PART_END)
    .filter((part) => SHUT.test(part))
    .join('\n');
  const named = thingsNamed(shut, observation.objects);
  const lidded = named.filter(({ traits }) => /openable|door|locked/.test(traits.join(' ')));
  return (lidded.length > 0 ? lidded : named).some(({ traits }) => traits.includes('open'));
}
