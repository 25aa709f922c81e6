import { wellFormed } from '../domain/text.ts';
import type { GameSession } from './game-session.ts';
import type { ObjectTree } from './object-tree.ts';

/** The places of a story's numbers. Globals are counted from 0. */
export interface StatusSource {
  /** The global variable with the score. `asked`: none has it, but SCORE prints it. */
  readonly score: number | 'asked';
  readonly moves: number | null;
}

const LAST_CANDIDATE = 8;
const WAITS = 3;
/** Flags 1 bit 1: the status line shows the time (§11.1). Inform also sets it in later versions than 3. */
const TIME_GAME = 0x02;

/** Added to a global variable to see whether a printed number follows. */
const POKES = [7, 13];
/** After so many values that break the story, which is slow, the search ends with "absent". */
const MOST_BROKEN = 6;

function showsTime(session: GameSession): boolean {
  return (session.machine.m.getUint8(0x01) & TIME_GAME) !== 0;
}

/** Version 3 fixes score and moves by the standard (§8.2). Null for a game that shows the time instead. */
export function standardStatus(session: GameSession): StatusSource | null {
  return session.machine.version3 && !showsTime(session) ? { score: 1, moves: 2 } : null;
}

/** Inform's location, score and moves, three globals in a row, found by waiting. Null without them, and if time is shown. */
export function informStatus(session: GameSession, player: number | null): StatusSource | null {
  if (!session.waitsForLine || showsTime(session)) return null;
  return session.probe(() => {
    const samples = [session.globals(LAST_CANDIDATE + 3)];
    for (let i = 0; i < WAITS; i++) {
      if (session.trySend('wait') === null || !session.waitsForLine) return null;
      samples.push(session.globals(LAST_CANDIDATE + 3));
    }
    for (let first = 0; first <= LAST_CANDIDATE; first++) {
      const place = samples[0]?.[first] ?? 0;
      const counts = samples.map((sample) => sample[first + 2] ?? 0);
      if (isPlace(session.tree, place, player) && growsEvenly(counts)) {
        return { score: first + 1, moves: first + 2 };
      }
    }
    return null;
  });
}

function isPlace(tree: ObjectTree, place: number, player: number | null): boolean {
  if (player !== null) return place === tree.parent(player) || place === tree.root(player);
  if (!tree.holds(place) || tree.parent(place) !== 0) return false;
  return tree.name(place) !== '' && tree.children(place).length > 0;
}

function growsEvenly([first = 0, ...later]: readonly number[]): boolean {
  const step = (later[0] ?? 0) - first;
  return step >= 1 && step <= 3 && later.every((value, i) => value === first + (i + 1) * step);
}

/** Finds the globals that SCORE prints: it pokes each that equals a printed number, and asks again. Null for none. */
export function pokedStatus(session: GameSession): StatusSource | null {
  const numbers = askedNumbers(session);
  if (!numbers.some(({ role }) => role === 'score')) return null;
  const drivers = new Map<NumberRole, number>();
  let broken = 0;
  for (let global = 0; global < session.globalCount && broken < MOST_BROKEN; global++) {
    const held = session.read(() => signedScoreGlobal(session, global));
    for (const [index, number] of numbers.entries()) {
      if (number.role !== 'score' && number.role !== 'moves') continue;
      if (drivers.has(number.role) || number.value !== held) continue;
      const follows = drives(session, global, { index, value: number.value });
      if (follows === true) drivers.set(number.role, global);
      if (follows === null) broken += 1;
    }
  }
  return { score: drivers.get('score') ?? 'asked', moves: drivers.get('moves') ?? null };
}

/** Whether SCORE prints the value of the supposed global variable. */
export function printsScore(session: GameSession, { score }: StatusSource): boolean {
  const numbers = askedNumbers(session);
  const index = numbers.findIndex(({ role }) => role === 'score');
  const value = numbers[index]?.value;
  if (typeof score !== 'number' || value === undefined) return false;
  return drives(session, score, { index, value }) === true;
}

/** The numbers that SCORE would print now, in a snapshot. Empty if it cannot be asked. */
function askedNumbers(session: GameSession): readonly PrintedNumber[] {
  if (!session.waitsForLine) return [];
  return readScoreReply(session.ask('score') ?? '');
}

/** The score or the maximum, as SCORE prints it. Null if it does not. */
export function askedNumber(session: GameSession, wanted: 'score' | 'maximum'): number | null {
  return askedNumbers(session).find(({ role }) => role === wanted)?.value ?? null;
}

/** The score that SCORE prints, in a story where no global variable has it. Else null. */
export function askedScore(session: GameSession, status: StatusSource | null): number | null {
  return status?.score === 'asked' ? askedNumber(session, 'score') : null;
}

/** A global variable as a signed number, because scores can be below 0. */
export function signedScoreGlobal(session: GameSession, global: number): number {
  return (session.global(global) << 16) >> 16;
}

/** Whether a printed number follows a global variable. Null if writing into it breaks the story. */
function drives(
  session: GameSession,
  global: number,
  printed: { readonly index: number; readonly value: number },
): boolean | null {
  for (const poke of POKES) {
    const reply = session.probe(() => {
      session.setGlobal(global, printed.value + poke);
      return session.ask('score');
    });
    if (reply === null) return null;
    if (readScoreReply(reply)[printed.index]?.value !== printed.value + poke) return false;
  }
  return true;
}

