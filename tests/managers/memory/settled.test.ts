import { describe, expect, it } from 'vitest';
import { commandsThatMatter } from '../../../src/managers/memory/relevance.ts';
import { isSettled } from '../../../src/managers/memory/settled.ts';
import { memory } from '../../helpers/memory.ts';
import { attempt, thing } from '../../helpers/observation.ts';
import { at, moment, world } from './memory-world.ts';

const BIRD = thing(9, 'jackdaw', 'animate');
const EGG = thing(5, 'amber egg');
const FED = attempt('give loaf to jackdaw', {
  brought: 'changed',
  prior: { objects: [BIRD], inventory: [], moves: 1 },
  moment: { objects: [], inventory: [], moves: 2 },
});

const danger = memory({ category: 'DANGER', title: 'the jackdaw snatches what shines' });
const note = memory({
  category: 'NOTE',
  status: 'TENTATIVE',
  title: 'amber egg: not yet tried in the satchel',
  text: 'It hides it from the jackdaw.',
  about: 'amber egg',
});
const after = (one: typeof FED, objects: readonly (typeof BIRD)[] = []) =>
  moment({ objects }, { attempts: new Map([[at(37), [one]]]) });

describe('a danger of somebody, and what was left to try with them', () => {
  it.each([
    ['fed and gone', FED, [], true],
    ['fed, gone and back', FED, [BIRD], false],
    ['fed and still there', { ...FED, moment: { ...FED.moment, objects: [BIRD] } }, [], false],
    ['refused', { ...FED, brought: 'refused' as const }, [], false],
    ['gone after something else', { ...FED, action: 'ring bell' }, [], false],
  ])('is settled where they are %s', (_, deed, objects, isIt) => {
    const now = after(deed, objects);
    expect(isSettled(danger, now)).toBe(isIt);
    expect(isSettled(note, now)).toBe(isIt);
    expect(isSettled(memory({ ...danger, category: 'SUCCESS' }), now)).toBe(false);
    expect(isSettled(memory({ ...note, status: 'ACTIVE' }), now)).toBe(false);
  });

  it.each([
    ['somebody who took a gift and is back', danger, true],
    ['somebody back, learnt before the gift', { ...danger, episode: 2, turns: '9' }, true],
    ['somebody back, learnt after it', { ...danger, episode: 2, turns: '10' }, false],
    ['somebody back, learnt by another episode', { ...danger, turns: '10' }, true],
    ['somebody back, which is left to try', note, false],
  ])('is settled of %s: %j', (_, told, isIt) => {
    const loaf = thing(7, 'loaf');
    const given = { ...FED, prior: { objects: [BIRD], inventory: [loaf], moves: 1 }, lastTurn: 9 };
    expect(isSettled(told, after(given, [BIRD]))).toBe(isIt);
  });

  it('of what was killed is settled also where nothing tells that it lives', () => {
    const troll = thing(11, 'troll');
    const killed = attempt('attack troll with sword', {
      brought: 'changed',
      prior: { objects: [troll, thing(12, 'axe')], inventory: [], moves: 1 },
      moment: { objects: [thing(12, 'axe')], inventory: [], moves: 2 },
    });
    const told = memory({ category: 'DANGER', title: 'Start: troll with an axe blocks all ways' });
    expect(isSettled(told, after(killed))).toBe(true);
    expect(isSettled(memory({ ...told, title: 'the axe may fall' }), after(killed))).toBe(false);
    const missed = { ...killed, moment: { ...killed.moment, objects: [troll] } };
    expect(isSettled(told, after(missed, [troll]))).toBe(false);
  });

  it('an idea that was noted after the deed is left to try', () => {
    const fed = { ...FED, lastTurn: 9 };
    const noted = (turns: string) => ({ ...note, episode: 2, turns });
    expect(isSettled(noted('9'), after(fed))).toBe(true);
    expect(isSettled(noted('10'), after(fed))).toBe(false);
  });

  it('is told no more, neither there nor from the room next door', async () => {
    const { manager } = world();
    await manager.addMemory(at(79), 'Quay', danger);
    expect(manager.recall(at(79), moment()).text).toContain('snatches');
    expect(manager.recall(at(79), after(FED)).text).toBe('');
    expect(manager.dangersAt(at(79), moment({ room: [80, 'Pier'] })).text).toContain('snatches');
    expect(manager.dangersAt(at(79), after(FED)).text).toBe('');
  });
});

it.each([
  [6, [], true],
  [0, [], false],
  [6, [EGG], false],
])('a thing laid down for %i points has nothing left to try: %j, %s', (points, left, isIt) => {
  const laid = attempt('put egg on altar', {
    brought: 'changed',
    points,
    prior: { objects: [], inventory: [EGG], moves: 1 },
    moment: { objects: [], inventory: left, moves: 2 },
  });
  expect(isSettled(note, after(laid))).toBe(isIt);
});

it.each([
  ['NOTE', 'Plank door: locked, key not found', 'It is old.', false],
  ['NOTE', 'Plank door', 'The plank door is locked.', false],
  ['NOTE', 'Plank door', 'The plank door is locked. Boats are behind.', true],
  ['NOTE', 'Plank door', 'Boats are behind it.', true],
  ['DANGER', 'Plank door', 'Behind the closed door one suffocates.', true],
])('%s "%s: %s" is told while the door is open: %s', (category, title, text, isTold) => {
  const told = (...traits: 'open'[]) => {
    const now = moment({ objects: [thing(7, 'plank door', 'door', ...traits)] });
    const place = { now, map: { waysFrom: () => [] }, memories: [], isStock: () => false };
    return commandsThatMatter(memory({ category, title, text }), at(79), place) !== null;
  };
  expect([told(), told('open')]).toEqual([true, isTold]);
});

it.each([
  ['give stale loaf to jackdaw: it steals no more', [], false],
  ['give stale loaf to jackdaw: it steals no more', [thing(7, 'stale loaf')], true],
  ['tickle jackdaw', [], true],
])('"%s" is told after the loaf was given away, with %j in reach: %s', (title, back, isTold) => {
  const loaf = thing(7, 'stale loaf');
  const given = attempt('give loaf to jackdaw', {
    ...FED,
    prior: { objects: [BIRD], inventory: [loaf], moves: 1 },
    moment: { objects: [BIRD], inventory: [], moves: 2 },
  });
  const success = memory({ category: 'SUCCESS', title });
  expect(isSettled(success, after(given, [BIRD, ...back]))).toBe(!isTold);
});

it.each([
  ['has it', false],
  ['gave it back', true],
])('what somebody took is advised no more while that one %s', (_, isBack) => {
  const key = thing(7, 'key');
  const clerk = thing(9, 'clerk', 'animate');
  const kept = [clerk, { ...key, inside: clerk.id }];
  const given = attempt('give key to clerk', {
    brought: 'changed',
    prior: { objects: [clerk, key], inventory: [key], moves: 1 },
    moment: { objects: kept, inventory: [], moves: 2 },
  });
  const now = after(given, isBack ? [clerk, key] : kept);
  const success = memory({ category: 'SUCCESS', title: 'give key to clerk: card back' });
  expect(isSettled(success, now)).toBe(!isBack);
});
