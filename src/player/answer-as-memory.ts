import type { Message } from '../domain/message.ts';
import { isBlow } from './remembered.ts';
import { readSections, type PromptSections } from './read-prompt.ts';

/** What the prompt says of the turn, in its own words. */
interface Turn {
  readonly facts: string;
  readonly action: string;
  readonly response: string;
  readonly firstVisit: boolean;
  /** Titles believed at the room that was entered, with category. */
  readonly knownThere: ReadonlyMap<string, string>;
  /** Titles believed at the room, with category. */
  readonly known: ReadonlyMap<string, string>;
}

interface Lesson {
  readonly category: string;
  readonly title: string;
  readonly text: string;
  readonly persistence: 'core' | 'permanent' | 'ephemeral';
  readonly supersedes?: readonly string[];
}

const PLACING = /^(?:drop|put|place|insert|leave|open|close|turn|light|give)\b/;
const LOOKING = /^(?:look|l|examine|x|read|inventory|i|wait|z|search|listen|smell)\b/;
const TEXT_LENGTH = 200;
/** What is longer is cut where memories are kept. */
const TITLE_LENGTH = 120;
/** Between the actions that one title names. */
const LISTED = '; ';
/** Refused for a reason that another try may not meet again. */
const PASSING =
  /\b(?:load|hands? (?:are|is) full|carry(?:ing)? (?:any ?more|too)|too many things|too dark)\b/i;

/**
 * The memory role of the offline player: one plain lesson a turn, judged by the facts of the prompt; of several refused
 * actions one that names them all.
 */
export function answerAsMemory(messages: readonly Message[]): object {
  const sections = readSections(messages);
  return reply(turnLesson(sections) ?? refusedLesson(sections));
}

function turnLesson(sections: PromptSections): Lesson | null {
  if (!sections.has('This turn')) return null;
  const turn = readTurn(sections);
  const lesson = lessonOf(turn);
  return lesson === null || isKnown(lesson, turn) || !fits([lesson.title]) ? null : lesson;
}

function reply(lesson: Lesson | null): object {
  if (lesson === null) return { should_remember: false, reasoning: 'nothing new' };
  return {
    should_remember: true,
    category: lesson.category,
    memory_title: lesson.title,
    memory_text: lesson.text,
    persistence: lesson.persistence,
    status: 'ACTIVE',
    supersedes_memory_titles: lesson.supersedes ?? [],
    reasoning: 'judged by the facts of the turn',
  };
}

/** Refusals as prompts list them: `Turn 3, location 7`, then quoted `> action` and the answer. */
function refusedLesson(sections: PromptSections): Lesson | null {
  const refused = sections.get('Refused actions') ?? '';
  const known = knownActions(titlesIn(sections.get('Room where the action was taken') ?? ''));
  const fresh = [...refused.matchAll(/^Turn \d+, .*\n\| > (.*)\n((?:\|.*\n?)*)/gm)]
    .map(([, action = '', response = '']) => ({
      action: action.trim().toLowerCase(),
      why: gist(unquote(response)),
    }))
    .filter(
      ({ action, why }) =>
        !isBlow(action) && fits([action]) && !known.has(action) && !PASSING.test(why),
    );
  if (fresh.length === 0) return null;
  const actions = fresh.map(({ action }) => action);
  const titled = wholeActions(actions);
  const others = actions.filter((action) => !titled.includes(action)).join(LISTED);
  const alsoRefused = others === '' ? '' : ` Also refused: ${others}.`;
  const each = Math.floor(TEXT_LENGTH / fresh.length);
  return {
    category: 'FAILURE',
    title: titled.join(LISTED),
    text: fresh.map(({ why }) => why.slice(0, each)).join(' ') + alsoRefused,
    persistence: 'permanent',
  };
}

/** As many as one title holds: what is cut from a title would be read as another action. */
function wholeActions(actions: readonly string[]): readonly string[] {
  return actions.reduce<readonly string[]>(
    (titled, action) => (fits([...titled, action]) ? [...titled, action] : titled),
    [],
  );
}