/** The status line: version 3's from its globals (§8.2), later ones' from the upper window. Empty if there is none. */
export function statusText(session: GameSession): string {
  const { machine, tree } = session;
  if (!machine.version3) return wellFormed(machine.glk.upperText());
  const room = session.global(0);
  const name = tree.holds(room) ? tree.name(room) : '';
  const [second, third] = [session.global(1), session.global(2)];
  if (standardStatus(session) !== null) {
    return `${name}  Score: ${signedScoreGlobal(session, 1)}  Moves: ${third}`.trimStart();
  }
  const hour = second % 12 === 0 ? 12 : second % 12;
  const minutes = String(third).padStart(2, '0');
  return `${name}  Time: ${hour}:${minutes} ${second > 11 ? 'PM' : 'AM'}`.trimStart();
}

type NumberRole = 'score' | 'maximum' | 'moves';

interface PrintedNumber {
  readonly value: number;
  readonly role: NumberRole | null;
}

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const BELOW_HUNDRED = `(?:(?:${TENS.join('|')})(?:[- ](?:${UNITS.slice(1, 10).join('|')}))?|${UNITS.join('|')})`;
const HUNDREDS = `(?:a|${UNITS.slice(1, 10).join('|')}) hundred(?:(?: and)? ${BELOW_HUNDRED})?`;
/** Matches times of the day in order to skip them; "no points" is a number, too. */
const NUMBER = new RegExp(
  String.raw`\d+:\d\d(?::\d\d)?|(?<![\w.,])(?:minus\s+|[-−])?(?:\d{1,3}(?:,\d{3})+|\d+)(?![\w:]|[.,]\d)|\b(?:minus\s+)?(?:${HUNDREDS}|${BELOW_HUNDRED}|no(?=\s+points?\b)|nought|naught|nil)\b`,
  'gi',
);

const COUNTS_MOVES = /^\s*(?:[a-z]+\s+)?(?:turn|move|command|step)s?\b(?!\s*[:=])/i;
const COUNTS_TIME = /^\s*(?:[ap]\.?m\b|o'clock|(?:hour|minute|second|day|week|year)s?\b)/i;
const TIME_LABEL = /\b(?:time|clock|hour|day|date|year|release|version)\b\W*$/i;
const COUNTS_POINTS =
  /^\s*(?:[a-z]+\s+)?(?:points?\b|%|per ?cent\b|out of\b|of (?:(?:a|the) )?(?:possible|maximum|(?:grand )?total|\S+ points)\b)/i;
const UPPER_LIMIT = /\b(?:possible|maximum|most)\b[^.!?]*$/i;
const OUT_OF = /(?:\/|\bof|\btotal|\bfrom)(?:\s+(?:a|an|the|total|of|score))*\W*$/i;
const LABELS = /\b(?:(scor\w*|points?|rating|rank\w*)|(turns?|moves?))\b/gi;

/** The numbers in a reply to SCORE, in order, each with what it counts. At most one is the score. Pure. */
function readScoreReply(reply: string): readonly PrintedNumber[] {
  const numbers: { value: number; role: NumberRole | 'other' | null }[] = [];
  const found = [...reply.matchAll(NUMBER)];
  for (const [index, match] of found.entries()) {
    const previous = found[index - 1];
    const before = reply.slice(previous === undefined ? 0 : endOf(previous), match.index);
    const after = reply.slice(endOf(match));
    const hasScore = numbers.some(({ role }) => role === 'score');
    const role = match[0].includes(':') ? 'other' : roleOf(before, after, hasScore);
    const isSecond = role !== 'other' && numbers.some((known) => known.role === role);
    numbers.push({ value: valueOf(match[0]), role: isSecond ? null : role });
  }
  const hasScore = numbers.some(({ role }) => role === 'score');
  const unnamed = hasScore ? undefined : numbers.find(({ role }) => role === null);
  if (unnamed !== undefined && /scor|point|rating/i.test(reply)) unnamed.role = 'score';
  return numbers.map(({ value, role }) => ({ value, role: role === 'other' ? null : role }));
}

export function scoreNumberIn(reply: string, wanted: NumberRole): number | null {
  return readScoreReply(reply).find(({ role }) => role === wanted)?.value ?? null;
}

function roleOf(before: string, after: string, hasScore: boolean): NumberRole | 'other' | null {
  if (COUNTS_TIME.test(after) || TIME_LABEL.test(before)) return 'other';
  if (COUNTS_MOVES.test(after)) return 'moves';
  if (UPPER_LIMIT.test(before) || (hasScore && OUT_OF.test(before))) return 'maximum';
  if (COUNTS_POINTS.test(after)) return 'score';
  const label = [...before.matchAll(LABELS)].at(-1);
  if (label === undefined) return null;
  return label[1] === undefined ? 'moves' : 'score';
}

function valueOf(text: string): number {
  const words = text.toLowerCase().replace(/^(?:minus\s+|[-−])/, '');
  const sign = words.length < text.length ? -1 : 1;
  if (/\d/.test(words)) return sign * Number(words.replaceAll(',', '').replace(/:.*/, ''));
  const [first = '', hundred, ...rest] = words.split(/[- ](?:and )?/);
  if (hundred !== 'hundred') return sign * belowHundred(first, hundred);
  return sign * (100 * (first === 'a' ? 1 : UNITS.indexOf(first)) + belowHundred(...rest));
}

function belowHundred(first = 'zero', second?: string): number {
  const ten = TENS.indexOf(first);
  const unit = UNITS.indexOf(second ?? first);
  return (ten < 0 ? 0 : 10 * (ten + 2)) + Math.max(0, unit);
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}
