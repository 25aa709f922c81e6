import { asksBack, endsInQuestion, LONGEST_REFUSAL } from './answer.ts';
import {
  asksForAll,
  isFreeSpeech,
  isPassive,
  normaliseAction,
  endsInVerb,
  unknownWordIn,
  type WordsKnown,
} from './command.ts';
import { objectId, type ObjectId } from './ids.ts';
import { thingsMeant } from './naming.ts';
import { heldThings, type Observation, type ZObject } from './observation.ts';
import type { Decision } from './proposal.ts';
import { hasParagraphs, hasSentences } from './text.ts';

/** What an outcome is owed to: what was done, what would have happened to one who waited, or nobody can tell. */
export const CAUSES = ['command', 'clock', 'unknown'] as const;
export type Cause = (typeof CAUSES)[number];

/** Who looks for causes: an idle twin of the player, or nobody. */
export const CAUSE_FINDERS = ['twin', 'none'] as const;

/** How often something happened under random numbers of which the first were the player's. */
export interface Odds {
  readonly tried: number;
  /** To one who gave the command, and to one who waited. */
  readonly command: number;
  readonly idle: number;
}

/** The command after which waiting was enough for the end to come. */
export interface Beginning {
  /** 0 where the end was under way when the game began. */
  readonly turn: number;
  /** Moves of the game from there to the end; turns where moves are not counted. */
  readonly moves: number;
}

/** How the outcome of a turn compares with that of waiting at the same moment. */
export interface Comparison {
  /** What of the outcome happened to the one who waited, too; see `outcomesOf`. */
  readonly alsoIdle: readonly string[];
  /** The lines that the game told both; absent where there are none. */
  readonly toldIdle?: string;
  /** Things that came into reach of the one who waited, too; absent where there are none. */
  readonly cameIdle?: readonly ObjectId[];
  /** Present where nothing is otherwise in reach than for the one who waited. */
  readonly isSameIdle?: true;
  /** Present where chance was tried. */
  readonly odds?: Odds;
  /** Present for what is the clock's, where its beginning was found. */
  readonly beginning?: Beginning;
}

/** One agent decision and its outcome. What changed is derived from before and after, never stored beside them. */
export interface TurnRecord {
  /** 1 for the first decision of the episode. */
  readonly turn: number;
  readonly before: Observation;
  readonly decision: Decision;
  readonly after: Observation;
  /** What the outcome is owed to; absent where it is worth no lesson, unknown where nobody looked for causes. */
  readonly cause?: Cause;
  /** What the cause was told from; absent where there was nothing to compare with. */
  readonly comparison?: Comparison;
  /** Present where the game answers the same for another thing: it has nothing of its own to say. */
  readonly isStock?: true;
  /** Present where something could not be taken and can be with nothing in the hands (simulated). */
  readonly needsHands?: true;
}

/** The same of the moments before and after a command. */
export type Around<T> = Readonly<Record<'before' | 'after', T>>;

type Scores = Around<Pick<Observation, 'score'>>;

/** Points won or lost; null where the score is unknown before or after, so that finding it out is no gain. */
export function knownScoreChange({ before, after }: Scores): number | null {
  return before.score === null || after.score === null ? null : after.score - before.score;
}

/** Whether the player died in a turn, also where the story went on after it. */
export function isDeath({
  after,
}: {
  readonly after: Pick<Observation, 'died' | 'ended'>;
}): boolean {
  return after.died || after.ended === 'death';
}

export function scoreChange(scores: Scores): number {
  return knownScoreChange(scores) ?? 0;
}

export function moved({ before, after }: TurnRecord): boolean {
  return before.location.id !== after.location.id;
}

export function inventoryChanged({ before, after }: TurnRecord): boolean {
  const held = ({ inventory }: Observation) => inventory.map(({ id }) => id).join();
  return held(before) !== held(after);
}

/** Whether the game counts its moves and counted none. */
export function tookNoMove({ before, after }: Around<Pick<Observation, 'moves'>>): boolean {
  return after.moves !== null && after.moves === before.moves;
}

