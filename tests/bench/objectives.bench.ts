import { largeDiscovery } from '../managers/objectives/large-world.ts';

/** One measured number. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const RUNS = 40;

/** How long the discovery prompt of a large world takes to build, and how large it is. */
export function objectiveRows(): readonly BenchRow[] {
  const build = largeDiscovery();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    build();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const characters = build().reduce((sum, { content }) => sum + content.length, 0);
  const world = '110 rooms, 600 memories';
  return [
    { name: `discovery prompt built, ${world}`, value: times[RUNS / 2] ?? NaN, unit: 'ms' },
    { name: `discovery prompt, ${world}`, value: Math.round(characters / 4), unit: 'tokens' },
  ];
}
