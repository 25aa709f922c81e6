import { normaliseAction } from '../../domain/command.ts';
import { withoutRoomNames } from '../../prompts/wording.ts';
import { placesAskedFor } from './asked-place.ts';
import { formsIn, demandsOf, type Demand } from './demands.ts';

/** Words without which an objective asks for the same. */
const FILLING = /(?<=^| )(?:a|an|the|some|my|your|its|at|in|on|of)(?= |$)/g;

/** Where something is to be done. What is laid down somewhere is laid down there: that is part of the act. */
const PLACE = / (?:at|in|inside|on|from|near) (?:(?!(?:with|to|at|in|on|from|near)\b)\S+ ?)+/g;

/**
 * Whether two objectives ask for the same: in the same words, but for those that only join them, for nothing but the same
 * place by other ways, or for the same acts with the same things, in places that do not differ.
 */
export function isSameAim(one: string, other: string): boolean {
  const place = placeAlone(one);
  return (
    wordsOf(one) === wordsOf(other) ||
    (place !== null && place === placeAlone(other)) ||
    (hasSameActs(one, other) && !areApart(one, other))
  );
}

/** The one place that an objective asks to reach, where it asks for no more: `Explore up from Location 28 to reach Location 51`. */
function placeAlone(text: string): number | null {
  const [whole, id] = /^.*\breach location (\d+)(?: \([^()]*\))?\.?$/i.exec(text) ?? [];
  return whole === undefined || demandsOf(text).length > 0 ? null : Number(id);
}

function wordsOf(text: string): string {
  const words = withoutRoomNames(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ');
  return normaliseAction(words.replaceAll(FILLING, '')) || normaliseAction(text);
}

function hasSameActs(one: string, other: string): boolean {
  const [acts, others] = [demandsOf(one).map(actOf), demandsOf(other).map(actOf)];
  return acts.length > 0 && acts.toSorted().join('; ') === others.toSorted().join('; ');
}

/** `take casserole dish` for `get my casserole dish in the kitchen`. */
function actOf({ kind, text, instead }: Demand): string {
  const act = kind === 'gain' ? text.replace(/^\S+/, 'take') : text;
  const told = wordsOf(kind === 'place' ? act : act.replaceAll(PLACE, ' '));
  return instead === undefined ? told : `${told} or ${actOf(instead)}`;
}

/** Whether two texts name places of which none is the same: by their numbers, or both without any by their words. */
function areApart(one: string, other: string): boolean {
  const [here, there] = [placesAskedFor(one), placesAskedFor(other)];
  if (here.length > 0 && there.length > 0) return !here.some((id) => there.includes(id));
  if (here.length > 0 || there.length > 0) return false;
  const [words, others] = [placeWords(one), placeWords(other)];
  return words.size > 0 && others.size > 0 && ![...words].some((word) => others.has(word));
}

function placeWords(text: string): ReadonlySet<string> {
  return formsIn((` ${text.toLowerCase()} `.match(PLACE) ?? []).join(' '));
}
