import { verbAllows } from '../prompts/verb-wording.ts';
import { isA, refuses, type Kind } from './lexicon.ts';
import { isToldLocked, isToldUnlocked } from './locks.ts';
import {
  askingCost,
  givingCost,
  isPersonAsked,
  isOffered,
  topicsOf,
  type Deed,
  type Company,
} from './people.ts';
import type { Choice, Situation } from './situation.ts';
import { isNobodysThing, isReceiver, placingCost, takingCost } from './taking.ts';
import {
  bestWeaponThing,
  isLampThing,
  isWeaponThing,
  isSomebodyThing,
  type Thing,
} from './things.ts';

interface Affordance {
  /** A kind. `thing` is anything but a person, `anything` also a person. */
  readonly of: Kind | 'thing' | 'anything' | 'animate';
  /** Where such a thing has to be. In reach if absent. */
  readonly at?: readonly Thing['at'][];
  /** The kind of the held thing that is used on it, or a topic to ask about. */
  readonly with?: Kind | 'thing' | 'topic';
  /** Commands, the likeliest first, and how many are tried. X is the thing, T the held one. */
  readonly does: string;
  readonly most?: number;
  /** The cost, its increase with each later command, and its increase if it was done elsewhere. */
  readonly cost: number | ((deed: Deed) => number);
  readonly step?: number;
  readonly again?: number;
  readonly when?: (deed: Deed) => boolean;
  /** Whether it may be repeated here. */
  readonly repeats?: true;
}

const isClosed = ({ thing: { traits } }: Deed) =>
  ['openable', 'container', 'door'].some((trait) => traits.includes(trait)) &&
  !traits.includes('open');
const isUnlit = ({ thing }: Deed) =>
  (isLampThing(thing) || thing.traits.includes('switchable')) && !thing.traits.includes('on');
const hasNoTraits = ({ thing }: Deed) => thing.traits.length === 0;
const isUnworn = ({ thing }: Deed) => !thing.traits.includes('worn');
const isShutFast = ({ thing, situation }: Deed) =>
  isToldLocked(thing, situation) && !isToldUnlocked(thing, situation);
const isOpenNow = ({ thing, situation }: Deed) =>
  isToldLocked(thing, situation) && isToldUnlocked(thing, situation);
/** A part of the room, or a thing that cannot be taken. */
const isFixture = ({ thing: { word, told }, situation }: Deed) =>
  told === 'described' || (told === 'nowhere' && situation.isTried(`take ${word}`));
const isCalm = ({ company }: Deed) => !company.isAnnoyed && !company.isLeft;
const isArmed = ({ company, tool, situation }: Deed) =>
  company.blow !== null && tool === bestWeaponThing(situation.held);
const isUnarmed = ({ company, situation }: Deed) =>
  company.blow !== null && !situation.held.some(isWeaponThing);
/** A held thing looks the same everywhere. */
const ONCE = 99;

const NEAR = { at: ['here', 'mentioned'] } as const;
const CUE = { ...NEAR, cost: 2.5, step: 1.5 } as const;
const LAST = { ...NEAR, cost: 11, step: 0.5 } as const;
const HIDING = { ...NEAR, cost: 7, step: 1 } as const;
const USE = { at: ['here', 'held', 'mentioned'], cost: 3, step: 4, most: 2 } as const;
const FIXTURE = { ...USE, of: 'thing', at: ['here'], when: isFixture } as const;
const UNLOCK = { ...USE, of: 'thing', again: 0, when: isShutFast } as const;
const HELD = { at: ['held'] } as const;
const NOISE = { of: 'animate', cost: 3, when: isCalm } as const;
const TALK = { of: 'animate', with: 'topic', again: 0 } as const;
const OFFER = { of: 'animate', with: 'thing', again: 3 } as const;
const BLOW = {
  of: 'animate',
  most: 1,
  cost: ({ company }: Deed) => company.blow ?? ONCE,
  repeats: true,
} as const;
const ARMED = { ...BLOW, with: 'weapon', when: isArmed } as const;
const PLACE = { of: 'thing', with: 'thing', again: 0, cost: placingCost } as const;

