import {
  isFreeSpeech,
  isPassive,
  isWaiting,
  normaliseAction,
  walkingDirection,
} from '../../domain/command.ts';
import { hadNoEffect, moved, tookNoMove } from '../../domain/turn-effect.ts';
import { thingsNamedByCommand, thingsNamed } from '../../domain/named-things.ts';
import type { Observation, Trait, VisibleObject } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { isAskedToLeave, placesAskedFor } from './asked-place.ts';
import { asksForSpeech, SPEAK, speechAskedFor } from './asked-speech.ts';
import { carriedAsAsked } from './carried.ts';
import {
  demandForms,
  demandObject,
  demandWords,
  type SeenThing,
  isFindingDemand,
  type Demand,
} from './demands.ts';

/** A kind of act whose result no change in the game shows. */
type Act = 'speak' | 'look' | 'try';

const TRY = /^(?:try|test|attempt|find out|(?:check|see|learn) (?:whether|if|what))\b/;
const LOOK = /^(?:inspect|study|check|find out|learn)\b/;

/** The beginning of a clause that asks for no act, or only for the way to one. */
const ASKS_NOTHING =
  /^(?:find|go|walk|reach|return|explore|visit|enter|location|room|place|with|in|at|on|from|for|if|whether|what|where|how|who|why|it|its|an?|the|my|some|any|both|all|this|that|other|another)\b/;

const PART = /[,;:.()]|\b(?:and|then|or|to)\b/;

/**
 * Whether a turn did what an objective asks for, if that is only to ask, look or try. The parser took a command of that
 * kind, and the objective names its things. `Try the key on the door` is done even if the door stays locked.
 */
export function isActAskedFor(text: string, turn: TurnRecord): boolean {
  const action = normaliseAction(turn.decision.action);
  const words = demandObject(action).match(/\d+|\p{L}{3,}/gu) ?? [];
  const about = words.filter((word) => demandWords(word).size > 0);
  if (tookNoMove(turn) || about.length === 0 || isWaiting(action)) return false;
  const forms = demandForms(text);
  if (!about.every((word) => forms.has(word))) return false;
  const acts = actsIn(text);
  if (acts === null) return false;
  const [verb = ''] = action.split(' ');
  return acts.has(actOf(action)) || (acts.has('try') && forms.has(verb));
}

/** Whether a turn said a word in a text that is no direction: `find out what the word abracadabra does`. */
export function isWordSaid(text: string, turn: TurnRecord): boolean {
  const action = normaliseAction(turn.decision.action);
  if (action.includes(' ') || walkingDirection(action) !== null || isPassive(action)) return false;
  return !tookNoMove(turn) && demandForms(text).has(action);
}

/**
 * Whether a turn tried one thing on another as a text asks. The command names the first thing of the text, and each of the
 * others that opens, holds something or lives. Names that the game does not use are ignored.
 */
export function isTriedWith(text: string, turn: TurnRecord, seen: readonly SeenThing[]): boolean {
  const action = normaliseAction(turn.decision.action);
  if (tookNoMove(turn) || actOf(action) !== 'try' || isWaiting(action)) return false;
  const [first, ...others] = thingsNamed(text, seen);
  if (first === undefined) return false;
  const meant = thingsNamedByCommand(action, seen);
  const isGoal = ({ traits = [] }: SeenThing) =>
    traits.some((trait) => ['openable', 'container', 'door', 'locked', 'animate'].includes(trait));
  return [first, ...others.filter(isGoal)].every((one) => meant.includes(one));
}

/** Words for an act that is done by doing nothing. */
const WAITING =
  /^(?:wait|stay|remain|endure|survive|sit (?:through|out)|let .*\b(?:end|finish|pass|stop|happen|(?:run|play) out))\b/;

const LOOKING = /^(?:l|look)$/;
const PLACE = /\b(?:in|at|to|from) location \d+/g;

/** What a claim is judged by: the objective, the turns played for it, and the things met. */
interface Claimed {
  readonly whole: string;
  readonly since: readonly TurnRecord[];
  readonly seen: readonly SeenThing[];
}

const WHAT_IT_OPENS = /\bwhat (.+?) (?:can )?(?:unlocks?|opens?|fits|is for)\b/;

/** The newest turn that opened something with the thing of `find what the key unlocks`. */
function openedWith({ text }: Demand, { since, seen }: Claimed): TurnRecord | undefined {
  const [, tool = ''] = WHAT_IT_OPENS.exec(text) ?? [];
  const tools = thingsNamed(tool, seen);
  return since.findLast((turn) => {
    const action = normaliseAction(turn.decision.action);
    const isUsed = thingsNamedByCommand(action, seen).some((one) => tools.includes(one));
    return isUsed && /^(?:unlock|open)\b/.test(action) && !hadNoEffect(turn);
  });
}

/**
 * The turn that carried a thing to its place, or that used it as asked. Else the newest turn that was played for an act whose
 * result the engine cannot check. A search is done by being in a room with an id in the objective, a find by acting there.
 * What was learnt is told by a text. Any other act is a command with an effect on what it names. Also undefined if the
 * engine can check the act.
 */
export function turnForAskedAct(
  demand: Demand | undefined,
  claimed: Claimed,
): TurnRecord | undefined {
  const { since, whole } = claimed;
  if (demand !== undefined && asksForSpeech(demand)) return speechAskedFor(demand, claimed);
  const about = demandObject(demand?.about ?? whole);
  const shown = carriedAsAsked(demand, claimed) ?? (demand && openedWith(demand, claimed));
  if (shown !== undefined) return shown;
  if (demand === undefined || demand.kind === 'try' || demand.kind === 'other')
    return actedOn(demand, about, claimed);
  if (demand.kind === 'told')
    return since.findLast((turn) => isTold(about, turn, since)) ?? actedOn(demand, about, claimed);
  return isFindingDemand(demand) ? searchedAsAsked(demand, claimed) : undefined;
}

