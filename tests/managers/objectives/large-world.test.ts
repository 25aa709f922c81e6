import { describe, expect, it } from 'vitest';
import { largeDiscovery } from './large-world.ts';

describe('the discovery prompt of a large world', () => {
  const question = largeDiscovery()();
  const prompt = question.map(({ content }) => content).join('\n');

  it('is between 6,000 and 18,000 tokens for 110 rooms and 600 memories', () => {
    const tokens = prompt.length / 4;
    expect(tokens).toBeGreaterThan(6000);
    expect(tokens).toBeLessThan(18_000);
  });

  it.each([12_000, 14_000, 16_000])('is at most %i tokens where that is the bound', (bound) => {
    const question = largeDiscovery(bound)();
    const tokens = question.reduce((sum, { content }) => sum + content.length, 0) / 4;
    expect(tokens).toBeLessThanOrEqual(bound);
    // What is left is less than the texts of one room.
    expect(tokens).toBeGreaterThan(bound - 150);
  });

  it(
    'tells everything where the bound is what that takes or more, and less below it',
    { tags: ['slow'] },
    () => {
      const promptOf = (bound: number) => {
        const question = largeDiscovery(bound)();
        return question.map(({ content }) => content).join('');
      };
      const whole = promptOf(100_000);
      const needed = Math.ceil(whole.length / 4);
      expect(promptOf(needed + 1)).toBe(whole);
      expect(promptOf(needed)).toBe(whole);
      expect(promptOf(needed - 1).length).toBeLessThanOrEqual((needed - 1) * 4);
    },
  );

  it('names every room that has memories, and tells most of those close by', () => {
    const rooms = prompt.match(/^\*\*Location \d+ .* (?:steps? away|known way):\*\*/gm);
    expect(rooms).toHaveLength(110);
    expect(prompt.match(/^\*\*Location 50 .*\n( {2}- .*\n {4}\| .*\n){5}/m)).not.toBeNull();
  });
});
