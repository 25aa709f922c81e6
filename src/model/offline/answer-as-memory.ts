import type { Message } from '../../domain/message.ts';
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

/** The memory role of the offline player: one plain lesson a turn, judged by the facts of the prompt. */
export function answerAsMemory(messages: readonly Message[]): object {
  const turn = readTurn(readSections(messages));
  const lesson = lessonOf(turn);
  if (lesson === null || isKnown(lesson, turn))
    return { should_remember: false, reasoning: 'nothing new' };
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

function lessonOf(turn: Turn): Lesson | null {
  const { facts, action, firstVisit } = turn;
  const points = Number(/score ([+-]\d+)/.exec(facts)?.[1] ?? 0);
  if (facts.includes('DIED')) return about(turn, 'DANGER', 'permanent');
  if (points > 0) return { ...worked(turn), text: `Scores ${points}. ${gist(turn.response)}` };
  if (/moved to location/.test(facts)) return firstVisit ? firstSight(turn) : null;
  if (LOOKING.test(action)) return null;
  if (facts.includes('nothing in reach changed')) return failed(turn);
  if (PLACING.test(action)) return { ...about(turn, 'NOTE', 'ephemeral'), title: `did: ${action}` };
  return facts.includes('inventory +') ? worked(turn) : null;
}

function worked(turn: Turn): Lesson {
  const isContradicted = turn.known.get(turn.action) === 'FAILURE';
  return {
    ...about(turn, 'SUCCESS', 'permanent'),
    ...(isContradicted && { supersedes: [turn.action] }),
  };
}

/** What worked here before may fail now because it is done already; that says nothing about the next episode. */
function failed(turn: Turn): Lesson | null {
  return turn.known.has(turn.action) ? null : about(turn, 'FAILURE', 'permanent');
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

function isKnown({ title, category, persistence }: Lesson, { known, knownThere }: Turn): boolean {
  return (persistence === 'core' ? knownThere : known).get(title) === category;
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
    firstVisit: /^Visit: FIRST VISIT$/m.test(sections.get('Context signals') ?? ''),
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
