import { expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { act } from '../../src/turn/run-turn.ts';
import { observe } from '../../src/turn/observe.ts';
import { Causes } from '../../src/turn/causes.ts';
import { IdleTwin } from '../../src/turn/idle-twin.ts';
import { decision } from '../helpers/observation.ts';
import { readTestStory } from '../helpers/stories.ts';

const story = readTestStory('zork1-r88.z3');

/** Takes so much along that the nest in the tree is too heavy. */
const LADEN =
  'take mat;open mailbox;take leaflet;s;e;open window;w;take sack;take bottle;w;take lamp;take sword;e;turn on lamp;u;take rope;take knife;d;e;n;n;u;take egg';

it.skipIf(story === null)(
  'what is too much to hold is told apart from what cannot be taken at all, and the game goes on as it would',
  { tags: ['slow'] },
  () => {
    const game = openStory(story ?? new Uint8Array(), { seed: 3 });
    const plain = openStory(story ?? new Uint8Array(), { seed: 3 });
    const deps = { interpreter: game, causes: new Causes(new IdleTwin(game)) };
    let before = observe(game, game.opening);
    const needs = (command: string) => {
      const { after, needsHands } = act(1, before, decision(command), deps);
      before = after;
      plain.step(command);
      return needsHands;
    };
    for (const command of LADEN.split(';')) expect(needs(command)).toBeUndefined();
    expect(needs('take nest')).toBe(true);
    expect([needs('take tree'), needs('examine nest')]).toEqual([undefined, undefined]);
    expect([needs('drop sword'), needs('take nest')]).toEqual([undefined, undefined]);
    expect(before.inventory.map(({ name }) => name)).toContain("bird's nest");
    expect(game.stateHash()).toBe(plain.stateHash());
  },
);
