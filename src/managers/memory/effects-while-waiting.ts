import { canonicalAction } from '../../domain/command.ts';
import { thingsNamed, thingsNamedByCommand } from '../../domain/named-things.ts';
import { thingsSeen } from '../../domain/observation.ts';
import { hadNoEffect } from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { Refusals } from './waiting-turns.ts';

/** So many turns with an effect are told with refusals. */
const MOST_SINCE = 3;

/** The newest turns with an effect since the oldest refusal, first those about what was refused, by thing and verb: one may have cured it. */
export function effectsWhileWaiting(
  kept: Refusals,
  turns: readonly TurnRecord[],
): readonly TurnRecord[] {
  const [oldest] = kept;
  if (oldest === undefined) return [];
  const isKept = ({ turn }: TurnRecord) => kept.some((one) => one.turn === turn);
  const since = turns.filter((one) => one.turn > oldest.turn && !hadNoEffect(one) && !isKept(one));
  const refused = new Set(kept.flatMap(thingsOf));
  const verbs = new Set(kept.map(verbOf));
  const nearness = (one: TurnRecord) =>
    Number(thingsOf(one).some((id) => refused.has(id))) + Number(verbs.has(verbOf(one)));
  const told = since.toSorted((a, b) => nearness(b) - nearness(a) || b.turn - a.turn);
  return told.slice(0, MOST_SINCE).toSorted((a, b) => a.turn - b.turn);
}

function verbOf({ decision }: TurnRecord): string {
  return canonicalAction(decision.action).split(' ')[0] ?? '';
}

/** The things that a command or its answer names. */
function thingsOf({ before, decision, after }: TurnRecord): readonly number[] {
  const seen = thingsSeen(before, after);
  const named = [...thingsNamedByCommand(decision.action, seen), ...thingsNamed(after.text, seen)];
  return named.map(({ id }) => id);
}
