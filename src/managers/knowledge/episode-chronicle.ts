import {
  entersThing,
  gainedThings,
  isDeath,
  lostThings,
  moved,
  scoreChange,
} from '../../domain/turn-effect.ts';
import type { ObjectId, LocationId } from '../../domain/ids.ts';
import { heldThings } from '../../domain/observation.ts';
import { type TurnRecord } from '../../domain/turn-record.ts';
import { signed } from '../../domain/text.ts';
import { causeOddsWords, causeSinceWords } from '../../prompts/cause-words.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { turnStateWords, thingWords } from '../../prompts/thing-wording.ts';
import { commandWords } from '../../prompts/wording.ts';
import { addTurnToLedger, type OwnStretch } from './ledger.ts';

/** An event that the engine saw. Nothing here is read from the game's text. */
export interface EpisodeFact {
  readonly turn: number;
  readonly kind: 'score' | 'death' | 'victory' | 'room' | 'gained' | 'lost' | 'changed';
  /** One line for a prompt. */
  readonly text: string;
}

/** The rooms and things that the player has seen and held in this episode. */
export interface Seen {
  readonly rooms: ReadonlySet<LocationId>;
  readonly held: ReadonlySet<ObjectId>;
  /** The states of things and of the light that the player brought about. */
  readonly states: ReadonlySet<string>;
}

export const NOTHING_SEEN: Seen = { rooms: new Set(), held: new Set(), states: new Set() };

/** The facts of a turn: score, end, new room, new things and new states, in this order. `recent` holds the turns before. */
export function chronicleFacts(
  record: TurnRecord,
  seen: Seen,
  recent: readonly TurnRecord[],
): readonly EpisodeFact[] {
  const { turn, after } = record;
  const fact = (kind: EpisodeFact['kind'], text: string): EpisodeFact => ({ turn, kind, text });
  const points = scoreChange(record);
  const by = () => `${signed(points)}, now ${after.score ?? 0}: ${deed(record, recent, 'points')}`;
  const scored = points === 0 ? [] : [fact('score', by())];
  if (isDeath(record)) return [...scored, fact('death', deed(record, recent, 'death'))];
  if (after.ended === 'victory') return [...scored, fact('victory', deed(record, recent, ''))];
  if (after.ended !== null) return scored;
  const isNew = moved(record) && !entersThing(record) && !seen.rooms.has(after.location.id);
  const gained = gainedThings(record).filter(({ id }) => !seen.held.has(id));
  const { alsoIdle = [] } = record.comparison ?? {};
  const lost = lostThings(record).map((one) => {
    const isClocks = alsoIdle.includes(`lost ${one.id}`);
    return `${thingWords(one)}${isClocks ? ' (also to one who only waits)' : ''}`;
  });
  return [
    ...scored,
    ...(isNew ? [fact('room', roomWords(after.location))] : []),
    ...gained.map((one) => fact('gained', thingWords(one))),
    ...lost.map((name) => fact('lost', name)),
    ...statesMade(record)
      .filter((state) => !seen.states.has(state))
      .map((state) => fact('changed', state)),
  ];
}

/** The states that the player brought about, and not the clock. */
function statesMade(record: TurnRecord): readonly string[] {
  return record.cause === 'clock' ? [] : turnStateWords(record);
}

export function addToChronicle(seen: Seen, record: TurnRecord): Seen {
  const { before, after } = record;
  const held = [before, after].flatMap(heldThings).map(({ id }) => id);
  return {
    rooms: new Set([...seen.rooms, before.location.id, after.location.id]),
    held: new Set([...seen.held, ...held]),
    states: new Set([...seen.states, ...statesMade(record)]),
  };
}

/** The command, and the cause of an outcome of this kind, if anybody looked for it. */
function deed(record: TurnRecord, recent: readonly TurnRecord[], kind: string): string {
  const { before, decision, cause, comparison } = record;
  const done = `${JSON.stringify(commandWords(decision.action))} at ${roomWords(before.location)}`;
  const isClocks = cause === 'clock' || comparison?.alsoIdle.some((one) => one.startsWith(kind));
  const odds = causeOddsWords(record);
  const chance = odds === '' ? '' : `; with other random numbers: ${odds}`;
  if (kind === '') return `${done}${chance}`;
  if (isClocks === true) {
    const { when } = causeSinceWords(record, recent) ?? { when: 'by itself' };
    return `came ${when}, not through ${done}: waiting had it, too${chance}`;
  }
  return cause === 'unknown' ? `${done} (cause unknown${chance})` : `${done}${chance}`;
}

/** The most turns that are kept. Older ones are forgotten; their facts stay. */
const MOST_TURNS = 300;

/** Turns to learn from with their facts, and the turns before. */
export interface Window {
  readonly turns: readonly TurnRecord[];
  readonly facts: readonly EpisodeFact[];
  readonly older: readonly TurnRecord[];
}

/** What makes a stretch of turns one that brought something. */
const IS_NEW: ReadonlySet<EpisodeFact['kind']> = new Set(['gained', 'changed']);

export class EpisodeChronicle {
  #seen = NOTHING_SEEN;
  #facts: readonly EpisodeFact[] = [];
  #turns: readonly TurnRecord[] = [];
  #stretches: readonly OwnStretch[] = [];
  #learnt = 0;
  #shown = 0;

  get facts(): readonly EpisodeFact[] {
    return this.#facts;
  }

  get stretches(): readonly OwnStretch[] {
    return this.#stretches;
  }

  add(record: TurnRecord): void {
    const facts = chronicleFacts(record, this.#seen, this.#turns);
    this.#facts = [...this.#facts, ...facts];
    const things = facts.flatMap(({ kind, text }) => (IS_NEW.has(kind) ? [text] : []));
    this.#stretches = addTurnToLedger(this.#stretches, record, things);
    this.#seen = addToChronicle(this.#seen, record);
    this.#turns = [...this.#turns, record].slice(-MOST_TURNS);
  }

  sinceUpdate(): Window {
    const facts = this.#facts.filter(({ turn }) => turn > this.#learnt);
    return { ...this.#splitAfter(this.#learnt), facts };
  }

  /** All that is kept of the episode. The turns are those that no question has shown yet. */
  whole(): Window & { readonly stretches: readonly OwnStretch[] } {
    const { facts, stretches } = this;
    return { ...this.#splitAfter(this.#shown), facts, stretches };
  }

  /** Ends the window. `isShown`: a question has shown its turns; else they were not worth one. */
  endWindow(isShown: boolean): void {
    this.#learnt = this.#turns.at(-1)?.turn ?? this.#learnt;
    if (isShown) this.#shown = this.#learnt;
  }

  #splitAfter(last: number): Pick<Window, 'turns' | 'older'> {
    const isNew = ({ turn }: TurnRecord) => turn > last;
    return {
      turns: this.#turns.filter(isNew),
      older: this.#turns.filter((one) => !isNew(one)),
    };
  }
}
