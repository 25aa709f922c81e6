import { describe, expect, it } from 'vitest';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import { type RecipePlan } from '../../../src/domain/recipe.ts';
import { standingOf } from '../../../src/domain/standing.ts';
import { RecipeGuide } from '../../../src/managers/recipe/recipe-guide.ts';
import { observation, turn } from '../../helpers/observation.ts';

/** A game of four rooms: a chest with whistle and ring, a door, a lamp behind it, and a slide that leads past the door. */
interface World {
  readonly room: number;
  readonly open: readonly string[];
  readonly held: readonly string[];
  readonly won: readonly string[];
}

const START: World = { room: 1, open: [], held: [], won: [] };
const THINGS = ['whistle', 'ring', 'lamp'];
const POINTS: Record<string, number> = { ring: 4, lair: 5, lamp: 3 };

function after(world: World, command: string): World {
  const { room, open, held, won } = world;
  const isOpen = (thing: string) => open.includes(thing);
  const take = (...things: string[]): World => {
    const fresh = things.filter((one) => !held.includes(one));
    return { ...world, held: [...held, ...fresh], won: [...new Set([...won, ...things])] };
  };
  const walk = (to: number): World => ({
    ...world,
    room: to,
    won: to === 3 ? [...new Set([...won, 'lair'])] : won,
  });
  const chest = isOpen('chest');
  const moves: Readonly<Record<string, readonly [room: number, can: boolean, to: () => World]>> = {
    'open chest': [1, true, () => ({ ...world, open: [...open, 'chest'] })],
    'take whistle': [1, chest, () => take('whistle')],
    'take ring': [1, chest, () => take('ring')],
    'take all from chest': [1, chest, () => take('whistle', 'ring')],
    north: [1, true, () => walk(2)],
    south: [2, true, () => walk(1)],
    'open door': [2, true, () => ({ ...world, open: [...open, 'door'] })],
    east: [2, isOpen('door'), () => walk(3)],
    slide: [1, true, () => walk(3)],
    up: [3, true, () => walk(4)],
    down: [4, true, () => walk(3)],
    'take lamp': [3, held.includes('whistle'), () => take('lamp')],
    'light whistle': [1, held.includes('whistle'), () => ({ ...world, open: [...open, 'light'] })],
  };
  const [where, can, to] = moves[command] ?? [0, false, () => world];
  return where === room && can ? to() : world;
}

/** Beyond the door it is dark without a light. */
function isDarkIn({ location, scene }: Observation): Pick<Observation, 'isDark'> {
  return Number(location.id) === 3 && !scene.includes('light') ? { isDark: true } : {};
}

function look(world: World): Observation {
  const { room, held, open, won } = world;
  return observation({
    location: { id: locationId(room), name: `Room ${room}` },
    inventory: held.map((name) => ({ id: objectId(THINGS.indexOf(name) + 1), name })),
    score: won.reduce((sum, one) => sum + (POINTS[one] ?? 0), 0),
    scene: JSON.stringify([
      room,
      held,
      [...new Set(open)].filter((one) => one !== 'door' || room === 2),
    ]),
  });
}

const COMMANDS = [
  'open chest',
  'take whistle',
  'take ring',
  'north',
  'open door',
  'east',
  'take lamp',
];

const TO_LAIR = ['north', 'open door', 'east'];

function courseOf(commands: readonly string[], from = START): readonly World[] {
  const worlds = [from];
  for (const command of commands) worlds.push(after(worlds.at(-1) ?? from, command));
  return worlds;
}

function planOf(commands: readonly string[]): RecipePlan {
  const standings = courseOf(commands).map((world) => standingOf(look(world)));
  return { commands, points: 12, checkedSeeds: 10, standings, turns: commands.length, earned: 12 };
}

