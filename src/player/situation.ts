import { canonicalAction } from '../domain/command.ts';
import type { Message } from '../domain/message.ts';
import { DEADLY_WAY } from '../prompts/frontier-wording.ts';
import type { Taste } from './choice.ts';
import { readGrammar, type Grammar } from './grammar.ts';
import { gainsOf, readJournal, type Gain, type JournalTurn } from './journal.ts';
import {
  entries,
  readConversation,
  unquote,
  type Entry,
  type PromptSections,
} from './read-prompt.ts';
import {
  describedRoom,
  mentionedIn,
  isReopened,
  names,
  newsOf,
  says,
  type News,
  type RoomText,
} from './texts.ts';
import { mentionedThing, thingsOf, type Thing } from './things.ts';

/** A way out as the prompt lists it. */
export interface Way {
  readonly command: string;
  /** Null where the prompt does not name its end. */
  readonly to: number | null;
  readonly visits: number;
  /** Whether trying it led to death. */
  readonly isDeadly: boolean;
}

/** Everything a player knows when it is asked, read from the messages alone. */
export interface Situation {
  readonly sections: PromptSections;
  readonly place: number;
  readonly score: number | null;
  /** The newest game text. */
  readonly text: string;
  /** The game text that the episode began with. */
  readonly opening: string;
  readonly room: RoomText & News;
  readonly held: readonly Thing[];
  /** What is in reach. */
  readonly things: readonly Thing[];
  /** What was found here and what the description and close looks name that is in no list, and that the game may know here. */
  readonly mentioned: readonly Thing[];
  readonly ways: readonly Way[];
  readonly journal: readonly JournalTurn[];
  /** The turns that were played here. */
  readonly here: readonly JournalTurn[];
  /** What won points in this episode. */
  readonly gains: readonly Gain[];
  readonly grammar: Grammar;
  readonly isDark: boolean;
  /** Whether the prompt tells of a fight. */
  readonly isInCombat: boolean;
  readonly taste: Taste;
  /** Turns since a point was scored or an objective completed, where the prompt warns of it; else 0. */
  readonly turnsStuck: number;
  /** Whether an action was tried in this room, with light and free hands, in whatever spelling. */
  readonly isTried: (action: string) => boolean;
  /** Whether it was tried in another room. */
  readonly isTriedElsewhere: (action: string) => boolean;
}

/** The prompt does not repeat what so many of the newest texts say. */
const NEAR_TEXTS = 3;

const NOW = /\| Location: (.*) \((\d+)\) \| Score: (-?\d+|unknown)/;

export function readSituation(messages: readonly Message[], taste: Taste): Situation {
  const sections = readConversation(messages);
  const now = sections.get('Now') ?? '';
  const [, roomName = '', id = '-1', points = 'unknown'] = NOW.exec(now) ?? [];
  const place = Number(id);
  const journal = readJournal(messages);
  const here = journal.filter((turn) => turn.place === place);
  const text = quotedText(sections.get('Game text') ?? '');
  const opening = openingOf(messages);
  const near = journal.slice(-NEAR_TEXTS).map((turn) => turn.text);
  const newest = [text, ...near.reverse(), opening];
  const room = { ...describedRoom(sections, roomName, newest), ...newsOf(here) };
  const listed = { held: entries(sections, 'Held'), here: entries(sections, 'Things in reach') };
  const both = [...listed.held, ...listed.here];
  const held = thingsOf(listed.held, both, 'held', room);
  const things = withPeople(thingsOf(listed.here, both, 'here', room), journal);
  const score = points === 'unknown' ? null : Number(points);
  const unknown = unknownWords(journal, here);
  const read = { sections, place, score, text, opening, room, held, things, journal, here, taste };
  return {
    ...read,
    mentioned: mentionedIn(room)
      .filter((word) => !unknown.has(word))
      .filter((word) => ![...things, ...held].some(({ name }) => names(name, word)))
      .map(mentionedThing),
    ways: entries(sections, 'Ways out').flatMap(readWays),
    gains: gainsOf(journal, score),
    grammar: readGrammar(messages.find(({ role }) => role === 'system')?.content ?? ''),
    isDark: isDark(journal, { text, roomName, things, place }),
    isInCombat: now.includes('In combat'),
    turnsStuck: Number(/completed for (\d+) turns/.exec(sections.get('Warning') ?? '')?.[1] ?? 0),
    ...whatWasTried(sections, journal, here),
  };
}

