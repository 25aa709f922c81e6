import { describe, expect, it } from 'vitest';
import { choose, HERE } from './situations.ts';

const WAYS = `## Ways out
- n: Attic (3), been there once
- s: Hall (2), been there 3 times

## Tried here
- n: moved you
- s: moved you`;
const EARLIER = '## Places known from earlier episodes\n- Loft (20)\n\n';
const left = (lines: string) => `${WAYS}\n\n## Left to try\n${lines}`;
const cellar = (what: string) => left(`- elsewhere: Cellar (7), 2 steps, first s: ${what}`);
const was = (action: string, place = 7, goal: number | null = null) => ({
  action,
  note: { place, goal },
});

describe('what no episode has tried', () => {
  it('is where it walks in a later episode, not in the first', () => {
    expect(choose(EARLIER + cellar('1 way, 2 things'))).toBe('s');
    expect(choose(EARLIER + cellar('1 thing'))).toBe('s');
    expect(choose(cellar('1 way, 2 things'))).toBe('n');
  });

  it('is gone to later where dangers are told of it', () => {
    const two = (how: string) =>
      left(
        `- elsewhere: Cellar (7), 1 step${how}, first s: 1 way; Loft (8), 3 steps, first n: 1 way`,
      );
    expect(choose(EARLIER + two(''))).toBe('s');
    expect(choose(EARLIER + two(' past remembered dangers'))).toBe('n');
  });

  it('is not walked to where the player was in this episode', () => {
    const to = (what: string) => EARLIER + cellar(what);
    expect(choose(to('1 way'), [was('w')])).toBe('n');
    expect(choose(to('1 way'), [was('w', 8)])).toBe('s');
  });

  it('is given up when the player set out for it three times from one place and never came there', () => {
    const walked = [1, 2, 3].map(() => was('s', HERE, 7));
    expect(choose(EARLIER + cellar('1 way, 2 things'), walked.slice(1))).toBe('s');
    expect(choose(EARLIER + cellar('1 way, 2 things'), walked)).toBe('n');
  });

  it('is not shied away from where the player came for it', () => {
    const edge = '## Room description (1 turn ago)\n| Yard\n| A path leads east along a cliff.\n\n';
    const ways =
      '## Ways out\n- n: Attic (3), been there once\n- e: somewhere new (5), untried this episode';
    const more = '- elsewhere: Cellar (7), 2 steps, first n: 1 way';
    const asked = `${EARLIER}${edge}${left(`- here, ways: e\n${more}`).replace(WAYS, ways)}`;
    expect(choose(asked, [was('s', 3)])).toBe('n');
    expect(choose(asked, [was('s', 3, HERE)])).toBe('e');
  });

  it('comes before everything else here in an episode that is for that', () => {
    const things = '## Things in reach\n- low bench\n\n';
    const told = '- here, things: low bench';
    const first = (what: string) => `- first in this episode, before you go on: ${what}`;
    const route =
      '\n\n## Route\nSuggestion: the checked way to points from command 1 of 1 on, +5 in 1 turn: s.';
    expect(choose(EARLIER + things + left(told) + route)).toBe('s');
    expect(choose(EARLIER + things + left(`${first('low bench')}\n${told}`) + route)).toMatch(
      /bench$/,
    );
    expect(choose(EARLIER + things + left(`${first('old stool')}\n${told}`) + route)).toBe('s');
  });

  it('comes first among things and ways here', () => {
    const things = '## Things in reach\n- old stool\n- low bench\n\n';
    const room = `## Room description (1 turn ago)\n| Yard\n| A stool and a bench.\n\n${things}`;
    expect(choose(EARLIER + room)).toBe('examine stool');
    expect(
      choose(`${EARLIER}${room}${left('- here, things: low bench (tried: search); 1 more thing')}`),
    ).toBe('examine bench');
    const ways =
      '## Ways out\n- n: Attic (3), untried this episode\n- s: Hall (2), untried this episode';
    expect(choose(EARLIER + ways)).toBe('n');
    const untried = left('- here, ways: s').replace(WAYS, ways);
    expect(choose(EARLIER + untried)).toBe('s');
  });
});
