import { describe, expect, it } from 'vitest';
import { EngineSteps } from '../../src/interpreter/interpreter.ts';
import type { Location } from '../../src/domain/observation.ts';
import { addToEdge, addVisit } from '../../src/managers/map/grow-graph.ts';
import { encodeMap } from '../../src/managers/map/map-file.ts';
import { EMPTY_GRAPH } from '../../src/managers/map/map-graph.ts';
import type { BeginsBy } from '../../src/records/manifest.ts';
import { checkedOpenWays, chooseRecipe, visitedRooms } from '../../src/run/choose-recipe.ts';
import { openStoryFile } from '../../src/run/story-file.ts';
import { fixtureFile, openFixture } from '../helpers/fixture-stories.ts';
import { settings } from '../helpers/settings.ts';

/** A hall with a ring, north of it a garden with a cup; each is worth five points in the hands. */
const story = openStoryFile(fixtureFile('treasures.z5'));
const { ifid } = story.identity;
const game = openFixture('treasures.z5');
const hall = game.facts().location;
game.step('north');
const garden = game.facts().location;

const WALK = [hall, garden].flatMap((from) => [
  [from, 'north', garden] as const,
  [from, 'south', hall] as const,
]);

/** A map of both rooms, each visited so often, with the ways between them unless one is shut. */
function mapOf({ visits = 1, isShut = false } = {}): Uint8Array {
  const times = (room: Location) => Array.from({ length: visits }, () => room);
  const rooms = [hall, garden]
    .flatMap(times)
    .reduce((grown, room) => addVisit(grown, room, 1), EMPTY_GRAPH);
  const ways = isShut ? [] : WALK.filter(([from, , to]) => from !== to);
  const graph = ways.reduce(
    (grown, [from, action, to]) =>
      addToEdge(grown, from.id, action, { episode: 1, finding: { kind: 'walked', to: to.id } }),
    rooms,
  );
  return encodeMap(graph, ifid);
}

/** The learnt things: one that nobody tried in each of these rooms. */
function untried(...rooms: readonly Location[]): Uint8Array {
  const lines = rooms.map(({ id }, at) =>
    JSON.stringify({
      thing: at + 20,
      name: `gem ${at}`,
      room: id,
      tried: false,
      used: false,
      shut: false,
      verbs: [],
      scenery: false,
    }),
  );
  return Buffer.from(`${lines.join('\n')}\n`);
}

const RING = '## 5 points\n**Seeds:** 1, 2, 3, 4, 5 | **Worked:** 5 of 5\n\n1. take ring\n';
const BOTH =
  '\n## 10 points\n**Seeds:** 1, 2, 3, 4, 5 | **Worked:** 5 of 5\n\n1. take ring\n2. north\n3. take cup\n';
/** Two of five games had the luck. */
const LUCKY =
  '\n## 10 points\n**Seeds:** 1, 2, 3, 4, 5 | **Worked:** 2 of 5 | **Failed:** 3, 4, 5\n\n1. take ring\n2. north\n3. take cup\n';

function learnt(recipes: string, things = untried(), map: Uint8Array | null = mapOf()) {
  return { recipes: Buffer.from(`# Recipes\n\n${recipes}`), map, things };
}

const config = settings({ player: 'offline', recipes: 'explore', exits: 'probed' });

/** How an episode begins. */
function begins(files: ReturnType<typeof learnt>, by: BeginsBy = {}, seed = 7) {
  return chooseRecipe({ story, config, begins: by }, files, seed);
}

