import type { Ending, Trait, WorldFacts } from '../domain/observation.ts';

/** A state of the world that the Z-machine's memory shows after a turn. */
type StatePredicate =
  | { readonly kind: 'at'; readonly room: number }
  /** Carried, also inside an open carried thing. */
  | { readonly kind: 'held'; readonly object: number }
  | { readonly kind: 'inside'; readonly object: number; readonly container: number }
  | { readonly kind: 'trait'; readonly object: number; readonly trait: Trait }
  | { readonly kind: 'score'; readonly least: number }
  | { readonly kind: 'ended'; readonly as: Ending };

/** Something worth reaching in a story. For measurement only: no prompt, manager or turn sees it. */
export interface Milestone {
  /** Kebab-case; unique in its story. */
  readonly id: string;
  readonly state: StatePredicate;
}

/** The facts that decide a milestone, from the interpreter or an observation of a trajectory. */
export type MilestoneFacts = Pick<
  WorldFacts,
  'location' | 'inventory' | 'objects' | 'score' | 'ended'
>;

export function milestoneHolds(state: StatePredicate, sight: MilestoneFacts): boolean {
  const { location, inventory, objects, score, ended } = sight;
  const seen = (id: number) => objects.find((object) => object.id === id);
  switch (state.kind) {
    case 'at':
      return location.id === state.room;
    case 'held':
      return inventory.some(({ id }) => id === state.object) || seen(state.object)?.held === true;
    case 'inside':
      return seen(state.object)?.inside === state.container;
    case 'trait':
      return seen(state.object)?.traits.includes(state.trait) === true;
    case 'score':
      return score !== null && score >= state.least;
    case 'ended':
      break;
  }
  return ended === state.as;
}

/** The milestones in the order of reaching them. `sights` holds the opening, of turn 0, then the look after each turn. */
export function reachedMilestones(
  milestones: readonly Milestone[],
  sights: readonly MilestoneFacts[],
) {
  return milestones
    .map(({ id, state }) => ({
      id,
      turn: sights.findIndex((sight) => milestoneHolds(state, sight)),
    }))
    .filter(({ turn }) => turn !== -1)
    .sort((a, b) => a.turn - b.turn);
}

type Kind = (id: string, number: number, place: Place) => readonly Milestone[];

interface Place {
  readonly name: string;
  readonly id: number;
}

const at: Kind = (id, room) => [{ id, state: { kind: 'at', room } }];
const held: Kind = (id, object) => [{ id, state: { kind: 'held', object } }];
const open: Kind = (id, object) => [{ id, state: { kind: 'trait', object, trait: 'open' } }];
const lit: Kind = (id, object) => [{ id, state: { kind: 'trait', object, trait: 'on' } }];
const score: Kind = (id, least) => [{ id, state: { kind: 'score', least } }];
/** A treasure was taken, and lies where it counts. */
const treasure: Kind = (id, object, place) => [
  { id: `${id}-taken`, state: { kind: 'held', object } },
  { id: `${id}-${place.name}`, state: { kind: 'inside', object, container: place.id } },
];

/** A milestone of a story, and its number in each known release. */
type Row = readonly [id: string, kind: Kind, ...numbers: number[]];

/** Release 1; numbers from the compiler's object list. */
const SALTMERE: readonly Row[] = [
  ['yard', at, 37],
  ['sash-window-open', open, 48],
  ['kitchen', at, 49],
  ['lantern-taken', held, 51],
  ['lantern-lit', lit, 51],
  ['rusty-key-taken', held, 55],
  ['front-door-open', open, 39],
  ['iron-door-open', open, 75],
  ['brass-key-taken', held, 82],
  ['lantern-room', at, 86],
  ['sea-chest-open', open, 67],
  ['plank-door-open', open, 95],
  ['handbell-taken', held, 99],
  ['hatch-open', open, 80],
  ['oil-cellar', at, 142],
  ['hoard', at, 155],
  ['islet', at, 125],
  ['chapel', at, 132],
  ['amber-egg', treasure, 60],
  ['silver-whistle', treasure, 68],
  ['jade-dolphin', treasure, 110],
  ['pearl-comb', treasure, 127],
  ['coral-crown', treasure, 157],
  ['garnet-ring', treasure, 139],
  ['wick-taken', held, 136],
  ['half-of-the-points', score, 50],
];

/** Releases 88, as Jericho lists its numbers, and 119, as its object table has them. */
const ZORK1: readonly Row[] = [
  ['kitchen', at, 203, 27],
  ['living-room', at, 193, 75],
  ['lantern-taken', held, 164, 146],
  ['lantern-lit', lit, 164, 146],
  ['sword-taken', held, 110, 227],
  ['trap-door-open', open, 183, 240],
  ['cellar', at, 72, 33],
  ['gallery', at, 148, 122],
  ['past-the-troll', at, 41, 130],
  ['rope-taken', held, 129, 58],
  ['hades', at, 230, 13],
  ['strange-passage', at, 51, 117],
  ['treasure-room', at, 190, 82],
  ['machine-room', at, 157, 89],
  ['egg', treasure, 87, 105],
  ['canary', treasure, 84, 80],
  ['bauble', treasure, 85, 133],
  ['painting', treasure, 149, 92],
  ['platinum-bar', treasure, 139, 201],
  ['coins', treasure, 165, 97],
  ['torch', treasure, 104, 12],
  ['coffin', treasure, 208, 179],
  ['sceptre', treasure, 209, 204],
  ['skull', treasure, 231, 140],
  ['trunk', treasure, 101, 229],
  ['trident', treasure, 188, 23],
  ['emerald', treasure, 163, 119],
  ['scarab', treasure, 116, 126],
  ['pot-of-gold', treasure, 137, 154],
  ['chalice', treasure, 191, 242],
  ['diamond', treasure, 171, 192],
  ['bracelet', treasure, 125, 214],
  ['figurine', treasure, 170, 10],
  ['half-of-the-points', score, 175, 175],
  ['every-point', score, 350, 350],
  ['map-taken', held, 109, 24],
  ['barrow', at, 178, 244],
];

function milestonesIn(rows: readonly Row[], release: number, place: Place): readonly Milestone[] {
  const own = rows.flatMap(([id, kind, ...numbers]) => {
    const number = numbers[release];
    return number === undefined ? [] : kind(id, number, place);
  });
  return [...own, { id: 'victory', state: { kind: 'ended', as: 'victory' } }];
}

/** By story key (`release.serial.checksum`): object numbers are only valid for this file. */
const SETS = new Map([
  ['1.261120.5815', milestonesIn(SALTMERE, 0, { name: 'on-altar', id: 133 })],
  ['88.840726.a129', milestonesIn(ZORK1, 0, { name: 'in-case', id: 194 })],
  ['119.880429.bf44', milestonesIn(ZORK1, 1, { name: 'in-case', id: 197 })],
]);

export function milestonesOf(storyKey: string): readonly Milestone[] {
  return SETS.get(storyKey) ?? [];
}
