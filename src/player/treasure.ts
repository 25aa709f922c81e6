import type { Choice } from './choice.ts';
import { allows } from './grammar.ts';
import type { JournalTurn } from './journal.ts';
import { isA } from './lexicon.ts';
import type { Situation } from './situation.ts';
import { names, says } from './texts.ts';
import { bestWeapon, isLamp, isWeapon, lastWord, type Thing } from './things.ts';
import { isTreasure, wasWorth } from './told.ts';

/** A vessel or surface that took a treasure for points takes the next. */
const ACCEPTED = -5;
/** Something read names it. */
const WRITTEN = 2;
const DISPLAYED = 3;
const FIRST_TRY = 8;
const LOOKS_VALUABLE = 11;
/** For each vessel that gave nothing. */
const IN_VAIN = 1;
const MOST_IN_VAIN = 4;
const TAKE_BACK = 0.3;
const GO_THERE = 1;

const LOOKING = /^(?:read|examine) /;
const PLACED = /^(?:put|place|insert) (.+) (in|on) (.+)$/;

/** Putting what is precious where the like won points, or where it may. */
export function treasureChoices(situation: Situation): readonly Choice[] {
  const { held, things, gains, place, here } = situation;
  const treasures = held.filter((thing) => isTreasure(thing, situation));
  const accepting = gains.flatMap((gain) => {
    const [, , preposition = '', where] = PLACED.exec(gain.action) ?? [];
    return where === undefined ? [] : [{ at: gain.place, preposition, where }];
  });
  const known = accepting.filter(({ at }) => at === place);
  const isTold = ({ word, name }: Thing) =>
    here.some(
      ({ action, text }) =>
        LOOKING.test(action) && !names(action, word) && names(text.toLowerCase(), lastWord(name)),
    );
  const told = treasures.filter(isTold);
  const [first] = treasures.filter((thing) => !told.includes(thing));
  const offered = [...told, ...(first === undefined ? [] : [first])];
  const receivers = things.filter(
    (thing) => isReceiver(thing, things) && !accepting.some(({ where }) => where === thing.word),
  );
  return [
    ...known.flatMap(({ preposition, where }) =>
      treasures.map(({ word }) => ({
        action: `put ${word} ${preposition} ${where}`,
        cost: ACCEPTED,
        why: `The ${where} took the like for points.`,
      })),
    ),
    ...receivers.flatMap((receiver) =>
      offered
        .filter(({ word }) => word !== receiver.word)
        .flatMap((thing) => firstTry(thing, receiver, told.includes(thing), situation)),
    ),
    ...things
      .filter((thing) => isTreasure(thing, situation))
      .flatMap((thing) => takenBack(thing, situation)),
  ];
}

/** Surfaces, and vessels that are open and were not emptied by what lies in them being taken. */
function isReceiver({ traits, name }: Thing, things: readonly Thing[]): boolean {
  const isVessel = traits.includes('container') && traits.includes('open');
  const isFull = things.some(({ inside }) => inside === name);
  return (traits.includes('supporter') || isVessel) && !isFull;
}

function firstTry(
  thing: Thing,
  receiver: Thing,
  isTold: boolean,
  situation: Situation,
): readonly Choice[] {
  const { grammar, journal, gains } = situation;
  const preposition = receiver.traits.includes('supporter') ? 'on' : 'in';
  if (!allows(grammar, 'put', `X ${preposition} Y`)) return [];
  const isWritten = journal.some(
    ({ action, text }) => LOOKING.test(action) && names(text.toLowerCase(), receiver.word),
  );
  const placed = journal.filter(({ action }) => PLACED.test(action));
  const isFresh = !placed.some(({ action }) => action.endsWith(` ${receiver.word}`));
  const isMade = isFresh && isA('display', receiver.name);
  const paid = gains.filter(({ action }) => PLACED.test(action)).length;
  const inVain = Math.min(Math.max(0, placed.length - paid), MOST_IN_VAIN) * IN_VAIN;
  const valuable = (wasWorth(thing, situation) ? FIRST_TRY : LOOKS_VALUABLE) + inVain;
  const cost = isWritten || isTold ? WRITTEN : isMade ? DISPLAYED : valuable;
  const action = `put ${thing.word} ${preposition} ${receiver.word}`;
  return [{ action, cost, why: `The ${thing.word} may belong there.` }];
}

