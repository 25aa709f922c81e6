import { walkingDirection } from '../../domain/command.ts';
import { asksForAnswer } from '../../domain/game-answer.ts';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Exit } from '../../domain/observation.ts';
import { moved } from '../../domain/turn-effect.ts';
import { sceneWayLine, wayEnd } from '../../prompts/scene-wording.ts';

/** What the map knows of the ends of exits. */
export interface KnownEnds {
  readonly visitedEarlier: (id: LocationId) => boolean;
  /** Whether a room is known well enough to tell that no way leads back from it. */
  readonly isOneWay: (to: LocationId) => boolean;
}

const UNTOLD = {
  safe: '(any other direction leads nowhere, or to death)',
  seen: '(only ways that were walked are listed; any other direction may lead somewhere, too)',
  none: '(not told; any direction may lead somewhere)',
} as const;

/** One line for each place that exits lead to, with their commands. */
export function waysOut(state: GameState, known: KnownEnds): string {
  if (state.observation.waitsFor === 'key') return '(unknown until the key is pressed)';
  const commands = new Map<string, string[]>();
  for (const exit of state.observation.exits) {
    const end = endWords(exit, state, known);
    commands.set(end, [...(commands.get(end) ?? []), exit.command]);
  }
  const lines = [...commands].map(([end, words]) => sceneWayLine(words, end));
  const { exitsTold } = state.observation;
  if (exitsTold !== undefined) return [...lines, UNTOLD[exitsTold]].join('\n');
  if (lines.length > 0) return lines.join('\n');
  if (isQuestion(state)) return '(the game waits for an answer to its question)';
  return '(no direction leads anywhere now)';
}

/** Whether the newest text asks for an answer, and the game counted no move for it. */
function isQuestion({ recent, observation }: GameState): boolean {
  const last = recent.at(-1);
  return asksForAnswer(observation) && last?.after.moves === last?.before.moves;
}

function endWords(
  exit: Exit,
  { visits, recent, observation }: GameState,
  known: KnownEnds,
): string {
  const { to, deadly, takes, loss } = exit;
  const times = visits.get(to.id) ?? 0;
  const way = walkingDirection(exit.command);
  const refused = recent.findLast(
    (turn) =>
      turn.before.location.id === observation.location.id &&
      !moved(turn) &&
      way !== null &&
      walkingDirection(turn.decision.action) === way,
  );
  const isKnown = times > 0 || known.visitedEarlier(to.id);
  const isOneWay = isKnown && known.isOneWay(to.id);
  const refusedAt = refused?.turn;
  return wayEnd(to, { isDeadly: deadly, visits: times, isKnown, isOneWay, refusedAt, takes, loss });
}
