import {
  isFreeSpeech,
  isPassive,
  isWaiting,
  normaliseAction,
  walkingDirection,
} from '../../domain/command.ts';
import { hadNoEffect, isDeath, moved, tookNoMove } from '../../domain/turn-effect.ts';
import { thingsNamedByCommand, thingsNamed } from '../../domain/named-things.ts';
import { heldThings } from '../../domain/observation.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { isAskedToLeave, placesAskedFor } from './asked-place.ts';
import {
  demandForms,
  demandObject,
  demandVerb,
  demandWords,
  playedAction,
  playedWords,
  type SeenThing,
} from './demand-words.ts';
import { type Demand, isFindingDemand } from './demands.ts';

/** A kind of act whose result no change in the game shows. */
type Act = (typeof ACTS)[number];
const ACTS = ['speak', 'look', 'try'] as const;

/** Words for a speech that name no topic. */
const SPEAK = /^(?:talk|speak|question|enquire|inquire)\b/;

/** Words for these acts that no parser need know. */
const ASKING: Readonly<Record<Act, RegExp>> = {
  speak: SPEAK,
  look: /^(?:inspect|study|check|find out|learn)\b/,
  try: /^(?:try|test|attempt|find out|(?:check|see|learn) (?:whether|if|what))\b/,
};

/** The beginning of a clause that asks for no act, or only for the way to one. */
const ASKS_NOTHING =
  /^(?:find|go|walk|reach|return|explore|visit|enter|location|room|place|with|in|at|on|from|for|if|whether|what|where|how|who|why|it|its|an?|the|my|some|any|both|all|this|that|other|another)\b/;

const PART = /[,;:.()]|\b(?:and|then|or|to)\b/;

/** Whether a turn asked, looked or tried as an objective wants, about its things, if it wants no more. */
export function isActAskedFor(text: string, turn: TurnRecord): boolean {
  const action = playedAction(turn);
  const words = demandObject(action).match(/\d+|\p{L}{3,}/gu) ?? [];
  const about = words.filter((word) => demandWords(word).size > 0);
  if (tookNoMove(turn) || about.length === 0 || isWaiting(action)) return false;
  const forms = demandForms(text);
  if (!about.every((word) => forms.has(word))) return false;
  const parts = normaliseAction(text)
    .split(PART)
    .flatMap((part) => part.trim() || []);
  const isAsked = (act: Act) => parts.some((part) => asksFor(act, part));
  return (
    parts.every((part) => ASKS_NOTHING.test(part) || ACTS.some((act) => asksFor(act, part))) &&
    (isAsked(actOf(action)) || (isAsked('try') && forms.has(demandVerb(action))))
  );
}

/** Whether a turn said a word in a text that is no direction: `find out what the word abracadabra does`. */
export function isWordSaid(text: string, turn: TurnRecord): boolean {
  const action = playedAction(turn);
  if (action.includes(' ') || walkingDirection(action) !== null || isPassive(action)) return false;
  return !tookNoMove(turn) && demandForms(text).has(action);
}

/** Whether a turn tried one thing on another as a text asks: its first thing, and each other that opens, holds or lives. */
export function isTriedWith(text: string, turn: TurnRecord, seen: readonly SeenThing[]): boolean {
  const action = playedAction(turn);
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
    const action = playedAction(turn);
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
  const places = placesAskedFor(whole);
  const isThere = ({ after }: TurnRecord) => places.includes(after.location.id);
  const entered = since.find((turn) => moved(turn) && isThere(turn));
  if (entered === undefined || kind === 'search') return entered;
  return since.findLast(
    (turn) => !moved(turn) && isThere(turn) && !tookNoMove(turn) && !hasWaited(turn),
  );
}

function hasWaited({ decision }: TurnRecord): boolean {
  return isWaiting(decision.action);
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

/** Whether a part of a text asks for a kind of act. */
function asksFor(act: Act, part: string): boolean {
  return ASKING[act].test(part) || (act !== 'try' && actOf(demandVerb(part)) === act);
}

const TO_SOMEBODY = /^(?:ask|tell)\b/;

function asksForSpeech({ text }: Demand): boolean {
  return TO_SOMEBODY.test(text) || SPEAK.test(text);
}

/** The newest speech on the topic of an act, or to whom it names if it has none. What the game tells of them is no speech. */
function speechAskedFor(
  { text }: Demand,
  { since }: { readonly since: readonly TurnRecord[] },
): TurnRecord | undefined {
  const [, topic = text] = /\babout (.+)$/.exec(text) ?? [];
  const asked = demandForms(topic);
  return since.findLast((turn) => {
    const action = playedAction(turn);
    const isAbout = playedWords(turn).some((word) => asked.has(word));
    return (isFreeSpeech(action) || SPEAK.test(action)) && isAbout && !tookNoMove(turn);
  });
}

/** A thing and the place where it has to be: `carry the knife past the cook into Location 7`. */
const CARRYING =
  /^(?:bring|carry|smuggle|sneak|(?:fetch|get|take)(?=.*\b(?:from|to|past|through)\b)) .*\b(?:across|back|home|in|into|inside|out|over|past|through|to)\b/;

/** Whether an act is to bring a thing somewhere. */
export function asksToCarry({ text }: Demand): boolean {
  return CARRYING.test(`${text} `);
}

/** The first turn that brought a thing to the place of the objective. Undefined if it asks for something else. */
function carriedAsAsked(
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