const AFFORDANCES: readonly Affordance[] = [
  { of: 'anything', does: 'take X', cost: takingCost, when: isNobodysThing },
  { of: 'thing', at: ['mentioned'], does: 'take X', cost: 13 },
  { of: 'thing', does: 'open X', cost: 0.2, again: 0, when: isClosed },
  { of: 'thing', ...HELD, does: 'open X', cost: 0.2, again: ONCE, when: isClosed },
  { of: 'closable', ...NEAR, does: 'open X', cost: 1, again: 1, when: hasNoTraits },
  { of: 'readable', ...NEAR, does: 'read X', cost: 1.2, again: 7 },
  { of: 'readable', ...HELD, does: 'read X', cost: 1.2, again: ONCE },
  { of: 'anything', does: 'examine X', cost: 8, again: 8 },
  { of: 'thing', ...HELD, does: 'examine X', cost: 10.5, again: ONCE },
  { of: 'thing', at: ['mentioned'], does: 'examine X', cost: 10.5, again: 8 },
  { of: 'thing', does: 'search X; look under X; look behind X', cost: 12, step: 0, again: 4 },
  { of: 'wearable', ...HELD, does: 'wear X', cost: 3.5, again: ONCE, when: isUnworn },

  { ...UNLOCK, with: 'key', does: 'unlock X with T', cost: 0.1 },
  { ...UNLOCK, with: 'thing', does: 'unlock X with T', cost: 11 },
  { ...UNLOCK, does: 'open X', cost: -1, when: isOpenNow, repeats: true },
  { ...PLACE, does: 'put T on X', when: (deed) => isReceiver(deed, 'on') },
  { ...PLACE, does: 'put T in X', when: (deed) => isReceiver(deed, 'in') },

  { of: 'lever', ...CUE, does: 'pull X; push X' },
  { of: 'button', ...CUE, does: 'push X; turn on X' },
  { of: 'wheel', ...CUE, does: 'turn X; pull X' },
  { of: 'cover', ...CUE, does: 'move X; push X; pull X; look under X; look behind X' },
  { of: 'bell', ...CUE, does: 'ring X; pull X' },
  { of: 'clockwork', ...CUE, does: 'wind X; turn X; open X' },
  { of: 'climb', ...CUE, does: 'climb X' },
  { of: 'opening', ...CUE, does: 'enter X' },
  { of: 'seat', ...CUE, does: 'sit on X; enter X' },
  { of: 'engine', ...CUE, does: 'turn on X; push X' },
  { of: 'instrument', ...CUE, does: 'play X' },
  { of: 'heap', ...CUE, does: 'search X; look in X' },
  { of: 'furniture', ...HIDING, does: 'look under X; look behind X; move X; push X; pull X' },
  { of: 'thing', ...LAST, does: 'push X; pull X; turn X; move X; climb X; enter X' },
  { of: 'thing', ...LAST, cost: 14, does: 'touch X; knock on X; shake X' },

  { of: 'soil', with: 'spade', ...USE, does: 'dig X with T; dig in X with T; dig X; dig in X' },
  { of: 'tangle', with: 'cutter', ...USE, does: 'cut X with T; cut X' },
  { of: 'shut', with: 'crowbar', ...USE, does: 'pry X with T; prise X with T; open X with T' },
  { of: 'brittle', with: 'hammer', ...USE, does: 'break X with T; hit X with T; break X' },
  { of: 'fuel', with: 'fire', ...USE, does: 'light X with T; burn X with T; light X' },
  { of: 'slot', with: 'money', ...USE, does: 'put T in X; insert T in X; put T on X' },
  { of: 'hinge', with: 'oil', ...USE, does: 'oil X with T; oil X; pour T on X; put T on X' },
  { of: 'source', with: 'vessel', ...USE, does: 'fill T from X; fill T with X; fill T' },
  { of: 'thirsty', with: 'vessel', ...USE, does: 'pour T on X; water X with T; water X' },
  { of: 'soil', with: 'seed', ...USE, does: 'plant T in X; put T in X; bury T in X' },
  { of: 'device', with: 'part', ...USE, does: 'put T in X; put T on X; attach T to X' },
  { of: 'dull', with: 'cloth', ...USE, does: 'clean X with T; polish X with T; rub X with T' },
  { of: 'prey', with: 'net', ...USE, does: 'catch X with T; take X with T; put T in X' },
  { of: 'gap', with: 'ladder', ...USE, does: 'put T on X; put T across X; put T against X' },
  { ...FIXTURE, with: 'rope', does: 'tie T to X; attach T to X; put T on X' },
  { ...FIXTURE, with: 'wrench', does: 'turn X with T; unscrew X with T; open X with T' },

  { ...NOISE, with: 'bell', does: 'ring T' },
  { ...NOISE, with: 'whistle', does: 'blow T; play T', step: 0 },
  { ...OFFER, does: 'give T to X', cost: givingCost, when: isOffered },
  { ...OFFER, does: 'show T to X', cost: 9, when: isCalm },
  { ...TALK, does: 'ask X about T', cost: askingCost, when: isPersonAsked },
  { ...ARMED, does: 'attack X with T; attack X; kill X with T; kill X; hit X with T; hit X' },
  { ...BLOW, does: 'attack X; kill X; hit X; fight X', when: isUnarmed },
];

