import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../src/domain/game-state.ts';
import { locationId, objectId } from '../../src/domain/ids.ts';
import type { Observation, VisibleObject } from '../../src/domain/observation.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { doubtsAbout, newestArrivals } from '../../src/turn/doubts.ts';
import { attempt, exit, observation, thing, turn } from '../helpers/observation.ts';
import { realTurns } from '../helpers/real-turns.ts';
import { turnContext } from '../helpers/turn-context.ts';
import { memory } from '../helpers/memory.ts';

describe('the newest arrivals', () => {
  const room = (id: number) => ({ location: { id: locationId(id), name: `Room ${id}` } });
  it.each([
    [0, 0],
    [19, 19],
    [20, 20],
    [21, 20],
  ])('after %i walks are those, at most twenty, without the start: %i', (walks, kept) => {
    const recent = Array.from({ length: walks }, (_, at) =>
      turn(at + 1, 'north', room(at), room(at + 1)),
    );
    const arrivals = newestArrivals(recent);
    expect(arrivals).toHaveLength(kept);
    expect(arrivals).not.toContain(0);
    expect(arrivals.at(-1)).toBe(walks === 0 ? undefined : walks);
  });
});

describe('what decides without the critic', () => {
  const two = [exit('south', 2), exit('out', 2)];
  const decided = (action: string, differs: Parameters<typeof turnContext>[0]) =>
    doubtsAbout(action, turnContext(differs), { revisitWindow: 5, revisitPenalty: -0.2 }).isDecided;

  it('is the only way out, whatever its words are', () => {
    expect(decided('out', { observation: observation({ exits: two }) })).toBe(true);
    const more = [...two, exit('east', 3)];
    expect(decided('out', { observation: observation({ exits: more }) })).toBe(false);
  });

  it('is the way through a window that was just opened, in a real game, until it is walked', () => {
    const isSure = (action: string, ...commands: readonly string[]) => {
      const recent = realTurns('n', 'n', 'ne', ...commands);
      return decided(action, { observation: recent.at(-1)?.after ?? observation(), recent });
    };
    expect(isSure('south')).toBe(false);
    expect(isSure('south', 'open window')).toBe(true);
    expect(isSure('southwest', 'open window')).toBe(false);
    expect(isSure('south', 'open window', 's', 'n')).toBe(false);
  });

  it('is the first step to the place that the player named, unless a danger is remembered of it', () => {
    const exits = [exit('south', 2), exit('east', 3)];
    const context = { observation: observation({ exits }), onRoute: ['s'] };
    const danger = memory({ title: 'south', category: 'DANGER' });
    expect(decided('south', context)).toBe(true);
    expect(decided('east', context)).toBe(false);
    expect(decided('south', { ...context, memories: [danger] })).toBe(false);
  });
});

describe('an earlier failure', () => {
  const box = { id: objectId(4), name: 'iron box' };
  const moves = (from: number, to: number) => ({
    prior: observation({ moves: from }),
    moment: observation({ moves: to, inventory: [box] }),
  });
  const doubted = (
    tried: Partial<Attempt>,
    now: Partial<Observation>,
    recent: readonly TurnRecord[] = [],
  ) => {
    const attempts = [attempt('open grate', { ...moves(1, 2), ...tried })];
    const context = turnContext({ attempts, recent, observation: observation(now) });
    return doubtsAbout('open grate', context, { revisitWindow: 5, revisitPenalty: -0.2 }).reasons;
  };
  const held = { inventory: [box], scene: 'scene-1' };

  it('speaks against an action as long as nothing was done with what it names', () => {
    const since = (action: string, to: number, at = 2, scene = 'scene-1') =>
      doubted({ times: 2, failures: 2 }, { ...held, scene }, [
        turn(at, action, { moves: 2 }, { moves: to }),
      ]);
    expect(since('unlock grate with key', 3)).toEqual([]);
    expect(since('oil grate in another place', 3, 2, 'scene-2')).toEqual([]);
    expect(since('open grate', 3, 2, 'scene-2')).toHaveLength(1);
    expect(since('unlock grate with key', 3, 1)).toHaveLength(1);
    expect(since('unlock grate with key', 2)).toHaveLength(1);
    expect(since('unlock gate with key', 3)).toHaveLength(1);
    expect(since('examine grate', 3)).toHaveLength(1);
  });

  const often = { times: 2, failures: 2 };

  it('in another scene speaks against it only while the same is held', () => {
    expect(doubted(often, { ...held, scene: 'scene-2' })).toHaveLength(1);
    expect(doubted(often, { inventory: [], scene: 'scene-2' })).toEqual([]);
    const more = [box, { id: objectId(5), name: 'key' }];
    expect(doubted(often, { inventory: more, scene: 'scene-2' })).toEqual([]);
  });

  it.each<[string, Partial<Attempt>, number]>([
    ['once', {}, 0],
    ['twice', often, 1],
    ['twice, of three times', { times: 3, failures: 2 }, 0],
    ['twice, and was told something', { ...often, brought: 'told' }, 0],
  ])('in another scene speaks against what brought nothing %s: %j', (_, tried, count) => {
    expect(doubted(tried, { ...held, scene: 'scene-2' })).toHaveLength(count);
  });

  it('in the same scene says nothing of a command with an answer of its own', () => {
    expect(doubted(often, held)).toHaveLength(1);
    expect(doubted({ ...often, brought: 'told' }, held)).toEqual([]);
  });

  it('in another scene says nothing of what lies elsewhere now, or of somebody who is gone', () => {
    const [bar, guard] = [thing(6, 'bar', 'supporter'), thing(7, 'guard', 'animate')];
    const grate = { ...thing(5, 'grate'), inside: guard.id };
    const then = {
      ...often,
      moment: observation({ moves: 2, inventory: [box], objects: [bar, guard, grate] }),
      response: 'The guard stops you.',
    };
    const now = (...objects: readonly VisibleObject[]) =>
      doubted(then, { ...held, objects, scene: 'scene-2' });
    expect(now(bar, guard, grate)).toHaveLength(1);
    expect(now(bar, guard, { ...grate, inside: bar.id })).toEqual([]);
    expect(now(bar, { ...grate, inside: null })).toEqual([]);
  });
});

