import { walkingDirection } from '../../domain/command.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import type { Objective } from '../../domain/objective.ts';
import { heldThings, thingsSeen } from '../../domain/observation.ts';
import { wordsIn } from '../../domain/text.ts';
import { moved } from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { locationIdsIn } from './aim.ts';
import { asksToCarry } from './carried.ts';
import { demandObject, demandsOf } from './demands.ts';
import { shownOf } from './objective-evidence.ts';

/**
 * Whether a turn did the first act of an objective, so that its start is no place to go to any more: the thing to be fetched
 * was taken, or the way that it asks for was taken from there.
 */
export function isStartDone({ text, target }: Objective, turn: TurnRecord): boolean {
  const [first] = demandsOf(text);
  if (first === undefined) return isWayTaken(text, target, turn);
  // `Find the bell and ring it` is one demand; finding comes first.
  const [act = first] = demandsOf(first.about.split(';').at(-1) ?? '');
  if (act.count > 1 || asksToCarry(act)) return false;
  const seen = thingsSeen(turn.before, turn.after);
  const held = new Set(heldThings(turn.before).map(({ id }) => id));
  const named = thingsNamed(demandObject(act.text), seen).map(({ id }) => Number(id));
  const isTaken = heldThings(turn.after).some(
    ({ id }) => !held.has(id) && named.includes(Number(id)),
  );
  return (act.kind === 'gain' && isTaken) || shownOf(act, { turn, seen, whole: text }).length > 0;
}

function isWayTaken(text: string, from: Objective['target'], turn: TurnRecord): boolean {
  if (turn.before.location.id !== from || !moved(turn)) return false;
  const walked = walkingDirection(turn.decision.action);
  const isAsked =
    walked !== null && wordsIn(text).some((word) => walkingDirection(word) === walked);
  return isAsked || locationIdsIn(text).includes(turn.after.location.id);
}