/** Whether somebody in reach answered, by a speech, or to one that the parser took. What is read is no answer. */
export function isAnswered(record: TurnRecord): boolean {
  const { before, decision, after } = record;
  if (isPassive(decision.action) || asksBack(after.text)) return false;
  if (!before.objects.some(({ traits }) => traits.includes('animate'))) return false;
  return /^\s*["“]/.test(after.text) || (isFreeSpeech(decision.action) && !tookNoMove(record));
}

/**
 * Whether an action that was meant to change something changed nothing but what changes for one who waits, too. An answer and
 * a parser's question are no failures.
 */
export function isFailure(record: TurnRecord): boolean {
  const { decision, after } = record;
  if (!didNothing(record) || isPassive(decision.action)) return false;
  return !isAnswered(record) && !asksBack(after.text);
}

/** Whether a command is about somebody in reach who acts: chance may have a part in what comes of it. */
export function isDoneToSomebody(
  action: string,
  { objects }: Pick<Observation, 'objects'>,
): boolean {
  const creatures = objects.filter(({ traits }) => traits.includes('animate'));
  return thingsMeant(action, creatures).length > 0;
}

/** Whether a turn failed in a way that whoever knows of it can spare: what is done to somebody may come out otherwise. */
export function isSparedByKnowing(record: TurnRecord): boolean {
  return isFailure(record) && !isDoneToSomebody(record.decision.action, record.before);
}

/** Whether nothing in reach changed that would not have changed for one who waits. */
export function didNothing(record: TurnRecord): boolean {
  const { cause, comparison } = record;
  return hadNoEffect(record) || (cause === undefined && comparison?.isSameIdle === true);
}

/** What the game answered to the command itself: without the lines that one who waits reads, too. */
function ownAnswer({ after, comparison }: Pick<TurnRecord, 'after' | 'comparison'>): string {
  const toIdle = new Set(comparison?.toldIdle?.split('\n'));
  const lines = after.text.split('\n').filter((line) => !toIdle.has(line.trim()));
  return lines.join('\n').trim();
}

/**
 * Whether the game turned a command away: nothing in reach changed though it should have, or the parser took no move,
 * and the answer is one short paragraph. Parsers refuse in a sentence.
 */
export function isRefusal(record: TurnRecord): boolean {
  const { action } = record.decision;
  const answer = ownAnswer(record);
  if (!didNothing(record) || hasParagraphs(answer) || answer.length > LONGEST_REFUSAL) return false;
  if (tookNoMove(record) && normaliseAction(action).includes(' ')) return true;
  if (isPassive(action) || isFreeSpeech(action)) return false;
  return !tookNoMove(record) || !hasSentences(answer);
}

/** Whether nothing in reach changed: same scene, same score. What happens elsewhere meanwhile does not count. */
export function hadNoEffect({
  before,
  after,
}: Around<Pick<Observation, 'scene' | 'score' | 'died' | 'ended'>>): boolean {
  const isSame = before.scene === after.scene && before.score === after.score;
  return isSame && !after.died && after.ended === null;
}

/** Whether nothing changed, and the checks had refused the command, or the parser does not know what it names. */
export function isMisread(turn: TurnRecord, dictionary: WordsKnown): boolean {
  const { before, decision } = turn;
  if (!hadNoEffect(turn) || before.waitsFor === 'key') return false;
  if (decision.overridden) return true;
  if (endsInQuestion(before.text)) return false;
  const { action } = decision;
  return unknownWordIn(action, dictionary) !== undefined || endsInVerb(action, dictionary);
}

/** Whether the turn ended in or on a thing that was in reach, a chair or a boat: a place, but no room. */
export function entersThing(record: TurnRecord): boolean {
  const { before, after } = record;
  return moved(record) && before.objects.some((one) => Number(one.id) === after.location.id);
}

/** What was held before a turn and is not after it, though the command names none of it. */
export function takenAway({ before, after, decision }: TurnRecord): readonly ZObject[] {
  const held = new Set(after.inventory.map(({ id }) => id));
  const meant = thingsMeant(decision.action, before.inventory);
  const gone = before.inventory.filter((one) => !held.has(one.id) && !meant.includes(one));
  return asksForAll(decision.action) ? [] : gone;
}

/** The things that were in hand before the turn and are not held any more, and what was taken out of something that is held. */
export function lostThings({ before, after }: Around<Observation>): readonly ZObject[] {
  return wentTo(after, before);
}

/** The things that came into the hands by the turn, from nothing that was held before, or into something that is held. */
export function gainedThings({ before, after }: Around<Observation>): readonly ZObject[] {
  return wentTo(before, after);
}

/** What is in hand at one moment, or in something that is, and was seen elsewhere at the other; what a lid hides is neither. */
function wentTo(elsewhere: Observation, inHand: Observation): readonly ZObject[] {
  const held = heldThings(elsewhere);
  const direct = new Set(inHand.inventory.map(({ id }) => id));
  const isMoved = ({ id }: { readonly id: number }) =>
    direct.has(objectId(id)) || elsewhere.objects.some((one) => one.id === id);
  return heldThings(inHand).filter((one) => !held.some(({ id }) => id === one.id) && isMoved(one));
}