describe('an episode that explores', () => {
  it('begins where something is left, by a way with points, and is told how the best way goes on', () => {
    const { plan, onwards } = begins(learnt(RING, untried(garden)));
    expect(plan).toMatchObject({ commands: ['take ring', 'north'], turns: 2, earned: 5 });
    expect(onwards).toMatchObject({ commands: ['take ring'], earned: 5 });
  });

  it('is told no way where it begins at the start', () => {
    const { plan, onwards } = begins(learnt(BOTH, untried(hall), mapOf({ isShut: true })), {
      mostTurns: 0,
    });
    expect([plan?.turns, onwards]).toEqual([0, null]);
  });

  it('goes no way that the map does not know', () => {
    const { plan } = begins(learnt(RING, untried(garden), mapOf({ isShut: true })));
    expect(plan?.standings.at(-1)?.room).toBe(hall.id);
  });

  it('goes by the best way alone where nothing is left', () => {
    expect(begins(learnt(BOTH)).plan).toMatchObject({ turns: 3, earned: 10 });
  });

  it('goes by no way that is longer than it may be', () => {
    const { plan } = begins(learnt(RING, untried(garden)), { mostTurns: 1 });
    expect(plan).toMatchObject({ commands: ['north'], earned: 0 });
  });

  it('begins no more where two episodes found nothing', () => {
    const ends = (deadEnds: readonly number[]) =>
      [1, 2, 3, 4, 5, 6].map(
        (seed) =>
          begins(
            learnt(RING, untried(garden)),
            { deadEnds: [...deadEnds] },
            seed,
          ).plan?.standings.at(-1)?.room,
      );
    expect(ends([])).toContain(garden.id);
    expect(ends([hall.id, hall.id])).toContain(garden.id);
    expect(ends([garden.id, garden.id])).not.toContain(garden.id);
  });

  it('counts what its ways take of the engine, also where they are known already', () => {
    const files = learnt(RING, untried(garden));
    const [first, again] = [new EngineSteps(), new EngineSteps()];
    for (const steps of [first, again])
      chooseRecipe({ story, config, begins: {}, steps }, files, 11);
    expect(first.taken.verification).toBeGreaterThan(5);
    expect(again.taken).toEqual(first.taken);
  });
});

describe('an episode from a room that a person named', () => {
  it('begins there, though nothing is left, and whatever ended there in vain', () => {
    const deadEnds = [garden.id, garden.id, garden.id];
    const { plan, onwards } = begins(learnt(BOTH), { from: garden.id, deadEnds });
    expect(plan?.standings.at(-1)?.room).toBe(garden.id);
    expect(onwards).toMatchObject({ earned: 10 });
  });

  it('begins nowhere else where no way leads there', () => {
    expect(
      begins(learnt(RING, untried(hall), mapOf({ isShut: true })), { from: garden.id }).plan,
    ).toBeNull();
  });
});

describe('the open places with a checked way', () => {
  const told = (files: ReturnType<typeof learnt>) => checkedOpenWays({ story, config }, files);

  it('are told with their names, points, ways and what is left, the nearest first', () => {
    expect(told(learnt(RING, untried(garden, hall)))).toEqual({
      cut: null,
      told: [5],
      ways: [
        { room: hall, points: 5, commands: ['take ring'], untried: ['gem 1'] },
        { room: garden, points: 5, commands: ['take ring', 'north'], untried: ['gem 0'] },
      ],
    });
  });

  it('are told beside a way with luck only where that goes on from the sure one', () => {
    expect(told(learnt(RING + LUCKY)).told).toEqual([5, 10]);
    expect(told(learnt(LUCKY)).told).toEqual([10]);
    const withThing = RING.replace(
      '\n\n1. ',
      '\n**Taken along:** 1. look (gem, Hall, needed to go on)\n\n1. ',
    );
    expect(told(learnt(withThing + LUCKY)).told).toEqual([5, 10]);
    expect(told(learnt('')).told).toEqual([]);
  });
});

it('rooms count as visited by the map of this story alone', () => {
  expect(visitedRooms(mapOf(), ifid).map(({ id }) => id)).toEqual([hall.id, garden.id]);
  expect(visitedRooms(mapOf(), 'ZCODE-9-000000')).toEqual([]);
  expect(visitedRooms(mapOf({ visits: 0 }), ifid)).toEqual([]);
});
