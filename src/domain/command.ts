import { DIRECTION_WORDS, DIRECTIONS, type Direction } from './observation.ts';

const DIRECTION_OF: ReadonlyMap<string, Direction> = new Map(
  DIRECTIONS.flatMap((direction) => DIRECTION_WORDS[direction].map((word) => [word, direction])),
);

/** Commands that act on the session instead of the world; they are the tool's business, never a model's. */
export const META: ReadonlySet<string> = new Set(
  'save restore restart quit q script unscript noscript transcript record recording replay undo verify'.split(
    ' ',
  ),
);

/** What may follow a session command without making it a command to the world, as "save the sailor" is. */
const FILLER = new Set(['', 'the', 'game', 'story', 'now', 'please', 'yes', 'y', 'on', 'off']);

const TAKING = /^(?:take|get|grab|pick up|carry|hold)\s+(.+)$/;
const LISTING = /^(?:take|get|grab|pick up|carry|hold|drop|put|lay|place|give|show)\s/;
const OPENING = /^(?:open|close|shut)\s+(.+)$/;
export const ARTICLES = /\b(?:the|a|an|my|some)\s+/g;
const EVERYTHING = /^(?:all|everything|both)\b/;
const PREPOSITION = /\s+(?:from|in|inside|into|with|to|at|on|off|under|behind|out of)\s+/;

