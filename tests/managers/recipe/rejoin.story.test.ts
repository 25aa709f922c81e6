/** @module-tag slow */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type RecipePlan } from '../../../src/domain/recipe.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import { standingOf } from '../../../src/domain/standing.ts';
import { openStory } from '../../../src/interpreter/open-story.ts';
import { gainCommands } from '../../../src/managers/memory/gain.ts';
import { RecipeGuide } from '../../../src/managers/recipe/recipe-guide.ts';
import { act } from '../../../src/turn/run-turn.ts';
import { observe } from '../../../src/turn/observe.ts';
import { walkStepLimit, walk } from '../../../src/verify/walk.ts';
import { memory } from '../../helpers/memory.ts';
import { decision } from '../../helpers/observation.ts';
import { SHIPPED_STORY } from '../../helpers/workdir.ts';
import { walkthrough } from '../objectives/shipped-play.ts';

const open = () => openStory(readFileSync(SHIPPED_STORY), { seed: 3 });

const plans = new Map<string, RecipePlan>();

/** A checked way of these commands, made once: several claims are about the same. */
function planOf(commands: readonly string[]): RecipePlan {
  const key = commands.join('\n');
  const plan = plans.get(key) ?? checkedWay(commands);
  plans.set(key, plan);
  return plan;
}

function checkedWay(commands: readonly string[]): RecipePlan {
  const game = open();
  const looks = [standingOf(game.facts())];
  for (const command of commands) {
    game.step(command);
    looks.push(standingOf(game.facts()));
  }
  const points = (looks.at(-1)?.score ?? 0) - (looks[0]?.score ?? 0);
  const turns = commands.length;
  return { commands, points, checkedSeeds: 10, standings: looks, turns, earned: points };
}

/** Somebody who is told of the way, in the real engine; the map knows no way. */
function playing(
  commands: readonly string[],
  maxTurns: number | null = null,
  known: readonly Memory[] = [],
) {
  const game = open();
  let now = observe(game, game.opening);
  let [count, steps] = [0, 0];
  const guide = new RecipeGuide(planOf(commands), 'advice', {
    ports: {
      routeTo: () => null,
      knownToPay: (room) => (room === BEDROOM ? gainCommands(known, game.dictionary) : []),
      maxTurns: () => maxTurns,
      tryAhead(ahead, numbers) {
        const here = game.snapshot();
        game.reseed(numbers);
        const look = () => ({ ...standingOf(game.facts()), scene: game.scene() });
        const { seen } = walk(game, ahead, walkStepLimit(300), look);
        game.restore(here);
        steps += ahead.length;
        return seen;
      },
    },
  });
  return {
    score: () => now.score,
    told: () => guide.route(now),
    next: () => guide.nextCommands(now)[0] ?? '',
    steps: () => steps,
    play(...actions: readonly string[]) {
      for (const action of actions) {
        guide.route(now);
        const turn = act((count += 1), now, decision(action), { interpreter: game });
        guide.record(turn);
        now = turn.after;
      }
      return this;
    },
  };
}

const BEDROOM = 66;
const WAY = walkthrough(1, 33);
const TO_KITCHEN = ['north', 'north', 'northeast', 'open window', 'enter window'];

describe('a checked way of the shipped story that was left', () => {
  it.each([
    ['walks another way', ['north', 'north', 'south'], '3 of 33 on, +28 in 29 turns: north'],
    ['goes back to the start', ['north', 'south'], '2 of 33 on, +28 in 30 turns: north'],
    [
      'opens something early',
      [...TO_KITCHEN, 'open drawer'],
      '7 of 33 on, +18 in 24 turns: take lantern',
    ],
    [
      'takes things together',
      [...TO_KITCHEN, 'south', 'open glass case', 'take all from glass case'],
      '15 of 33 on, +14 in 18 turns: open front door',
    ],
  ])('who %s is told what is left, and it comes out so', (_, actions, told) => {
    const player = playing(WAY).play(...actions);
    expect(player.told()).toContain(`from command ${told}`);
    const [, pays, turns] = /\+(\d+) in (\d+) turns/.exec(player.told()) ?? [];
    const [before, steps] = [player.score(), player.steps()];
    let played = 0;
    for (; player.next() !== ''; played += 1) player.play(player.next());
    expect([(player.score() ?? 0) - (before ?? 0), played]).toEqual([Number(pays), Number(turns)]);
    // What comes out as found is not looked for again.
    expect(player.steps()).toBe(steps);
  });

  it('tells no more than the turns that are left allow', () => {
    const left = [...TO_KITCHEN, 'open drawer'];
    const turns = (more: number) =>
      playing(WAY, left.length + more)
        .play(...left)
        .told();
    expect(turns(2)).toBe('');
    expect(turns(3)).toContain('+4 in 3 turns; 0 turns are left after it');
    expect(turns(4)).toContain('+4 in 4 turns; 0 turns are left after it: take rusty key,');
  });

  it('stays within its bound of engine steps wherever it is left', () => {
    const player = playing(walkthrough(1, 50));
    for (const command of walkthrough(1, 49)) {
      const before = player.steps();
      player.play('inventory', 'look', command);
      expect(player.steps() - before).toBeLessThan(3 * 700);
    }
  });
});

describe('points of a room that the checked way knows nothing of', () => {
  const toBedroom = [
    ...['n', 'n', 'e', 'open door', 'e', 'u', 'take brass key', 'd', 'w', 'w'],
    ...['ne', 'open window', 's', 'u'],
  ];
  const EGG = [...TO_KITCHEN, 'up', 'down', 'south', 'open glass case', 'take amber egg'];
  const chest = memory({
    title: 'Sea chest: brass key',
    text: '(1) Take the brass key from the Watch Room, (2) unlock sea chest with brass key, (3) open sea chest: +5, (4) take silver whistle: +4. The rusty key does not fit.',
    scoreChange: 9,
  });
  const opening = 'unlock sea chest with brass key, then open sea chest, take silver whistle';
  const told = (maxTurns: number | null, way: readonly string[], ...known: Memory[]) =>
    playing(way, maxTurns, known)
      .play(...toBedroom)
      .told();

  it('come first, for who stands there, and the way pays as much after them', () => {
    const plain = told(null, EGG);
    const [, pays = '', turns = ''] = /\+(\d+) in (\d+) turns: down/.exec(plain) ?? [];
    const now = told(null, EGG, chest);
    expect(now).toContain(`+${Number(pays) + 9} in ${Number(turns) + 3} turns: ${opening}, down`);
    const short = toBedroom.length + Number(turns) + 2;
    expect(told(short, EGG, chest)).not.toContain('unlock');
    expect(told(short + 1, EGG, chest)).toContain(opening);
  });

  it('are told of once where the way wins them anyway', () => {
    const way = [...toBedroom, ...opening.split(/, (?:then )?/)];
    expect(told(null, way, chest)).toContain('+9 in 3 turns: unlock sea chest');
  });

  it('are left alone where the memory names nothing that wins them', () => {
    expect(told(null, EGG, memory({ ...chest, text: 'turn the brass key' }))).toBe(told(null, EGG));
  });
});
