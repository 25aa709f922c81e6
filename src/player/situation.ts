import { createHash } from 'node:crypto';
import { canonicalAction } from '../domain/command.ts';
import type { Message } from '../domain/message.ts';
import { readTurns } from '../prompts/episode-wording.ts';
import { HEADING } from '../prompts/headings.ts';
import { readAbsent } from '../prompts/question-lines.ts';
import { readConversation } from '../prompts/question.ts';
import { readNow, readObjects, readTried, readWays } from '../prompts/scene-wording.ts';
import { readVerbs } from '../prompts/verb-wording.ts';
import { gainsOf, readJournal, type JournalTurn } from './journal.ts';
import { remembering } from './lexicon.ts';
import { names, readRoom, says } from './texts.ts';
import { lastWord, mentionedThing, thingsOf, type Thing } from './things.ts';

/** Everything a player knows when it is asked, read from the messages alone. */
export type Situation = Readonly<ReturnType<typeof readSituation>>;

/** The prompt does not repeat what so many of the newest texts say. */
const NEAR_TEXTS = 3;

const grammarOf = remembering(readVerbs);

export function readSituation(messages: readonly Message[], taste: Taste) {
  const sections = readConversation(messages);
  const section = (name: string) => sections.get(name) ?? '';
  const now = readNow(section(HEADING.now));
  const journal = readJournal(messages);
  const here = journal.filter((turn) => turn.place === now.place);
  const told = messages.filter(({ role }) => role === 'user').map(readTurns);
  const text = told.at(-1)?.texts.at(-1)?.text ?? '';
  const opening = told[0]?.texts[0]?.text ?? '';
  const newest = journal.slice(-NEAR_TEXTS).map((turn) => turn.text);
  const room = readRoom(sections, now.roomName, [text, ...newest.reverse(), opening]);
  const lists = [
    readObjects(section(HEADING.held)),
    readObjects(section(HEADING.inReach)),
  ] as const;
  const held = thingsOf(lists[0], lists.flat(), 'held', room);
  const things = thingsOf(lists[1], lists.flat(), 'here', room);
  const unknown = new Set([
    ...unknownWords(journal, here),
    ...readAbsent(section(HEADING.refused)),
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
    gains: gainsOf(journal, now.score),
    grammar: grammarOf(messages.find(({ role }) => role === 'system')?.content ?? ''),
    isDark: isDark(journal, { text, things, ...now }),
    ...whatWasTried(readTried(section(HEADING.tried)), journal, here),
  };
}

/** What was put somewhere is not taken again without a reason. */
const LAID = /^(?:drop|put|place|insert) (.+?)(?: (?:in|on) .*)?$/;

function whatWasTried(
  told: ReturnType<typeof readTried>,
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
function unknownWords(
  journal: readonly JournalTurn[],
  here: readonly JournalTurn[],
): ReadonlySet<string> {
  const noun = ({ action }: JournalTurn) => lastWord(action);
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
export function tasteOf(seed: number | null): Taste {
  if (seed === null) return () => 0;
  return (what) => createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE(0);
}
