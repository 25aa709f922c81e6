import type { Direction, Location } from '../domain/observation.ts';
import { type Random, seededRandom } from '../domain/seeded-random.ts';
import { oneLine, wordsIn } from '../domain/text.ts';
import { sha256 } from '../storage/bytes.ts';

export type Fact =
  | { readonly kind: 'room'; readonly room: Location }
  | { readonly kind: 'way'; readonly direction: Direction }
  | { readonly kind: 'points'; readonly points: number }
  | { readonly kind: 'arrival'; readonly room: Location }
  | { readonly kind: 'holding'; readonly thing: string }
  | { readonly kind: 'death' }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'command'; readonly command: string };

/** A fact as an option of a question words it. Facts with equal words are equal. */
export function factWords(fact: Fact): string {
  switch (fact.kind) {
    case 'room':
      return fact.room.name;
    case 'way':
      return fact.direction;
    case 'points':
      return fact.points > 0
        ? `it is worth ${fact.points} points`
        : `it costs ${-fact.points} points`;
    case 'arrival':
      return `it leads to ${fact.room.name}`;
    case 'holding':
      return `it puts the ${fact.thing} in your hands`;
    case 'death':
      return 'it kills';
    case 'answer':
      return `nothing changes, and the game answers: ${firstSentence(fact.text)}`;
    case 'command':
      return fact.command;
  }
}

export function isSameFact(one: Fact | null, other: Fact): boolean {
  return one !== null && factWords(one) === factWords(other);
}

const LONGEST_ANSWER = 120;

/** The first sentence of a game's answer, on one line, with an ellipsis if it is cut. */
function firstSentence(text: string): string {
  const flat = oneLine(text);
  const sentence = /^.*?[.!?]["”']?(?=\s|$)/.exec(flat)?.[0] ?? flat;
  return sentence.length <= LONGEST_ANSWER
    ? sentence
    : `${sentence.slice(0, LONGEST_ANSWER).replace(/\s+\S*$/, '')} …`;
}

/** The kinds of questions: where a thing begins, which way leads on, what a command does, what kills, what is needed. */
export const KINDS = ['where', 'way', 'does', 'kills', 'needs'] as const;
export type Kind = (typeof KINDS)[number];

/** A question with its right answer, before it has wrong ones. */
export interface Draft {
  readonly kind: Kind;
  readonly text: string;
  /** The topic: a thing's name, a command, or the name of a room. */
  readonly subject: string;
  readonly room: Location;
  /** The right answer. Of several, the first that was played. */
  readonly right: Fact;
  readonly alsoRight: readonly Fact[];
  readonly episode: number;
  readonly turn: number;
}

export interface Question extends Draft {
  readonly options: readonly Fact[];
}

const WRONG = 3;
const TRIES = 40;
/** A shorter word names nothing. */
const SHORTEST_NAME = 4;

/**
 * Adds wrong answers: right answers of other drafts of the same kind, so that neither rarity nor length gives the answer
 * away. Leaves out a draft if only its right answer repeats words of the question. Pure.
 */
export function withOptions(drafts: readonly Draft[]): readonly Question[] {
  return drafts.flatMap((draft) => {
    const others = drafts.filter((other) => other.kind === draft.kind).map(({ right }) => right);
    const random = seededRandom(Number.parseInt(hashOf(draft).slice(0, 8), 16));
    for (let tried = 0; tried < TRIES; tried += 1) {
      const wrong = drawWrong(draft, others, random);
      if (wrong === null) return [];
      if (givesAway(draft, wrong)) continue;
      const options = [...wrong];
      options.splice(Math.floor(random() * (WRONG + 1)), 0, draft.right);
      return [{ ...draft, options }];
    }
    return [];
  });
}

/** Equal for one question in any paper. */
export function hashOf({ kind, text }: Pick<Draft, 'kind' | 'text'>): string {
  return sha256(`${kind}\n${text}`);
}

function drawWrong({ right, alsoRight }: Draft, others: readonly Fact[], random: Random) {
  const taken = new Set([right, ...alsoRight].map(factWords));
  const wrong: Fact[] = [];
  const left = others.filter((fact) => !taken.has(factWords(fact)));
  while (wrong.length < WRONG) {
    const open = left.filter((fact) => !taken.has(factWords(fact)));
    const drawn = open[Math.floor(random() * open.length)];
    if (drawn === undefined) return null;
    taken.add(factWords(drawn));
    wrong.push(drawn);
  }
  return wrong;
}

function givesAway({ text, right }: Draft, wrong: readonly Fact[]): boolean {
  const asked = new Set(namesIn(text));
  const repeats = (fact: Fact) => namesIn(factWords(fact)).some((word) => asked.has(word));
  return repeats(right) && !wrong.some(repeats);
}

function namesIn(text: string): readonly string[] {
  return wordsIn(text).filter((word) => word.length >= SHORTEST_NAME);
}
