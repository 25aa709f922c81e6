import { laidNoun, walkingDirection } from '../../domain/command.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import { heldThings, type Observation } from '../../domain/observation.ts';
import { rememberText } from '../../domain/text.ts';
import { demandCount, demandObject, demandVerb } from './demand-words.ts';

/** How the engine sees a demand done. `told`: by a text; `other`: by any evidence. */
type DemandKind = 'gain' | 'place' | 'state' | 'find' | 'search' | 'try' | 'told' | 'other';

/** One act that an objective asks for. The way to it is none. */
export interface Demand {
  readonly text: string;
  /** The text with the nouns for its `it` and `them`. */
  readonly about: string;
  readonly kind: DemandKind;
  /** The number of things or times: six for `lay the six gifts on the altar`. */
  readonly count: number;
  /** Whether it stands in a list. Then only things that were met count. */
  readonly isListed: boolean;
  /** An alternative: the second of `unlock the chest or break it`. */
  readonly instead?: Demand;
}

const KINDS: readonly (readonly [DemandKind, RegExp])[] = [
  [
    'told',
    /^(?:find out|learn|teach|persuade|convince|make|let|help|force|lure|trick|distract|scare|calm|get (?:(?:the|my|an?) )?\S+ (?:off|away))\b/,
  ],
  ['other', /^(?:get (?:in|into|to|past|through|out|back|down|up|on|off|rid)|take off)\b/],
  ['try', /^(?:try|test|attempt)\b/],
  ['state', /^(?:open|close|shut|unlock|lock|wear|light)\b/],
  ['search', /^(?:look|search) for\b/],
  ['find', /^(?:find|locate|discover)\b/],
  [
    'gain',
    /^(?:take|get|grab|fetch|collect|gather|obtain|acquire|pick|recover|steal|buy|bring|carry)\b/,
  ],
  [
    'place',
    /^(?:put|place|lay|set|drop|leave (?=.*\b(?:on|in|inside|under|at|with|beside|behind|there|here)\b)|deposit|deliver|give|hand|offer|insert|return (?=the\b|it\b|them\b)|hang|feed|throw|stow)\b/,
  ],
  [
    'other',
    /^(?:leave|escape|exit|extinguish|kill|attack|defeat|fight|eat|drink|tie|untie|pull|push|turn|move|lift|raise|lower|fill|pour|break|smash|cut|burn|dig|ask|tell|talk|show|read|examine|inspect|search|wind|ring|wave|press|use|hit|strike|stab|kick|punch|knock|shake|touch|rub|squeeze|plant|water|catch|oil|hook|unhook|free|rescue|solve|repair|mend|clean|wake|blow|play|check out|borrow|disable|enable|switch|sign|cast|chant|pray|bribe|pay|trade|exchange|swap|sell|hide|row|sail|steer|dial|type|consult)\b/,
  ],
];