/** A command as a parser reads it: lower case, single spaces. */
export function normaliseAction(action: string): string {
  return action.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** The direction a command asks to walk in, or null when it is no plain walking command; "move" may push things. */
export function walkingDirection(action: string): Direction | null {
  const word = normaliseAction(action).replace(/^(?:go|walk|run|head)\s+(?:to\s+)?(?:the\s+)?/, '');
  return DIRECTION_OF.get(word) ?? null;
}

/** The one spelling by which commands are compared: lower case, no final mark, "N" and "go north" are "north". It can be played. */
export function canonicalAction(action: string): string {
  const words = normaliseAction(action).replace(/[ .!?,;]+$/, '');
  return walkingDirection(words) ?? words;
}

/** Whether a command is for the session (save, quit, script) or an interpreter's debugger (`#…`, `$…`). */
export function isMetaCommand(action: string): boolean {
  const command = normaliseAction(action);
  const [verb = '', ...rest] = command.split(/[ ,.]+/);
  const bare = rest.every((word) => FILLER.has(word));
  return (META.has(verb) && bare) || /^[#$/]/.test(command);
}

/** Whether a command carries words of the player's own choosing: speech, a topic to ask about, something to write. */
export function isFreeSpeech(action: string): boolean {
  return /["“”]|(?<![\p{L}\d])['‘]|^(?:say|ask|tell|answer|reply|shout|yell|whisper|call|write|type|dial|consult|look up)\b|\babout\b/u.test(
    normaliseAction(action),
  );
}

export function isWaiting(action: string): boolean {
  return /^(?:wait|z)\b/.test(normaliseAction(action));
}

/** Whether a command only asks for information or lets time pass, so that changing nothing is no failure. */
export function isPassive(action: string): boolean {
  return /^(?:look|l|examine|x|read|inventory|i|wait|z|search|listen|smell|score|diagnose|help|hint)\b/.test(
    normaliseAction(action),
  );
}

/** Whether a line holds several commands: joined by a mark or "then", or by a comma or "and" before a verb that is no thing. */
export function isSeveralCommands(
  action: string,
  isVerb: (word: string) => boolean = () => false,
  isThing: (noun: string) => boolean = () => false,
): boolean {
  if (/(?:[;\n]|\.(?!\d)|(?<!\d)\.)\s*\S|\s(?:and )?then\s/i.test(action.trim())) return true;
  const begins = (part: string) =>
    walkingDirection(part) !== null || isVerb(part.trim().split(' ')[0] ?? '');
  const [first = '', ...rest] = normaliseAction(action).split(/,|\sand\s/);
  const isListed = (part: string) =>
    LISTING.test(first) &&
    isThing(part.replaceAll(ARTICLES, '').split(PREPOSITION)[0]?.trim() ?? '');
  return (
    !isFreeSpeech(action) && begins(first) && rest.some((part) => begins(part) && !isListed(part))
  );
}

/** The nouns of a taking command, one per thing asked for; empty when the command takes nothing by name. */
export function takenNouns(action: string): readonly string[] {
  const [things = ''] = TAKING.exec(normaliseAction(action))?.[1]?.split(PREPOSITION) ?? [];
  const nouns = things.split(/,|\sand\s/).map(bareNoun);
  return nouns.filter((noun) => noun !== '' && !EVERYTHING.test(noun));
}

function bareNoun(noun = ''): string {
  return noun.replaceAll(ARTICLES, '').trim();
}

/** Between the things that a command names. */
const BETWEEN =
  / (?:in|into|inside|on|onto|with|using|to|under|behind|at|from|off|out|through|about|over)(?: |$)/;

/** The last word of each thing that a command names: `egg` and `case` of `put jewelled egg in case`. */
export function namedNouns(action: string): readonly string[] {
  const phrases = normaliseAction(action).split(' ').slice(1).join(' ').split(BETWEEN);
  return phrases.flatMap((phrase) => phrase.trim().split(' ').at(-1) || []);
}

/** The commands that one with several things stands for: `put egg and comb on altar` puts each of them there. */
export function eachThing(action: string): readonly string[] {
  const [verb = '', ...words] = normaliseAction(action).split(' ');
  const rest = words.join(' ');
  const [things = ''] = rest.split(BETWEEN);
  const single = things.split(/,(?: and)? ?| and /).filter((thing) => thing !== '');
  const tail = rest.slice(things.length);
  return single.length < 2 ? [action] : single.map((thing) => `${verb} ${thing}${tail}`);
}

export function asksForAll(action: string): boolean {
  return EVERYTHING.test(normaliseAction(action).split(' ').slice(1).join(' '));
}

/** What a command asks to open or close, or null. */
export function openedNoun(action: string): string | null {
  return bareNoun(OPENING.exec(normaliseAction(action))?.[1]?.split(PREPOSITION)[0]) || null;
}

/** A model's action as one line for a parser: no marks, tags, prompt sign, outer quotes or end marks; those inside mean something. */
export function cleanAction(raw: string): string {
  const line = raw
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/`|<\/?\w+>/g, '')
    .trim()
    .replace(/^>\s*/, '')
    .replace(/^(\*+|_+)(.*)\1$/, '$2');
  const unwrapped = /^(["'“‘])(.*)(["'”’])[.!]?$/.exec(line);
  const inner = unwrapped?.[2] !== undefined && !/["“”]/.test(unwrapped[2]) ? unwrapped[2] : line;
  return inner
    .replace(/[\s.!?;:,]+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What a story's parser reads, as the interpreter tells it. */
interface Vocabulary {
  readonly verbs: readonly string[];
  readonly grammar:
    | readonly { readonly words: readonly string[]; readonly patterns: readonly string[] }[]
    | null;
  knows(word: string): boolean;
}

/** What tells whether each word of a command means something to the story, and which objects answer to it. */
export interface WordsKnown extends Pick<Vocabulary, 'knows' | 'verbs'> {
  objectsNamed(word: string): readonly number[];
}

type Grammar = Omit<Vocabulary, 'knows'>;

/** What a pattern consists of: words, and places for what the player names. */
type Parts = readonly string[];

/** A part of a pattern that holds any number of words. */
const OPEN_PART = /^(?:[XY]|TEXT|NUMBER)$/;

/** Whether a dictionary's spelling stands for a word; it may be cut at 6 or 9 characters (Z-Machine Standard 1.1 §13.3). */
export function isSpelling(verb: string, word: string): boolean {
  return verb === word || (verb.length >= 6 && word.startsWith(verb));
}

/** Tells whether a word is one of the story's verbs; a number never is. */
export function isVerbOf(verbs: readonly string[]): (word: string) => boolean {
  return (word) => !/^\d/.test(word) && verbs.some((verb) => isSpelling(verb, word));
}

/** Whether a line's first word walks, or is a verb that such words may follow; verbs alone ("no", "i") begin prose, too. */
export function beginsCommand(line: string, { verbs, grammar }: Grammar): boolean {
  if (walkingDirection(line) !== null) return true;
  const [first = '', ...rest] = normaliseAction(line).split(' ');
  if (!isVerbOf(verbs)(first)) return false;
  const patterns = patternsOf(first, grammar);
  return patterns.length === 0 || rest.length === 0 || patterns.some(takesAnything);
}

/** Whether the story's parser can read a command, by its words and what its verb takes; the things may be elsewhere. */
export function readsCommand(text: string, dictionary: Vocabulary): boolean {
  if (walkingDirection(text) !== null) return true;
  const [verb = '', ...rest] = normaliseAction(text).split(' ');
  if (!isVerbOf(dictionary.verbs)(verb)) return false;
  if (!isFreeSpeech(text) && !rest.every((word) => /^\d+$/.test(word) || dictionary.knows(word)))
    return false;
  const patterns = patternsOf(verb, dictionary.grammar);
  const isFit = (parts: Parts) =>
    takesAnything(parts) ? rest.length >= parts.length : rest.length === parts.length;
  return patterns.length === 0 || patterns.some(isFit);
}

/** The first word of a command that the story does not know; undefined where there is none. Of a speech the first alone. */
export function unknownWordIn(action: string, dictionary: Pick<Vocabulary, 'knows'>) {
  const command = normaliseAction(action);
  const words = isFreeSpeech(command) ? command.split(' ').slice(0, 1) : command.split(/[ ,]+/);
  return words.find((word) => !/^\d*$/.test(word) && !dictionary.knows(word));
}

/** Whether a command ends in a word that is a verb and names no thing of the story, as in `push switch`. */
export function endsInVerb(action: string, dictionary: Omit<WordsKnown, 'knows'>): boolean {
  const [, ...rest] = normaliseAction(action).split(' ');
  const last = rest.at(-1);
  if (last === undefined || isFreeSpeech(action) || walkingDirection(action) !== null) return false;
  return isVerbOf(dictionary.verbs)(last) && dictionary.objectsNamed(last).length === 0;
}

/** Whether a form such as `X with Y` may follow a verb; where nobody knows what may, whether there is the verb. */
export function takesForm(verb: string, form: string, { verbs, grammar }: Grammar): boolean {
  if (!isVerbOf(verbs)(verb)) return false;
  const wanted = partsOf(form);
  // Grammars name things in the order of the sentence; a form may name them in another.
  const isThing = (part: string) => part === 'X' || part === 'Y';
  const isSame = (part: string, at: number) => {
    const want = wanted[at] ?? '';
    if (isThing(want)) return isThing(part) || (want === 'Y' && part === 'TEXT');
    return part.split('/').some((word) => isSpelling(word, want));
  };
  const isForm = (parts: Parts) => parts.length === wanted.length && parts.every(isSame);
  return grammar === null || patternsOf(verb, grammar).some(isForm);
}

function patternsOf(verb: string, grammar: Vocabulary['grammar']): readonly Parts[] {
  return (grammar ?? [])
    .filter(({ words }) => words.some((word) => isSpelling(word, verb)))
    .flatMap(({ patterns }) => patterns.map(partsOf));
}

function partsOf(pattern: string): Parts {
  return pattern.split(' ').filter((part) => part !== '');
}

/** Whether a part of a pattern holds any number of words. */
function takesAnything(parts: Parts): boolean {
  return parts.some((part) => OPEN_PART.test(part));
}