/** What was put somewhere is not taken again without a reason. */
const LAID = /^(?:drop|put|place|insert) (.+?)(?: (?:in|on) .*)?$/;

function whatWasTried(
  sections: PromptSections,
  journal: readonly JournalTurn[],
  turnsHere: readonly JournalTurn[],
) {
  const tried = (turns: readonly JournalTurn[]) =>
    new Set(turns.filter(({ text }) => !says('dark', text)).map(({ action }) => action));
  const elsewhere = tried(journal.filter((turn) => !turnsHere.includes(turn)));
  const here = tried(turnsHere);
  for (const { name, rest } of entries(sections, 'Tried here'))
    if (!rest.includes('worth trying again')) here.add(canonicalAction(withoutCount(name)));
  for (const action of tried(journal)) {
    const [, laid] = LAID.exec(action) ?? [];
    if (laid !== undefined) here.add(`take ${laid}`);
  }
  return {
    isTried(action: string) {
      const spelt = canonicalAction(action);
      return here.has(spelt) && !isReopened(turnsHere, spelt);
    },
    isTriedElsewhere: (action: string) => elsewhere.has(canonicalAction(action)),
  };
}

/** What the story does not know, and what is not here as far as was heard. */
function unknownWords(
  journal: readonly JournalTurn[],
  here: readonly JournalTurn[],
): ReadonlySet<string> {
  const lastWord = ({ action }: JournalTurn) => action.split(' ').at(-1) ?? '';
  const isAbsent = ({ text, action }: JournalTurn) =>
    (says('absent', text) || says('question', text)) &&
    !says('dark', text) &&
    !isReopened(here, action);
  return new Set([
    ...journal.flatMap(({ note }) => note?.unknown ?? []),
    ...journal.filter(({ text }) => says('unknown', text)).map(lastWord),
    ...here.flatMap(({ note }) => note?.absent ?? []),
    ...here.filter(isAbsent).map(lastWord),
  ]);
}

/** Also after a text that says nothing of it, as long as nothing else can be seen. */
function isDark(
  journal: readonly JournalTurn[],
  now: Pick<Situation, 'text' | 'things' | 'place'> & { readonly roomName: string },
): boolean {
  if (/^(?:darkness|in the dark)$/i.test(now.roomName) || says('blind', now.text)) return true;
  if (now.things.length > 0) return false;
  const came = journal.findLastIndex(({ place }) => place !== now.place);
  const texts = [...journal.slice(Math.max(came, 0)).map(({ text }) => text), now.text];
  const newest = texts.findLast(
    (text) => says('dark', text) || (now.roomName !== '' && text.includes(now.roomName)),
  );
  return newest !== undefined && says('dark', newest);
}

function readWays({ name, rest }: Entry): readonly Way[] {
  const to = /\((\d+)\), (?:been|untried)/.exec(rest)?.[1];
  const [, once, times = '0'] = /been there (?:(once)|(\d+) times)/.exec(rest) ?? [];
  const visits = once === undefined ? Number(times) : 1;
  const end = to === undefined ? null : Number(to);
  const isDeadly = rest.endsWith(DEADLY_WAY);
  return name.split(', ').map((command) => ({ command, to: end, visits, isDeadly }));
}

const ANSWERS_AS_PERSON =
  /\b(?:care for that|less than courteous)\b|^(?:s?he(?:'s| is| has| looks| wears)) /i;

/** Not every story's traits are known: by what it answered to handling or looking, a thing may be somebody. */
function withPeople(things: readonly Thing[], journal: readonly JournalTurn[]): readonly Thing[] {
  const answered = journal
    .filter(
      ({ action, text }) =>
        /^(?:take|push|pull|examine) /.test(action) && ANSWERS_AS_PERSON.test(text),
    )
    .map(({ action }) => action);
  return things.map((thing) =>
    thing.traits.length === 0 && answered.some((action) => action.endsWith(` ${thing.word}`))
      ? { ...thing, traits: ['animate'] }
      : thing,
  );
}

function openingOf(messages: readonly Message[]): string {
  const first = messages.find(({ role }) => role === 'user')?.content ?? '';
  return quotedText(/^## Game text\n((?:\|.*\n?)*)/m.exec(first)?.[1] ?? '');
}

/** The quoted lines of a section; what is not quoted is the tool's own. */
function quotedText(section: string): string {
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return unquote(lines.join('\n'));
}

/** An action without the count behind it: `look (3x)`. */
export function withoutCount(name: string): string {
  return name.replace(/ \(\d+x\)$/, '');
}
