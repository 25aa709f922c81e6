import type { GameState, RoomDescription } from '../../domain/game-state.ts';
import { thingsNamed } from '../../domain/naming.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';
import { plural } from '../../domain/words.ts';
import { quote } from '../../prompts/quote.ts';
import type { Section } from './section.ts';

/** An old description goes before what was tried here: the player can look again. */
const GOES_EARLY = 4;

/** So many of the newest texts are near enough to be read again. */
const NEAR_TEXTS = 3;

const SENTENCE_GAP = /(?<=[.!?])\s+/;

/**
 * How the room was described, where none of the newest messages says it; null where one does, where nobody knows, in the
 * dark, and where nothing of it is as it was. `folded` is the last turn of which only a summary is told.
 */
export function roomSection(
  { descriptions, turn, observation }: GameState,
  folded: number | null,
): Section | null {
  const description = descriptions.get(observation.location.id);
  if (description === undefined || observation.isDark === true) return null;
  const age = turn - description.turn;
  const isTold = folded === null || description.turn > folded;
  if (age < NEAR_TEXTS && isTold) return null;
  const ago = `${plural(age, 'turn')} ago`;
  const text = stillTrue(description, observation);
  if (text !== description.text && !/\n\s*\S/.test(text)) return null;
  const how =
    text === description.text
      ? `as printed ${ago}`
      : `printed ${ago}, without what has changed since`;
  return { name: `Room description (${how})`, body: quote(text), priority: GOES_EARLY };
}

/**
 * The text without sentences about what is held, has gone or was moved since, or a door that is otherwise, whatever else
 * they name; the first line stays.
 */
function stillTrue({ text, things }: RoomDescription, { objects }: Observation): string {
  const now = new Map(objects.map((thing) => [thing.id, thing]));
  const others = things.filter((was) => stateOf(now.get(was.id)) !== stateOf(was));
  const all = [...things, ...objects.filter(({ id }) => !things.some((was) => was.id === id))];
  const isTrue = (sentence: string) =>
    !thingsNamed(sentence, all).some((one) => one.held || others.includes(one));
  const [name = '', ...lines] = text.split('\n');
  const kept = lines.map((line) => {
    const sentences = line.split(SENTENCE_GAP);
    return sentences.every(isTrue) ? line : sentences.filter(isTrue).join(' ');
  });
  const isWhole = kept.every((line, at) => line === lines[at]);
  return isWhole ? text : [name, ...kept].join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

function stateOf(thing: VisibleObject | undefined): string {
  if (thing === undefined) return '';
  const { held, inside, traits } = thing;
  return `${held} ${inside} ${traits.includes('door') ? traits.join() : ''}`;
}
