import { canonicalAction } from '../domain/command.ts';
import type { Message } from '../domain/message.ts';
import { readTurns } from '../prompts/episode-wording.ts';
import { HEADING } from '../prompts/headings.ts';
import { readConversation, type PromptSections } from '../prompts/question.ts';
import {
  readNow,
  readObjects,
  readTried,
  readWays,
  type ToldWay,
} from '../prompts/scene-wording.ts';
import { readVerbs, type Grammar } from '../prompts/verb-wording.ts';
import { gainsOf, readJournal, type Gain, type JournalTurn } from './journal.ts';
import { remembering } from './lexicon.ts';
import { names, readRoom, says, type Room } from './texts.ts';
import { mentionedThing, thingsOf, type Thing } from './things.ts';
import { createHash } from 'node:crypto';

/** Everything a player knows when it is asked, read from the messages alone. */
export interface Situation extends ReturnType<typeof readNow>, ReturnType<typeof whatWasTried> {
  readonly sections: PromptSections;
  /** The newest game text, and the one that the episode began with. */
  readonly text: string;
  readonly opening: string;
  readonly room: Room;
  /** What is held and what is in reach. */
  readonly held: readonly Thing[];
  readonly things: readonly Thing[];
  /** What texts name here that is in no list, and that the game may know here. */
  readonly mentioned: readonly Thing[];
  readonly ways: readonly ToldWay[];
  readonly journal: readonly JournalTurn[];
  readonly here: readonly JournalTurn[];
  readonly gains: readonly Gain[];
  readonly grammar: Grammar;
  readonly isDark: boolean;
  readonly taste: Taste;
}

/** The prompt does not repeat what so many of the newest texts say. */
const NEAR_TEXTS = 3;

const grammarOf = remembering(readVerbs);

export function readSituation(messages: readonly Message[], taste: Taste): Situation {
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
  const unknown = unknownWords(journal, here);
  return {
    ...now,
    sections,
    text,
    opening,
    room,
    held,
    things,
    journal,
    here,
    taste,
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
    /** Whether it was tried in another room. */
    isTriedElsewhere: (action: string) => elsewhere.has(canonicalAction(action)),
  };
}

/** What the story does not know, and what is not here as far as was heard. */
function unknownWords(
  journal: readonly JournalTurn[],
  here: readonly JournalTurn[],
): ReadonlySet<string> {
  const lastWord = ({ action }: JournalTurn) => action.split(' ').at(-1) ?? '';
  const isAbsent = ({ text }: JournalTurn) =>
    (says('absent', text) || says('question', text)) && !says('dark', text);
  return new Set([
    ...journal.filter(({ text }) => says('unknown', text)).map(lastWord),
    ...here.flatMap(({ note }) => note?.absent ?? []),
    ...here.filter(isAbsent).map(lastWord),
  ]);
}

/** Also after a text that says nothing of it, as long as nothing else can be seen. */
function isDark(
  journal: readonly JournalTurn[],
  { text, things, place, roomName }: Pick<Situation, 'text' | 'things' | 'place' | 'roomName'>,
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

/** Takes everything as the prompt lists it. */
export const INDIFFERENT: Taste = () => 0;

/** Likes and dislikes that a seed decides for good, so that players with different seeds play differently. */
export function tasteOf(seed: number): Taste {
  return (what) => createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE(0);
}
