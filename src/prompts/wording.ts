import type { LocationId } from '../domain/ids.ts';
import type { Observation } from '../domain/observation.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { oneLine, quote } from './quote.ts';

const LONGEST_NAME = 60;
const LONGEST_ACTION = 120;
const LONGEST_RESPONSE = 250;

/** How prompts name rooms, things, commands and turns. Names are untrusted: each is one line and has an end. */
interface Named {
  readonly name: string;
}

/** A room: `Hall (7)`. */
export function roomWords(room: Named & { readonly id: LocationId }): string {
  return `${oneLine(room.name, LONGEST_NAME)} (${room.id})`;
}

/** A room by its number first, where a model is to answer with numbers: `Location 7 (Hall)`. */
export function numberedRoomWords({ id, name }: Named & { readonly id: LocationId }): string {
  return `Location ${id} (${oneLine(name, LONGEST_NAME)})`;
}

/** A thing by its name. */
export function thingWords({ name }: Named): string {
  return oneLine(name, LONGEST_NAME);
}

/** Things in a row, `nothing` where there are none. */
export function thingsWords(things: readonly Named[]): string {
  return things.map(thingWords).join(', ') || 'nothing';
}

/** A command of the player. */
export function commandWords(action: string): string {
  return oneLine(action, LONGEST_ACTION);
}

/** Why a memory is TENTATIVE: `names a troll that this game has not shown`. */
export function doubtWords({ doubt }: { readonly doubt?: string | undefined }): string {
  return oneLine(doubt ?? 'one try only', LONGEST_ACTION);
}

/** Points: `score 5 of 350`, `score 5` where nobody knows the most, `score unknown` where no score was found. */
export function scoreWords({ score, maxScore }: Pick<Observation, 'score' | 'maxScore'>): string {
  if (score === null) return 'score unknown';
  return maxScore === null ? `score ${score}` : `score ${score} of ${maxScore}`;
}

/** A turn that is over, where it was played, and what came of it: `Turn 3, Hall (7)`, then quoted command and answer. */
export function turnWords(turn: TurnRecord, longestResponse = LONGEST_RESPONSE): string {
  return `${turnPlaceWords(turn)}\n${playWords(turn, longestResponse)}`;
}

/** Which turn it was and where: `Turn 3, Hall (7)`. */
export function turnPlaceWords({ turn, before }: Pick<TurnRecord, 'turn' | 'before'>): string {
  return `Turn ${turn}, ${roomWords(before.location)}`;
}

/** What was played and answered, as two quoted lines. */
export function playWords(
  { decision, after }: Pick<TurnRecord, 'decision' | 'after'>,
  longestResponse = LONGEST_RESPONSE,
): string {
  return quote(`> ${commandWords(decision.action)}\n${oneLine(after.text, longestResponse)}`);
}
