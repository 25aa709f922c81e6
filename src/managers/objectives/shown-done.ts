import { isPartOf } from '../../domain/asked-back.ts';
import { thingsNamed, thingsNamedByCommand } from '../../domain/named-things.ts';
import type { Objective } from '../../domain/objective.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { hadNoEffect } from '../../domain/turn-effect.ts';
import { thingsChangedByAct } from './changed-things.ts';
import { firstTurnFor, namedIn } from './completion.ts';
import {
  demandHead,
  demandObject,
  demandVerb,
  playedAction,
  type SeenThing,
} from './demand-words.ts';
import { type Demand, demandsOf } from './demands.ts';

/** Objectives whose acts the engine all saw done, by name, with the turn of the last. Points and other words do not count. */
export function shownDone(all: readonly Objective[], recent: readonly TurnRecord[]) {
  return all.flatMap((objective) => {
    const demands = demandsOf(objective.text);
    const since = recent.filter(({ turn }) => turn >= firstTurnFor(objective));
    const seen = namedIn(recent);
    const turns = demands.flatMap(
      (demand) => since.findLast((turn) => isDoneByName(demand, turn, seen)) ?? [],
    );
    const [by] = turns.toSorted((a, b) => b.turn - a.turn);
    return by === undefined || turns.length < demands.length ? [] : [{ objective, by }];
  });
}

/** Whether a turn took, laid down, opened or lit what an act names. The result of other acts takes a reader. */
function isDoneByName(demand: Demand, turn: TurnRecord, seen: readonly SeenThing[]): boolean {
  const { kind, text, count, instead } = demand;
  const named = thingsNamed(demandObject(text), seen);
  const thing = named.find(({ name }) => isPartOf(demandHead(demandObject(text)), name));
  if (thing === undefined || count > 1 || instead !== undefined) return false;
  const action = playedAction(turn);
  const changed = thingsChangedByAct(turn).filter(({ names }) => names[0] === thing.name);
  if (kind === 'gain') return named.length === 1 && changed.some((one) => one.isGained);
  const used = thingsNamedByCommand(action, seen);
  if (!named.every(({ name }) => used.some((one) => one.name === name))) return false;
  // `On the altar` is not shown by a bag, also where no altar was seen yet.
  const isAsked = (holder: string | null) => holder === null || isPartOf(demandHead(holder), text);
  if (kind === 'place') return changed.some((one) => one.isPlaced && isAsked(one.holder));
  return kind === 'state' && demandVerb(action) === demandVerb(text) && !hadNoEffect(turn);
}
