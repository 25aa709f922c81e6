/** @module-tag slow */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMisread } from '../../src/domain/failure.ts';
import type { LocationId } from '../../src/domain/ids.ts';
import type { VisibleObject } from '../../src/domain/observation.ts';
import type { Dictionary } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { SHIPPED_STORY } from '../../src/run/story-file.ts';
import { choicesFor, MOST_CHOICES } from '../../src/turn/choices.ts';
import { observe } from '../../src/turn/observe.ts';
import { attempt, decision, exit, observation, thing } from '../helpers/observation.ts';
import { turnContext } from '../helpers/turn-context.ts';

const NAMES: Readonly<Record<string, number>> = { lamp: 5, chest: 6, paper: 7, guard: 8, key: 9 };

/** A story whose verbs take these forms. */
const DICTIONARY: Dictionary = {
  verbs: ['give', 'look', 'open', 'take', 'unlock', 'examin'],
  grammar: [
    { words: ['take'], patterns: ['X'], isMeta: false },
    { words: ['open'], patterns: ['X'], isMeta: false },
    { words: ['unlock'], patterns: ['X with Y'], isMeta: false },
    { words: ['give'], patterns: ['Y X'], isMeta: false },
    { words: ['examin'], patterns: ['X'], isMeta: false },
    { words: ['look'], patterns: ['', 'in/under X'], isMeta: false },
  ],
  knows: (word) => word in NAMES || ['brass', 'north', 'south'].includes(word),
  objectsNamed: (word) => (NAMES[word] === undefined ? [] : [NAMES[word]]),
};

const LAMP = thing(5, 'shiny brass lamp', 'light');

function offered(
  here: Parameters<typeof observation>[0],
  more: Parameters<typeof turnContext>[0] = {},
) {
  return choicesFor(turnContext({ observation: observation(here), ...more }), DICTIONARY);
}

