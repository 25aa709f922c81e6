import { allows } from './grammar.ts';
import type { Choice } from './choice.ts';
import { PRECIOUS, lastWord, names, type Thing } from './thing-names.ts';
import type { Situation } from './situation.ts';

/** A vessel or surface that took a treasure for points takes the next. */
const ACCEPTED = -5;
/** Something read names it. */
const WRITTEN = 2;
const FIRST_TRY = 8;
const LOOKS_VALUABLE = 11;
/** For each vessel that gave nothing. */
const IN_VAIN = 1;
const MOST_IN_VAIN = 4;
const TAKE_BACK = 0.3;
const GO_THERE = 1;
/** Made to hold what is precious. */
const DISPLAY =
  /\b(?:cabinet|case|showcase|display|pedestal|plinth|altar|shrine|niche|trophy|strongbox|vault|museum|mantelpiece|alcove|treasury)\b/;
const DISPLAYED = 3;

const LOOKING = /^(?:read|examine) /;
const PLACED = /^(?:put|place|insert) (.+) (in|on) (.+)$/;

/** Putting what is precious where the like won points, or where it may. */
export function treasureChoices(situation: Situation): readonly Choice[] {
  const { held, things, gains, place } = situation;
  const treasures = held.filter((thing) => isTreasure(thing, situation));
  const accepting = gains.flatMap((gain) => {
    const [, , preposition = '', where = ''] = PLACED.exec(gain.action) ?? [];
    return where === '' ? [] : [{ place: gain.place, preposition, where }];
  });
  const known = accepting
    .filter((one) => one.place === place)
    .flatMap(({ preposition, where }) =>
      treasures.map(({ word }) => ({
        action: `put ${word} ${preposition} ${where}`,
        cost: ACCEPTED,
        why: `The ${where} took the like for points.`,
      })),
    );
  const receivers = things.filter(
    (thing) => isReceiver(thing, things) && !accepting.some(({ where }) => where === thing.word),
  );
  const told = treasures.filter((thing) => isTold(thing, situation));
  const [first] = treasures.filter((thing) => !told.includes(thing));
  const offered = [...told, ...(first === undefined ? [] : [first])];
  return [
    ...known,
    ...receivers.flatMap((receiver) =>
      offered
        .filter(({ word }) => word !== receiver.word)
        .flatMap((thing) => firstTry(thing, receiver, told.includes(thing), situation)),
    ),
    ...things.flatMap((thing) => takenBack(thing, situation)),
  ];
}

/** Surfaces, and vessels that are open and were not emptied by what lies in them being taken. */
function isReceiver({ traits, name }: Thing, things: readonly Thing[]): boolean {
  const isVessel = traits.includes('container') && traits.includes('open');
  return (
    (traits.includes('supporter') || isVessel) && !things.some(({ inside }) => inside === name)
  );
}

function firstTry(
  thing: Thing,
  receiver: Thing,
  isToldOf: boolean,
  situation: Situation,
): readonly Choice[] {
  const { grammar, journal, gains } = situation;
  const preposition = receiver.traits.includes('supporter') ? 'on' : 'in';
  if (!allows(grammar, 'put', `X ${preposition} Y`)) return [];
  const written = journal
    .filter(({ action }) => LOOKING.test(action))
    .some(({ text }) => names(text.toLowerCase(), receiver.word));
  const isFresh = !journal.some(
    ({ action }) => PLACED.test(action) && action.endsWith(` ${receiver.word}`),
  );
  const placed = (turns: readonly { readonly action: string }[]) =>
    turns.filter(({ action }) => PLACED.test(action)).length;
  const inVain = Math.min(Math.max(0, placed(journal) - placed(gains)), MOST_IN_VAIN) * IN_VAIN;
  const valuable = (wasWorth(thing, situation) ? FIRST_TRY : LOOKS_VALUABLE) + inVain;
  const cost =
    written || isToldOf ? WRITTEN : isFresh && DISPLAY.test(receiver.name) ? DISPLAYED : valuable;
  const action = `put ${thing.word} ${preposition} ${receiver.word}`;
  return [{ action, cost, why: `The ${thing.word} may belong there.` }];
}

/** Whether something read or looked at here spoke of it. */
function isTold({ word, name }: Thing, { journal, place }: Situation): boolean {
  return journal.some(
    ({ place: at, action, text }) =>
      at === place &&
      LOOKING.test(action) &&
      !names(action, word) &&
      names(text.toLowerCase(), lastWord(name)),
  );
}

/** A treasure that was laid down here for nothing. */
function takenBack(thing: Thing, situation: Situation): readonly Choice[] {
  if (!isTreasure(thing, situation)) return [];
  const { journal, gains, place } = situation;
  const action = `take ${thing.word}`;
  const laid = journal.findLastIndex(
    (turn) => turn.place === place && turn.action.startsWith(`put ${thing.word} `),
  );
  const taken = journal.findLastIndex((turn) => turn.place === place && turn.action === action);
  const isWorthIt = gains.some(
    (gain) => gain.place === place && gain.action === journal[laid]?.action,
  );
  if (laid <= taken || isWorthIt) return [];
  return [
    { action, cost: TAKE_BACK, why: `That was not the place for the ${thing.word}.`, again: true },
  ];
}

/** Places to carry treasures to that were not tried there, with what that is worth. */
export function treasuries(situation: Situation): ReadonlyMap<number, number> {
  const { held, gains, place, journal } = situation;
  const treasures = held.filter((thing) => isTreasure(thing, situation));
  const isNew = (at: number) =>
    treasures.some(
      ({ word }) =>
        !journal.some((turn) => turn.place === at && turn.action.startsWith(`put ${word} `)),
    );
  return new Map(
    gains.flatMap(({ action, place: at }) =>
      PLACED.test(action) && at !== null && at !== place && isNew(at)
        ? [[at, GO_THERE] as const]
        : [],
    ),
  );
}

/** Whether something was opened at a place that is made to hold what is precious, and not tried in vain. */
export function hasDisplay(place: number, { journal }: Situation): boolean {
  const there = journal.filter((turn) => turn.place === place && DISPLAY.test(turn.action));
  return (
    there.some(({ action }) => action.startsWith('open ')) &&
    !there.some(({ action }) => PLACED.test(action))
  );
}

export function isTreasure(thing: Thing, situation: Situation): boolean {
  return wasWorth(thing, situation) || PRECIOUS.test(thing.name);
}

function wasWorth({ word, name }: Thing, { gains }: Situation): boolean {
  return gains.some(
    ({ action }) =>
      action === `take ${word}` || (action.startsWith('take ') && names(name, action.slice(5))),
  );
}
