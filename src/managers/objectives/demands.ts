import { walkingDirection } from '../../domain/command.ts';

/** How the engine sees a demand done: a thing is held, was laid down, is open or locked, was met, was tried; else by whatever it saw of it. */
export type DemandKind = 'gain' | 'place' | 'state' | 'find' | 'try' | 'other';

/** One act that an objective asks for; the way to it is none. */
export interface Demand {
  readonly text: string;
  /** The same with what its `it` and `them` stand for. */
  readonly about: string;
  readonly kind: DemandKind;
  /** How many things or times it names: six for `lay the six gifts on the altar`. */
  readonly count: number;
  /** Whether it goes on a list: what names nothing that was met is no part of it then. */
  readonly isListed: boolean;
}

const KINDS: readonly (readonly [DemandKind, RegExp])[] = [
  ['other', /^(?:find out|get (?:in|into|to|past|through|out|back|down|up|on|off|rid)|take off)\b/],
  ['try', /^(?:try|test|attempt)\b/],
  ['state', /^(?:open|close|shut|unlock|lock|wear|light)\b/],
  ['find', /^(?:find|locate|discover|(?:look|search) for)\b/],
  [
    'gain',
    /^(?:take|get|grab|fetch|collect|gather|obtain|acquire|pick|recover|steal|buy|bring|carry)\b/,
  ],
  [
    'place',
    /^(?:put|place|lay|set|drop|leave|deposit|deliver|give|hand|offer|insert|return (?=the\b|it\b|them\b)|hang|feed|throw|stow)\b/,
  ],
  [
    'other',
    /^(?:extinguish|kill|attack|defeat|fight|eat|drink|tie|untie|pull|push|turn|move|lift|raise|lower|fill|pour|break|smash|cut|burn|dig|ask|tell|talk|show|read|examine|inspect|search|wind|ring|wave|press|use|hit|strike|stab|kick|punch|knock|shake|touch|rub|squeeze|plant|water|catch|oil|hook|unhook|free|rescue|solve|repair|mend|clean|wake|blow|play)\b/,
  ],
];

/** Between the parts of a text: only a part that begins with an act asks for one. */
const PART_END = /[,;:.!]+(?=\s|$)|\b(?:and|then|also|finally)\b/;
const ASIDE = /\([^()]*\)/g;
const CONDITION = /\b(?:if|unless|in case|might|may|maybe|perhaps)\b/;
const PURPOSE = /\bto (.*)$/;
const STANDS_FOR = /\b(?:it|them|these|those|both|each|all)\b/;

/** `Find the librarian and ask about the key`. */
const SOMEBODY_LEFT_OUT = /^(?:ask|tell|talk) (?:about|for)\b/;

const NUMBERS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const COUNTED = new RegExp(
  String.raw`\b(${NUMBERS.join('|')}|[2-9]|1[0-2]) (?:\p{L}+ ){0,2}?(?!(?:moves|turns|points|steps|hops|times|ways)\b)\p{L}+s\b`,
  'u',
);

/** What goes before an act and only says where it is: `at Location 93 open the door`. */
const WHERE = /^(?:at|in|inside|on|near|from)\s/;
const DETERMINER = /^\p{L}+ (?:the|an?|my|its?|them|all|both|every|his|her)\b/u;

/** What begins with a place that is to be reached tells the way to it after that. */
const AIM_FIRST =
  /^(?:in order )?to (?:reach|enter|visit|explore|go|get (?:in|into|inside|to|past|through|up|down|out))\b/;

/** A clause of purpose after an act asks for nothing more. */
const FOR_PURPOSE =
  /\b(?:in order|so as)? ?\bto (?=(?:see|learn|reach|enter|go|get|be|have|make|use|find|let|cross|pass|know|win|score|solve)\b)/;

/** The acts that a text asks for, in its order: `find X and open it` is one, `find X and open Y` are two. */
export function demandsOf(text: string): readonly Demand[] {
  const plain = text.toLowerCase().replaceAll(ASIDE, ' ').trim();
  if (AIM_FIRST.test(plain)) return [];
  const parts = plain
    .split(PART_END)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '' && !CONDITION.test(part));
  const demands = parts.reduce<readonly Demand[]>(withPart, []);
  return demands.map((one, at) => withObject(one, demands.slice(at + 1)));
}

/** `Close` of `close and lock the door` is about the door. */
function withObject(demand: Demand, later: readonly Demand[]): Demand {
  if (demand.text.includes(' ')) return demand;
  const next = later.find(({ text }) => text.includes(' '));
  if (next === undefined) return demand;
  const whole = `${demand.text} ${next.text.replace(/^\S+ /, '')}`;
  return { ...demand, text: whole, about: whole, count: next.count };
}

function withPart(demands: readonly Demand[], part: string): readonly Demand[] {
  const before = demands.at(-1);
  const asked = demandIn(part);
  if (asked === null) {
    // A list goes on: `take the lamp, rope and knife`.
    const isItem = walkingDirection(part) === null;
    const goesOn =
      before !== undefined && isItem && /^(?:an?|the|my|its)? ?\p{L}+(?: \p{L}+)?$/u.test(part);
    if (!goesOn) return demands;
    const text = `${verbOf(before.text)} ${part}`;
    return [...demands, { ...before, text, about: text, count: 1, isListed: true }];
  }
  const isMeant = STANDS_FOR.test(asked.text) || SOMEBODY_LEFT_OUT.test(asked.text);
  if (before === undefined || !isMeant) return [...demands, asked];
  const meant = {
    ...asked,
    about: `${asked.text}; ${before.about}`,
    count: Math.max(asked.count, before.count),
  };
  // What was found to be laid down is shown by its being laid down.
  return before.kind === 'find' ? [...demands.slice(0, -1), meant] : [...demands, meant];
}

/** The first word of a text. */
export function verbOf(text: string): string {
  return text.split(' ')[0] ?? '';
}

function demandIn(said: string): Demand | null {
  const part = withoutPlace(said);
  const [, purpose = ''] = PURPOSE.exec(part) ?? [];
  // Who goes somewhere to find something is shown by being there.
  const purposes = kindOf(purpose) === 'find' ? [] : [purpose];
  const asked = [part, ...purposes].find((one) => kindOf(one) !== null);
  const kind = asked === undefined ? null : kindOf(asked);
  if (asked === undefined || kind === null) return null;
  const text = asked.split(FOR_PURPOSE)[0]?.trim() || asked;
  return { text, about: text, kind, count: countIn(text), isListed: false };
}

function kindOf(said: string): DemandKind | null {
  return KINDS.find(([, verb]) => verb.test(said))?.[0] ?? null;
}

/** A part without the place that it begins with, where an act follows. */
function withoutPlace(part: string): string {
  if (!WHERE.test(part)) return part;
  const words = part.split(' ');
  const rests = words.map((_, at) => words.slice(at).join(' '));
  return rests.find((rest) => kindOf(rest) !== null && DETERMINER.test(rest)) ?? part;
}

function countIn(text: string): number {
  const [, said] = COUNTED.exec(text) ?? [];
  if (said === undefined) return /\bboth\b/.test(text) ? 2 : 1;
  return NUMBERS.includes(said) ? NUMBERS.indexOf(said) + 2 : Number(said);
}
