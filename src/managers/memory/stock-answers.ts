import { group } from 'd3-array';
import { walkingDirection } from '../../domain/command.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type Memory, isBelieved } from '../../domain/memory.ts';
import { plainAnswerTo } from '../../domain/answer.ts';
import { oneLine } from '../../domain/text.ts';
import type { Dictionary } from '../../interpreter/interpreter.ts';

/** So many rooms make an answer the story's own. */
const ENOUGH = 3;

/** Characters of an answer that the knowledge base is told. */
export const LONGEST_ANSWER = 120;

/** What a story answers to a verb in any room, whatever the room. */
export interface StockAnswer {
  readonly commands: readonly string[];
  readonly text: string;
  readonly rooms: number;
  readonly newest: number;
}

/** The answers that failures of three rooms share for a verb, about no thing of the story, by {@link stockKey}. */
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
    return [key, { commands, text, rooms: inRooms, newest }] as const;
  });
  return new Map(answers.filter(([, { rooms: inRooms }]) => inRooms >= ENOUGH));
}

/** The verb and the answer of one failed command that names no thing of the story; null for any other memory. */
export function stockKey({ category, title, text }: Memory, dictionary: Dictionary): string | null {
  if (category !== 'FAILURE' || title.includes(';')) return null;
  const [verb = '', ...rest] = title.toLowerCase().split(' ');
  if (rest.length === 0 || walkingDirection(title) !== null) return null;
  if (rest.some((word) => dictionary.objectsNamed(word).length > 0)) return null;
  return `${verb}: ${plainAnswerTo(title, text)}`;
}

/** An answer of the story's own as one line of knowledge, with what to say instead where that is plain. */
export function stockFact({ commands, text, rooms }: StockAnswer): string {
  const named = commands.map((command) => `"${command}"`).join(', ');
  const isWalk = commands.every(
    (one) => walkingDirection(one.split(' ').slice(1).join(' ')) !== null,
  );
  const instead = isWalk ? '; to walk, say the direction alone' : '';
  return `${named}: answered alike in ${rooms} rooms: "${oneLine(text, LONGEST_ANSWER)}"${instead}.`;
}