/** A player in the world who is asked after every command; `luck` are the games in which the lamp can be taken. */
function playing(
  maxTurns: number | null = null,
  isWhole = (_game: number) => true,
  plan = planOf(COMMANDS),
) {
  let [world, now, count] = [START, look(START), 0];
  const guide = new RecipeGuide(plan, 'advice', {
    ports: {
      routeTo(from, to) {
        const command = from === 4 && to === 3 ? 'down' : from === 2 && to === 1 ? 'south' : null;
        return command === null ? null : { commands: [command], isShut: false };
      },
      knownToPay: () => [],
      maxTurns: () => maxTurns,
      tryAhead: (ahead, game) =>
        courseOf(isWhole(game) ? ahead : [], world)
          .slice(1)
          .map(look)
          .map((one) => ({ ...standingOf({ ...one, ...isDarkIn(one) }), scene: one.scene })),
    },
  });
  return {
    told: () =>
      guide.route(now).replace(/^Suggestion: the checked way to points from command /, ''),
    play(...played: readonly string[]) {
      for (const command of played) {
        guide.route(now);
        const before = now;
        world = after(world, command);
        now = look(world);
        count += 1;
        guide.record(turn(count, command, before, now));
      }
      return this;
    },
  };
}

describe('a checked way that was left', () => {
  it('leaves out what is held already, however it was taken', () => {
    const player = playing().play('open chest', 'take all from chest');
    expect(player.told()).toBe('4 of 7 on, +8 in 4 turns: north, then open door, east ...');
    expect(playing().play('open chest', 'take ring').told()).toBe(
      '2 of 7 on, +8 in 5 turns: take whistle, then north, open door ...',
    );
  });

  it('leaves out what is open already, and goes on so to the end', () => {
    const player = playing().play('north', 'open door', 'south');
    expect(player.told()).toBe(
      '1 of 7 on, +12 in 6 turns: open chest, then take whistle, take ring ...',
    );
    player.play('open chest', 'take whistle', 'take ring', 'north');
    expect(player.told()).toBe('6 of 7 on, +8 in 2 turns: east, then take lamp.');
    expect(player.play('east', 'take lamp').told()).toBe('');
  });

  it('takes along what the way has at its end, and lights it, where that is here and pays as much', () => {
    const plan = planOf(['open chest', 'take whistle', 'take ring', 'light whistle', ...TO_LAIR]);
    const player = playing(null, undefined, plan).play('open chest', 'take ring');
    expect(player.told()).toMatch(/^2 of 7 on, \+5 in 5 turns: take whistle, then light whistle,/);
    player.play('take whistle', 'north', 'south');
    expect(player.told()).toMatch(/^4 of 7 on, \+5 in 4 turns: light whistle, then north,/);
    const gone = playing(null, undefined, plan).play('open chest', 'take ring', 'north');
    expect(gone.told()).toMatch(/^6 of 7 on, \+5 in 2 turns: open door, then east\.$/);
    const slide = planOf(['open chest', 'take whistle', 'light whistle', 'slide']);
    expect(playing(null, undefined, slide).play('open chest', 'north').told()).toMatch(
      /^2 of 4 on, \+5 in 4 turns: south, then take whistle, light whistle \.{3} \(back to it: south\)$/,
    );
  });

  it('counts a command that it repeats where it is kept', () => {
    const plan = planOf(['open chest', 'north', 'south', ...COMMANDS.slice(1)]);
    const rooms = plan.standings.map((one, at) =>
      at < 3 || at > 5 ? one : { ...one, room: null },
    );
    const unsure = { ...plan, standings: rooms };
    const player = playing(null, undefined, unsure).play('open chest', 'take all from chest');
    expect(player.told()).toContain('6 of 9 on, +8 in 4 turns: north');
  });

  it('goes on in a room that was reached by another way', () => {
    const player = playing().play('open chest', 'take whistle', 'slide');
    expect(player.told()).toBe('7 of 7 on, +3 in 1 turn: take lamp.');
    expect(player.play('up').told()).toBe(
      '7 of 7 on, +3 in 2 turns: down, then take lamp. (back to it: down)',
    );
  });

  it('goes on nowhere where the engine finds that it pays no more', () => {
    expect(playing().play('slide').told()).toBe('');
  });

  it('goes on only where it pays under other random numbers, too', () => {
    const lucky = playing(null, (game) => game === 0).play('open chest', 'take whistle', 'slide');
    expect(lucky.told()).toBe('');
  });

  it.each([
    [2, /^$/],
    [3, /^4 of 7 on, \+5 in 3 turns; 0 turns are left after it: north, then open door, east\.$/],
    [
      4,
      /^4 of 7 on, \+8 in 4 turns; 0 turns are left after it: north, then open door, east \.{3}$/,
    ],
  ])('counts the turns of what is left to play: %i left', (left, words) => {
    const player = playing(left + 2).play('open chest', 'take all from chest');
    expect(player.told()).toMatch(words);
  });
});
