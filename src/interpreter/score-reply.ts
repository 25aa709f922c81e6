/** What a number in a reply to SCORE stands for, as the words around it tell. */
export type NumberRole = 'score' | 'maximum' | 'moves';

export interface PrintedNumber {
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
/** Times of the day are matched, to be left out; "no points" is a number, too. */
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

/**
 * The numbers that a reply to SCORE prints, in order, each with what it counts. At most one is the score. Clocks and
 * dates stand for nothing. Pure.
 */
export function readScoreReply(reply: string): readonly PrintedNumber[] {
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

/** The number that plays a role, or null. */
export function numberOf(reply: string, wanted: NumberRole): number | null {
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