describe('a memory that speaks against an action', () => {
  it('is told with that of its commands alone', () => {
    const warning = memory({ category: 'FAILURE', title: 'open box; push wall; pull rope' });
    const options = { revisitWindow: 5, revisitPenalty: -0.2 };
    const { reasons } = doubtsAbout('push wall', turnContext({ memories: [warning] }), options);
    expect(reasons).toEqual([`a memory: [FAILURE] push wall: ${warning.text}`]);
  });

  const HEAD = '[DANGER] push wall: ';
  const danger = (length: number) =>
    memory({ category: 'DANGER', title: 'push wall', text: 'x'.repeat(length - HEAD.length) });
  it.each([
    [599, 599],
    [600, 600],
    [601, 603],
  ])('of %i characters is told in %i: longer ones are cut at 600', (length, told) => {
    const context = turnContext({ memories: [danger(length)] });
    const options = { revisitWindow: 5, revisitPenalty: -0.2 };
    const [reason = ''] = doubtsAbout('push wall', context, options).reasons;
    expect(reason.replace('a memory: ', '')).toHaveLength(told);
  });

  it.each([
    ['moving the wall kills', 'move wall', 1],
    ['open the gates', 'open gate', 1],
    ['open the gate', 'open gates', 1],
    ['hang the wallpaper', 'hang wall', 0],
  ])('and is titled "%s" speaks against "%s": %i are told', (title, action, count) => {
    const warning = memory({ category: 'DANGER', title });
    const options = { revisitWindow: 5, revisitPenalty: -0.2 };
    const { reasons } = doubtsAbout(action, turnContext({ memories: [warning] }), options);
    expect(reasons).toHaveLength(count);
  });

  it.each([
    ['open box; push wall', 0],
    ['open box;push wall', 0],
    ['push wall ;open box', 0],
    ['push wall', 1],
    ['push wall;', 1],
  ])('gives way to a success, where "%s" names several failures: %i are told', (title, count) => {
    const memories = [
      memory({ category: 'FAILURE', title }),
      memory({ category: 'SUCCESS', title: 'push wall' }),
    ];
    const options = { revisitWindow: 5, revisitPenalty: -0.2 };
    const { reasons } = doubtsAbout('push wall', turnContext({ memories }), options);
    expect(reasons).toHaveLength(count);
  });

  it.each([
    ['names the word dragon, which the game has not printed', 0],
    ['held 1 of 2 times', 1],
  ])('and that is in doubt because it %s: %i are told', (doubt, count) => {
    const guess = memory({ category: 'DANGER', title: 'push wall', status: 'TENTATIVE', doubt });
    const options = { revisitWindow: 5, revisitPenalty: -0.2 };
    const { reasons } = doubtsAbout('push wall', turnContext({ memories: [guess] }), options);
    expect(reasons).toHaveLength(count);
  });
});
