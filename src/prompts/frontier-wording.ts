import type { LocationId } from '../domain/ids.ts';
import { plural, firstFew } from '../domain/text.ts';
import { roomWords } from './room-wording.ts';
import { thingWords } from './thing-wording.ts';
import { BARRED, commandWords } from './wording.ts';

/** For a place with remembered dangers there or on the way. */
const PAST_DANGERS = ' past remembered dangers';

/** For a place whose known ways were all shut when last seen. */
const WAY_SHUT = ' by a way that was shut when last seen';

/** For facts that a probe found. */
export const TRIED_AHEAD = '(tried ahead by the engine, not by you)';

/** For an exit that a probe found to be deadly. */
export const DEADLY_WAY = `deadly ${TRIED_AHEAD}`;

/** The line before all else here, in an episode that explores. */
const FIRST = 'first in this episode, before you go on';

/** For a room that was only entered in the dark. */
const DARK = 'dark, needs light';

/** For a thing that nobody got at yet. */
const HANDS = 'hands were too full for it';
const LOCKED = 'locked';
const SHUT = 'not opened yet';
const LOST = 'you lost it';
const NOTES = new RegExp(
  ` \\((?:${HANDS}|${LOCKED}|${BARRED}|${SHUT}|${LOST}|tried: |tried before: ).*\\)$`,
);

const HERE_SCENERY = 'here, scenery';

/** Between the command of a side trip and the room next door. */
const TO = ' to ';
const SIDE_TRIP_TO = new RegExp(`${TO}.* \\(\\d+\\)$`);

const MOST_NAMED = 6;
const MOST_SCENERY = 4;
/** So many held things are told: it is unknown which was taken last, and that one must not be cut. */
const MOST_HELD = 12;
/** So many other places are told, the first ones. */
const MOST_PLACES = 3;
const MOST_VERBS = 5;
const MOST_TOPICS = 5;

/** A thing, and the verbs that were tried with it. */
interface Untouched {
  readonly name: string;
  readonly verbs: readonly string[];
  /** Verbs that only earlier episodes tried. */
  readonly earlier?: readonly string[];
  /** Whether it is a part of the place that can only be looked at, as far as is known. */
  readonly scenery?: boolean;
  /** Whether it can be opened and was never seen open. */
  readonly shut?: boolean;
  readonly isLocked?: boolean;
  readonly isBarred?: boolean;
  /** Whether the player lost it without dropping it. */
  readonly lost?: boolean | undefined;
  /** Whether it could not be taken because the hands were full. */
  readonly full?: boolean | undefined;
}

/** Somebody, and what they were not asked about. */
export interface Unasked {
  readonly name: string;
  readonly about: readonly string[];
}

interface Leftovers {
  readonly ways: readonly { readonly action: string }[];
  /** Things that nobody used, but only looked at. */
  readonly things: readonly Untouched[];
}

export interface FrontierPlace {
  readonly id: LocationId;
  readonly name: string;
  readonly steps: number;
  readonly isShut?: boolean;
  /** Whether there are remembered dangers there, or on the way. */
  readonly isDangerous: boolean;
  /** The first command of the way there. Null if it is not told. */
  readonly next: string | null;
  /** Whether it was dark there, so that nothing was seen. */
  readonly isDark?: boolean;
  readonly ways: number;
  readonly things: number;
  /** The names of those that can be opened and were never seen open. */
  readonly shut?: readonly string[];
  readonly hasScenery?: boolean;
}

/**
 * What is left to try, one line each: `- here, ways: up; west`, `- here, things: chest (not opened yet, tried: examine);
 * lever`, `- here, not asked about: librarian (gates, key)`, `- here, scenery: painted sign`, `- held, not put to use: rope`, `- elsewhere: Cellar (72), 2 steps past
 * remembered dangers, first north: 1 way, 2 things; 3 more places`, `- verbs never used: about; sing`. Empty if nothing is
 * left.
 */
export function frontierWords(left: {
  readonly here: Leftovers;
  /** Exits and things here and next door for which an episode explores. */
  readonly first?: readonly string[];
  readonly unasked?: readonly Unasked[];
  readonly unused: readonly Untouched[];
  readonly elsewhere: readonly FrontierPlace[];
  readonly verbs: readonly string[];
}): string {
  const { here, first = [], unasked = [], unused, elsewhere, verbs } = left;
  const ways = here.ways.map(({ action }) => commandWords(action));
  const places = some(worthiestFirst(elsewhere).map(placeWords), MOST_PLACES, 'place');
  const lines: readonly (readonly [string, string])[] = [
    [FIRST, some(first, MOST_NAMED)],
    ['here, ways', some(ways, MOST_NAMED, 'way')],
    ['here, things', thingsWords(here.things.filter((one) => one.scenery !== true))],
    ['here, not asked about', unasked.map(unaskedWords).join('; ')],
    [
      HERE_SCENERY,
      thingsWords(
        here.things.filter((one) => one.scenery === true),
        MOST_SCENERY,
      ),
    ],
    ['held, not put to use', thingsWords(unused, MOST_HELD)],
    ['elsewhere', places],
    ['verbs never used', verbs.join('; ')],
  ];
  return lines.flatMap(([name, all]) => (all === '' ? [] : [`- ${name}: ${all}`])).join('\n');
}