function fits(actions: readonly string[]): boolean {
  return Array.from(actions.join(LISTED)).length <= TITLE_LENGTH;
}

/** Every action that a title names; a title may name several. */
function knownActions(known: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set([...known.keys()].flatMap((title) => title.split(LISTED)));
}

function lessonOf(turn: Turn): Lesson | null {
  const { facts, action, firstVisit } = turn;
  const points = Number(/score ([+-]\d+)/.exec(facts)?.[1] ?? 0);
  if (/the episode begins|entered for the first time/.test(facts)) return firstSight(turn);
  if (facts.includes('DIED')) return about(turn, 'DANGER', 'permanent');
  if (points > 0) return { ...worked(turn), text: `Scores ${points}. ${gist(turn.response)}` };
  if (/moved to location/.test(facts)) return firstVisit ? firstSight(turn) : null;
  if (LOOKING.test(action)) return null;
  if (facts.includes('nothing in reach changed')) return isBlow(action) ? null : failed(turn);
  if (PLACING.test(action)) return { ...about(turn, 'NOTE', 'ephemeral'), title: `did: ${action}` };
  return facts.includes('inventory +') ? worked(turn) : null;
}

/** Replaces the failure of that very action; a list of failures stays, for the others that it names still fail. */
function worked(turn: Turn): Lesson {
  const isContradicted = turn.known.get(turn.action) === 'FAILURE';
  return {
    ...about(turn, 'SUCCESS', 'permanent'),
    supersedes: isContradicted ? [turn.action] : [],
  };
}

/** What worked here before may fail now because it is done already; that says nothing about the next episode. */
function failed(turn: Turn): Lesson | null {
  return knownActions(turn.known).has(turn.action) ? null : about(turn, 'FAILURE', 'permanent');
}

function firstSight(turn: Turn): Lesson {
  return { ...about(turn, 'DISCOVERY', 'core'), title: 'at first sight' };
}

function about(
  { action, response }: Turn,
  category: string,
  persistence: Lesson['persistence'],
): Lesson {
  return { category, title: action, text: gist(response), persistence };
}

function gist(response: string): string {
  const flat = response.replaceAll(/\s+/g, ' ').trim();
  return flat === '' ? 'The game said nothing.' : flat.slice(0, TEXT_LENGTH);
}

function isKnown(
  { title, category, persistence }: Lesson,
  { facts, known, knownThere }: Turn,
): boolean {
  const room = persistence === 'core' && facts.includes('moved to') ? knownThere : known;
  return room.get(title) === category;
}

function readTurn(sections: PromptSections): Turn {
  const turn = sections.get('This turn') ?? '';
  const [, facts = ''] = /^Facts: (.*)$/m.exec(turn) ?? [];
  const [, action = ''] = /^Action:\n((?:\|.*\n?)*)/m.exec(turn) ?? [];
  const [, response = ''] = /^Response:\n((?:\|.*\n?)*)/m.exec(turn) ?? [];
  return {
    facts,
    action: unquote(action).toLowerCase(),
    response: unquote(response),
    firstVisit: /^Visit: FIRST VISIT(?!, asked about next$)/m.test(
      sections.get('Context signals') ?? '',
    ),
    known: titlesIn(sections.get('Room where the action was taken') ?? ''),
    knownThere: titlesIn(sections.get('Room entered') ?? ''),
  };
}

function titlesIn(room: string): ReadonlyMap<string, string> {
  return new Map(
    [...room.matchAll(/^\| - ("(?:[^"\\]|\\.)*") \(([A-Z]+),/gm)].map(
      ([, title = '""', category = '']) => [String(JSON.parse(title)), category] as const,
    ),
  );
}

function unquote(quoted: string): string {
  return quoted.replaceAll(/^\| ?/gm, '').trim();
}
