import { describe, expect, it } from 'vitest';
import {
  doesHarmByEvidence,
  evidenceAbout,
  evidenceKey,
  evidenceWords,
  evidenceWordsIn,
  isWarning,
  neverHelpedByEvidence,
  neverWorked,
  parseEvidence,
  printEvidence,
  proofWords,
  evidenceUsesWords,
  type Evidence,
  type Uses,
} from '../../../src/managers/memory/evidence.ts';
import {
  pairWorth,
  sureWorth,
  worthWords,
  type Worth,
} from '../../../src/managers/memory/worth.ts';
import { memory } from '../../helpers/memory.ts';

const USED: Uses = { shown: 4, followed: 3, played: 3, effects: 2, deaths: 0, points: 0 };

function found(change: Partial<Evidence> = {}): Evidence {
  return {
    location: { id: 7, name: 'Quay' },
    ...{ category: 'SUCCESS', title: 'open hatch', episode: 1, turns: '3' },
    ...{ verdict: 'confirmed', tried: 6, held: 4, why: '', by: 'simulated' },
    ...change,
  };
}

const deadly = (change: Partial<Evidence> = {}) => found({ category: 'DANGER', ...change });

describe('what was tried is told in words', () => {
  it.each<readonly [string, Evidence | undefined, string]>([
    ['nothing is known', undefined, ''],
    ['nothing was tried', found({ tried: 0, held: 0 }), ''],
    ['it worked sometimes', found(), '(worked 4 of 6 times)'],
    ['it failed as told', found({ category: 'FAILURE' }), '(failed 4 of 6 times)'],
    ['it was deadly', deadly(), '(was deadly 4 of 6 times)'],
    ['it is of no such kind', found({ category: 'NOTE' }), '(held 4 of 6 times)'],
    ['it comes without it', found({ verdict: 'not-the-cause' }), '(happens without it, too)'],
    ['one try did no harm', deadly({ tried: 1, held: 0 }), '(did no harm in 1 try)'],
    ['two tries did no harm', deadly({ tried: 2, held: 0 }), '(did no harm in 2 tries)'],
    ['it never worked', found({ held: 0 }), '(worked 0 of 6 times)'],
    ['turns show that it works', found({ held: 0, uses: USED }), ''],
    [
      'turns show nothing of a warning',
      found({ category: 'FAILURE', held: 0, uses: USED }),
      '(failed 0 of 6 times)',
    ],
    [
      'turns show no effect',
      found({ held: 0, uses: { ...USED, effects: 0 } }),
      '(worked 0 of 6 times)',
    ],
    ['it held once', found({ held: 1, uses: USED }), '(worked 1 of 6 times)'],
    [
      'all moments are of one episode',
      found({ why: 'in one episode', verdict: 'conditional' }),
      '(worked 4 of 6 times, all in one episode)',
    ],
    ['it says where', found({ why: 'at night' }), '(worked 4 of 6 times at night)'],
    [
      'what it needs is worded otherwise',
      found({ verdict: 'conditional', why: 'it is only when the sun is up' }),
      '(worked 4 of 6 times; it is only when the sun is up)',
    ],
    [
      'it needs something',
      found({ verdict: 'conditional', why: 'only when the lid is open; not when the lamp is on' }),
      '(works once the lid is open, but not when the lamp is on)',
    ],
    [
      'a danger needs something',
      deadly({ verdict: 'conditional', why: 'only when the lid is open' }),
      '(deadly when the lid is open)',
    ],
    [
      'something bars a failure',
      found({ category: 'FAILURE', verdict: 'conditional', why: 'not when the lid is open' }),
      '(fails unless the lid is open)',
    ],
  ])('where %s', (_, evidence, words) => {
    expect(evidenceWords(evidence)).toBe(words);
  });

  it('and where nothing was, why it is in doubt', () => {
    const [tried, untried] = [memory({ title: 'open hatch' }), memory({ title: 'shut hatch' })];
    const book = new Map([[evidenceKey(7, tried), found()]]);
    const words = evidenceWordsIn(book, 7);
    expect(words({ ...tried, doubt: 'names a troll' })).toBe('(worked 4 of 6 times)');
    expect(words({ ...untried, doubt: 'names a troll' })).toBe('(names a troll)');
    expect(words(untried)).toBe('');
  });

  it('all that is known stands in one line, and nothing where nothing is known', () => {
    const known = memory({ category: 'SUCCESS', title: 'open hatch' });
    const worth = worthOf(8, { mean: -2.46, interval: { low: -4, high: -1 } });
    const line = (evidence: Evidence) =>
      proofWords(new Map([[evidenceKey(7, known), evidence]]), 7, known);
    expect(line(found({ why: '(so)', uses: { ...USED, shown: 1 }, worth }))).toBe(
      'worked 4 of 6 times (so), simulated; the player read it in 1 turn and followed it 3 times, 2 of them with an effect; worth -2.5 points (-4 to -1) in 8 pairs of plays, simulated: below zero, so it is not shown',
    );
    expect(line(found())).toBe('worked 4 of 6 times, simulated');
    expect(proofWords(new Map(), 7, known)).toBe('');
  });
});

