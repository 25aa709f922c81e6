import { canonicalAction } from '../domain/command.ts';
import type { Message } from '../domain/message.ts';
import { DEADLY_WAY } from '../prompts/frontier-wording.ts';
import { asksBack, isBlind, saysAbsent, saysDark, saysUnknown } from './answers.ts';
import { isReopened, newsOf, type News } from './news.ts';
import { gainsOf, type Gain, readJournal, type JournalTurn } from './journal.ts';
import { readGrammar, type Grammar } from './grammar.ts';
import { entries, readConversation, type Entry, type PromptSections } from './read-prompt.ts';
import { describedRoom, type RoomText } from './room-text.ts';
import type { Taste } from './choice.ts';
import { thingsOf, type Thing } from './thing-names.ts';

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
  readonly roomName: string;
  readonly score: number | null;
  /** The newest game text. */
  readonly text: string;
  /** The game text that the episode began with. */
  readonly opening: string;
  readonly room: RoomText;
  readonly news: News;
  readonly held: readonly Thing[];
  readonly things: readonly Thing[];
  readonly ways: readonly Way[];
  readonly journal: readonly JournalTurn[];
  /** What won points in this episode. */
  readonly gains: readonly Gain[];
  readonly grammar: Grammar;
  readonly isDark: boolean;
  readonly taste: Taste;
  /** Turns since a point was scored or an objective completed, where the prompt warns of it; else 0. */
  readonly turnsStuck: number;
  /** Whether an action was tried in this room, with light and free hands, in whatever spelling. */
  readonly isTried: (action: string) => boolean;
  /** Whether it was refused here, and what it is about was named by what came of something else since. */
  readonly isReopened: (action: string) => boolean;
  /** Whether the game said here that it knows no such thing, or did not know which. */
  readonly isUnknown: (word: string) => boolean;
  /** Whether it was tried in another room. */
  readonly isTriedElsewhere: (action: string) => boolean;
}

/** The prompt does not repeat what so many of the newest texts say. */
const NEAR_TEXTS = 3;

const NOW = /\| Location: (.*) \((\d+)\) \| Score: (-?\d+|unknown)/;

export function readSituation(messages: readonly Message[], taste: Taste): Situation {
  const sections = readConversation(messages);
  const [, roomName = '', id = '-1', points = 'unknown'] =
    NOW.exec(sections.get('Now') ?? '') ?? [];
  const place = Number(id);
  const journal = readJournal(messages);
  const text = quotedText(sections.get('Game text') ?? '');
  const room = describedRoom(sections, roomName, [
    text,
    ...journal
      .slice(-NEAR_TEXTS)
      .map((turn) => turn.text)
      .reverse(),
    openingOf(messages),
  ]);
  const news = newsOf(journal, place);
  const listedHeld = entries(sections, 'Held');
  const listedThings = entries(sections, 'Things in reach');
  const both = [...listedHeld, ...listedThings];
  const things = withPeople(thingsOf(listedThings, both, room, news.found), journal);
  const score = points === 'unknown' ? null : Number(points);
  return {
    sections,
    place,
    roomName,
    score,
    text,
    opening: openingOf(messages),
    room,
    news,
    held: thingsOf(listedHeld, both, room, news.found),
    things,
    ways: entries(sections, 'Ways out').flatMap(readWays),
    journal,
    gains: gainsOf(journal, score),
    grammar: readGrammar(messages.find(({ role }) => role === 'system')?.content ?? ''),
    isDark: isDark(journal, { text, roomName, things, place }),
    taste,
    turnsStuck: Number(/completed for (\d+) turns/.exec(sections.get('Warning') ?? '')?.[1] ?? 0),
    ...whatWasTried(sections, journal, place),
  };
}

/** What was put somewhere is not taken again without a reason. */
const LAID = /^(?:drop|put|place|insert) (.+?)(?: (?:in|on) .*)?$/;

