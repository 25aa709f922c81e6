import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ddmin, isMinimal, type Trials } from '../../src/verify/ddmin.ts';

const word = fc.constantFrom('n', 's', 'e', 'w', 'take', 'open');

/** A world of a room (n and s move) and things that were done; a way that `milestoneHolds` is kept. */
function trials(
  holds: (some: readonly string[]) => boolean,
  start: readonly string[],
  most = Infinity,
): Trials & { readonly asked: readonly (readonly string[])[] } {
  const asked: (readonly string[])[] = [];
  const visitsOf = (some: readonly string[]) =>
    [...some, ''].map((_, at) => {
      const before = some.slice(0, at);
      const room = before.reduce((sum, one) => sum + ({ n: 1, s: -1 }[one] ?? 0), 100);
      return { room, points: 0, isDark: false, held: before.filter((one) => one === 'take') };
    });
  let visits = visitsOf(start);
  return {
    asked,
    get visits() {
      return visits;
    },
    worlds: () => visits.map((visit, at) => `${at} ${JSON.stringify(visit)}`),
    test(some) {
      if (asked.length >= most) return null;
      asked.push(some);
      const passes = holds(some);
      if (passes) visits = visitsOf(some);
      return { passes, visits: visitsOf(some) };
    },
  };
}

/** Whether a sequence holds all these in their order. */
function containing(needed: readonly string[]) {
  return (some: readonly string[]) => {
    let found = 0;
    for (const one of some) if (one === needed[found]) found += 1;
    return found === needed.length;
  };
}

it('keeps what is needed, in its order, and nothing that can go alone', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }),
      fc.array(fc.nat(), { maxLength: 5 }),
      (all, picks) => {
        const needed = picks.length === 0 ? [] : all.filter((_, at) => picks.includes(at));
        const short = ddmin(trials(containing(needed), all), all, null);
        expect(short.commands).toEqual(needed);
        expect(isMinimal(short.commands, short)).toBe(true);
        expect([short.history[0], short.history.at(-1)]).toEqual([all, needed]);
      },
    ),
  );
});

it('a way there and back goes, though neither of its steps can go alone', () => {
  const isAtDoor = (some: readonly string[]) => {
    const steps = some.map((one) => ({ n: 1, s: -1 })[one] ?? 0);
    return steps.reduce<number>((sum, step) => sum + step, 0) === 0 && some.includes('open');
  };
  const all = ['n', 'n', 's', 's', 'open', 'n', 's'];
  expect(ddmin(trials(isAtDoor, all), all, null).commands).toEqual(['open']);
});

it('what only something that went had made needful goes, too', () => {
  const isAtDoor = (some: readonly string[]) =>
    some.includes('n') && some.includes('open') && (!some.includes('w') || some.includes('take'));
  const all = ['w', 'n', 'take', 'open'];
  expect(ddmin(trials(isAtDoor, all), all, null).commands).toEqual(['n', 'open']);
});

it('what leads back to the same world goes at once, as far as it can', () => {
  const all = ['look', 'n', 'look', 'wait'];
  const same = {
    ...trials(containing(['n', 'wait']), all),
    worlds: () => ['1', '1', '2', '2', '2'],
  };
  ddmin(same, all, null);
  expect(same.asked.slice(0, 3)).toEqual([['n'], ['look', 'n'], ['n', 'look', 'wait']]);
});

it('stops where the steps end, and goes on from there to the same way', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(11), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 6 }),
      (all, picks, most) => {
        const holds = containing(all.filter((_, at) => picks.includes(at)));
        let short = ddmin(trials(holds, all, most), all, null);
        for (let night = 0; !isMinimal(short.commands, short); night += 1) {
          expect(night).toBeLessThan(200);
          short = ddmin(trials(holds, short.commands, most), short.commands, short);
        }
        for (const [at] of short.commands.entries()) {
          expect(holds(short.commands.toSpliced(at, 1))).toBe(false);
        }
      },
    ),
  );
});

/** Rooms that lead round a block the long way, and the ways that a map knows of it. */
const BLOCK: Readonly<Record<string, number>> = {
  '1 e': 2,
  '2 e': 3,
  '3 n': 4,
  '1 n': 4,
  '1 u': 4,
};

/** A way that has to open something in room 4, where `up` only seems to lead. */
function block(start: readonly string[]) {
  const visitsOf = (some: readonly string[]) => {
    const rooms = [1];
    for (const one of some) {
      const room = rooms.at(-1) ?? 1;
      rooms.push(one === 'u' ? room : (BLOCK[`${room} ${one}`] ?? room));
    }
    return rooms.map((room) => ({ room, points: 0, isDark: false, held: [] }));
  };
  let visits = visitsOf(start);
  const tested: Trials = {
    get visits() {
      return visits;
    },
    worlds: () => visits.map((_, at) => String(at)),
    test(some) {
      const found = visitsOf(some);
      const passes = some.some((one, at) => one === 'open' && found[at]?.room === 4);
      if (passes) visits = found;
      return { passes, visits: found };
    },
  };
  return tested;
}

it.each([
  ['shorter', ['n'], ['n', 'open']],
  ['as long', ['x', 'y', 'z'], ['e', 'e', 'n', 'open']],
  ['shorter, and not what it seems', ['u'], ['e', 'e', 'n', 'open']],
])('a walk gives way to a route that is %s', (_, route, commands) => {
  const long = ['e', 'e', 'n', 'open'];
  const routes = (from: number, to: number) => (from === 1 && to === 4 ? route : null);
  expect(ddmin(block(long), long, null, routes).commands).toEqual(commands);
  // A way is known to be minimal, and then a route becomes known.
  const minimal = ddmin(block(long), long, null);
  expect(minimal.commands).toEqual(long);
  expect(ddmin(block(long), long, minimal, routes).commands).toEqual(commands);
});
