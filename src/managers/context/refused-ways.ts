import type { Attempt, GameState } from '../../domain/game-state.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import { type RefusedWay, isAnimate } from '../../domain/observation.ts';
import { oneLine } from '../../domain/text.ts';
import { looksOf } from '../../domain/turn-record.ts';

/** More refused exits are of no use. */
const MOST_REFUSED = 4;
const LONGEST_ANSWER = 120;

/**
 * The story's answers to directions without an exit, `- n, w: "Stay here," he says.`. An answer of many directions is told
 * only for those that were exits here before, and if it names somebody who is here. Leaves out those that were tried here.
 */
export function refusedLines(
  { recent, observation }: Pick<GameState, 'recent' | 'observation'>,
  tried: readonly Attempt[],
  refused: readonly RefusedWay[],
): string {
  const moments = looksOf(recent);
  const here = moments.filter(({ location }) => location.id === observation.location.id);
  const wasExit = new Set(here.flatMap(({ exits }) => exits.map(({ direction }) => direction)));
  const creatures = observation.objects.filter(isAnimate);
  const commands = new Map<string, string[]>();
  for (const { direction, command, answer, isStock } of refused) {
    // What was refused is told as tried; a way that led on may be shut now.
    if (tried.some(({ action, brought }) => action === direction && brought !== 'moved')) continue;
    const isBlocked = thingsNamed(answer, creatures).length > 0;
    if (isStock === true && !wasExit.has(direction) && !isBlocked) continue;
    // A way may lead back into the room, whose description is no refusal.
    const isLoop = answer.split('\n')[0] === observation.location.name;
    // Somebody's next blow may follow the refusal; it was only tried ahead.
    const [refusal = answer] = isBlocked ? answer.split('\n') : [];
    const told = isLoop ? 'leads back here' : refusal;
    commands.set(told, [...(commands.get(told) ?? []), command]);
  }
  return [...commands]
    .slice(0, MOST_REFUSED)
    .map(([answer, words]) => `- ${words.join(', ')}: ${oneLine(answer, LONGEST_ANSWER)}`)
    .join('\n');
}