function whatWasTried(sections: PromptSections, journal: readonly JournalTurn[], place: number) {
  const turnsHere = journal.filter((turn) => turn.place === place);
  const tried = (turns: readonly JournalTurn[]) =>
    new Set(turns.filter(({ text }) => !saysDark(text)).map(({ action }) => action));
  const elsewhere = tried(journal.filter((turn) => turn.place !== place));
  const here = tried(turnsHere);
  for (const { name, rest } of entries(sections, 'Tried here'))
    if (!rest.includes('worth trying again')) here.add(canonicalAction(bare(name)));
  for (const action of tried(journal)) {
    const [, laid] = LAID.exec(action) ?? [];
    if (laid !== undefined) here.add(`take ${laid}`);
  }
  const unknown = unknownWords(journal, turnsHere);
  const reopened = (action: string) => isReopened(turnsHere, canonicalAction(action));
  return {
    isTried: (action: string) => here.has(canonicalAction(action)) && !reopened(action),
    isReopened: reopened,
    isTriedElsewhere: (action: string) => elsewhere.has(canonicalAction(action)),
    isUnknown: (word: string) => unknown.has(word),
  };
}

/** What the story does not know, and what is not here as far as was heard. */
function unknownWords(
  journal: readonly JournalTurn[],
  here: readonly JournalTurn[],
): ReadonlySet<string> {
  const lastWord = ({ action }: JournalTurn) => action.split(' ').at(-1) ?? '';
  const isAbsent = ({ text, action }: JournalTurn) =>
    (saysAbsent(text) || asksBack(text)) && !saysDark(text) && !isReopened(here, action);
  return new Set([
    ...journal.flatMap(({ note }) => note?.unknown ?? []),
    ...journal.filter(({ text }) => saysUnknown(text)).map(lastWord),
    ...here.flatMap(({ note }) => note?.absent ?? []),
    ...here.filter(isAbsent).map(lastWord),
  ]);
}

/** Also after a text that says nothing of it, as long as nothing else can be seen. */
function isDark(
  journal: readonly JournalTurn[],
  now: Pick<Situation, 'text' | 'roomName' | 'things' | 'place'>,
): boolean {
  if (/^(?:darkness|in the dark)$/i.test(now.roomName)) return true;
  if (isBlind(now.text)) return true;
  if (now.things.length > 0) return false;
  const came = journal.findLastIndex(({ place }) => place !== now.place);
  const texts = [...journal.slice(Math.max(came, 0)).map(({ text }) => text), now.text];
  const newest = texts.findLast(
    (text) => saysDark(text) || (now.roomName !== '' && text.includes(now.roomName)),
  );
  return newest !== undefined && saysDark(newest);
}

function readWays({ name, rest }: Entry): readonly Way[] {
  const to = /\((\d+)\), (?:been|untried)/.exec(rest)?.[1];
  const visits = rest.includes('been there once')
    ? 1
    : Number(/been there (\d+) times/.exec(rest)?.[1] ?? 0);
  const isDeadly = rest.endsWith(DEADLY_WAY);
  const end = to === undefined ? null : Number(to);
  return name.split(', ').map((command) => ({ command, to: end, visits, isDeadly }));
}

const ANSWERS_AS_PERSON =
  /\b(?:care for that|less than courteous)\b|^(?:s?he(?:'s| is| has| looks| wears)) /i;

/** Not every story's traits are known: by what it answered to handling or looking, a thing may be somebody. */
function withPeople(things: readonly Thing[], journal: readonly JournalTurn[]): readonly Thing[] {
  const isSomebody = ({ traits, word }: Thing) =>
    traits.length === 0 &&
    journal.some(
      ({ action, text }) =>
        /^(?:take|push|pull|examine) /.test(action) &&
        action.endsWith(` ${word}`) &&
        ANSWERS_AS_PERSON.test(text),
    );
  return things.map((thing) => (isSomebody(thing) ? { ...thing, traits: ['animate'] } : thing));
}

function openingOf(messages: readonly Message[]): string {
  const first = messages.find(({ role }) => role === 'user')?.content ?? '';
  return quotedText(/^## Game text\n((?:\|.*\n?)*)/m.exec(first)?.[1] ?? '');
}

/** The quoted lines of a section; what is not quoted is the tool's own. */
function quotedText(section: string): string {
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) => line.replace(/^\| ?/, '')).join('\n');
}

/** An action without the count behind it: `look (3x)`. */
function bare(name: string): string {
  return name.replace(/ \(\d+x\)$/, '');
}
