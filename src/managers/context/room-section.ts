import type { GameState, RoomDescription } from '../../domain/game-state.ts';
import { thingsMeant, thingsNamed } from '../../domain/naming.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';
import { plural } from '../../domain/text.ts';
import { hadNoEffect, type TurnRecord } from '../../domain/turn-record.ts';
import { quote } from '../../prompts/quote.ts';
import type { Section } from './section.ts';

/** An old description goes before what was tried here: the player can look again. */
const GOES_EARLY = 4;

/** So many of the newest texts are near enough to be read again. */
const NEAR_TEXTS = 3;
const SENTENCE_GAP = /(?<=[.!?])\s+/;

/**
 * How the room was described, where none of the newest messages says it (`folded` is the last turn that only a summary tells
 * of); null where one does, where nobody knows, in the dark, where its furniture is another, and where nothing of it is as
 * it was.
 */
export function roomSection(
  { descriptions, turn, observation, recent }: GameState,
  folded: number | null,
): Section | null {
  const description = descriptions.get(observation.location.id);
  if (description === undefined || observation.isDark === true) return null;
  if (isRefurnished(description.things, observation.objects)) return null;
  const age = turn - description.turn;
  const isTold = folded === null || description.turn > folded;
  if (age < NEAR_TEXTS && isTold) return null;
  const ago = `${plural(age, 'turn')} ago`;
  const text = stillTrue(description, observation, treatedSince(description.turn, recent));
  if (text !== description.text && !/\n\s*\S/.test(text)) return null;
  const how =
    text === description.text
      ? `as printed ${ago}`
      : `printed ${ago}, without what has changed since`;
  return { name: `Room description (${how})`, body: quote(text), priority: GOES_EARLY };
}

/** The creatures that commands with an effect named since a turn. */
function treatedSince(turn: number, recent: readonly TurnRecord[]): ReadonlySet<number> {
  const treated = recent
    .filter((one) => one.turn > turn && !hadNoEffect(one))
    .flatMap(({ decision, before }) => thingsMeant(decision.action, before.objects))
    .filter(({ traits }) => traits.includes('animate'));
  return new Set(treated.map(({ id }) => id));
}

/**
 * The text without sentences about what was taken, has gone or was moved since, a door that is otherwise, or a creature to
 * which something was done.
 */
function stillTrue(
  { text, things }: RoomDescription,
  { objects }: Observation,
  treated: ReadonlySet<number>,
): string {
  const now = new Map(objects.map((thing) => [thing.id, thing]));
  const others = things.filter((was) => stateOf(now.get(was.id)) !== stateOf(was));
  const came = objects.filter(({ id }) => !things.some((was) => was.id === id));
  const isFalse = (one: VisibleObject) =>
    others.includes(one) || (came.includes(one) && one.held) || treated.has(one.id);
  const isTrue = (sentence: string) => !thingsNamed(sentence, [...things, ...came]).some(isFalse);
  const [name = '', ...lines] = text.split('\n');
  const kept = lines.map((line) => {
    const sentences = line.split(SENTENCE_GAP);
    return sentences.every(isTrue) ? line : sentences.filter(isTrue).join(' ');
  });
  const isWhole = kept.every((line, at) => line === lines[at]);
  return isWhole ? text : [name, ...kept].join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

/** Whether scenery that stands in a room itself, no creature and nothing that comes along, is gone or came. */
function isRefurnished(was: readonly VisibleObject[], now: readonly VisibleObject[]): boolean {
  const isMissing = (one: VisibleObject, others: readonly VisibleObject[]) =>
    one.isScenery &&
    !one.isBackdrop &&
    one.inside === null &&
    !one.held &&
    !one.traits.includes('animate') &&
    !others.some(({ id }) => id === one.id);
  return was.some((one) => isMissing(one, now)) || now.some((one) => isMissing(one, was));
}

function stateOf(thing: VisibleObject | undefined): string {
  if (thing === undefined) return '';
  const { held, inside, traits } = thing;
  return `${held} ${inside} ${traits.includes('door') ? traits.join() : ''}`;
}
