import { group } from 'd3-array';
import { walkingDirection } from '../../domain/command.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type Memory, isBelieved } from '../../domain/memory.ts';
import { plainAnswerTo } from '../../domain/game-answer.ts';
import { oneLine, wordsIn } from '../../domain/text.ts';
import type { Dictionary } from '../../interpreter/interpreter.ts';

/** An answer in so many rooms is a stock answer. */
const ENOUGH = 3;

/** The most characters of an answer in the knowledge base. */
export const LONGEST_ANSWER = 120;

export interface StockAnswer {
  readonly commands: readonly string[];
  readonly text: string;
  readonly rooms: number;
  readonly newest: number;
  /** Whether the answers are about things of the story; each of those is worth telling where it is. */
  readonly isOfThings: boolean;
}

/** The answers that failures in three rooms share for a verb, whatever its object, by {@link stockKey}. */
export function stockAnswers(
  rooms: Iterable<readonly [LocationId, readonly Memory[]]>,
  dictionary: Dictionary,
): ReadonlyMap<string, StockAnswer> {
  const failed = [...rooms].flatMap(([room, memories]) =>
    memories.filter(isBelieved).flatMap((memory) => {
      const key = stockKey(memory, dictionary);
      return key === null ? [] : [{ key, room, memory }];
    }),
  );
  const answers = [...group(failed, ({ key }) => key)].map(([key, all]) => {
    const commands = [...new Set(all.map(({ memory }) => memory.title))];
    const newest = Math.max(...all.map(({ memory }) => memory.episode));
    const inRooms = new Set(all.map(({ room }) => room)).size;
    const text = all[0]?.memory.text ?? '';
    const isOfThings = commands.some((command) => thingsIn(command, dictionary).length > 0);
    return [key, { commands, text, rooms: inRooms, newest, isOfThings }] as const;
  });
  const isShared = ({ rooms: inRooms, isOfThings, commands }: StockAnswer) =>
    inRooms >= ENOUGH && (!isOfThings || commands.length >= ENOUGH);
  return new Map(answers.filter(([, answer]) => isShared(answer)));
}

/** Whether a failure is a stock answer and not about a particular thing. */
export function isStockAnswer(
  memory: Memory,
  stock: ReadonlyMap<string, StockAnswer>,
  dictionary: Dictionary,
): boolean {
  if (thingsIn(memory.title, dictionary).length > 0) return false;
  return stock.has(stockKey(memory, dictionary) ?? '');
}

/** The verb and answer of one failed command, without words that name its things. Null for any other memory. */
export function stockKey({ category, title, text }: Memory, dictionary: Dictionary): string | null {
  if (category !== 'FAILURE' || title.includes(';')) return null;
  const [verb = '', ...rest] = title.toLowerCase().split(' ');
  if (rest.length === 0 || walkingDirection(title) !== null) return null;
  const things = thingsIn(title, dictionary);
  const names = wordsIn(text).filter((word) =>
    dictionary.objectsNamed(word).some((id) => things.includes(id)),
  );
  return `${verb}: ${plainAnswerTo([title, ...names].join(' '), text)}`;
}

/** The things of the story that the words after the verb may name. */
function thingsIn(command: string, dictionary: Dictionary): readonly number[] {
  const [, ...rest] = command.toLowerCase().split(' ');
  return rest.flatMap((word) => dictionary.objectsNamed(word));
}

/** A stock answer as one line of knowledge, with what to say instead if that is plain. */
export function stockFact({ commands, text, rooms, isOfThings }: StockAnswer): string {
  const said = `"${oneLine(text, LONGEST_ANSWER)}"`;
  // New things keep coming; a known answer is not told again in other words.
  if (isOfThings) return `"${commands[0]}" and the like, for many things: answered alike: ${said}.`;
  const named = commands.map((command) => `"${command}"`).join(', ');
  const isWalk = commands.every(
    (one) => walkingDirection(one.split(' ').slice(1).join(' ')) !== null,
  );
  const instead = isWalk ? '; to walk, say the direction alone' : '';
  return `${named}: answered alike in ${rooms} rooms: ${said}${instead}.`;
}