const NO_DIFFERENCE = { episode: 1, turn: 2, points: 0, rooms: 0, wasted: 0, deaths: 0 };

/** What so many pairs of plays came to. */
function worthOf(count: number, change: Partial<Worth>): Worth {
  const pairs = Array.from({ length: count }, (_, seed) => ({ ...NO_DIFFERENCE, seed }));
  return { turns: 20, player: 'offline', pairs, mean: 1.5, interval: null, p: 0.05, ...change };
}

it.each<readonly [string, Partial<Evidence>, boolean]>([
  ['what never held', { held: 0 }, true],
  ['what held once', { held: 1 }, false],
  ['what nobody tried', { held: 0, tried: 0 }, false],
  ['a failure', { held: 0, category: 'FAILURE' }, false],
  ['what recorded turns show', { held: 0, uses: USED }, false],
])('of what is said to work, %s never worked: %o', (_, change, never) => {
  expect(neverWorked(found(change))).toBe(never);
});

it.each<readonly [string, Partial<Uses>, boolean]>([
  ['SUCCESS', { shown: 19, effects: 0 }, false],
  ['SUCCESS', { shown: 20, effects: 0 }, true],
  ['SUCCESS', { shown: 20, effects: 1, followed: 0 }, false],
  ['FAILURE', { shown: 20, effects: 1, followed: 0 }, true],
  ['DANGER', { shown: 20, effects: 0, followed: 1 }, false],
])('a %s that was shown with %o never helped: %o', (category, uses, never) => {
  expect(neverHelpedByEvidence({ category, uses: { ...USED, ...uses } })).toBe(never);
  expect(neverHelpedByEvidence({ category, uses: undefined })).toBe(false);
});

it.each([
  ['FAILURE', true],
  ['DANGER', true],
  ['SUCCESS', false],
])('%s says what not to do: %o', (category, warns) => {
  expect(isWarning(category)).toBe(warns);
});

describe('what showing it came to is told in words', () => {
  it.each<readonly [string, Partial<Uses>, string]>([
    ['SUCCESS', { shown: 0 }, ''],
    [
      'SUCCESS',
      {},
      'the player read it in 4 turns and followed it 3 times, 2 of them with an effect',
    ],
    ['SUCCESS', { followed: 0, played: 0 }, 'the player read it in 4 turns, never followed it'],
    [
      'SUCCESS',
      { points: 5, deaths: 1 },
      'the player read it in 4 turns and followed it 3 times, 2 of them with an effect, +5 points, 1 deadly',
    ],
    ['FAILURE', { played: 0 }, 'the player read it in 4 turns and heeded it 3 times'],
    [
      'DANGER',
      { shown: 1, followed: 1, played: 1, points: -2 },
      'the player read it in 1 turn and heeded it once, did it all the same once, with an effect, -2 points',
    ],
  ])('of a %s with %o', (category, change, words) => {
    expect(evidenceUsesWords(category, { ...USED, ...change })).toBe(words);
  });

  it('and nothing of what was never counted', () => {
    expect(evidenceUsesWords('SUCCESS', undefined)).toBe('');
  });
});