/** The places; if the nearest ones with an untried way and with a shut thing would be cut off, these come first. */
function worthiestFirst(places: readonly FrontierPlace[]): readonly FrontierPlace[] {
  const told = places.slice(0, MOST_PLACES);
  const withWay = places.find(({ ways }) => ways > 0);
  const withShut = places.find(({ shut = [] }) => shut.length > 0);
  const isWorthy = (place: FrontierPlace) => place === withWay || place === withShut;
  const untold = places.filter((place) => isWorthy(place) && !told.includes(place));
  if (untold.length === 0) return places;
  const first = [...untold, ...told.filter(isWorthy)];
  return [...first, ...places.filter((place) => !first.includes(place))];
}

/** `west to Dining room (40)`. */
export function sideTripWords(command: string, to: Pick<FrontierPlace, 'id' | 'name'>): string {
  return `${commandWords(command)}${TO}${roomWords(to)}`;
}

function placeWords(place: FrontierPlace): string {
  const { isShut = false, isDangerous, next, isDark, ways, things, shut = [], hasScenery } = place;
  const names = shut.map((name) => thingWords({ name })).join(', ');
  const unopened = names === '' ? '' : ` (${SHUT}: ${names})`;
  const how = [
    plural(place.steps, 'step'),
    isShut ? WAY_SHUT : '',
    isDangerous ? PAST_DANGERS : '',
    next === null ? '' : `, first ${commandWords(next)}`,
  ].join('');
  const what = [
    ...(isDark === true ? [DARK] : []),
    ...(ways === 0 ? [] : [plural(ways, 'way')]),
    ...(things === 0 ? [] : [`${plural(things, 'thing')}${unopened}`]),
    ...(hasScenery === true ? ['scenery'] : []),
  ];
  return `${roomWords(place)}, ${how}: ${what.join(', ')}`;
}

function unaskedWords({ name, about }: Unasked): string {
  return `${thingWords({ name })} (${firstFew(about, MOST_TOPICS).join(', ')})`;
}

function thingsWords(things: readonly Untouched[], most = MOST_NAMED): string {
  const words = things.map((thing) => {
    const tried = triedWords('tried', thing.verbs);
    const before = triedWords('tried before', thing.earlier ?? []);
    const notes = [
      thing.full === true && HANDS,
      thing.shut === true && (thing.isBarred ? BARRED : thing.isLocked ? LOCKED : SHUT),
      ...(thing.lost === true ? [LOST] : [tried, before]),
    ].filter(Boolean);
    return `${thingWords(thing)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  });
  return some(words, most);
}

function triedWords(label: string, verbs: readonly string[]): string {
  return verbs.length === 0 ? '' : `${label}: ${verbs.slice(0, MOST_VERBS).join(', ')}`;
}

function some(words: readonly string[], most: number, what = 'thing'): string {
  return firstFew(words, most, (more) => plural(more, `more ${what}`)).join('; ');
}

/** The text of `frontierWords` without other places. */
export function withoutElsewhere(section: string): string {
  const lines = section.split('\n').filter((line) => !line.startsWith('- elsewhere: '));
  return lines.join('\n');
}

/** The part of `frontierWords` about this room, on one line: `ways: up; west. things: lever`. */
export function untriedHere(section: string): string {
  const lines = section.split('\n').filter((line) => line.startsWith('- here, '));
  return lines.map((line) => line.slice('- here, '.length)).join('. ');
}

/** Reads the text of `frontierWords`. */
export function readFrontier(section: string) {
  return {
    first: listed(section, FIRST).map((one) => one.replace(SIDE_TRIP_TO, '')),
    ways: listed(section, 'here, ways'),
    things: ['here, things', HERE_SCENERY, 'held, not put to use']
      .flatMap((heading) => listed(section, heading))
      .map((name) => name.replace(NOTES, '')),
    elsewhere: listed(section, 'elsewhere').flatMap(readPlace),
  };
}

function listed(section: string, heading: string): readonly string[] {
  const line = section.split('\n').find((one) => one.startsWith(`- ${heading}: `));
  const all = line?.slice(heading.length + '- : '.length).split('; ') ?? [];
  return all.filter((one) => !/^\d+ more \w+$/.test(one));
}

function readPlace(words: string) {
  const parts = /^.* \((\d+)\), (\d+) steps?([^,:]*)(?:, first ([^:]+))?: (.*)$/.exec(words);
  if (parts === null) return [];
  const [, id, steps, how, next, what = ''] = parts;
  return [
    {
      id: Number(id),
      steps: Number(steps),
      isDangerous: how?.endsWith(PAST_DANGERS) === true,
      next: next ?? null,
      hasWays: /(?:^|, )\d+ ways?\b/.test(what),
      isDark: what.startsWith(DARK),
    },
  ];
}
