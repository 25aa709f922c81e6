import type { Choice } from './choice.ts';
import { isWeapon } from './fighting.ts';
import { allows } from './grammar.ts';
import { mentionedNouns } from './looking.ts';
import { nounsIn } from './room-text.ts';
import { names, type Thing, PRECIOUS } from './thing-names.ts';
import type { Situation } from './situation.ts';

const TOLD_COST = { listed: 0.5, described: 10.5, nowhere: 12 } as const;
const UNNAMED = 1.5;
const PRECIOUS_COST = 1;
const LAMP_COST = -3;
const WEAPON_COST = -2;
const FIXED = 6;
const ELSEWHERE = 6;
/** What is seen in something closed may lie on it, or be behind glass. */
const CLOSED_IN = 3;
const REVEALED = 0.8;
const FOUND = 9;

/** Fittings and vessels that people open. */
const OPENABLE =
  /\b(?:door|gate|window|shutters?|hatch|trapdoor|grating|lid|chest|crate|box|cupboard|cabinet|wardrobe|drawer|mailbox|case|casket|coffin|trunk|bag|sack|basket|barrel|jar|bottle|envelope|package|parcel|purse|wallet|safe|locker|oven|refrigerator|fridge)\b/g;
const READABLE =
  /\b(?:letter|note|notes|book|books|paper|papers|newspaper|magazine|leaflet|pamphlet|booklet|scroll|sign|signboard|signpost|plaque|inscription|engravings?|journal|diary|logbook|label|manual|guide|page|poster|notice|card|map|message|tablet|placard|writing|brochure|document|menu|ticket|tag|board)\b/;
const LAMP = /\b(?:lamp|lantern|torch|flashlight|candles?)\b/;

/** Taking, opening and reading what is in reach. */
export function handlingChoices(situation: Situation): readonly Choice[] {
  const { things } = situation;
  return [
    ...things.flatMap((thing) => takeChoices(thing, situation)),
    ...foundChoices(situation),
    ...openChoices(situation),
    ...readChoices(situation),
  ];
}

export function isLamp({ name, traits }: Pick<Thing, 'name' | 'traits'>): boolean {
  return (
    !/burned|broken|dead/.test(name) &&
    (traits.includes('light') || LAMP.test(name)) &&
    !traits.includes('animate')
  );
}

function takeChoices(thing: Thing, situation: Situation): readonly Choice[] {
  const { word, traits, inside } = thing;
  const around = situation.things.find(({ name }) => name === inside);
  if (around?.traits.includes('animate')) return [];
  const isClosed = around?.traits.includes('container') === true && !around.traits.includes('open');
  const action = `take ${word}`;
  const isFixed = traits.includes('animate') || traits.includes('door');
  const cost =
    takingCost(thing, situation) +
    (isFixed ? FIXED : 0) +
    (isClosed ? CLOSED_IN : 0) +
    (situation.isTriedElsewhere(action) ? ELSEWHERE : 0);
  return [{ action, cost, why: `I have not tried to take the ${word}.` }];
}

/** What a reply named that came of opening, moving or searching something, and that no list has. */
function foundChoices(situation: Situation): readonly Choice[] {
  const { news, isTriedElsewhere } = situation;
  const found = new Set(nounsIn(news.found));
  const revealed = nounsIn(news.revealed);
  return mentionedNouns(situation)
    .filter((word) => found.has(word))
    .map((word) => ({
      action: `take ${word}`,
      cost:
        (revealed.includes(word) ? REVEALED : FOUND) +
        (isTriedElsewhere(`take ${word}`) ? ELSEWHERE : 0),
      why: `A ${word} turned up.`,
    }));
}

function takingCost(thing: Thing, { room, things, held }: Situation): number {
  const isUnnamed = thing.told === 'nowhere' && hasStranger(room.listing, things);
  if (isLamp(thing) && (isUnnamed || thing.told !== 'nowhere')) return LAMP_COST;
  const isArmed = held.some(({ name }) => isWeapon(name));
  if (isWeapon(thing.name) && !isArmed && thing.told !== 'nowhere') return WEAPON_COST;
  if (thing.inside !== null) return 0;
  if (isUnnamed) return UNNAMED;
  return PRECIOUS.test(thing.name) ? PRECIOUS_COST : TOLD_COST[thing.told];
}

/** Whether a line about what lies here names nothing that is in reach: names and texts may differ. */
function hasStranger(listing: string, things: readonly Thing[]): boolean {
  return listing
    .split('\n')
    .some(
      (line) =>
        line !== '' &&
        !things.some(({ name }) => name.split(' ').some((word) => names(line, word))),
    );
}

function openChoices({
  things,
  held,
  room,
  isTriedElsewhere,
  news,
  isUnknown,
}: Situation): readonly Choice[] {
  const isNew = ({ word }: Thing) => !isTriedElsewhere(`open ${word}`);
  const listed = [...things, ...held.filter(isNew)].flatMap(({ word, name, traits }) => {
    const canOpen = ['openable', 'container', 'door'].some((trait) => traits.includes(trait));
    const isClosed = !traits.includes('open');
    const looksLikeIt = traits.length === 0 && (name.match(OPENABLE)?.length ?? 0) > 0;
    if (!isClosed || !(canOpen || looksLikeIt)) return [];
    return [{ action: `open ${word}`, cost: canOpen ? 0.2 : 1, why: `The ${word} is closed.` }];
  });
  const told = `${room.scenery}\n${room.listing}\n${news.found}`;
  const known = [...things, ...held];
  const mentioned = [...new Set(told.match(OPENABLE) ?? [])]
    .filter(
      (word) =>
        !isUnknown(word) &&
        !known.some(({ name, traits }) => names(name, word) && traits.length > 0),
    )
    .map((word) => {
      const action = `open ${word}`;
      return {
        action,
        cost: isTriedElsewhere(action) ? 2 : 1,
        why: `The text mentions a ${word}.`,
      };
    });
  return [...listed, ...mentioned];
}

function readChoices({
  things,
  held,
  grammar,
  isTriedElsewhere,
  room,
}: Situation): readonly Choice[] {
  if (!allows(grammar, 'read', 'X')) return [];
  const isNew = ({ word }: Thing) => !isTriedElsewhere(`read ${word}`);
  const listed = [...held.filter(isNew), ...things].filter(({ name }) => READABLE.test(name));
  const mentioned = [`${room.scenery}\n${room.listing}`.match(READABLE)?.[0]].filter(
    (word) => word !== undefined && !listed.some(({ name }) => names(name, word)),
  );
  return [...listed.map(({ word }) => word), ...mentioned].map((word) => {
    const action = `read ${word}`;
    return {
      action,
      cost: isTriedElsewhere(action) ? 8 : 1.2,
      why: `The ${word} may say something.`,
    };
  });
}
