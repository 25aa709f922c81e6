import { treasureMilestones, type MilestoneSet } from '../milestone.ts';

/** The Saltmere Light, release 1; numbers from the compiler's object list. */
export const SALTMERE: MilestoneSet = {
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
