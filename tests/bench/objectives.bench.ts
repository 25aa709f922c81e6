import { largeDiscovery } from '../managers/objectives/large-world.ts';
import { atLeast, atMost, below, median, row, type PageRow } from './bench-page.ts';

const RUNS = 40;

/** How long the discovery prompt of a large world takes to build, and how large it is. */
export function objectiveRows(): readonly PageRow[] {
  const build = largeDiscovery();
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    build();
    return performance.now() - start;
  });
  const characters = build().reduce((sum, { content }) => sum + content.length, 0);
  const tokens = Math.round(characters / 4);
  return [
    row('discovery prompt, built', median(times), 'ms', { goal: below(20) }),
    row('discovery prompt, no smaller', tokens, 'tokens', { goal: atLeast(6000) }),
    row('discovery prompt, no larger', tokens, 'tokens', { goal: atMost(18_000) }),
  ];
}
