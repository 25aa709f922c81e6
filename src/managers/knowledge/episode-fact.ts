import type { ObjectId, LocationId } from '../../domain/ids.ts';
import { heldThings } from '../../domain/observation.ts';
import { moved, scoreChange, type TurnRecord } from '../../domain/turn-record.ts';
import { signed } from '../../domain/text.ts';
import { oddsWords, sinceWhen } from '../../prompts/cause-words.ts';
import { commandWords, roomWords, thingWords } from '../../prompts/wording.ts';

/** Something that the engine saw happen; nothing here is read from the game's text. */
export interface EpisodeFact {
  readonly turn: number;
  readonly kind: 'score' | 'death' | 'victory' | 'room' | 'gained' | 'lost';
  /** One line for a prompt. */
  readonly text: string;
}

/** What the player has been to and held in this episode. */
export interface Seen {
  readonly rooms: ReadonlySet<LocationId>;
  readonly held: ReadonlySet<ObjectId>;
}

export const NOTHING_SEEN: Seen = { rooms: new Set(), held: new Set() };

/**
 * What a turn brought, in the order score, end, room, things. Only the first time in a room or with a thing counts.
 * `recent` are the turns before.
 */
export function factsOf(
  record: TurnRecord,
  seen: Seen,
  recent: readonly TurnRecord[],
): readonly EpisodeFact[] {
  const { turn, after } = record;
  const fact = (kind: EpisodeFact['kind'], text: string): EpisodeFact => ({ turn, kind, text });
  const points = scoreChange(record);
  const scored =
    points === 0
      ? []
      : [
          fact(
            'score',
            `${signed(points)}, now ${after.score ?? 0}: ${deed(record, recent, 'points')}`,
          ),
        ];
  if (after.ended === 'death') return [...scored, fact('death', deed(record, recent, 'death'))];
  if (after.ended === 'victory') return [...scored, fact('victory', deed(record, recent, ''))];
  if (after.ended !== null) return scored;
  const isNew = moved(record) && !seen.rooms.has(after.location.id);
  const entered = isNew ? [fact('room', roomWords(after.location))] : [];
  const { gained, lost } = things(record, seen);
  return [
    ...scored,
    ...entered,
    ...gained.map((name) => fact('gained', name)),
    ...lost.map((name) => fact('lost', name)),
  ];
}

export function addSeen(seen: Seen, { before, after }: TurnRecord): Seen {
  const held = [...before.inventory, ...after.inventory].map(({ id }) => id);
  return {
    rooms: new Set([...seen.rooms, before.location.id, after.location.id]),
    held: new Set([...seen.held, ...held]),
  };
}

function things({ before, after, comparison }: TurnRecord, { held }: Seen) {
  const isClocks = (outcome: string) => comparison?.alsoIdle.includes(outcome) ?? false;
  const had = new Set(heldThings(before).map(({ id }) => id));
  const has = new Set(heldThings(after).map(({ id }) => id));
  return {
    gained: after.inventory.filter(({ id }) => !had.has(id) && !held.has(id)).map(thingWords),
    lost: before.inventory
      .filter(({ id }) => !has.has(id))
      .map((one) => `${thingWords(one)}${isClocks(`lost ${one.id}`) ? ' (by itself)' : ''}`),
  };
}

/** What was done, and whose doing an outcome of that kind was, as far as somebody looked. */
function deed(record: TurnRecord, recent: readonly TurnRecord[], kind: string): string {
  const { before, decision, cause, comparison } = record;
  const done = `${JSON.stringify(commandWords(decision.action))} at ${roomWords(before.location)}`;
  const isClocks = cause === 'clock' || comparison?.alsoIdle.some((one) => one.startsWith(kind));
  const odds = oddsWords(record);
  const chance = odds === '' ? '' : `; with other random numbers: ${odds}`;
  if (isClocks === true && kind !== '') {
    const { when } = sinceWhen(record, recent) ?? { when: 'by itself' };
    return `came ${when}, not through ${done}: waiting had it, too${chance}`;
  }
  return cause === 'unknown' && kind !== ''
    ? `${done} (cause unknown${chance})`
    : `${done}${chance}`;
}
