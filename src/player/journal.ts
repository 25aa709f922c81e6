import { canonicalAction } from '../domain/command.ts';
import type { Message } from '../domain/message.ts';
import { readReply, readTurns } from '../prompts/episode-wording.ts';
import { remembering } from './lexicon.ts';

/** What the player writes down in its thoughts at each turn: the conversation keeps them, and nothing else remembers. */
export interface Note {
  readonly place: number;
  readonly score: number | null;
  /** The cost of the best that was left to do here when the player walked on. */
  readonly left: number | null;
  /** The place that the walk is to end at. */
  readonly goal: number | null;
  /** Words that proposals of this turn named in vain. */
  readonly absent: readonly string[];
}

export interface JournalTurn {
  readonly action: string;
  /** Null where somebody else played the turn. */
  readonly note: Note | null;
  readonly place: number | null;
  /** What the game answered; nothing where the turn is told in short. */
  readonly text: string;
}

const turnsIn = remembering((content) => readTurns({ content }));

/** The turns of a conversation, oldest first; of those told in short only place and action. */
export function readJournal(messages: readonly Message[]): readonly JournalTurn[] {
  const turns: JournalTurn[] = [];
  let here: number | null = null;
  let reply: string | null = null;
  for (const { role, content } of messages) {
    if (role === 'assistant') reply = content;
    if (role !== 'user') continue;
    const { inShort, texts } = turnsIn(content);
    turns.push(...ownSummary(inShort));
    for (const { played, text, entered } of texts) {
      const turn = played === null ? reply && replyOf(reply) : { action: canonicalAction(played) };
      if (turn) turns.push({ note: null, place: here, ...turn, text });
      reply = null;
      here = entered ?? (turn ? null : here);
    }
  }
  return turns;
}

const replyOf = remembering((reply) => {
  const { thinking, action } = readReply(reply);
  const note = readNote(thinking);
  return { action: canonicalAction(action), note, ...(note !== null && { place: note.place }) };
});

/** Reads what `shortDeed` wrote in a summary. */
const ownSummary = remembering((told): readonly JournalTurn[] =>
  [...told.matchAll(/([^;:]+) \(location (\d+)\)/g)].map(([, action = '', place]) => ({
    action: canonicalAction(action),
    note: null,
    place: Number(place),
    text: '',
  })),
);

export function shortDeed(action: string, place: number): string {
  return `${action} (location ${place})`;
}

export type Gain = Pick<JournalTurn, 'place' | 'action'>;

/** What won points in this episode, by the scores that the player noted. */
export function gainsOf(journal: readonly JournalTurn[], score: number | null): readonly Gain[] {
  return journal.filter(({ note }, at) => {
    const before = note?.score ?? null;
    const after = at + 1 < journal.length ? (journal[at + 1]?.note?.score ?? null) : score;
    return before !== null && after !== null && after > before;
  });
}

/** A note as the sentence that thoughts begin with: `At 34; score 10; left 5; to 37.` */
export function writeNote({ place, score, left, goal, absent }: Note): string {
  const told = { At: place, score, left, to: goal, absent: absent.join(' ') || null };
  const parts = Object.entries(told).filter(([, value]) => value !== null);
  return `${parts.map((part) => part.join(' ')).join('; ')}.`;
}

/** The note that a thought begins with; null where there is none. */
export function readNote(thinking: string): Note | null {
  const sentence = /^At \d+(?:; [^.]*)?(?=\.)/.exec(thinking)?.[0];
  if (sentence === undefined) return null;
  const told = new Map(sentence.split('; ').map((part) => [/^\w+/.exec(part)?.[0], part]));
  const words = (name: string) => told.get(name)?.split(' ').slice(1) ?? [];
  const number = (name: string) => (told.has(name) ? Number(words(name)[0]) : null);
  return {
    place: number('At') ?? 0,
    score: number('score'),
    left: number('left'),
    goal: number('to'),
    absent: words('absent'),
  };
}
