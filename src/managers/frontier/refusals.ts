import * as z from 'zod';
import { canonicalAction } from '../../domain/command.ts';
import { locationId } from '../../domain/ids.ts';
import { thingsMeant } from '../../domain/naming.ts';
import { thingsIn, type Observation } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';

export const refusal = z.object({
  /** The room where a check refused it, before it was played. */
  room: z.int().min(0).transform(locationId),
  command: z.string(),
  reason: z.string(),
});

/** A command of which a check knew that nothing comes of it. */
export type Refusal = Readonly<z.infer<typeof refusal>>;

/** The newest so many are kept. */
const MOST_KEPT = 200;

/** The check whose reason is one in every episode: the story has no such word. What was absent may come. */
const LASTING = 'unknown-word';

/** What is known with what the checks refused in a turn; of one command in one room the newest reason. */
export function addRefusals(known: readonly Refusal[], turn: TurnRecord): readonly Refusal[] {
  const found = turn.decision.judged.flatMap(({ proposal, verdict }) => {
    if (verdict.kind !== 'rejected' || verdict.by !== LASTING) return [];
    const command = canonicalAction(proposal.action);
    return [{ room: turn.before.location.id, command, reason: verdict.reason }];
  });
  return found.length === 0 ? known : mergeRefusals(known, found);
}

/** What either knows, the second being newer. */
export function mergeRefusals(one: readonly Refusal[], other: readonly Refusal[]) {
  const merged = new Map<string, Refusal>();
  for (const each of [...one, ...other]) {
    const key = `${each.room} ${each.command}`;
    merged.delete(key);
    merged.set(key, each);
  }
  return [...merged.values()].slice(-MOST_KEPT);
}

/** Those that hold here: nothing that such a command names is in reach. */
export function refusalsAt(known: readonly Refusal[], now: Observation): readonly Refusal[] {
  return known.filter(
    ({ room, command }) =>
      room === now.location.id && thingsMeant(command, thingsIn(now)).length === 0,
  );
}