describe('the commands to choose from', () => {
  it('name a thing by the words of its name that the parser knows, with verbs that the story has', () => {
    expect(offered({ objects: [LAMP] })).toEqual([
      'take brass lamp',
      'examine brass lamp',
      'look',
      'inventory',
    ]);
  });

  it.each([
    ['piece of paper', 7, 'take paper'],
    ['paper of proof', 7, 'take paper'],
  ])('call "%s" by the part of its name that names it', (name, id, command) => {
    expect(offered({ objects: [thing(id, name)] })).toContain(command);
  });

  it('leave out what no word names, and a form that the verb does not take', () => {
    const held: VisibleObject = { ...thing(9, 'key'), held: true };
    const list = offered({ objects: [thing(4, 'fog'), thing(8, 'guard', 'animate'), held] });
    expect(list.join()).not.toMatch(/fog|give|light/);
  });

  it('try more with what is part of the room once it was looked at', () => {
    const objects = [{ ...thing(6, 'chest'), isScenery: true as const }];
    expect(offered({ objects }).join()).not.toContain('look under chest');
    const attempts = [attempt('examine chest', { failedInScene: null })];
    expect(offered({ objects }, { attempts })).toContain('look under chest');
  });

  it('ask, show and give what is held, where the verb takes it', () => {
    const held: VisibleObject = { ...thing(9, 'key'), held: true };
    const objects = [thing(8, 'guard', 'animate'), held];
    const verbs = ['ask', 'show', 'give'];
    const grammar = [
      { words: ['ask'], patterns: ['X about TEXT'], isMeta: false },
      { words: ['give', 'show'], patterns: ['X to Y'], isMeta: false },
    ];
    const told = turnContext({ observation: observation({ objects }) });
    expect(choicesFor(told, { ...DICTIONARY, verbs, grammar })).toEqual([
      'look',
      'inventory',
      'give key to guard',
      'show key to guard',
      'ask guard about key',
    ]);
  });

  it('leave out a thing whose name another one in reach answers to, too', () => {
    const keys = [thing(9, 'key'), thing(5, 'brass key')];
    const objectsNamed = (word: string) => ({ key: [5, 9], lamp: [5] })[word] ?? [];
    const told = turnContext({ observation: observation({ objects: keys }) });
    const list = choicesFor(told, { ...DICTIONARY, objectsNamed });
    expect(list).toContain('take brass key');
    expect(list).not.toContain('take key');
  });

  it('unlock what is locked with each thing that is held', () => {
    const held: VisibleObject = { ...thing(9, 'key'), held: true };
    const chest = thing(6, 'chest', 'openable', 'locked');
    expect(offered({ objects: [chest, held] })).toContain('unlock chest with key');
    expect(offered({ objects: [{ ...chest, traits: ['openable'] }, held] }).join()).not.toContain(
      'unlock',
    );
  });

  it('have ways out that are told and not deadly, those back where one was last', () => {
    const exits = [exit('north', 2), exit('south', 3), { ...exit('up', 4), deadly: true }];
    const arrivals = [exit('north', 2).to.id];
    expect(offered({ exits }, { arrivals })).toEqual(['south', 'north', 'look', 'inventory']);
  });

  it('have no way back after six arrivals in two rooms, unless it is the only one', () => {
    const [here, there, aside] = [
      observation({}).location.id,
      exit('north', 2).to.id,
      exit('south', 3),
    ];
    const walked = (...arrivals: LocationId[]) =>
      offered({ exits: [exit('north', 2), aside] }, { arrivals }).includes('north');
    expect(walked(here, there, here, there, here)).toBe(true);
    expect(walked(there, here, there, here, there, here)).toBe(false);
    expect(walked(aside.to.id, there, here, there, here, there, here)).toBe(false);
    expect(walked(there, here, aside.to.id, here, there, here)).toBe(true);
    const arrivals = [there, here, there, here, there, here];
    expect(offered({ exits: [exit('north', 2)] }, { arrivals })).toContain('north');
    expect(
      offered({ exits: [exit('north', 2), aside] }, { arrivals, onRoute: ['north'] }),
    ).toContain('north');
  });

  it.each([
    [['container'], true],
    [['door'], true],
    [['openable'], true],
    [['container', 'open'], false],
    [['edible'], false],
  ] as const)('a thing that is %j may be opened: %s', (traits, isOffered) => {
    const list = offered({ objects: [thing(6, 'chest', ...traits)] });
    expect(list.includes('open chest')).toBe(isOffered);
  });

  it('have later what was done with a thing in another room, but no walk', () => {
    const held: VisibleObject = { ...LAMP, held: true };
    const here = { objects: [held, thing(7, 'piece of paper')], exits: [exit('north', 2)] };
    const looks = (tried: readonly string[]) =>
      offered(here, { triedElsewhere: new Set(tried) }).filter((one) => !one.startsWith('take'));
    expect(looks([])).toEqual([
      'north',
      'examine brass lamp',
      'examine paper',
      'look',
      'inventory',
    ]);
    expect(looks(['examine brass lamp', 'north'])).toEqual([
      'north',
      'examine paper',
      'look',
      'inventory',
      'examine brass lamp',
    ]);
    const untold = offered({ exits: [], exitsTold: 'none' });
    expect(untold).toEqual(['north', 'south', 'look', 'inventory']);
  });

  it.each([
    [2, true],
    [3, false],
    [4, false],
  ])('after a thing was dropped here %i times, dropping it is offered: %s', (times, isOffered) => {
    const objects = [{ ...LAMP, held: true }];
    const told = turnContext({
      observation: observation({ objects }),
      attempts: [attempt('drop brass lamp', { failedInScene: null, times })],
    });
    const verbs = [...DICTIONARY.verbs, 'drop'];
    const grammar = [{ words: ['drop'], patterns: ['X'], isMeta: false }];
    const list = choicesFor(told, { ...DICTIONARY, verbs, grammar });
    expect(list.includes('drop brass lamp')).toBe(isOffered);
  });

  it('leave out what failed in this very scene, and put what was done before behind', () => {
    const exits = [exit('north', 2), exit('south', 3)];
    const failed = [attempt('take brass lamp'), attempt('north', { failedInScene: 'scene-0' })];
    expect(offered({ exits, objects: [LAMP] }, { attempts: failed })).toEqual([
      'south',
      'examine brass lamp',
      'north',
      'look',
      'inventory',
    ]);
  });

  it('begin with the next step of a checked way', () => {
    expect(offered({ objects: [LAMP] }, { advised: ['wait'] })[0]).toBe('wait');
  });

  it('are none while a key is waited for', () => {
    expect(offered({ objects: [LAMP], waitsFor: 'key' })).toEqual([]);
  });

  it.each([
    [MOST_CHOICES - 3, MOST_CHOICES - 1],
    [MOST_CHOICES - 2, MOST_CHOICES],
    [MOST_CHOICES - 1, MOST_CHOICES],
  ])('with %i ways are %i', (ways, count) => {
    const exits = Array.from({ length: ways }, (_, at) => ({
      ...exit('north', at + 2),
      command: `way ${at}`,
    }));
    expect(offered({ exits })).toHaveLength(count);
  });
});

it('the shipped story reads every command that is offered on a walk through its first rooms', () => {
  const game = openStory(readFileSync(SHIPPED_STORY), { seed: 1 });
  const unread: string[] = [];
  for (const command of ['look', 'north', 'north', 'east', 'south', 'west', 'open satchel']) {
    const here = observe(game, game.step(command));
    const list = choicesFor(turnContext({ observation: here }), game.dictionary);
    expect(list.length).toBeGreaterThan(5);
    for (const choice of list) {
      const moment = game.snapshot();
      const after = observe(game, game.step(choice));
      const turn = { turn: 1, before: here, decision: decision(choice), after };
      const isRefused = /verb I|only understood|see any such|didn't understand/.test(after.text);
      if (isMisread(turn, game.dictionary) || isRefused) unread.push(`${choice}: ${after.text}`);
      game.restore(moment);
    }
  }
  expect(unread).toEqual([]);
});
