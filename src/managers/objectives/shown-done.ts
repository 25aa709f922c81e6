import { isPartOf } from '../../domain/asked-back.ts';
import { locationIdsIn } from '../../domain/ids.ts';
import { thingsNamed, thingsNamedByCommand } from '../../domain/named-things.ts';
import type { Objective } from '../../domain/objective.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { hadNoEffect } from '../../domain/turn-effect.ts';
import { type ChangedThing, thingsChangedByAct } from './changed-things.ts';
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
      (demand) => since.findLast((turn) => isDoneByName(demand, turn, seen, objective.text)) ?? [],
    );
    const [by] = turns.toSorted((a, b) => b.turn - a.turn);
    return by === undefined || turns.length < demands.length ? [] : [{ objective, by }];
  });
}

/** Whether a turn took, laid down, opened or lit what an act names. The result of other acts takes a reader. */
function isDoneByName(
  demand: Demand,
  turn: TurnRecord,
  seen: readonly SeenThing[],
  whole: string,
): boolean {
  const { kind, text, count, instead } = demand;
  const named = thingsNamed(demandObject(text), seen);
  const thing = named.find(({ name }) => isPartOf(demandHead(demandObject(text)), name));
  if (thing === undefined || count > 1 || instead !== undefined) return false;
  const action = playedAction(turn);
  const changed = thingsChangedByAct(turn).filter(({ names }) => names[0] === thing.name);
  if (kind === 'gain') return named.length === 1 && changed.some((one) => one.isGained);
  const used = thingsNamedByCommand(action, seen);
  if (!named.every(({ name }) => used.some((one) => one.name === name))) return false;
  if (kind === 'place')
    return (
      isPlaceOf(turn, [text, whole]) &&
      changed.some((one) => one.isPlaced && isLaidAsAsked(text, one, named.length > 1))
    );
  return kind === 'state' && demandVerb(action) === demandVerb(text) && !hadNoEffect(turn);
}

/** Whether a turn ended in one of the rooms that the first of some texts with a room's number names. True if none has one. */
function isPlaceOf({ after }: TurnRecord, texts: readonly string[]): boolean {
  const [places] = texts.map(locationIdsIn).filter((ids) => ids.length > 0);
  return places === undefined || places.includes(after.location.id);
}

const AT_NUMBER = /\b(?:at|in) (?:the )?(?:location|room|place) \d+/;

/** `On the altar` is shown by no bag, and by the floor only if the command named the altar, too, which was met then. */
function isLaidAsAsked(
  text: string,
  { holder }: Pick<ChangedThing, 'holder'>,
  isGoalNamed: boolean,
): boolean {
  if (holder !== null) return isPartOf(demandHead(holder), text);
  const object = demandObject(text).replace(AT_NUMBER, '').trim();
  return isGoalNamed || demandHead(object) === object;
}
