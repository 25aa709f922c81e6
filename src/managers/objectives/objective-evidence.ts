import { locationIdsIn } from '../../domain/ids.ts';
import { hadNoEffect, isDeath, moved, scoreChange } from '../../domain/turn-effect.ts';
import { factWanted } from '../../domain/facts.ts';
import { thingsNamedByCommand } from '../../domain/named-things.ts';
import { cameIntoReach } from '../../domain/observation.ts';
import { signed } from '../../domain/text.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { thingWords } from '../../prompts/thing-wording.ts';
import { isActAskedFor, isTriedWith, isWordSaid } from './asked-act.ts';
import { type ChangedThing, thingsChangedByAct } from './changed-things.ts';
import { aimHasCommand, isCommandOfAim } from './aim.ts';
import { isAskedToLeave } from './asked-place.ts';
import {
  demandHead,
  demandObject,
  demandVerb,
  namesIn,
  namesThingMet,
  playedAction,
  type SeenThing,
} from './demand-words.ts';
import { type Demand, isFindingDemand, laidThing } from './demands.ts';

/** The strength of a turn's evidence for an objective. Points for a thing that it names are the strongest. */
export const NO_EVIDENCE = 0;
const NOTHING_NAMED = 1;
export const NAMED = 2;
const NAMED_WITH_POINTS = 3;

/** A turn, the things met, and the demand. */
export interface Shown {
  readonly turn: TurnRecord;
  readonly seen: readonly SeenThing[];
  /** The whole objective, which may have location ids. */
  readonly whole: string;
  readonly demand?: Demand | undefined;
}

/**
 * The strength of a turn's evidence for an objective. What the demand asks for happened to a thing in the text, or a command
 * about such a thing brought points or opened an exit. If the text names nothing that was met, then points, an opened exit
 * or a named room are enough, in the rooms with ids in the objective.
 */
export function evidenceFor(text: string, shown: Shown): number {
  const { turn, whole, demand } = shown;
  if (isDeath(turn)) return NO_EVIDENCE;
  const isItsGain =
    scoreChange(turn) > 0 &&
    isCommandOfAim(whole, turn) &&
    aimHasCommand(demand?.text ?? whole, turn);
  return isItsGain ? NAMED_WITH_POINTS : evidenceAlive(text, shown);
}

function evidenceAlive(text: string, shown: Shown): number {
  const { turn, seen, whole, demand } = shown;
  const isNamed = namesIn(text, seen);
  const isWon = scoreChange(turn) > 0 || opensWay(turn);
  const isItsAct = isActOf(demand, turn, isNamed, isWon) && isCommandAbout(turn, seen, isNamed);
  if (isItsAct || changesWhatIsNamed(shown, isNamed)) {
    return scoreChange(turn) > 0 ? NAMED_WITH_POINTS : NAMED;
  }
  if (isActedAsAsked(text, shown)) return NAMED;
  if (!isInNumbered(whole, turn)) return NO_EVIDENCE;
  if (demand?.kind === 'try' && isTriedWith(text, turn, seen)) return NAMED;
  if (namesThingMet(text, seen)) return NO_EVIDENCE;
  return isWon || entersNamed(shown, text, isNamed) ? NOTHING_NAMED : NO_EVIDENCE;
}

/** Whether what a demand asks for happened to what is named; to anything laid down, if no thing has the name. */
function changesWhatIsNamed(shown: Shown, isNamed: (name: string) => boolean): boolean {
  const { turn, demand } = shown;
  const isAny = demand?.kind === 'place' && isShownByAny(demand, shown, isNamed);
  return thingsChangedByAct(turn).some(
    (one) => (isAny || one.names.every(isNamed)) && isAskedChange(one, demand),
  );
}

/** Whether an act that shows no change was done: an act of that kind, or a word to be said or found out about. */
function isActedAsAsked(text: string, { turn, whole, demand }: Shown): boolean {
  const isOfWord = demand?.kind === 'try' || demand?.kind === 'told';
  return isActAskedFor(text, turn) || (isOfWord && isWordSaid(whole, turn));
}

/** Whether the effect of a command can show a demand. Not if the engine can see whether the thing is held or open. */
function isActOf(
  demand: Demand | undefined,
  turn: TurnRecord,
  isNamed: (name: string) => boolean,
  isWon: boolean,
): boolean {
  if (demand === undefined) return isWon;
  if (demand.kind === 'gain' || demand.kind === 'place') return false;
  const verb = demandVerb(demand.text);
  const wanted = demand.kind === 'state' ? factWanted(verb) : null;
  if (wanted === null) return isWon;
  const isSame = demandVerb(playedAction(turn)) === verb && !hadNoEffect(turn);
  const traits = turn.after.objects.flatMap((one) => (isNamed(one.name) ? one.traits : []));
  // A thing that was opened may be shut again in the same turn.
  const { state } = wanted;
  const isShown = traits.includes(state) || (state === 'open' && traits.includes('openable'));
  return isSame && (!isShown || (verb === 'open' && !traits.includes('locked')));
}

