import {
  isFreeSpeech,
  isPassive,
  isWaiting,
  normaliseAction,
  walkingDirection,
} from '../../domain/command.ts';
import { thingsMeant, thingsNamed } from '../../domain/naming.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { VisibleObject } from '../../domain/observation.ts';
import { wordForms } from '../../domain/word-forms.ts';

/** A thing that was met. */
export type SeenThing = Pick<VisibleObject, 'name'> & Partial<Pick<VisibleObject, 'traits'>>;

const NAMES_NOTHING = new Set(
  'about all and behind for from her his into its off onto out over that the then this through under with your'.split(
    ' ',
  ),
);

/** The words of a text that may name a thing or a room, numbers among them. */
export function wordsIn(text: string): ReadonlySet<string> {
  const all = text.toLowerCase().match(/\d+|\p{L}{3,}/gu) ?? [];
  return new Set(all.filter((word) => !NAMES_NOTHING.has(word)).flatMap(wordForms));
}

/** Those words and what they may be forms of. */
export function formsIn(text: string): ReadonlySet<string> {
  return new Set([...wordsIn(text)].flatMap(wordForms));
}

/** What a command is about: its words without the verb; a walk is about nothing. */
export function objectOf(action: string): string {
  return walkingDirection(action) === null ? action.trim().replace(/^\S+/, '') : '';
}

/** A kind of act whose outcome no change in the game shows. */
type Act = 'speak' | 'look' | 'try';

const TRY = /^(?:try|test|attempt|find out|(?:check|see|learn) (?:whether|if|what))\b/;
const SPEAK = /^(?:talk|speak|question|enquire|inquire)\b/;
const LOOK = /^(?:inspect|study|check|find out|learn)\b/;

/** What begins a part of a sentence that asks for no act, or for no more than the way to one. */
const ASKS_NOTHING =
  /^(?:find|go|walk|reach|return|explore|visit|enter|location|room|place|with|in|at|on|from|for|if|whether|what|where|how|who|why|it|its|an?|the|my|some|any|both|all|this|that|other|another)\b/;

const PART = /[,;:.()]|\b(?:and|then|or|to)\b/;

/**
 * Whether a turn did what an objective asks for, where that is no more than to ask somebody, to look at something or to try
 * something: a command of that kind that the parser understood and whose words after the verb the objective names. `Try
 * the key on the door` is tried also where the door stays locked; `open the door` is no mere try.
 */
export function isActAskedFor(text: string, turn: TurnRecord): boolean {
  const action = normaliseAction(turn.decision.action);
  const about = [...wordsOfObject(action)];
  if (!isUnderstood(turn) || about.length === 0 || isWaiting(action)) return false;
  const forms = formsIn(text);
  if (!about.every((word) => forms.has(word))) return false;
  const acts = actsIn(text);
  if (acts === null) return false;
  const [verb = ''] = action.split(' ');
  return acts.has(actOf(action)) || (acts.has('try') && forms.has(verb));
}

/**
 * Whether a turn tried one thing on another as a text asks for it: the command names what the text names first, and of
 * the others each that opens, holds something or lives. What the text calls otherwise than the game does is left out.
 */
export function isTriedWith(text: string, turn: TurnRecord, seen: readonly SeenThing[]): boolean {
  const action = normaliseAction(turn.decision.action);
  if (!isUnderstood(turn) || actOf(action) !== 'try' || isWaiting(action)) return false;
  const [first, ...others] = thingsNamed(text, seen);
  if (first === undefined) return false;
  const meant = thingsMeant(action, seen);
  const isGoal = ({ traits = [] }: SeenThing) =>
    traits.some((trait) => ['openable', 'container', 'door', 'locked', 'animate'].includes(trait));
  return [first, ...others.filter(isGoal)].every((one) => meant.includes(one));
}

function isUnderstood({ before, after }: TurnRecord): boolean {
  return before.moves === null || after.moves === null || after.moves > before.moves;
}

/** Each word of what a command is about as it stands, without its forms. */
function wordsOfObject(action: string): readonly string[] {
  const words = objectOf(action).match(/\d+|\p{L}{3,}/gu) ?? [];
  return words.filter((word) => wordsIn(word).size > 0);
}

function actOf(action: string): Act {
  if (isFreeSpeech(action)) return 'speak';
  return isPassive(action) ? 'look' : 'try';
}

/** The kinds of acts that a text asks for; null where it asks for something else as well. */
function actsIn(text: string): ReadonlySet<Act> | null {
  const parts = normaliseAction(text)
    .split(PART)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const acts = parts.map(actsOf);
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
