import { walkingDirection } from '../../domain/command.ts';
import type { GameState } from '../../domain/game-state.ts';
import { isNamedWhole, isNamedToPlay, thingsNamed } from '../../domain/named-things.ts';
import { wordsIn } from '../../domain/text.ts';
import { quote } from '../../prompts/quote.ts';
import { isGuess, seenWords, type Item } from './knowledge-item.ts';
import {
  itemsOf,
  type KnowledgeDocument,
  SECTIONS,
  type KnowledgeSection,
} from './knowledge-document.ts';
import { CHARACTERS_PER_TOKEN } from '../../domain/message.ts';

/** The order in which sections give an item if not all fit. */
const IMPORTANCE: readonly KnowledgeSection[] = [
  'CROSS-EPISODE INSIGHTS',
  'DEATH & DANGER ANALYSIS',
  'STRATEGIC PRINCIPLES',
  'UNIVERSAL GAME MECHANICS',
  'DANGER CATEGORIES',
  'LESSONS LEARNED',
];

/**
 * As many whole items as fit into so many tokens (characters / 4), quoted, under their sections in the file's order.
 * Sections take turns, each with its newest items first. Learnt items say how many turns show them.
 */
export function promptDigest(document: KnowledgeDocument, maxTokens: number): string {
  const queues = IMPORTANCE.map((section) => ({
    heading: quote(section),
    items: newestFirst(itemsOf(document, section)),
    isOpen: false,
  }));
  const longest = Math.max(0, ...queues.map(({ items }) => items.length));
  const chosen = new Set<Item>();
  let room = maxTokens * CHARACTERS_PER_TOKEN;
  for (let rank = 0; rank < longest; rank += 1) {
    for (const queue of queues) {
      const item = queue.items[rank];
      if (item === undefined) continue;
      const length = line(item).length + 1 + (queue.isOpen ? 0 : queue.heading.length + 1);
      if (length > room) continue;
      room -= length;
      queue.isOpen = true;
      chosen.add(item);
    }
  }
  return render(document, chosen);
}

/** The limits for items that are told again in their own episode. */
const MOST_NEW = 3;
const MOST_NEW_LENGTH = 600;

/** Items of so many newest turns are not told again: the conversation has just said them. */
const NEWEST_TURNS = 10;

/**
 * The items of this episode that are of use here, the newest first, without those of the newest turns. Then, of turns that
 * only a summary tells (up to `folded`), the newest that serves the `plan`, the texts of the open objectives.
 */
export function digestItems(
  document: KnowledgeDocument,
  now: Now,
  { plan, folded }: { readonly plan: string; readonly folded: number | null },
): readonly Item[] {
  const own = SECTIONS.flatMap((section) => itemsOf(document, section))
    .filter(({ origin }) => origin?.episode === now.episode)
    .filter((item) => !isTried(item, now));
  const newest = newestFirst(own);
  const here = newest.filter((item) => isOld(item, now, folded) && isOfUse(item, now));
  const planned = newest.filter(
    (item) => !here.includes(item) && isFolded(item, folded) && servesPlan(item, plan),
  );
  return [...here, ...planned.slice(0, 1)];
}

function isFolded(item: Item, folded: number | null): boolean {
  return newestTurn(item) <= (folded ?? -1);
}

function isOld(item: Item, { turn }: Pick<Now, 'turn'>, folded: number | null): boolean {
  return isFolded(item, folded) || turn - newestTurn(item) >= NEWEST_TURNS;
}

/** Words for what the whole story asks for. */
const GOAL =
  /\b(?:aim|goal|quest|task)\b|\b(?:must|(?:has|have|needs?) to)\b|\bonly (?:after|if|once|when)\b/i;

/** The oldest item of this episode about the goal of the story, if no objective, open or `done`, is about it. */
export function standingGoal(
  document: KnowledgeDocument,
  now: Now,
  { plan, folded, done }: { plan: string; folded: number | null; done: string },
): Item | undefined {
  const all = SECTIONS.flatMap((section) => itemsOf(document, section));
  return newestFirst(all).findLast(
    (item) =>
      item.origin?.episode === now.episode &&
      GOAL.test(item.text) &&
      isOld(item, now, folded) &&
      !servesPlan(item, `${plan}\n${done}`),
  );
}

/** As many of those as are told in a turn: whole, quoted. */
function noteLines(items: readonly Item[]): string {
  const lines = items.slice(0, MOST_NEW).map(note);
  const fits = (at: number) => lines.slice(0, at + 1).join('').length <= MOST_NEW_LENGTH;
  return lines.filter((_, at) => fits(at)).join('\n');
}

