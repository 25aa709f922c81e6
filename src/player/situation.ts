import { createHash } from 'node:crypto';
import { canonicalAction } from '../domain/command.ts';
import { rememberText } from '../domain/text.ts';
import type { Message } from '../domain/message.ts';
import { readTurns, readToldReply } from '../prompts/told-turns.ts';
import { HEADING, readQuestionConversation } from '../prompts/question.ts';
import { readQuestionAbsent } from '../prompts/question-lines.ts';
import { readNow, readObjects, readSceneTried, readWays } from '../prompts/scene-wording.ts';
import { readVerbs } from '../prompts/verb-wording.ts';
import { names, says } from './lexicon.ts';
import { thingWord, mentionedThing, thingsOf, readRoomThings, type Thing } from './things.ts';

/** Everything a player knows when it is asked, read from the messages alone. */
export type Situation = Readonly<ReturnType<typeof readSituation>>;

/** The prompt does not repeat what so many of the newest texts say. */
const NEAR_TEXTS = 3;

const grammarOf = rememberText(readVerbs);

export function readSituation(messages: readonly Message[], taste: Taste) {
  const sections = readQuestionConversation(messages);
  const section = (name: string) => sections.get(name) ?? '';
  const now = readNow(section(HEADING.now));
  const journal = readSituationJournal(messages);
  const here = journal.filter((turn) => turn.place === now.place);
  const told = messages.filter(({ role }) => role === 'user').map(readTurns);
  const text = told.at(-1)?.texts.at(-1)?.text ?? '';
  const opening = told[0]?.texts[0]?.text ?? '';
  const newest = journal.slice(-NEAR_TEXTS).map((turn) => turn.text);
  const room = readRoomThings(sections, now.roomName, [text, ...newest.reverse(), opening]);
  const lists = [
    readObjects(section(HEADING.held)),
    readObjects(section(HEADING.inReach)),
  ] as const;
  const held = thingsOf(lists[0], lists.flat(), 'held', room);
  const things = thingsOf(lists[1], lists.flat(), 'here', room);
  const unknown = new Set([
    ...unknownWords(journal, here),
    ...readQuestionAbsent(section(HEADING.refused)),
  ]);
  return {
    ...now,
    sections,
    /** The newest game text, and the one that the episode began with. */
    text,
    opening,
    room,
    held,
    things,
    journal,
    here,
    taste,
    /** What texts name here that is in no list, and that the game may know here. */
    mentioned: room.named
      .filter((word) => !unknown.has(word))
      .filter((word) => ![...things, ...held].some(({ name }) => names(name, word)))
      .map(mentionedThing),
    ways: readWays(section(HEADING.waysOut)),
    gains: gainsIn(journal, now.score),
    grammar: grammarOf(messages.find(({ role }) => role === 'system')?.content ?? ''),
    isDark: isDark(journal, { text, things, ...now }),
    ...whatWasTried(readSceneTried(section(HEADING.tried)), journal, here),
  };
}

/** What was put somewhere is not taken again without a reason. */
const LAID = /^(?:drop|put|place|insert) (.+?)(?: (?:in|on) .*)?$/;

function whatWasTried(
  told: ReturnType<typeof readSceneTried>,
  journal: readonly JournalTurn[],
  here: readonly JournalTurn[],
) {
  const actions = (turns: readonly JournalTurn[]) =>
    turns.filter(({ text }) => !says('dark', text)).map(({ action }) => action);
  const laid = actions(journal).flatMap((action) => LAID.exec(action)?.[1] ?? []);
  const tried = new Set([...actions(here), ...laid.map((thing) => `take ${thing}`)]);
  for (const { action, isWorthIt } of told) {
    if (isWorthIt) tried.delete(action);
    else tried.add(action);
  }
  const elsewhere = new Set(actions(journal.filter((turn) => !here.includes(turn))));
  return {
    /** Whether an action was tried in this room, with light and free hands, in whatever spelling. */
    isTried: (action: string) => tried.has(canonicalAction(action)),
    isTriedElsewhere: (action: string) => elsewhere.has(canonicalAction(action)),
  };
}

