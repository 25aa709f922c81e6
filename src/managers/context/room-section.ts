import type { GameState, RoomDescription } from '../../domain/game-state.ts';
import { thingsNamed } from '../../domain/naming.ts';
import type { Observation, VisibleObject } from '../../domain/observation.ts';
import { plural } from '../../domain/words.ts';
import { quote } from '../../prompts/quote.ts';
import { ESSENTIAL, type Section } from './section.ts';

/** So many of the newest texts are near enough to be read again. */
const NEAR_TEXTS = 3;

/**
 * How the room was described, where none of the newest messages says it; null where one does, or where nobody knows. `folded`
 * is the last turn of which only a summary is told.
 */
export function roomSection(
  { descriptions, turn, observation }: GameState,
  folded: number | null,
): Section | null {
  const description = descriptions.get(observation.location.id);
  if (description === undefined) return null;
  const age = turn - description.turn;
  const isTold = folded === null || description.turn > folded;
  if (age < NEAR_TEXTS && isTold) return null;
  const ago = `${plural(age, 'turn')} ago`;
  return {
    name: `Room description (as printed ${ago})`,
    body: quote(stillTrue(description, observation)),
    priority: ESSENTIAL,
  };
}

/** The text without sentences that name what has gone or was moved since, or a door that is otherwise; the first line stays. */
function stillTrue({ text, things }: RoomDescription, { objects }: Observation): string {
  const now = new Map(objects.map((thing) => [thing.id, thing]));
  const isOther = (was: VisibleObject) => stateOf(now.get(was.id)) !== stateOf(was);
  const others = new Set(things.filter(isOther).map(({ id }) => id));
  const all = [...things, ...objects.filter(({ id }) => !things.some((was) => was.id === id))];
  const isTrue = (sentence: string) => !thingsNamed(sentence, all).some(({ id }) => others.has(id));
  const [name = '', ...lines] = text.split('\n');
  const kept = lines.map((line) =>
    line
      .split(/(?<=[.!?])\s+/)
      .filter(isTrue)
      .join(' '),
  );
  return [name, ...kept].join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

function stateOf(thing: VisibleObject | undefined): string {
  if (thing === undefined) return '';
  const { held, inside, traits } = thing;
  return `${held} ${inside} ${traits.includes('door') ? traits.join() : ''}`;
}
