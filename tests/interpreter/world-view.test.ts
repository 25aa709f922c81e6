import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ObjectTree } from '../../src/interpreter/object-tree.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { seeAround } from '../../src/interpreter/world-view.ts';
import { readTestStory } from '../helpers/stories.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

function open(seed = 12) {
  return openStory(readFileSync(SHIPPED_STORY), { seed });
}

describe('the scene', () => {
  it('stays the same under actions without effect, while a creature wanders through unseen rooms', () => {
    const game = open();
    const first = game.scene();
    const worlds = new Set([game.stateHash()]);
    for (const command of ['take sky', 'take sea', 'wait', 'examine letter', 'wait', 'wait']) {
      game.step(command);
      worlds.add(game.stateHash());
      expect(game.scene(), command).toBe(first);
    }
    expect(worlds.size).toBeGreaterThan(3);
  });

  it('changes with what is in reach, and comes back with it', () => {
    const game = open();
    for (const command of ['north', 'north', 'northeast']) game.step(command);
    const shut = game.scene();
    game.step('open window');
    const opened = game.scene();
    game.step('close window');
    expect(opened).not.toBe(shut);
    expect(game.scene()).toBe(shut);
  });

  it('sees scenery that belongs to several rooms: the kitchen window of Zork I', () => {
    const zork = readTestStory('zork1-r88.z3');
    if (zork === null) return;
    const game = openStory(zork, { seed: 12 });
    for (const command of ['north', 'east']) game.step(command);
    const shut = game.scene();
    game.step('open window');
    expect(game.scene()).not.toBe(shut);
  });
});

describe('reach', () => {
  it('is possible for what is here and for words that name no object', () => {
    const game = open();
    expect(['boat', 'ring', 'xyzzy', 'wallpaper'].map((noun) => game.reach(noun))).toEqual([
      'possible',
      'possible',
      'possible',
      'possible',
    ]);
  });

  it('is none for what was left in another room, and for what a closed thing hides', () => {
    const zork = readTestStory('zork1-r88.z3');
    if (zork === null) return;
    const game = openStory(zork, { seed: 12 });
    expect(game.reach('leaflet')).toBe('closed-in');
    game.step('open mailbox');
    expect(game.reach('leaflet')).toBe('possible');
    game.step('north');
    expect(game.reach('mailbox')).toBe('absent');
    game.step('east');
    expect(game.reach('window')).toBe('possible');
  });
});

it('what only the compiler has a name for is nothing that is seen, but what lies in it is', () => {
  const names = ['', 'you', 'room', '(lamp_proxy)', 'lamp_part', '(missing)', 'lamp (lit)', 'pin'];
  const inside: Readonly<Record<number, readonly number[]>> = { 2: [1, 3, 4, 5, 6], 3: [7] };
  const tree = {
    name: (object: number) => names[object],
    children: (object: number) => inside[object] ?? [],
    around: () => [2],
    has: (_: number, attribute: number) => attribute === 5,
  } as unknown as ObjectTree;
  const { objects: seen } = seeAround(tree, {
    player: 1,
    room: 2,
    attributes: { supporter: 5 },
    routines: new Set(),
    placeless: new Set(),
    shown: null,
  });
  expect(seen.map(({ name }) => name)).toEqual(['pin', 'lamp (lit)']);
});

it('a creature is locked and opened only where it is a container, too', () => {
  const attributes = { animate: 1, container: 2, locked: 3, openable: 4, lockable: 5 };
  const own: Readonly<Record<number, readonly number[]>> = {
    3: [1, 3, 4],
    4: [1, 2, 3, 4],
    5: [3],
  };
  const tree = {
    name: (object: number) => ['', 'you', 'room', 'dog', 'robot', 'gate'][object],
    children: (object: number) => (object === 2 ? [3, 4, 5] : []),
    around: () => [2],
    has: (object: number, attribute: number) => own[object]?.includes(attribute) === true,
  } as unknown as ObjectTree;
  const { objects: seen } = seeAround(tree, {
    ...{ player: 1, room: 2, attributes },
    ...{ routines: new Set(), placeless: new Set(), shown: null },
  });
  expect(seen.map(({ name, traits, isBarred = false }) => [name, traits, isBarred])).toEqual([
    ['dog', ['animate'], false],
    ['robot', ['animate', 'container', 'locked', 'openable'], true],
    ['gate', ['locked'], true],
  ]);
});
