import { walkingDirection } from '../../domain/command.ts';
import type { GameState } from '../../domain/game-state.ts';
import { type Memory, isBelieved } from '../../domain/memory.ts';
import type { Direction } from '../../domain/observation.ts';
import { wordsIn } from '../../domain/text.ts';
import { moved } from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { Filed } from './memory-document.ts';

const SENTENCE_END = /[.!?:]/;
/** Directions that have no other meaning in a sentence, unlike "in" and "out". */
const COMPASS = /^(?:(?:north|south)(?:east|west)?|east|west|up|down)$/;
/** Words between the steps of a way: `west, west again, then north`. */
const JOINS: ReadonlySet<string> = new Set(['and', 'then', 'again', 'go', 'once', 'more']);

/** So many directions in a row are a way through several rooms. */
const LEAST_STEPS = 2;

/** The memories that tell a way whose first steps the player has just walked from their room, and has not left since. */
export function followedWays(
  filed: readonly Filed[],
  { recent }: Pick<GameState, 'recent'>,
): readonly Filed[] {
  const walked = walksOf(recent);
  return filed.filter(([room, memory]) =>
    walked.some(({ from }, at) => {
      const steps = walked.slice(at).map(({ direction }) => direction);
      const start = typeof memory.about === 'number' ? memory.about : room;
      return (
        from === start && isProcedure(memory) && waysIn(memory).some((way) => begins(way, steps))
      );
    }),
  );
}

/** Whether a memory tells what to do, and not only how a room starts. */
function isProcedure(memory: Memory): boolean {
  return isBelieved(memory) && memory.persistence !== 'core';
}

/** The walks since the player was last moved by something else, the newest last. Acts on the way do not end it. */
function walksOf(recent: readonly TurnRecord[]) {
  const walks = recent.filter(moved).map((turn) => {
    const direction = walkingDirection(turn.decision.action);
    return direction === null ? null : { from: turn.before.location.id, direction };
  });
  return walks.slice(walks.lastIndexOf(null) + 1).filter((one) => one !== null);
}

function begins(way: readonly Direction[], steps: readonly Direction[]): boolean {
  return way.length > steps.length && steps.every((step, at) => way[at] === step);
}

/** The ways through several rooms that a memory tells. Asides in brackets are left out. */
function waysIn({ title, text }: Memory): readonly (readonly Direction[])[] {
  const sentences = `${title}. ${text}`.replaceAll(/\([^()]*\)/g, ' ').split(SENTENCE_END);
  return sentences.flatMap((sentence) => {
    const ways: Direction[][] = [[]];
    for (const word of wordsIn(sentence)) {
      const direction = COMPASS.test(word) ? walkingDirection(word) : null;
      if (direction !== null) ways.at(-1)?.push(direction);
      else if (!JOINS.has(word)) ways.push([]);
    }
    return ways.filter((way) => way.length >= LEAST_STEPS);
  });
}
