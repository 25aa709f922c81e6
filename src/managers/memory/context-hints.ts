import { isFailure } from '../../domain/failure.ts';
import { LONGEST_REFUSAL, isLongText } from '../../domain/game-answer.ts';
import { type ZObject } from '../../domain/observation.ts';
import { namesItsRoom } from '../../domain/room-description.ts';
import {
  gainedThings,
  isDeath,
  lostThings,
  moved,
  scoreChange,
  thingsTakenAway,
} from '../../domain/turn-effect.ts';
import { type TurnRecord, looksOf } from '../../domain/turn-record.ts';
import { thingWords } from '../../prompts/thing-wording.ts';
import type { Occasion } from './synthesis-trigger.ts';
import { isPlacing, changedHands, openedFirst } from './thing-changes.ts';

/** Facts on how long a lesson of this turn may hold; the model decides. `earlier` holds the turns before. */
export function contextHints(
  record: TurnRecord,
  occasion: Occasion,
  earlier: readonly TurnRecord[],
): readonly string[] {
  const hints: [boolean, string][] = [
    [
      occasion.firstVisit && isLongText(record.after.text) && namesItsRoom(record.after),
      'The answer describes a room of which no memory tells how it starts (likely core)',
    ],
    [scoreChange(record) > 0, 'Points: what earned them earns them in every episode (permanent)'],
    [
      openedFirst(record, earlier),
      'Unlocked or opened: how that is done is permanent, that it is open now is ephemeral',
    ],
    [
      isFailure(record) && !moved(record) && record.before !== record.after && isRefused(record),
      'No change that the engine sees: what the game refused is a constraint of it (likely permanent)',
    ],
    [isDeath(record), 'The player died: a danger of the game (likely permanent)'],
  ];
  const given = hints.filter(([applies]) => applies).map(([, hint]) => hint);
  return [...given, ...thingHints(record, earlier)];
}

/** Whether the answer may be a refusal. Never so after a key, or for a page of text. */
function isRefused({ before, after }: TurnRecord): boolean {
  return before.waitsFor !== 'key' && after.text.trim().length <= LONGEST_REFUSAL;
}

/** Whether a thing came into the room in view, after the player had seen the room without it. */
function cameLater(
  { id }: ZObject,
  { before }: TurnRecord,
  earlier: readonly TurnRecord[],
): boolean {
  const lies = before.objects.find((one) => one.id === id);
  if (lies?.inside !== null) return false;
  return looksOf(earlier).some(
    ({ location, objects, isDark }) =>
      location.id === before.location.id &&
      isDark !== true &&
      !objects.some((one) => one.id === id),
  );
}

function thingHints(record: TurnRecord, earlier: readonly TurnRecord[]): readonly string[] {
  const names = (things: readonly ZObject[]) =>
    things.map((one) => JSON.stringify(thingWords(one)));
  const wasHeld = ({ id }: ZObject) =>
    earlier.some((turn) => turn.before.inventory.some((one) => one.id === id));
  const isWhole = earlier.length >= record.turn - 1;
  const hands = changedHands(record);
  const taken = hands.gained ? [] : gainedThings(record);
  const again = taken.filter(wasHeld);
  const first = taken.filter((one) => !wasHeld(one) && isWhole && !cameLater(one, record, earlier));
  const gone = lostThings(record);
  const isTaken = ({ id }: ZObject) => thingsTakenAway(record).some((one) => one.id === id);
  return [
    ...names(first).map(
      (name) => `First taking of ${name} from its own place: holds in every episode (permanent)`,
    ),
    ...names(again).map((name) => `Taken again: ${name}, held before in this episode (ephemeral)`),
    ...(isPlacing(record) && !hands.lost
      ? names(gone).map((name) => `Laid down by the player: that ${name} lies there is ephemeral`)
      : []),
    ...(hands.lost ? names(gone.filter(isTaken)) : []).map(
      (name) => `Lost, not laid down: ${name}; to whom or what, and why, is permanent`,
    ),
    ...(hands.lost ? names(gone.filter((one) => !isTaken(one))) : []).map(
      (name) => `Left the hands by the command: ${name}; what that brought is permanent`,
    ),
  ];
}
