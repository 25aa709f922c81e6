import { LONGEST_REFUSAL } from '../domain/game-answer.ts';
import { NEXT_ACTION } from '../domain/memory.ts';
import type { Message } from '../domain/message.ts';
import { isRoomHeading, textFromRoomName } from '../domain/room-description.ts';
import { cut, fittingSentences, hasParagraphs } from '../domain/text.ts';
import {
  readQuestionKnown,
  readQuestionOutcome,
  readQuestionDeeds,
} from '../prompts/question-lines.ts';
import { readQuestionSections, type PromptSections } from '../prompts/question.ts';
import { FOUND } from '../prompts/thing-wording.ts';
import { refuses, says, isBlow } from './lexicon.ts';

interface Lesson {
  readonly category: string;
  readonly memory_title: string;
  readonly memory_text: string;
  readonly persistence: 'core' | 'permanent' | 'ephemeral';
  readonly supersedes_memory_titles?: readonly string[];
}

const PLACING = /^(?:drop|put|place|insert|leave|open|close|turn|light|give)\b/;
const LOOKING = /^(?:look|l|examine|x|read|inventory|i|wait|z|search|listen|smell)\b/;
const TEXT_LENGTH = 200;
/** Longer text is cut where memories are kept, and a cut action would be read as another one. */
const TITLE_LENGTH = 120;
const HERE = 'Room where the action was taken';
const ROOM = /^\| (.+) \(\d+\)$/m;

/** The offline player's memory role: one lesson a turn, from the prompt's facts; for refusals one that names all. */
export function answerAsMemory(messages: readonly Message[]): object {
  const sections = readQuestionSections(messages);
  const lessons = [turnLesson(sections), refusedLesson(sections), openingLesson(sections)];
  const [lesson, second] = lessons.filter((one) => one !== null);
  if (lesson === undefined) return { should_remember: false, reasoning: 'nothing new' };
  const judged = { status: 'ACTIVE', reasoning: 'judged by the facts of the turn' };
  return { should_remember: true, supersedes_memory_titles: [], ...lesson, ...judged, second };
}

function lessonFor(
  category: string,
  memory_title: string,
  memory_text: string,
  persistence: Lesson['persistence'] = 'permanent',
): Lesson {
  return { category, memory_title, memory_text, persistence };
}

function turnLesson(sections: PromptSections): Lesson | null {
  const turn = readQuestionOutcome(sections);
  const [, room = ''] = ROOM.exec(sections.get('Room entered') ?? sections.get(HERE) ?? '') ?? [];
  const lesson = turn && lessonOf(turn, room, readQuestionKnown(sections.get(HERE) ?? ''));
  if (lesson === null || !fits([lesson.memory_title])) return null;
  const isOfNextRoom = lesson.persistence === 'core' && turn?.facts.includes('moved to');
  const known = readQuestionKnown(sections.get(isOfNextRoom ? 'Room entered' : HERE) ?? '');
  return known.get(lesson.memory_title) === lesson.category ? null : lesson;
}

function lessonOf(
  { facts, action, response, isFirstVisit }: NonNullable<ReturnType<typeof readQuestionOutcome>>,
  room: string,
  known: ReadonlyMap<string, string>,
): Lesson | null {
  const isArrival = /moved to location|the episode begins|entered for the first time/.test(facts);
  const told = isArrival ? roomText(response, room) : response;
  const text = gist(told);
  // Only the failure of that very action: of a list of failures the others still fail.
  const supersedes_memory_titles = [action].filter((one) => known.get(one) === 'FAILURE');
  const worked: Lesson = { ...lessonFor('SUCCESS', action, text), supersedes_memory_titles };
  const points = Number(/score ([+-]\d+)/.exec(facts)?.[1] ?? 0);
  if (/the episode begins|entered for the first time/.test(facts)) return firstSight(told, room);
  if (facts.includes('DIED')) return lessonFor('DANGER', action, text);
  if (points > 0) return { ...worked, memory_text: scoredText(points, response, text) };
  if (facts.includes('moved to location')) return isFirstVisit ? firstSight(told, room) : null;
  // What worked here before may fail now because it is done already.
  if (facts.includes('nothing in reach changed')) {
    if (isIdle(action) || named(known).has(action)) return null;
    return lessonFor(vainCategory(response), action, text);
  }
  if (isForGood(facts, action, response)) return worked;
  return PLACING.test(action) ? lessonFor('NOTE', `did: ${action}`, text, 'ephemeral') : null;
}