const IN_THE_DARK: readonly Affordance[] = [
  { of: 'thing', ...HELD, does: 'turn on X; switch on X; light X', cost: -20, when: isUnlit },
];

/** The added cost for a thing without a text, without a list, and for a deed done in another room. */
const UNTOLD = 2;
const TEXT_ONLY = 0.5;
const ELSEWHERE = 6;
/** A dangerous deed is done late. */
const RISKY = 6;
const RISKY_VERBS = /^(?:climb|enter|sit on|touch|eat|drink) /;
/** Added for each time that the thing did not give way. */
const STUBBORN = 3;
const HANDLING = /^(?:push|pull|turn|move|shake|touch|climb|enter|look under|look behind) /;
const PLAIN = /^(?:take|open|read) /;

/** The generator of all commands about things, by their kinds. */
export function doingChoices(situation: Situation, company: Company): readonly Choice[] {
  const { things, held, mentioned, isDark } = situation;
  const all = [...things, ...held, ...mentioned];
  return (isDark ? IN_THE_DARK : AFFORDANCES).flatMap((one) => {
    const { with: kind, at: places = ['here'] } = one;
    const tools = kind === 'topic' ? topicsOf(situation) : kind && held.filter(isOf(kind));
    const of = all.filter((thing) => places.includes(thing.at) && isOf(one.of)(thing));
    return of.flatMap((thing) =>
      (tools ?? [null])
        .filter((tool) => tool?.word !== thing.word)
        .flatMap((tool) => commandsOf(one, { thing, tool, situation, company })),
    );
  });
}

function isOf(kind: Affordance['of']): (thing: Pick<Thing, 'name' | 'traits'>) => boolean {
  return (thing) => {
    if (kind === 'anything') return true;
    if (isSomebodyThing(thing) || kind === 'animate')
      return isSomebodyThing(thing) && kind === 'animate';
    return kind === 'thing' || isA(kind, thing.name);
  };
}

function commandsOf(one: Affordance, deed: Deed): readonly Choice[] {
  const { thing, tool, situation } = deed;
  if (one.when?.(deed) === false) return [];
  const first = typeof one.cost === 'number' ? one.cost : one.cost(deed);
  const forms = one.does.split('; ').filter((form) => isRead(form, situation));
  return forms.slice(0, one.most).map((form, rank): Choice => {
    const action = form.replace('X', thing.word).replace('T', tool?.word ?? '');
    const again = thing.at === 'held' && tool !== null ? ONCE : (one.again ?? ELSEWHERE);
    const elsewhere = situation.isTriedElsewhere(action) ? again : 0;
    const late = isSomebodyThing(thing) ? 0 : laterness(action, deed);
    return {
      action,
      cost: first + rank * (one.step ?? 1) + elsewhere + late,
      why: tool === null ? `I have not tried to ${action}.` : `The ${tool.word} may be for it.`,
      ...(one.repeats && { again: true }),
    };
  });
}

/** The added cost for a thing that is hard to see, stubborn, or not to be trusted. */
function laterness(action: string, { thing, tool, situation }: Deed): number {
  const { word, told, inside, at } = thing;
  const isUnseen = at === 'here' && told === 'nowhere' && inside === null;
  const inVain = situation.here.filter(
    (turn) =>
      (HANDLING.test(turn.action) || /^(?:take|open|search) /.test(turn.action)) &&
      turn.action.endsWith(` ${word}`) &&
      refuses(turn.text),
  );
  const doubt = isUnseen ? UNTOLD : at === 'mentioned' ? TEXT_ONLY * (tool === null ? 1 : 2) : 0;
  return (
    (PLAIN.test(action) ? 0 : doubt) +
    (RISKY_VERBS.test(action) ? RISKY : 0) +
    (HANDLING.test(action) ? inVain.length * STUBBORN : 0)
  );
}

function isRead(form: string, { grammar }: Situation): boolean {
  const [verb = '', ...rest] = form.split(' ');
  const first = rest.find((word) => /^[XT]$/.test(word)) ?? '';
  const words = rest.map((word) => (word === first ? 'X' : /^[XT]$/.test(word) ? 'Y' : word));
  const pattern = words.join(' ');
  return (
    verbAllows(grammar, verb, pattern) || verbAllows(grammar, verb, pattern.replace(/Y$/, 'TEXT'))
  );
}
