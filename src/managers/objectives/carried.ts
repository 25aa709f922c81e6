import { isDeath, moved } from '../../domain/turn-effect.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import { heldThings } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { placesAskedFor } from './asked-place.ts';
import { demandObject, type Demand } from './demands.ts';

/** A thing and the place where it has to be: `carry the knife past the cook into Location 7`. */
const CARRYING =
  /^(?:bring|carry|smuggle|sneak|(?:fetch|get|take)(?=.*\b(?:from|to|past|through)\b)) .*\b(?:across|back|home|in|into|inside|out|over|past|through|to)\b/;

/** Whether an act is to bring a thing somewhere. */
export function asksToCarry({ text }: Demand): boolean {
  return CARRYING.test(`${text} `);
}

/** The first turn that brought a thing to the place of the objective. Undefined if it asks for something else. */
export function carriedAsAsked(
  demand: Demand | undefined,
  { whole, since }: { readonly whole: string; readonly since: readonly TurnRecord[] },
): TurnRecord | undefined {
  const place = placesAskedFor(whole).at(-1);
  if (demand === undefined || place === undefined || demand.count > 1) return undefined;
  if (!asksToCarry(demand)) return undefined;
  const about = demandObject(demand.about);
  return since.find(
    (turn) =>
      moved(turn) &&
      !isDeath(turn) &&
      turn.after.location.id === place &&
      thingsNamed(about, heldThings(turn.after)).length > 0,
  );
}