/** Whether the command is about a thing that is named; if a thing was met, by its own name. */
function isCommandAbout(
  { decision: { action } }: TurnRecord,
  seen: readonly SeenThing[],
  isNamed: (name: string) => boolean,
): boolean {
  const meant = thingsNamedByCommand(action, seen);
  return meant.length > 0 ? meant.some(({ name }) => isNamed(name)) : isNamed(demandObject(action));
}

/** Words for whatever there is. */
const VAGUE = /^\S+ (?:what|whatever|everything|anything|something|all|each|things?|items?)\b/;

/** Whether a demand is for whatever there is: `take what is useful`. */
export function isVagueDemand({ kind, text }: Demand): boolean {
  return (kind === 'gain' || kind === 'place') && VAGUE.test(text);
}

/** What a turn shows done of a demand: the numbers of things, or the turn's own number, below zero. */
export function shownOf(demand: Demand, shown: Omit<Shown, 'demand'>): readonly number[] {
  const { turn, seen } = shown;
  const { kind, instead } = demand;
  const others = instead === undefined ? [] : shownOf(instead, shown);
  if (others.length > 0) return others;
  const about =
    kind === 'gain' || isFindingDemand(demand) ? demandHead(demand.about) : demand.about;
  const isNamed = namesIn(about, seen);
  if (kind === 'gain' || kind === 'place') {
    const isAny = isShownByAny(demand, shown, isNamed);
    // Of a list, `put the egg and the comb in the bag`, only the last part names the holder.
    const isNamedAsHolder = namesIn(shown.whole, seen);
    const isMeant = ([thing = '', ...holders]: readonly string[]) =>
      isNamed(thing) && holders.every((one) => isNamed(one) || isNamedAsHolder(one));
    return thingsChangedByAct(turn)
      .filter((one) => isAskedChange(one, demand) && (isAny || isMeant(one.names)))
      .map(({ id }) => id);
  }
  const newly = isFindingDemand(demand) ? cameIntoReach(turn.before, turn.after) : [];
  const met = newly.filter(({ name }) => isNamed(name));
  if (met.length > 0) return met.map(({ id }) => id);
  return evidenceFor(about, { ...shown, demand }) >= NAMED ? [-turn.turn] : [];
}

/** Whether any thing will do: points, if the text names none or several that were met; a demand for whatever there is. */
function isShownByAny(
  demand: Demand,
  { turn, seen }: Omit<Shown, 'demand'>,
  isNamed: (name: string) => boolean,
): boolean {
  const { kind, text, count } = demand;
  const isDoor = ({ traits = [] }: SeenThing) => traits.includes('door');
  const laid = laidThing(demand);
  const isMeant = laid === '' ? isNamed : namesIn(laid, seen);
  const isUnnamed = !seen.some((one) => isMeant(one.name) && !isDoor(one));
  const isWon = scoreChange(turn) > 0 && (isUnnamed || count > 1);
  // Any thing counts as laid down only in the place that the text names.
  const isThere = kind === 'gain' || isCommandAbout(turn, seen, isNamed);
  return (isWon || VAGUE.test(text)) && isThere;
}

function isAskedChange(changed: ChangedThing, demand: Demand | undefined): boolean {
  if (demand?.kind === 'gain') return changed.isGained;
  if (demand?.kind === 'place') return changed.isPlaced;
  if (demand?.kind !== 'state') return true;
  const wanted = factWanted(demandVerb(demand.text));
  if (wanted === null) return true;
  const { state, is } = wanted;
  return changed.was.includes(state) !== is && changed.is.includes(state) === is;
}

/** Whether a turn entered a room that a text names, and not as one to leave. */
function entersNamed(
  { turn, demand }: Pick<Shown, 'turn' | 'demand'>,
  text: string,
  isNamed: (name: string) => boolean,
): boolean {
  const { id, name } = turn.after.location;
  return (
    !isAskedToLeave(demand) && moved(turn) && (isNamed(name) || locationIdsIn(text).includes(id))
  );
}

/** Whether a turn was in, or led to, a room with an id in a text. True if the text has no ids. */
function isInNumbered(text: string, { before, after }: TurnRecord): boolean {
  const numbered = locationIdsIn(text);
  const rooms = [before.location.id, after.location.id];
  return numbered.length === 0 || rooms.some((id) => numbered.includes(id));
}

export function evidenceEffectWords(turn: TurnRecord): string {
  const points = scoreChange(turn);
  const things = thingsChangedByAct(turn).map(({ names: [name = ''] }) => thingWords({ name }));
  const parts = [
    ...(points === 0 ? [] : [`${signed(points)} points`]),
    ...(moved(turn) ? [`now at ${roomWords(turn.after.location)}`] : []),
    ...(things.length === 0 ? [] : [`changed: ${[...new Set(things)].join(', ')}`]),
    ...(opensWay(turn) ? ['a way out opened'] : []),
  ];
  return parts.join('; ') || 'nothing that the engine sees';
}

/** Whether an exit is new, in the same room. */
function opensWay(turn: TurnRecord): boolean {
  const before = turn.before.exits.map(({ direction }) => direction);
  return !moved(turn) && turn.after.exits.some(({ direction }) => !before.includes(direction));
}