/** What the story does not know, and what is not here as far as was heard. */
function unknownWords(journal: readonly JournalTurn[], here: readonly JournalTurn[]) {
  const noun = ({ action }: JournalTurn) => thingWord(action);
  const isAbsent = ({ text }: JournalTurn) =>
    (says('absent', text) || says('question', text)) && !says('dark', text);
  return new Set([
    ...journal.filter(({ text }) => says('unknown', text)).map(noun),
    ...here.flatMap(({ note }) => note?.absent ?? []),
    ...here.filter(isAbsent).map(noun),
  ]);
}

/** What was read last, and what is in reach. */
interface Seen {
  readonly text: string;
  readonly things: readonly Thing[];
}

/** Also after a text that says nothing of it, as long as nothing else can be seen. */
function isDark(
  journal: readonly JournalTurn[],
  { text, things, place, roomName }: ReturnType<typeof readNow> & Seen,
): boolean {
  if (/^(?:darkness|in the dark)$/i.test(roomName) || says('blind', text)) return true;
  const came = journal.findLastIndex((turn) => turn.place !== place);
  const texts = [...journal.slice(Math.max(came, 0)).map((turn) => turn.text), text];
  const isTold = (said: string) =>
    says('dark', said) || (roomName !== '' && said.includes(roomName));
  return things.length === 0 && says('dark', texts.findLast(isTold) ?? '');
}

/** A command, the thought that goes with it, and how much better things there are to do: the least cost is chosen. */
export interface Choice {
  readonly action: string;
  readonly why: string;
  readonly cost: number;
  /** Whether it is worth doing though it was done here before. */
  readonly again?: true;
  /** The place that a walk is to end at, where that is known. */
  readonly target?: number | null;
}

/** How much a player likes one of several things that are equally good otherwise; the least is chosen first. */
export type Taste = (what: string) => number;

/** Likes and dislikes that a seed decides for good; without one everything is taken as the prompt lists it. */
export function situationTaste(seed: number | null): Taste {
  if (seed === null) return () => 0;
  return (what) => createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE(0);
}

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

const turnsIn = rememberText((content) => readTurns({ content }));

/** The turns of a conversation, oldest first; of those told in short only place and action. */
export function readSituationJournal(messages: readonly Message[]): readonly JournalTurn[] {
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

const replyOf = rememberText((reply) => {
  const { thinking, action } = readToldReply(reply);
  const note = readSituationNote(thinking);
  return { action: canonicalAction(action), note, ...(note !== null && { place: note.place }) };
});

/** Reads what `situationDeed` wrote in a summary. */
const ownSummary = rememberText((told): readonly JournalTurn[] =>
  [...told.matchAll(/([^;:]+) \(location (\d+)\)/g)].map(([, action = '', place]) => ({
    action: canonicalAction(action),
    note: null,
    place: Number(place),
    text: '',
  })),
);

export function situationDeed(action: string, place: number): string {
  return `${action} (location ${place})`;
}

type Gain = Pick<JournalTurn, 'place' | 'action'>;

/** What won points in this episode, by the scores that the player noted. */
function gainsIn(journal: readonly JournalTurn[], score: number | null): readonly Gain[] {
  return journal.filter(({ note }, at) => {
    const before = note?.score ?? null;
    const after = at + 1 < journal.length ? (journal[at + 1]?.note?.score ?? null) : score;
    return before !== null && after !== null && after > before;
  });
}

/** A note as the sentence that thoughts begin with: `At 34; score 10; left 5; to 37.` */
export function writeSituationNote({ place, score, left, goal, absent }: Note): string {
  const told = { At: place, score, left, to: goal, absent: absent.join(' ') || null };
  const parts = Object.entries(told).filter(([, value]) => value !== null);
  return `${parts.map((part) => part.join(' ')).join('; ')}.`;
}

/** The note that a thought begins with; null where there is none. */
export function readSituationNote(thinking: string): Note | null {
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
