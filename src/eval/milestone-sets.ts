import { type MilestoneSet, treasureMilestones } from './milestone.ts';

/** The Saltmere Light, release 1; numbers from the compiler's object list. */
const SALTMERE: MilestoneSet = {
  story: '1.261120.5815',
  milestones: [
    { id: 'yard', state: { kind: 'at', room: 37 } },
    { id: 'sash-window-open', state: { kind: 'trait', object: 48, trait: 'open' } },
    { id: 'kitchen', state: { kind: 'at', room: 49 } },
    { id: 'lantern-taken', state: { kind: 'held', object: 51 } },
    { id: 'lantern-lit', state: { kind: 'trait', object: 51, trait: 'on' } },
    { id: 'rusty-key-taken', state: { kind: 'held', object: 55 } },
    { id: 'front-door-open', state: { kind: 'trait', object: 39, trait: 'open' } },
    { id: 'iron-door-open', state: { kind: 'trait', object: 75, trait: 'open' } },
    { id: 'brass-key-taken', state: { kind: 'held', object: 82 } },
    { id: 'lantern-room', state: { kind: 'at', room: 86 } },
    { id: 'sea-chest-open', state: { kind: 'trait', object: 67, trait: 'open' } },
    { id: 'plank-door-open', state: { kind: 'trait', object: 95, trait: 'open' } },
    { id: 'handbell-taken', state: { kind: 'held', object: 99 } },
    { id: 'hatch-open', state: { kind: 'trait', object: 80, trait: 'open' } },
    { id: 'oil-cellar', state: { kind: 'at', room: 142 } },
    { id: 'hoard', state: { kind: 'at', room: 155 } },
    { id: 'islet', state: { kind: 'at', room: 125 } },
    { id: 'chapel', state: { kind: 'at', room: 132 } },
    ...treasureMilestones(
      { name: 'on-altar', id: 133 },
      {
        'amber-egg': 60,
        'silver-whistle': 68,
        'jade-dolphin': 110,
        'pearl-comb': 127,
        'coral-crown': 157,
        'garnet-ring': 139,
      },
    ),
    { id: 'wick-taken', state: { kind: 'held', object: 136 } },
    { id: 'half-of-the-points', state: { kind: 'score', least: 50 } },
    { id: 'victory', state: { kind: 'ended', as: 'victory' } },
  ],
};

/** Zork I, release 88; numbers as Jericho lists them for this release. */
const ZORK1_R88: MilestoneSet = {
  story: '88.840726.a129',
  milestones: [
    { id: 'kitchen', state: { kind: 'at', room: 203 } },
    { id: 'living-room', state: { kind: 'at', room: 193 } },
    { id: 'lantern-taken', state: { kind: 'held', object: 164 } },
    { id: 'lantern-lit', state: { kind: 'trait', object: 164, trait: 'on' } },
    { id: 'sword-taken', state: { kind: 'held', object: 110 } },
    { id: 'trap-door-open', state: { kind: 'trait', object: 183, trait: 'open' } },
    { id: 'cellar', state: { kind: 'at', room: 72 } },
    { id: 'gallery', state: { kind: 'at', room: 148 } },
    { id: 'past-the-troll', state: { kind: 'at', room: 41 } },
    { id: 'rope-taken', state: { kind: 'held', object: 129 } },
    { id: 'hades', state: { kind: 'at', room: 230 } },
    { id: 'strange-passage', state: { kind: 'at', room: 51 } },
    { id: 'treasure-room', state: { kind: 'at', room: 190 } },
    { id: 'machine-room', state: { kind: 'at', room: 157 } },
    ...treasureMilestones(
      { name: 'in-case', id: 194 },
      {
        egg: 87,
        canary: 84,
        bauble: 85,
        painting: 149,
        'platinum-bar': 139,
        coins: 165,
        torch: 104,
        coffin: 208,
        sceptre: 209,
        skull: 231,
        trunk: 101,
        trident: 188,
        emerald: 163,
        scarab: 116,
        'pot-of-gold': 137,
        chalice: 191,
        diamond: 171,
        bracelet: 125,
        figurine: 170,
      },
    ),
    { id: 'half-of-the-points', state: { kind: 'score', least: 175 } },
    { id: 'every-point', state: { kind: 'score', least: 350 } },
    { id: 'map-taken', state: { kind: 'held', object: 109 } },
    { id: 'barrow', state: { kind: 'at', room: 178 } },
    { id: 'victory', state: { kind: 'ended', as: 'victory' } },
  ],
};

/** Zork I, release 119; numbers as the object table of this release has them. */
const ZORK1_R119: MilestoneSet = {
  story: '119.880429.bf44',
  milestones: [
    { id: 'kitchen', state: { kind: 'at', room: 27 } },
    { id: 'living-room', state: { kind: 'at', room: 75 } },
    { id: 'lantern-taken', state: { kind: 'held', object: 146 } },
    { id: 'lantern-lit', state: { kind: 'trait', object: 146, trait: 'on' } },
    { id: 'sword-taken', state: { kind: 'held', object: 227 } },
    { id: 'trap-door-open', state: { kind: 'trait', object: 240, trait: 'open' } },
    { id: 'cellar', state: { kind: 'at', room: 33 } },
    { id: 'gallery', state: { kind: 'at', room: 122 } },
    { id: 'past-the-troll', state: { kind: 'at', room: 130 } },
    { id: 'rope-taken', state: { kind: 'held', object: 58 } },
    { id: 'hades', state: { kind: 'at', room: 13 } },
    { id: 'strange-passage', state: { kind: 'at', room: 117 } },
    { id: 'treasure-room', state: { kind: 'at', room: 82 } },
    { id: 'machine-room', state: { kind: 'at', room: 89 } },
    ...treasureMilestones(
      { name: 'in-case', id: 197 },
      {
        egg: 105,
        canary: 80,
        bauble: 133,
        painting: 92,
        'platinum-bar': 201,
        coins: 97,
        torch: 12,
        coffin: 179,
        sceptre: 204,
        skull: 140,
        trunk: 229,
        trident: 23,
        emerald: 119,
        scarab: 126,
        'pot-of-gold': 154,
        chalice: 242,
        diamond: 192,
        bracelet: 214,
        figurine: 10,
      },
    ),
    { id: 'half-of-the-points', state: { kind: 'score', least: 175 } },
    { id: 'every-point', state: { kind: 'score', least: 350 } },
    { id: 'map-taken', state: { kind: 'held', object: 24 } },
    { id: 'barrow', state: { kind: 'at', room: 244 } },
    { id: 'victory', state: { kind: 'ended', as: 'victory' } },
  ],
};

const SETS: readonly MilestoneSet[] = [SALTMERE, ZORK1_R88, ZORK1_R119];

/** The milestones of the story with this key (`release.serial.checksum`), or null when nobody wrote any down. */
export function milestonesOf(storyKey: string): MilestoneSet | null {
  return SETS.find(({ story }) => story === storyKey) ?? null;
}