/** The state of an episode that decides which items are of use. */
export type Now = Pick<GameState, 'episode' | 'turn' | 'observation' | 'attempts' | 'recent'>;

/** A taken thing is news for so many turns. */
const NEWLY_HELD = 3;

/** Whether an item names the room, a thing here, or one that was just taken. */
function isOfUse({ text }: Item, { observation: { location, objects }, recent }: Now): boolean {
  const then = (recent.at(-NEWLY_HELD) ?? recent[0])?.before.inventory;
  const isTaken = (thing: number) => then?.every(({ id }) => id !== thing) ?? false;
  const lying = objects.filter(
    ({ id, held, isBackdrop }) => isBackdrop !== true && (!held || isTaken(id)),
  );
  const number = new RegExp(String.raw`\b(?:location |L)${location.id}\b|\(${location.id}\)`, 'i');
  const isOfRoom = number.test(text) || isNamedWhole(text, location.name);
  return isOfRoom || thingsNamed(text, lying).length > 0;
}

/** A word of so many letters tells the topic of a text. Texts that share so many such words have one topic. */
const TELLING_WORD = 5;
const LEAST_SHARED = 2;

function servesPlan({ text }: Item, plan: string): boolean {
  const planned = new Set(wordsIn(plan));
  const shared = wordsIn(text).filter((word) => word !== 'location' && planned.has(word));
  const telling = shared.filter((word) => word.length >= TELLING_WORD);
  return new Set(telling).size >= LEAST_SHARED;
}

/** The newest turn of an item. 0 if it names none. */
function newestTurn({ origin }: Pick<Item, 'origin'>): number {
  return Math.max(0, ...(origin?.turns ?? []));
}

/** Whether a command in an item was played since the turns that show it. */
function isTried({ text, origin }: Item, { attempts }: Now): boolean {
  const shown = newestTurn({ origin });
  return [...attempts.values()]
    .flat()
    .filter(({ action, times }) => times > 0 && walkingDirection(action) === null)
    .some(({ action, lastTurn }) => lastTurn > shown && isNamedToPlay(text, action));
}

function line(item: Item): string {
  const { origin } = item;
  return origin === null || isGuess(origin) ? note(item) : `${note(item)} (${seenWords(origin)})`;
}

/** The item without the number of its turns. A guess is marked as one. */
function note({ text, origin }: Item): string {
  const isOne = origin !== null && isGuess(origin);
  return quote(isOne ? `- Guess: ${text.replace(/^guess:\s*/i, '')}` : `- ${text}`);
}

function newestFirst(items: readonly Item[]): readonly Item[] {
  return items
    .map((item, at) => ({ item, at }))
    .sort((a, b) => firstDifference(age(b.item), age(a.item)) || b.at - a.at)
    .map(({ item }) => item);
}

/** A person's items are the newest, guesses the oldest; else episode and turn decide. */
function age({ origin }: Item): readonly number[] {
  if (origin === null) return [2, 0, 0];
  return [isGuess(origin) ? 0 : 1, origin.episode, newestTurn({ origin })];
}

function firstDifference(one: readonly number[], other: readonly number[]): number {
  return one.map((number, at) => number - (other[at] ?? 0)).find((some) => some !== 0) ?? 0;
}

function render(document: KnowledgeDocument, chosen: ReadonlySet<Item>): string {
  return SECTIONS.flatMap((section) => {
    const lines = itemsOf(document, section)
      .filter((item) => chosen.has(item))
      .map(line);
    return lines.length === 0 ? [] : [quote(section), ...lines];
  }).join('\n');
}

/** A note is told in so many turns in a row, and then no more until its occasion comes again. */
const TOLD_TURNS = 3;

/** When the notes of an episode were told, and when they were last of use. */
export class ToldNotes {
  readonly #told = new Map<string, { readonly since: number; readonly last: number }>();

  /** The lines of the useful notes that are still news, after one that stands. The same turn may ask again. */
  freshLines(notes: readonly Item[], turn: number, standing?: Item): string {
    const fresh = notes.filter(({ id }) => {
      const known = this.#told.get(id);
      const isSame = known !== undefined && turn - known.last <= 1 && turn >= known.last;
      const since = isSame ? known.since : turn;
      this.#told.set(id, { since, last: turn });
      return turn - since < TOLD_TURNS;
    });
    if (standing === undefined) return noteLines(fresh);
    return noteLines([standing, ...fresh.filter(({ id }) => id !== standing.id)]);
  }
}
