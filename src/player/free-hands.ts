import { saysTooMuch } from './answers.ts';
import type { Choice } from './choice.ts';
import { bestWeapon, isWeapon } from './fighting.ts';
import { isLamp } from './handling.ts';
import { PRECIOUS, type Thing } from './thing-names.ts';
import type { Situation } from './situation.ts';

/** Things put down for one that is wanted: with one, most are still too much. */
const ENOUGH = 2;
const MOST_TRIES = 3;
const URGENT = -8;
const USEFUL =
  /\b(?:match(?:es|book)?|sword|knife|dagger|axe|keys?|rope|shovel|spade|flint|steel|tinderbox|lighter|crowbar|hammer|screwdriver|wrench|gun|wand|rod)\b/;

/** Puts something of no use down when the last take of something better failed for lack of room, then takes again. */
export function freeHands(situation: Situation): readonly Choice[] {
  const { journal, place, held } = situation;
  const refused = journal.findLast(({ action }) => !action.startsWith('drop '));
  if (refused === undefined || refused.place !== place || !saysTooMuch(refused.text)) return [];
  const { action } = refused;
  const wanted = action.replace(/^take /, '');
  const dropped = journal.length - 1 - journal.lastIndexOf(refused);
  const tries = journal.filter((turn) => turn.place === place && turn.action === action).length;
  if (!isUseful({ name: wanted, traits: [] }) || tries >= MOST_TRIES) return [];
  const isSpare = (thing: Thing) => isWeapon(thing.name) && thing !== bestWeapon(held);
  const free = held.filter((thing) => thing.inside === null && !thing.traits.includes('worn'));
  const useless =
    free.find((thing) => !isUseful(thing) || isSpare(thing)) ??
    (LIGHT.test(wanted) ? free.find((thing) => !isLamp(thing)) : undefined);
  if (dropped < ENOUGH && useless !== undefined) {
    return [
      {
        action: `drop ${useless.word}`,
        cost: URGENT,
        why: `The ${useless.word} was of no use yet.`,
        again: true,
      },
    ];
  }
  if (dropped === 0) return [];
  return [{ action, cost: URGENT, why: 'My hands are freer now.', again: true }];
}

/** What makes light is worth more than anything that can be fetched later. */
const LIGHT =
  /\b(?:match(?:es|box|book)?|flint|steel|tinderbox|lighter|lamp|lantern|torch|candle)\b/;

/** Light, weapons, tools and what is precious. */
function isUseful(thing: Pick<Thing, 'name' | 'traits'>): boolean {
  return USEFUL.test(thing.name) || PRECIOUS.test(thing.name) || isLamp(thing);
}