/** A treasure that was laid down here for nothing. */
function takenBack({ word }: Thing, { here, gains, place }: Situation): readonly Choice[] {
  const action = `take ${word}`;
  const laid = here.findLastIndex((turn) => turn.action.startsWith(`put ${word} `));
  const taken = here.findLastIndex((turn) => turn.action === action);
  const isWorthIt = gains.some(
    (gain) => gain.place === place && gain.action === here[laid]?.action,
  );
  if (laid <= taken || isWorthIt) return [];
  return [{ action, cost: TAKE_BACK, why: `That was not the place for it.`, again: true }];
}

/** Places to carry treasures to that were not tried there, with what that is worth. */
export function treasuries(situation: Situation): ReadonlyMap<number, number> {
  const { held, gains, place, journal } = situation;
  const treasures = held.filter((thing) => isTreasure(thing, situation));
  const isTried = (word: string, at: number) =>
    journal.some((turn) => turn.place === at && turn.action.startsWith(`put ${word} `));
  return new Map(
    gains.flatMap(({ action, place: at }) =>
      PLACED.test(action) &&
      at !== null &&
      at !== place &&
      treasures.some(({ word }) => !isTried(word, at))
        ? [[at, GO_THERE] as const]
        : [],
    ),
  );
}

/** Whether something was opened at a place that is made to hold what is precious, and not tried in vain. */
export function hasDisplay(there: readonly JournalTurn[]): boolean {
  const about = there.filter(({ action }) => isA('display', action));
  return (
    about.some(({ action }) => action.startsWith('open ')) &&
    !about.some(({ action }) => PLACED.test(action))
  );
}

/** Things put down for one that is wanted: with one, most are still too much. */
const ENOUGH = 2;
const MOST_TRIES = 3;
const URGENT = -8;
const USEFUL = [
  'fire',
  'key',
  'cutter',
  'rope',
  'spade',
  'crowbar',
  'wrench',
  'gadget',
  'sword',
  'knife',
  'precious',
] as const;

/** Puts something of no use down when the last take of something better failed for lack of room, then takes again. */
export function freeHands({ journal, place, held, here }: Situation): readonly Choice[] {
  const refused = journal.findLast(({ action }) => !action.startsWith('drop '));
  if (refused?.place !== place || !says('tooMuch', refused.text)) return [];
  const { action } = refused;
  const wanted = { name: action.replace(/^take /, ''), traits: [] };
  const dropped = journal.length - 1 - journal.lastIndexOf(refused);
  const tries = here.filter((turn) => turn.action === action).length;
  if (!isUseful(wanted) || tries >= MOST_TRIES) return [];
  const isSpare = (thing: Thing) => isWeapon(thing) && thing !== bestWeapon(held);
  const free = held.filter(({ inside, traits }) => inside === null && !traits.includes('worn'));
  // what makes light is worth more than anything that can be fetched later
  const isForLight = isLamp(wanted) || isA('fire', wanted.name);
  const useless = free.find(
    (thing) => !isUseful(thing) || isSpare(thing) || (isForLight && !isLamp(thing)),
  );
  if (dropped < ENOUGH && useless !== undefined)
    return [
      { action: `drop ${useless.word}`, cost: URGENT, why: 'It was of no use yet.', again: true },
    ];
  return dropped === 0
    ? []
    : [{ action, cost: URGENT, why: 'My hands are freer now.', again: true }];
}

/** Light, weapons, tools and what is precious. */
function isUseful(thing: Pick<Thing, 'name' | 'traits'>): boolean {
  return isLamp(thing) || USEFUL.some((kind) => isA(kind, thing.name));
}