/** The points, and the game's text without the room that was entered. */
const scoredText = (points: number, response: string, text: string) =>
  `Scores ${points}.${response.trim() && ` ${text}`}`;

/** Blows, which fail by chance, and looking, which changes nothing. */
const isIdle = (action: string) => isBlow(action) || LOOKING.test(action);

/** A room without its name, and without what the story tells before it, such as its own title. */
function roomText(response: string, room: string): string {
  const told = textFromRoomName(response, room) ?? response;
  return told.replace(/^\s*[^\n]*[^\s.!?:;,"”]\s*\n(?=\s*\S)/, '');
}

/** Nothing, where the story tells only the room's name. */
function firstSight(described: string, room: string): Lesson | null {
  if (isRoomHeading(described, room)) return null;
  return lessonFor('DISCOVERY', 'at first sight', gist(described), 'core');
}

/** An informative answer is no failure: somebody speaks, or it is longer than a refusal. */
function vainCategory(response: string): 'DISCOVERY' | 'FAILURE' {
  const told = response.trim();
  const tells = /^["“]/.test(told) || told.length > LONGEST_REFUSAL || hasParagraphs(told);
  return tells ? 'DISCOVERY' : 'FAILURE';
}

/** Whether it helps in every episode: how something is opened that is shut again then, or where or how something is found. */
function isForGood(facts: string, action: string, response: string): boolean {
  if (/^open\b/.test(action)) return !refuses(response);
  if (facts.includes(`; ${FOUND} `)) return !PLACING.test(action);
  return facts.includes('inventory +') && !PLACING.test(action) && !LOOKING.test(action);
}

/** The thing that was opened here just before, and how. */
function openingLesson(sections: PromptSections): Lesson | null {
  const [, turn] = /with what turn (\d+).* changed\?/.exec(sections.get('This turn') ?? '') ?? [];
  const here = sections.get(HERE) ?? '';
  const [opened] = readQuestionDeeds(sections.get('RECENT ACTION SEQUENCE') ?? '').filter(
    (one) => one.turn === Number(turn) && here.includes(`(${one.room})`),
  );
  if (opened === undefined || !fits([opened.action])) return null;
  const { action, response } = opened;
  const isKnown = named(readQuestionKnown(here)).has(action);
  if (isKnown || !isForGood('', action, response)) return null;
  return { ...lessonFor('SUCCESS', action, gist(response)), supersedes_memory_titles: [] };
}

/** Refusals, without reasons that the next try may not meet. */
function refusedLesson(sections: PromptSections): Lesson | null {
  const known = named(readQuestionKnown(sections.get(HERE) ?? ''));
  const fresh = readQuestionDeeds(
    sections.get('Actions without a change that the engine sees') ?? '',
  )
    .filter(({ action }) => !isBlow(action) && fits([action]) && !known.has(action))
    .filter(({ response }) => !says('tooMuch', response) && !says('dark', response));
  if (fresh.length === 0) return null;
  const actions = fresh.map(({ action }) => action);
  const titled = actions.reduce<readonly string[]>(
    (some, action) => (fits([...some, action]) ? [...some, action] : some),
    [],
  );
  const each = Math.floor(TEXT_LENGTH / fresh.length);
  const reasons = fresh.map(({ action, response }) => {
    const reason = gist(response, each);
    return fresh.length === 1 ? reason : `"${action}": ${reason}`;
  });
  return lessonFor('FAILURE', titled.join(NEXT_ACTION), reasons.join(' '));
}

function fits(actions: readonly string[]): boolean {
  return Array.from(actions.join(NEXT_ACTION)).length <= TITLE_LENGTH;
}

function named(known: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set([...known.keys()].flatMap((title) => title.split(NEXT_ACTION)));
}

/** The game's answer on one line: its first whole sentences that fit, else the words that do and "…". */
function gist(response: string, most = TEXT_LENGTH): string {
  const flat = response.replaceAll(/\s+/g, ' ').trim();
  if (flat === '') return 'The game said nothing.';
  return fittingSentences(flat, most) || `${cut(flat, most - 1).replace(/\s+\S*$/, '')}…`;
}
