/** @module-tag slow */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.ts';
import { readTestStory } from './helpers/stories.ts';
import { SHIPPED_STORY } from './helpers/workdir.ts';

const { openGame } = library;

describe('the library', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(library)).toEqual(['openGame']);
    const game = openGame(SHIPPED_STORY);
    const verbs = Object.getOwnPropertyNames(Object.getPrototypeOf(game)).sort();
    expect(verbs).toEqual([
      'constructor',
      'exits',
      'observe',
      'reset',
      'restore',
      'score',
      'seed',
      'snapshot',
      'step',
      'story',
    ]);
  });

  it('opens bytes and files alike, and leaves the bytes alone', () => {
    const bytes = readFileSync(SHIPPED_STORY);
    const before = Buffer.from(bytes);
    const [one, other] = [openGame(bytes, { seed: 7 }), openGame(SHIPPED_STORY, { seed: 7 })];
    for (const command of ['look', 'north', 'inventory']) {
      expect(one.step(command)).toEqual(other.step(command));
    }
    expect(bytes).toEqual(before);
    expect(one.story).toEqual(other.story);
  });

  it('comes back to a snapshot, text and generator included', () => {
    const game = openGame(SHIPPED_STORY);
    const here = game.snapshot();
    const before = game.observe();
    const first = game.step('wait');
    game.restore(here);
    expect(game.observe()).toEqual(before);
    expect(game.step('wait')).toEqual(first);
    expect(() => game.restore({} as library.Snapshot)).toThrow('no snapshot');
  });

  it('finds exits that lead where they say, and changes nothing by it', () => {
    const game = openGame(SHIPPED_STORY);
    const before = game.observe();
    const exits = game.exits();
    expect(exits.length).toBeGreaterThan(0);
    expect(game.observe()).toEqual(before);
    const here = game.snapshot();
    for (const { command, to } of exits) {
      expect(game.step(command).location).toEqual(to);
      game.restore(here);
    }
  });

  it('starts again with the seed it had, or with another', () => {
    const game = openGame(SHIPPED_STORY, { seed: 3 });
    const opening = game.observe();
    game.step('look');
    expect(game.reset()).toEqual(opening);
    game.reset(4);
    expect(game.seed).toBe(4);
  });

  it('tells the points that a command brought', (context) => {
    const bytes = readTestStory('zork1-r88.z3');
    if (bytes === null) return context.skip();
    const game = openGame(bytes);
    for (const command of ['s', 'e', 'open window']) expect(game.step(command).reward).toBe(0);
    expect(game.step('in')).toMatchObject({ reward: 10, score: 10, maxScore: 350, died: false });
    expect(game.score()).toBe(10);
  });

  it.each([-1, 1.5, 2 ** 32, Number.NaN])('refuses the seed %d', (seed) => {
    expect(() => openGame(SHIPPED_STORY, { seed })).toThrow(RangeError);
  });

  it.each([0, 2 ** 32 - 1])('takes the seed %d', (seed) => {
    expect(openGame(SHIPPED_STORY, { seed }).seed).toBe(seed);
  });

  it('refuses what is no story, by a code', () => {
    const refused = expect.objectContaining({ code: 'bad-story' }) as Error;
    expect(() => openGame(new Uint8Array(10))).toThrow(refused);
    expect(() => openGame('nowhere.z5')).toThrow(refused);
  });
});
