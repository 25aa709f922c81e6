import { DIRECTION_WORDS, DIRECTIONS, type Direction } from './observation.ts';

const DIRECTION_OF: ReadonlyMap<string, Direction> = new Map(
  DIRECTIONS.flatMap((direction) => DIRECTION_WORDS[direction].map((word) => [word, direction])),
);

/** Commands for the session instead of the world. They are the tool's business, never a model's. */
export const META: ReadonlySet<string> = new Set(
  'save restore restart quit q script unscript noscript transcript record recording replay undo verify'.split(
    ' ',
  ),
);

/** Words that may follow a session command. "save the sailor" has another word, so it is a command to the world. */
const FILLER = new Set(['', 'the', 'game', 'story', 'now', 'please', 'yes', 'y', 'on', 'off']);

const TAKING = /^(?:take|get|grab|pick up|carry|hold)\s+(.+)$/;
const LISTING = /^(?:take|get|grab|pick up|carry|hold|drop|put|lay|place|give|show)\s/;
const OPENING = /^(?:open|close|shut)\s+(.+)$/;
/** What has to be held for it. Whom one feeds or leaves alone is not laid down. */
const LAYING =
  /^(?:put|place|lay|set|insert|drop|hang|give|offer|show|throw|hand|deposit|deliver|stow|leave(?= .*\b(?:on|in|inside|under|at|with|beside|behind|there|here)\b)|return(?= (?:the|it|them)\b)) (?:the |an? |my )?(.*?)(?: (?:on|in|into|onto|inside|under|to|at|by|with|down|back|here|there)\b.*)?$/;
export const ARTICLES = /\b(?:the|a|an|my|some)\s+/g;
const EVERYTHING = /^(?:all|everything|both)\b/;
const PREPOSITION = /\s+(?:from|in|inside|into|with|to|at|on|off|under|behind|out of)\s+/;

/** A command as a parser reads it: lower case, single spaces. */
export function normaliseAction(action: string): string {
  return action.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** The direction of a plain walking command, or null. "move" may push things, so it walks nowhere. */
export function walkingDirection(action: string): Direction | null {
  const word = normaliseAction(action).replace(/^(?:go|walk|run|head)\s+(?:to\s+)?(?:the\s+)?/, '');
  return DIRECTION_OF.get(word) ?? null;
}

/** The one spelling for comparing commands: lower case, no final mark, "N" and "go north" are "north". It can be played. */
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

/** Whether a command has words of the player's own choice: speech, a topic to ask about, something to write. */
export function isFreeSpeech(action: string): boolean {
  return /["“”]|(?<![\p{L}\d])['‘]|^(?:say|ask|tell|answer|reply|shout|yell|whisper|call|write|type|dial|consult|look up)\b|\babout\b/u.test(
    normaliseAction(action),
  );
}

export function isWaiting(action: string): boolean {
  return /^(?:wait|z)\b/.test(normaliseAction(action));
}

/** Whether a command only asks for information or lets time pass, so that no change is no failure. */
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

/** The nouns of a taking command, one per thing. Empty if the command takes nothing by name. */
export function takenNouns(action: string): readonly string[] {
  const [things = ''] = TAKING.exec(normaliseAction(action))?.[1]?.split(PREPOSITION) ?? [];
  const nouns = things.split(/,|\sand\s/).map(bareNoun);
  return nouns.filter((noun) => noun !== '' && !EVERYTHING.test(noun));
}

/** The noun of what a command lays down or gives away. Empty if it does neither. */
export function laidNoun(action: string): string {
  return LAYING.exec(normaliseAction(action))?.[1] ?? '';
}

function bareNoun(noun = ''): string {
  return noun.replaceAll(ARTICLES, '').trim();
}

/** Separates the things that a command names. */
const BETWEEN =
  / (?:in|into|inside|on|onto|with|using|to|under|behind|at|from|off|out|through|about|over)(?: |$)/;

/** The last word of each thing in a command: `egg` and `case` of `put jewelled egg in case`. */
export function nounsInCommand(action: string): readonly string[] {
  const phrases = normaliseAction(action).split(' ').slice(1).join(' ').split(BETWEEN);
  return phrases.flatMap((phrase) => phrase.trim().split(' ').at(-1) || []);
}

/** One command for each thing of a command with several: `put egg and comb on altar`. */
export function eachThing(action: string): readonly string[] {
  const [verb = '', ...words] = normaliseAction(action).split(' ');
  const rest = words.join(' ');
  const [things = ''] = rest.split(BETWEEN);
  const single = things.split(/,(?: and)? ?| and /).filter((thing) => thing !== '');
  const tail = rest.slice(things.length);
  return single.length < 2 ? [action] : single.map((thing) => `${verb} ${thing}${tail}`);
}

export function isCommandForAll(action: string): boolean {
  return EVERYTHING.test(normaliseAction(action).split(' ').slice(1).join(' '));
}

/** The thing that a command asks to open or close, or null. */
export function openedNoun(action: string): string | null {
  return bareNoun(OPENING.exec(normaliseAction(action))?.[1]?.split(PREPOSITION)[0]) || null;
}

/** A model's action as one line for a parser: no marks, tags, prompt sign, outer quotes or end marks. Inner marks stay. */
export function cleanCommand(raw: string): string {
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
