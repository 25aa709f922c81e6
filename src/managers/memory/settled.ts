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
  if (category === 'SUCCESS') return isUsedUp(memory, now);
  if (category !== 'DANGER' && !isOpenNote(memory)) return false;
  const told = `${title}\n${about ?? ''}${category === 'DANGER' ? '' : `\n${text}`}`;
  const deeds = deedsIn(now).filter((deed) => category === 'DANGER' || !isSince(memory, deed, now));
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

export type Deed = Outcome & { readonly action: string; readonly turn: number };

/** The commands of this episode that changed something. */
export function deedsIn({ attempts }: Pick<Done, 'attempts'>): readonly Deed[] {
  return [...attempts.values()].flat().flatMap((attempt) => {
    const outcome = bestOutcomeOf(attempt);
    return outcome.brought === 'changed'
      ? [{ ...outcome, action: attempt.action, turn: attempt.lastTurn }]
      : [];
  });
}

/** Who was sent away by a deed, and what it destroyed. In many stories nothing tells which of the two somebody is. */
function goneBy({ action, prior, moment }: Deed) {
  const others = prior?.objects.filter(({ held }) => !held) ?? [];
  return thingsNamedByCommand(action, others).filter(({ id }) => !isIn(moment, id));
}

function isIn({ objects }: Pick<Outcome['moment'], 'objects'>, id: number): boolean {
  return objects.some((one) => one.id === id);
}

/** Whether a deed gave away something that was held. */
export function isGift(deed: Deed): boolean {
  return givenBy(deed).length > 0;
}

/** Whether a thing is held or lies in reach; what somebody has does not. */
function isHad({ objects, inventory }: Outcome['moment'], thing: number): boolean {
  const isOfSomebody = (id: number | null) =>
    objects.some((one) => one.id === id && isAnimate(one));
  const lies = objects.some(({ id, inside }) => id === thing && !isOfSomebody(inside));
  return lies || inventory.some(({ id }) => Number(id) === thing);
}

/** What a deed took from the hands and out of reach. */
function givenBy({ action, prior, moment }: Deed) {
  const held = thingsNamedByCommand(action, prior?.inventory ?? []);
  return held.filter(({ id }) => !isHad(moment, id));
}

/** Whether a memory tells to use a thing that was given away and is not back. */
function isUsedUp({ title }: Memory, now: Done): boolean {
  const [act = title] = title.split(': ');
  return deedsIn(now).some((deed) =>
    givenBy(deed).some(({ id, name }) => isNamedWhole(act, name) && !isHad(now.observation, id)),
  );
}

/** Whether a memory was learnt in this episode after a deed. */
export function isSince(
  { episode, turns }: Memory,
  { turn }: Deed,
  now: Pick<Done, 'episode'>,
): boolean {
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
