import { isA, names, says } from './lexicon.ts';
import type { Deed } from './people.ts';
import type { Choice, Situation } from './situation.ts';
import { toldFailingNow } from './remembered.ts';
import {
  bestWeaponThing,
  isLampThing,
  isSomebodyThing,
  isUsefulThing,
  isWeaponThing,
  type Thing,
} from './things.ts';

export function takingCost(deed: Deed): number {
  const { thing, situation } = deed;
  const around = situation.things.find(({ name }) => name === thing.inside);
  // A visible thing inside a closed one may lie on it, or be behind glass.
  const isBehind = around?.traits.includes('container') === true && !around.traits.includes('open');
  const isFixed = isSomebodyThing(thing) || thing.traits.includes('door');
  const isLate = isLaden(situation) && !isUsefulThing(thing);
  return (isFixed ? 6 : 0) + (isBehind ? 3 : 0) + (isLate ? LADEN : 0) + valueOf(deed);
}

const LADEN = 9;

/** Whether taking failed here for lack of room, and nothing was put down since. */
function isLaden({ here, journal }: Situation): boolean {
  const refused = here.findLast(({ text }) => says('tooMuch', text));
  const laid = journal.findLastIndex(({ action }) => LAYING.test(action));
  return refused !== undefined && journal.lastIndexOf(refused) > laid;
}

const LAYING = /^(?:drop|put|place|insert|give) /;

function valueOf({ thing, situation: { held, things, room } }: Deed): number {
  const isTold = thing.told !== 'nowhere';
  // Names and texts may differ: a line about things here that names nothing in reach may mean this one.
  const isNamed = (line: string) =>
    things.some(({ name }) => name.split(' ').some((word) => names(line, word)));
  const isUnnamed =
    !isTold && room.listing.split('\n').some((line) => line !== '' && !isNamed(line));
  if (isLampThing(thing) && (isUnnamed || isTold)) return -3;
  if (isWeaponThing(thing) && isTold && !held.some(isWeaponThing)) return -2;
  if (thing.inside !== null) return 0;
  if (isUnnamed) return 1.5;
  if (isA('precious', thing.name)) return 1;
  return { listed: 0.5, described: 10.5, nowhere: 12 }[thing.told];
}

export function isNobodysThing({ thing, situation }: Deed): boolean {
  return !situation.things.some((one) => one.name === thing.inside && isSomebodyThing(one));
}

/** So many things are put down for a wanted one: after one, most are still too heavy. */
const ENOUGH = 2;
const MOST_TRIES = 3;
const FREER = { cost: -8, again: true, why: 'Then my hands are freer.' } as const;

/** Puts a useless thing down if taking a better one failed for lack of room, or would now, then takes again. */
export function freeHands(situation: Situation): readonly Choice[] {
  const { journal, place, held, here } = situation;
  const last = journal.findLastIndex(({ action }) => !action.startsWith('drop '));
  const refused = journal[last];
  const isRefused = refused?.place === place && says('tooMuch', refused.text);
  const known = toldFailingNow(situation).find(({ answer }) => says('tooMuch', answer));
  const action = isRefused ? refused.action : known?.command;
  if (action === undefined) return [];
  const wanted = { name: action.replace(/^take /, ''), traits: [] };
  const dropped = journal.length - 1 - last;
  const tries = here.filter((turn) => turn.action === action).length;
  if (!isUsefulThing(wanted) || tries >= MOST_TRIES) return [];
  // A light is worth more than anything that can be fetched later.
  const isForLight = isLampThing(wanted) || isA('fire', wanted.name);
  const useless = held.find((thing) => {
    const isSpare = isWeaponThing(thing) && thing !== bestWeaponThing(held);
    const isFree = thing.inside === null && !thing.traits.includes('worn');
    return isFree && (!isUsefulThing(thing) || isSpare || (isForLight && !isLampThing(thing)));
  });
  if (dropped < ENOUGH && useless !== undefined)
    return [{ ...FREER, action: `drop ${useless.word}` }];
  return dropped === 0 || !isRefused ? [] : [{ ...FREER, action }];
}

/** The cost of putting down a precious thing: where its like won points, where a reading names, in a showcase, elsewhere. */
const COSTS = { accepted: -5, written: 2, displayed: 3, worth: 8, precious: 11 };
const PLACED = /^(?:put|place|insert) .+ (in|on) (.+)$/;

function wasWorth({ name }: Thing, { gains }: Situation): boolean {
  return gains.some(
    ({ action }) => action.startsWith('take ') && names(name, action.slice('take '.length)),
  );
}

function isTreasure(thing: Thing, situation: Situation): boolean {
  return wasWorth(thing, situation) || isA('precious', thing.name);
}

function paidPlaces({ gains }: Situation) {
  return gains.flatMap(({ place, action }) => {
    const [, preposition, word] = PLACED.exec(action) ?? [];
    return word === undefined ? [] : [{ place, word, preposition }];
  });
}

/** Whether a treasure may be put there: where its like won points, or on surfaces and in open, empty vessels. */
export function isReceiver({ thing, tool, situation }: Deed, preposition: 'in' | 'on'): boolean {
  if (tool === null || !isTreasure(tool, situation)) return false;
  const { traits, name, word } = thing;
  const paid = paidPlaces(situation).find((one) => one.word === word);
  if (paid !== undefined) return paid.preposition === preposition && paid.place === situation.place;
  const isSurface = traits.includes('supporter');
  const isVessel = traits.includes('container') && traits.includes('open');
  const isFull = situation.things.some(({ inside }) => inside === name);
  return (preposition === 'on' ? isSurface : isVessel && !isSurface) && !isFull;
}

/** The cost for the offline player of laying a thing down there: lowest where points were paid for it before. */
export function placingCost({ thing: { word, name }, tool, situation }: Deed): number {
  const { journal } = situation;
  if (paidPlaces(situation).some((one) => one.word === word)) return COSTS.accepted;
  const isWritten = journal.some(
    ({ action, text }) => /^(?:read|examine) /.test(action) && names(text.toLowerCase(), word),
  );
  if (isWritten) return COSTS.written;
  const isFresh = !journal.some(({ action }) => PLACED.exec(action)?.[2] === word);
  if (isFresh && isA('display', name)) return COSTS.displayed;
  return tool !== null && wasWorth(tool, situation) ? COSTS.worth : COSTS.precious;
}

/** Whether treasures are carried to a place: something there paid for their like, and a held one was not tried there. */
export function isTreasury(situation: Situation, id: number): boolean {
  const tried = situation.journal.filter(({ place }) => place === id).map(({ action }) => action);
  const isLeft = (thing: Thing) =>
    isTreasure(thing, situation) && !tried.some((done) => done.startsWith(`put ${thing.word} `));
  return paidPlaces(situation).some(({ place }) => place === id) && situation.held.some(isLeft);
}
