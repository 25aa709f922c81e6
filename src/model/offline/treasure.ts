import { allows } from './grammar.ts';
import type { Choice } from './choice.ts';
import { PRECIOUS, names, type Thing } from './thing-names.ts';
import type { Situation } from './situation.ts';

/** A vessel or surface that took a treasure for points takes the next. */
const ACCEPTED = -5;
/** Something read names it. */
const WRITTEN = 2;
const FIRST_TRY = 8;
const LOOKS_VALUABLE = 11;
/** For each vessel that gave nothing. */
const IN_VAIN = 1;
const TAKE_BACK = 0.3;
const GO_THERE = 1;

const PLACED = /^(?:put|place|insert) (.+) (in|on) (.+)$/;

/** Putting what is precious where the like won points, or where it may. */
export function treasureChoices(situation: Situation): readonly Choice[] {
  const { held, things, grammar, gains, place, journal } = situation;
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
  const isEmptied = (name: string) => things.some(({ inside }) => inside === name);
  const receivers = things.filter(
    ({ traits, word, name }) =>
      !isEmptied(name) &&
      (traits.includes('supporter') || (traits.includes('container') && traits.includes('open'))) &&
      !accepting.some(({ where }) => where === word),
  );
  const written = journal
    .filter(({ action }) => /^(?:read|examine) /.test(action))
    .map(({ text }) => text.toLowerCase())
    .join('\n');
  const inVain = journal.filter(({ action }) => PLACED.test(action)).length - accepting.length;
  const tries = receivers.flatMap((receiver) => {
    const preposition = receiver.traits.includes('supporter') ? 'on' : 'in';
    if (!allows(grammar, 'put', `X ${preposition} Y`)) return [];
    return treasures
      .filter(({ word }) => word !== receiver.word)
      .slice(0, 1)
      .map((thing) => ({
        action: `put ${thing.word} ${preposition} ${receiver.word}`,
        cost: names(written, receiver.word)
          ? WRITTEN
          : (wasWorth(thing, situation) ? FIRST_TRY : LOOKS_VALUABLE) +
            Math.max(0, inVain) * IN_VAIN,
        why: `The ${thing.word} may belong there.`,
      }));
  });
  return [...known, ...tries, ...things.flatMap((thing) => takenBack(thing, situation))];
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

/** Places to carry treasures to, with what that is worth. */
export function treasuries(situation: Situation): ReadonlyMap<number, number> {
  const { held, gains, place } = situation;
  if (!held.some((thing) => isTreasure(thing, situation))) return new Map();
  return new Map(
    gains.flatMap((gain) =>
      PLACED.test(gain.action) && gain.place !== null && gain.place !== place
        ? [[gain.place, GO_THERE] as const]
        : [],
    ),
  );
}

function isTreasure(thing: Thing, situation: Situation): boolean {
  return wasWorth(thing, situation) || PRECIOUS.test(thing.name);
}

function wasWorth({ word, name }: Thing, { gains }: Situation): boolean {
  return gains.some(
    ({ action }) =>
      action === `take ${word}` || (action.startsWith('take ') && names(name, action.slice(5))),
  );
}
