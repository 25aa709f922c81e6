import { createHash } from 'node:crypto';
import { canonicalAction } from '../domain/command.ts';
import { rememberText } from '../domain/text.ts';
import type { Message } from '../domain/message.ts';
import { readTurns, readToldReply } from '../prompts/told-turns.ts';
import { HEADING, readQuestionConversation } from '../prompts/question.ts';
import { readQuestionAbsent } from '../prompts/question-lines.ts';
import { readNow, readObjects, readSceneTried, readSceneWays } from '../prompts/scene-wording.ts';
import { readVerbs } from '../prompts/verb-wording.ts';
import { names, says } from './lexicon.ts';
import { thingWord, mentionedThing, thingsOf, readRoomThings, type Thing } from './things.ts';

/** All knowledge of a player at a question, read from the messages alone. */
export type Situation = Readonly<ReturnType<typeof readSituation>>;

/** The prompt does not repeat so many of the newest texts. */
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
    /** The newest game text, and the first one of the episode. */
    text,
    opening,
    room,
    held,
    things,
    journal,
    here,
    taste,
    /** Things in texts here that no list has, and that the game may know here. */
    mentioned: room.named
      .filter((word) => !unknown.has(word))
      .filter((word) => ![...things, ...held].some(({ name }) => names(name, word)))
      .map(mentionedThing),
    ways: readSceneWays(section(HEADING.waysOut)),
    gains: gainsIn(journal, now.score),
    grammar: grammarOf(messages.find(({ role }) => role === 'system')?.content ?? ''),
    isDark: isDark(journal, now, text, things),
    ...whatWasTried(readSceneTried(section(HEADING.tried)), journal, here),
  };
}

/** A thing that was put somewhere is not taken again without a reason. */
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
    /** Whether an action was tried in this room in any spelling, with light and free hands. */
    isTried: (action: string) => tried.has(canonicalAction(action)),
    isTriedElsewhere: (action: string) => elsewhere.has(canonicalAction(action)),
  };
}

/** Words that the story does not know, and things that are not here, as far as is known. */
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

/** Also after a text that does not say so, while nothing else can be seen. */
function isDark(
  journal: readonly JournalTurn[],
  { place, roomName }: ReturnType<typeof readNow>,
  text: string,
  things: readonly Thing[],
): boolean {
  if (/^(?:darkness|in the dark)$/i.test(roomName) || says('blind', text)) return true;
  const came = journal.findLastIndex((turn) => turn.place !== place);
  const texts = [...journal.slice(Math.max(came, 0)).map((turn) => turn.text), text];
  const isTold = (said: string) =>
    says('dark', said) || (roomName !== '' && said.includes(roomName));
  return things.length === 0 && says('dark', texts.findLast(isTold) ?? '');
}

/** A command, its thought, and its cost. The lowest cost is chosen. */
export interface Choice {
  readonly action: string;
  readonly why: string;
  readonly cost: number;
  /** Whether it may be repeated here. */
  readonly again?: true;
  /** The known end of a walk. */
  readonly target?: number | null;
}

/** The player's taste for one of several equal things. The lowest is chosen first. */
export type Taste = (what: string) => number;

/** Tastes that a seed decides for good. Without a seed, things come in the prompt's order. */
export function situationTaste(seed: number | null): Taste {
  if (seed === null) return () => 0;
  return (what) => createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE(0);
}

/** The player's note in its thoughts at each turn. The conversation keeps them; nothing else remembers. */
export interface Note {
  readonly place: number;
  readonly score: number | null;
  /** The cost of the best choice that was left here when the player walked on. */
  readonly left: number | null;
  readonly goal: number | null;
  /** Words that proposals of this turn named in vain. */
  readonly absent: readonly string[];
  /** The proposals of this turn that were refused. */
  readonly refused: readonly string[];
}

export interface JournalTurn {
  readonly action: string;
  /** Null if another player played the turn. */
  readonly note: Note | null;
  readonly place: number | null;
  /** The game's answer. Empty if the turn is told in short. */
  readonly text: string;
}

const turnsIn = rememberText((content) => readTurns({ content }));

/** The turns of a conversation, the oldest first. Those told in short have only place and action. */
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

/** Reads `situationDeed` in a summary. */
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

/** The gains of this episode, by the scores in the player's notes. */
function gainsIn(journal: readonly JournalTurn[], score: number | null): readonly JournalTurn[] {
  return journal.filter(({ note }, at) => {
    const before = note?.score ?? null;
    const after = at + 1 < journal.length ? (journal[at + 1]?.note?.score ?? null) : score;
    return before !== null && after !== null && after > before;
  });
}

/** A note as the last sentence of thoughts, which stays longest: `At 34; score 10; left 5; to 37.` */
export function writeSituationNote({ place, score, left, goal, absent, refused }: Note): string {
  const words = { absent: absent.join(' ') || null, not: refused.join(', ') || null };
  const told = { At: place, score, left, to: goal, ...words };
  const parts = Object.entries(told).filter(([, value]) => value !== null);
  return `${parts.map((part) => part.join(' ')).join('; ')}.`;
}

/** The note at the end of a thought. Null if there is none. */
export function readSituationNote(thinking: string): Note | null {
  const [, sentence] = /(?:^|\s)(At \d+(?:; [^.]*)?)\.$/.exec(thinking) ?? [];
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
    refused: words('not').join(' ').split(', ').filter(Boolean),
  };
}