describe('what a memory is worth', () => {
  it('is points, and a point for a room, less for useless commands, much less for deaths', () => {
    expect(pairWorth({ ...NO_DIFFERENCE, points: 5, rooms: 2 })).toBe(7);
    expect(pairWorth({ ...NO_DIFFERENCE, wasted: 5 })).toBeCloseTo(-0.5);
    expect(pairWorth({ ...NO_DIFFERENCE, deaths: 2 })).toBe(-20);
  });

  it.each([
    [{ low: 0, high: 3 }, 0],
    [{ low: 0.1, high: 3 }, 1.5],
    [{ low: -3, high: 0 }, 0],
    [{ low: -3, high: -0.1 }, 1.5],
    [null, 0],
  ])('counts where its interval %o leaves zero out', (interval, worth) => {
    expect(sureWorth(worthOf(6, { interval }))).toBe(worth);
  });

  it('does not count with few pairs, or where chance may be the reason', () => {
    const interval = { low: 1, high: 2 };
    expect(sureWorth(worthOf(5, { interval }))).toBe(0);
    expect(sureWorth(worthOf(6, { interval, p: 0.051 }))).toBe(0);
    expect(sureWorth(undefined)).toBe(0);
  });

  it('is told with its interval, if there is one', () => {
    const worth = worthOf(1, { mean: 1.25 });
    expect(worthWords(worth, false)).toBe('worth +1.3 points in 1 pair of plays, simulated');
    expect(worthWords(undefined, true)).toBe('');
  });

  it('hides what is below zero, but no danger that ever held', () => {
    const worth = worthOf(6, { mean: -2, interval: { low: -4, high: -1 } });
    expect(doesHarmByEvidence(found({ worth }))).toBe(true);
    expect(doesHarmByEvidence(deadly({ worth }))).toBe(false);
    expect(doesHarmByEvidence(deadly({ worth, held: 0 }))).toBe(true);
    expect(doesHarmByEvidence(deadly({ worth, held: 0, tried: 0 }))).toBe(false);
    expect(doesHarmByEvidence(found())).toBe(false);
    expect(doesHarmByEvidence(undefined)).toBe(false);
  });
});

it('is read again as it was written, and no file or a damaged line tells nothing', () => {
  const one = found({ uses: USED });
  const book = new Map([[evidenceKey(7, one), one]]);
  expect(parseEvidence(printEvidence(book))).toEqual(book);
  const bytes = Buffer.concat([Buffer.from('{"title":\n'), printEvidence(book)]);
  expect(parseEvidence(bytes)).toEqual(book);
  expect(parseEvidence(null)).toEqual(new Map());
});

it.each([
  ['It killed in 4 of 8 tries.', 2, false],
  ['It killed in 4 of 8 tries.', 7, false],
  ['It killed in 4 of 8 tries.', 8, true],
  ['It killed in 0 of 8 tries.', 2, true],
  ['It kills.', 2, true],
])('"%s" after %i tries without harm is told to be harmless: %s', (text, tried, isTold) => {
  const one = memory({ category: 'DANGER', title: 'wake bear', text });
  const book = new Map([[evidenceKey(7, one), deadly({ tried, held: 0 })]]);
  expect(evidenceWordsIn(book, 7)(one) !== '').toBe(isTold);
  expect(evidenceAbout(book, 7, one) !== undefined).toBe(isTold);
});
