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

  it('names every room that has memories, and tells most of those close by', () => {
    const rooms = prompt.match(/^\*\*Location \d+ .* (?:hops? away|known way):\*\*/gm);
    expect(rooms).toHaveLength(110);
    expect(prompt.match(/^\*\*Location 50 .*\n( {2}- .*\n {4}\| .*\n){5}/m)).not.toBeNull();
  });
});
