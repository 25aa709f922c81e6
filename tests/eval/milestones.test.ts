import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import {
  milestonesOf,
  milestoneHolds,
  reachedMilestones,
  type MilestoneFacts,
} from '../../src/eval/milestones.ts';
import { locationId, objectId } from '../../src/domain/ids.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';
import { testStory } from '../helpers/stories.ts';
import { observation } from '../helpers/observation.ts';

const ZORK = `4 egg-taken, 9 kitchen, 12 living-room, 13 lantern-taken, 16 lantern-lit, 17 rope-taken, 22 sword-taken,
  24 trap-door-open, 25 cellar, 30 past-the-troll, 37 torch-taken, 48 sceptre-taken, 71 coffin-taken, 81 coffin-in-case,
  87 gallery, 88 painting-taken, 96 platinum-bar-taken, 118 hades, 119 skull-taken, 129 skull-in-case,
  130 platinum-bar-in-case, 138 coins-taken, 144 strange-passage, 146 coins-in-case, 189 trident-taken,
  201 trident-in-case, 227 emerald-taken, 237 scarab-taken, 244 pot-of-gold-taken, 244 half-of-the-points,
  252 sceptre-in-case, 253 pot-of-gold-in-case, 254 emerald-in-case, 255 scarab-in-case, 260 treasure-room,
  266 canary-taken, 269 chalice-taken, 273 painting-in-case, 275 chalice-in-case, 276 egg-in-case, 283 bauble-taken,
  289 canary-in-case, 290 bauble-in-case, 342 machine-room, 348 diamond-taken, 363 bracelet-taken, 369 figurine-taken,
  376 diamond-in-case, 377 torch-in-case, 378 bracelet-in-case, 379 figurine-in-case, 383 trunk-taken,
  387 trunk-in-case, 387 every-point, 389 map-taken, 395 barrow, 396 victory`;

const SALTMERE = `3 yard, 5 sash-window-open, 6 kitchen, 7 lantern-taken, 9 rusty-key-taken, 12 amber-egg-taken,
  15 front-door-open, 18 iron-door-open, 21 brass-key-taken, 22 lantern-room, 31 sea-chest-open, 32 silver-whistle-taken,
  40 plank-door-open, 42 handbell-taken, 49 jade-dolphin-taken, 57 hatch-open, 58 lantern-lit, 59 oil-cellar, 63 hoard,
  64 coral-crown-taken, 73 islet, 74 pearl-comb-taken, 79 chapel, 79 half-of-the-points, 81 garnet-ring-taken,
  85 amber-egg-on-altar, 87 silver-whistle-on-altar, 89 jade-dolphin-on-altar, 91 pearl-comb-on-altar,
  93 coral-crown-on-altar, 95 garnet-ring-on-altar, 96 wick-taken, 107 victory`;

const SHIPPED = {
  story: SHIPPED_STORY,
  commands: path.join(path.dirname(SHIPPED_STORY), 'saltmere.walkthrough.txt'),
};

function zork(name: string) {
  return { story: testStory(name), commands: testStory('zork1-r88.commands.txt') };
}

for (const { name, files, seed, expected } of [
  { name: 'the shipped story', files: SHIPPED, seed: 1, expected: SALTMERE },
  { name: 'Zork I r88', files: zork('zork1-r88.z3'), seed: 12, expected: ZORK },
  { name: 'Zork I r119', files: zork('zork1-r119.z3'), seed: 12, expected: ZORK },
]) {
  const { story, commands } = files;
  test.skipIf(story === null || commands === null)(
    `${name}: the walkthrough passes every milestone in this order, at these moves`,
    () => {
      if (story === null || commands === null) return;
      const game = openStory(readFileSync(story), { seed });
      const set = milestonesOf(game.story.key);
      const lines = readFileSync(commands, 'utf8').split('\n');
      const sights = [game.facts()];
      for (const command of lines.filter((line) => line !== '' && !line.startsWith('#'))) {
        game.step(command);
        sights.push(game.facts());
      }
      const reached = reachedMilestones(set, sights);
      expect(reached.map(({ turn, id }) => `${turn} ${id}`)).toEqual(expected.split(/,\s+/));
      expect(reached).toHaveLength(set.length);
      expect(new Set(set.map(({ id }) => id)).size).toBe(set.length);
    },
  );
}

test('a story that nobody wrote milestones for has none', () => {
  expect(milestonesOf('1.000000.0000')).toEqual([]);
});

describe('a state', () => {
  const lamp = { id: objectId(9), name: 'lamp' };
  const sight = (differs: Partial<MilestoneFacts>): MilestoneFacts => ({
    ...observation(),
    ...differs,
  });

  test('held counts what is carried in something, not what lies around', () => {
    const seen = (held: boolean) =>
      sight({ objects: [{ ...lamp, inside: objectId(5), held, traits: [] }] });
    expect(milestoneHolds({ kind: 'held', object: 9 }, seen(true))).toBe(true);
    expect(milestoneHolds({ kind: 'held', object: 9 }, seen(false))).toBe(false);
    expect(milestoneHolds({ kind: 'held', object: 9 }, sight({ inventory: [lamp] }))).toBe(true);
  });

  test('inside names the very container', () => {
    const seen = sight({ objects: [{ ...lamp, inside: objectId(5), held: false, traits: [] }] });
    expect(milestoneHolds({ kind: 'inside', object: 9, container: 5 }, seen)).toBe(true);
    expect(milestoneHolds({ kind: 'inside', object: 9, container: 6 }, seen)).toBe(false);
  });

  test('a score is reached at its number and above, never where there is none', () => {
    expect(milestoneHolds({ kind: 'score', least: 5 }, sight({ score: 5 }))).toBe(true);
    expect(milestoneHolds({ kind: 'score', least: 5 }, sight({ score: 4 }))).toBe(false);
    expect(milestoneHolds({ kind: 'score', least: 0 }, sight({ score: null }))).toBe(false);
  });

  test('a room with the number 0 is a room', () => {
    const there = sight({ location: { id: locationId(0), name: 'Void' } });
    expect(milestoneHolds({ kind: 'at', room: 0 }, there)).toBe(true);
  });

  test('counts from the turn it first held, also when it does not last', () => {
    const sights = [4, 7, 7, 4].map((id) => sight({ location: { id: locationId(id), name: 'R' } }));
    const milestone = { id: 'seven', state: { kind: 'at', room: 7 } } as const;
    expect(reachedMilestones([milestone], sights)).toEqual([{ id: 'seven', turn: 1 }]);
  });
});