/** The turn that was played for a search or a find. */
function searchedAsAsked({ kind }: Demand, { since, whole }: Claimed): TurnRecord | undefined {
  const entered = since.find((turn) => moved(turn) && isIn(whole, turn.after));
  if (entered === undefined || kind === 'search') return entered;
  return since.findLast(
    (turn) => !moved(turn) && isIn(whole, turn.before) && !tookNoMove(turn) && !hasWaited(turn),
  );
}

function isIn(text: string, { location }: TurnRecord['after']): boolean {
  return placesAskedFor(text).includes(location.id);
}

function hasWaited({ decision }: TurnRecord): boolean {
  return isWaiting(normaliseAction(decision.action));
}

/** Whether a new text names the object of an act. If the player only came or looked, it tells of no act. */
function isTold(about: string, turn: TurnRecord, since: readonly TurnRecord[]): boolean {
  const { text } = turn.after;
  const isOld = [turn, ...since].some(({ before }) => before.text === text);
  if (isOld || moved(turn) || tookNoMove(turn) || LOOKING.test(turn.decision.action)) return false;
  const printed = demandForms(text);
  return [...demandWords(about.replaceAll(PLACE, ' '))].some((word) => printed.has(word));
}

/** The newest turn that acted on what the act, or else the objective, names. Exits count for leaving, waits for waiting. */
function actedOn(demand: Demand | undefined, about: string, { whole, since, seen }: Claimed) {
  const said = thingsNamed(about, seen);
  const named = said.length > 0 ? said : thingsNamed(demandObject(whole), seen);
  const isActed = ({ decision: { action } }: TurnRecord) =>
    !isPassive(action) && thingsNamedByCommand(action, seen).some((one) => named.includes(one));
  const isLeft = (turn: TurnRecord) => said.length === 0 && moved(turn);
  if (WAITING.test(demand?.text ?? whole.toLowerCase())) return since.findLast(hasWaited);
  return since.findLast(
    (turn) => !hadNoEffect(turn) && (isActed(turn) || (isAskedToLeave(demand) && isLeft(turn))),
  );
}

function actOf(action: string): Act {
  if (isFreeSpeech(action)) return 'speak';
  return isPassive(action) ? 'look' : 'try';
}

/** The kinds of acts that a text asks for. Null if it also asks for something else. */
function actsIn(text: string): ReadonlySet<Act> | null {
  const parts = normaliseAction(text).split(PART);
  const acts = parts.flatMap((part) => part.trim() || []).map(actsOf);
  return acts.every((one) => one !== null) ? new Set(acts.flat()) : null;
}

function actsOf(part: string): readonly Act[] | null {
  const [verb = ''] = part.split(' ');
  const acts: readonly Act[] = [
    ...(TRY.test(part) ? (['try'] as const) : []),
    ...(SPEAK.test(part) || isFreeSpeech(verb) ? (['speak'] as const) : []),
    ...(LOOK.test(part) || isPassive(verb) ? (['look'] as const) : []),
  ];
  return acts.length > 0 || ASKS_NOTHING.test(part) ? acts : null;
}

type Standing = Pick<VisibleObject, 'name' | 'held' | 'inside' | 'traits'>;

const NOT_SEEN: Standing = { name: '', held: false, inside: null, traits: [] };

/** What became of a thing. */
export interface ChangedThing {
  readonly id: number;
  /** Its name. If it was put into something without changing hands, also that one's name. */
  readonly names: readonly string[];
  readonly isGained: boolean;
  /** Whether it left the player's hands or went into something else. */
  readonly isPlaced: boolean;
  /** Its traits before and after, as far as they can be seen. */
  readonly was: readonly Trait[];
  readonly is: readonly Trait[];
}

/** Each thing that was gained, laid down, changed, found or lost. After a walk, only what is held can be compared. */
export function thingsChangedByAct(turn: TurnRecord): readonly ChangedThing[] {
  const [before, after] = [standings(turn.before), standings(turn.after)];
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return ids.flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)];
    const names = namesOfChange(was, is, after);
    const isLeft = moved(turn) && was?.held !== true && is?.held !== true;
    if (names.length === 0 || (isLeft && (was === undefined || is === undefined))) return [];
    return [{ id, names, ...becameOf(was, is) }];
  });
}

function becameOf(was: Standing = NOT_SEEN, is: Standing = NOT_SEEN) {
  const isInside = is.inside !== null && is.inside !== was.inside;
  return {
    isGained: is.held && !was.held,
    isPlaced: was.held && (!is.held || isInside),
    was: was.traits,
    is: is.traits,
  };
}

function namesOfChange(
  was: Standing | undefined,
  is: Standing | undefined,
  after: ReadonlyMap<number, Standing>,
): readonly string[] {
  const names = [(is ?? was)?.name ?? ''];
  if (was === undefined || is === undefined) return names;
  if (was.held !== is.held || was.traits.join() !== is.traits.join()) return names;
  if (was.inside === is.inside) return [];
  const holder = is.inside === null ? undefined : after.get(is.inside);
  return holder === undefined ? names : [...names, holder.name];
}

function standings({ objects, inventory }: Observation): ReadonlyMap<number, Standing> {
  const direct = { held: true, inside: null, traits: [] };
  const all = [...inventory.map((one) => ({ ...one, ...direct })), ...objects];
  return new Map<number, Standing>(all.map((one) => [one.id, one]));
}