/** Separates the parts of a text. Only a part that begins with an act asks for one. A list ends with its sentence. */
const SENTENCE_END = /[;:.!]+(?=\s|$)/;
const PART_END = /,+(?=\s|$)|\b(?:and|then|also|finally|later(?: on)?|afterwards)\b/;
const ACT = KINDS.map(([, { source }]) => source.slice(1)).join('|');
const OR_ACT = new RegExp(String.raw`\bor (?=${ACT})`, 'g');
/** `Find a key or another way in`. */
const OR_THING = / or (?=(?:an?|another|any|some|the) )/;
/** What must not be done: `give him nothing`, `never go south`. */
const FORBIDDEN = /^(?:but )?(?:never|not|do not|don['’]t)\b|\b(?:nothing|nobody|no one)\b/;

/** A time and points ask for nothing: `by turn 45`, `within 5 turns`, `+3`, `3 points`. */
export const TIME_OR_POINTS =
  /\b(?:(?:by|before|until|at|around|about) )?turns? \d+\b|\b(?:(?:in|within) )?\d+ (?:turn|move|point)s?\b|[+-]\d+\b/gi;

/** Text that asks for nothing: brackets, `again`, and clauses of when, why or which, up to a comma or the next act. */
const ASIDE = new RegExp(
  String.raw`\([^()]*\)|\bagain\b|(?<!\b(?:out|learn|see|know|ask) )\b(?:when(?:ever)?|while|until|till|as soon as|so that|because|since|though|although|before|after|once|(?:(?:from|of|in|on|with|to) )?which|who(?:se|m)?|where)\b(?:(?!\s(?:and|then|or) (?:${ACT}))[^,;:.!])*`,
  'g',
);
const CONDITION = /\b(?:if|unless|in case|might|may|maybe|perhaps)\b/;
const PURPOSE = /\bto (.*)$/;
const STANDS_FOR = /\b(?:it|them|these|those|both|each|all)\b/;

/** `Find the librarian and ask about the key`. */
const SOMEBODY_LEFT_OUT = /^(?:ask|tell|talk) (?:about|for)\b/;

/** A place before an act: `at Location 93 open the door`. */
const WHERE = /^(?:at|in|inside|on|near|from)\s/;
const AT_NUMBER = /^(?:at|in|inside|on|near|from)\s(?:the )?(?:location|room|place) \d+,? /;
const DETERMINER = /^\p{L}+ (?:the|an?|my|its?|them|all|both|every|his|her)\b/u;

/** A place to reach that comes before the way to it. */
const AIM_FIRST =
  /^(?:in order )?to (?:reach|enter|visit|explore|go|get (?:in|into|inside|to|past|through|up|down|out))\b/;

/** A clause of purpose after an act asks for nothing more. */
const FOR_PURPOSE =
  /\b(?:in order|so as)? ?\bto (?=(?:see|learn|reach|enter|go|get|be|have|make|use|find|let|cross|pass|know|win|score|solve)\b)/;

/** A purpose is no act: opening the door to let the dog in is done when the door is open. */
const FOR_WHAT = /^(?:in order |so as )?to /;

/** A search or a taking of what opens something: the engine sees it only when that is open, and then it was found. */
const OPENER =
  /\b(?:(?:find|locate|discover) [^,;:.!()]*? (?:that|which|to)|((?:take|get|grab|fetch|obtain|acquire) [^,;:.!()]*?) (?:that|which)) (?:(?:can|will|may|might) )?(?:open|unlock)s? ([^,;:.!()]+?)(?= (?:and|then|so|with) |[,;:.!()]|$)/g;

/** The acts that a text asks for, in order. `find X and open it` is one, `take X that opens Y` are two. */
export const demandsOf = rememberText((text): readonly Demand[] => {
  const plain = text
    .toLowerCase()
    .replaceAll(TIME_OR_POINTS, ' ')
    .replaceAll(OPENER, (_, taken = '', shut) => `${taken}; unlock ${shut} or open ${shut}`)
    .replaceAll(ASIDE, ' ')
    .trim();
  if (AIM_FIRST.test(plain)) return [];
  const parts = plain
    .replaceAll(OR_ACT, `; ${OR}`)
    .split(SENTENCE_END)
    .flatMap((sentence) =>
      sentence.split(PART_END).map((said, at) => ({ said, beginsSentence: at === 0 })),
    )
    .map((part) => ({ ...part, said: part.said.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ said }) => said !== '' && !CONDITION.test(said) && !FORBIDDEN.test(said))
    .map((part, at, parts) => ({ ...part, follows: parts[at - 1]?.said ?? '' }));
  const all = parts.reduce<readonly Demand[]>(withPart, []);
  // Beside another act, `try south` is the way to it.
  const acts = all.filter(({ text: said }) => walkingDirection(demandObject(said)) === null);
  const demands = acts.length > 0 ? acts : all;
  return demands.map((one, at) => withMeant(withObject(one, demands.slice(at + 1)), at, text));
});

/** `It` of the first act is what an aside before it names: `after using the key, return it`. */
function withMeant(demand: Demand, at: number, whole: string): Demand {
  const aside = (whole.toLowerCase().match(ASIDE) ?? []).join(' ');
  const isMeant = at === 0 && aside !== '' && STANDS_FOR.test(demand.about);
  return isMeant ? { ...demand, about: `${demand.text}; ${aside}` } : demand;
}

/** `Close` of `close and lock the door` is about the door. */
function withObject(demand: Demand, later: readonly Demand[]): Demand {
  const next = demand.text.includes(' ') ? undefined : later.find(({ text }) => text.includes(' '));
  if (next === undefined) return demand;
  const whole = `${demand.text} ${next.text.replace(/^\S+ /, '')}`;
  return { ...demand, text: whole, about: whole, count: next.count };
}

/** Begins an alternative to the act before it. */
const OR = 'or ';
interface Part {
  readonly said: string;
  /** The part before it. Empty for the first. */
  readonly follows: string;
  readonly beginsSentence: boolean;
}

/** Acts that are things in a list of what is sought: `look for gifts, oil and spark`. */
const THING_TOO = /^(?:oil|water|plant|light|lock|hook|ring|catch|hide|dial|sign)$/;

function withPart(demands: readonly Demand[], part: Part): readonly Demand[] {
  const before = demands.at(-1);
  const isInstead = part.said.startsWith(OR);
  const asked = demandIn(isInstead ? part.said.slice(OR.length) : part.said);
  if (before === undefined) return asked === null ? [] : [asked];
  const isThing = isFindingDemand(before) && THING_TOO.test(part.said);
  if (asked === null || isThing || FOR_WHAT.test(part.said))
    return [...demands, ...listed(before, part)];
  const isMeant = STANDS_FOR.test(asked.text) || SOMEBODY_LEFT_OUT.test(asked.text);
  const count = Math.max(asked.count, before.count);
  const meant = isMeant ? { ...asked, about: `${asked.text}; ${before.about}`, count } : asked;
  if (isInstead) return [...demands.slice(0, -1), { ...before, instead: meant }];
  // If a thing is found in order to be laid down, laying it down shows both.
  const isPart = isMeant && isFindingDemand(before);
  return [...(isPart ? demands.slice(0, -1) : demands), meant];
}

const ITEM = /^(?:an?|the|my|its)? ?\p{L}+(?: \p{L}+)?$/u;

/** A list goes on: `take the lamp, rope and knife`. Of `open the hatch, go down with the lamp and rope`, nothing does. */
function listed(before: Demand, { said, follows, beginsSentence }: Part): readonly Demand[] {
  const isItem = !beginsSentence && walkingDirection(said) === null && !FOR_WHAT.test(said);
  const goesOn = demandIn(follows.replace(/^or /, '')) !== null || ITEM.test(follows);
  if (!isItem || !goesOn || !ITEM.test(said)) return [];
  const text = `${demandVerb(before.text)} ${said}`;
  return [{ ...before, text, about: text, count: 1, isListed: true }];
}

export function isFindingDemand({ kind }: Demand): boolean {
  return kind === 'find' || kind === 'search';
}

function demandIn(said: string): Demand | null {
  const part = withoutPlace(said);
  const [, purpose = ''] = PURPOSE.exec(part) ?? [];
  // Going somewhere to find something is shown by being there.
  const purposes = ['find', 'search'].includes(kindOf(purpose) ?? '') ? [] : [purpose];
  const asked = [part, ...purposes].find((one) => kindOf(one) !== null);
  const kind = asked === undefined ? null : kindOf(asked);
  if (asked === undefined || kind === null) return null;
  const text = asked.split(FOR_PURPOSE)[0]?.trim() || asked;
  const [one = text, other] = text.split(OR_THING);
  const demand = { text: one, about: one, kind, count: demandCount(one), isListed: false };
  const instead = other === undefined ? null : demandIn(`${demandVerb(one)} ${other}`);
  return instead === null ? demand : { ...demand, instead };
}

function kindOf(said: string): DemandKind | null {
  return KINDS.find(([, verb]) => verb.test(said))?.[0] ?? null;
}

/** A part without the place at its beginning, if an act follows. */
function withoutPlace(part: string): string {
  if (AT_NUMBER.test(part)) return part.replace(AT_NUMBER, '');
  if (!WHERE.test(part)) return part;
  const words = part.split(' ');
  const rests = words.map((_, at) => words.slice(at).join(' '));
  return rests.find((rest) => kindOf(rest) !== null && DETERMINER.test(rest)) ?? part;
}

const TOOL = /^(?!(?:ask|tell|talk|play)\b).* with (?:the |an? |my )?(.*)$/;
/** A word for several things, or for one named before, whether held or not. */
const VAGUE = /^(?:|it|them|this|these|those|all|both|each|every.*|\S.*[^s]s)$/;

/** What a demand lays down or gives: `gifts` of `put the gifts on the altar`. Empty for another demand and for `it`. */
export function laidThing({ text }: Demand): string {
  const thing = laidNoun(text);
  return STANDS_FOR.test(thing) ? '' : thing;
}

/** Whether the first act of an objective lays down, gives or uses a thing that is not held. */
export function demandLacksThing(text: string, now: Observation): boolean {
  const [demand] = demandsOf(text);
  if (demand === undefined || demand.count > 1) return false;
  const thing = laidThing(demand) || (TOOL.exec(demand.text)?.[1] ?? '');
  return !VAGUE.test(thing) && thingsNamed(thing, heldThings(now)).length === 0;
}
