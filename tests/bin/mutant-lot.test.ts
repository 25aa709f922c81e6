import path from 'node:path';
import { expect, it } from 'vitest';

type Found = Readonly<Record<string, { readonly status: string }>>;

const file: string = path.resolve(import.meta.dirname, '../../bin/mutant-lot.js');
const { strykerPlugins } = (await import(file)) as {
  readonly strykerPlugins: readonly [
    { factory(options: object): { check(mutants: readonly object[]): Promise<Found> } },
  ];
};

const MUTANTS = Array.from({ length: 1_000 }, (_, line) => ({
  id: `${line}`,
  fileName: '/tmp/copy/src/turn/act.ts',
  location: { start: { line, column: 0 }, end: { line, column: 9 } },
  replacement: 'true',
}));

/** The ids that are tried. */
async function drawn(name: string, share: number, mutants = MUTANTS): Promise<readonly string[]> {
  const found = await strykerPlugins[0].factory({ lot: { name, share } }).check(mutants);
  return Object.entries(found).flatMap(([id, { status }]) => (status === 'passed' ? [id] : []));
}

it('a lot of planted faults is drawn again the same, wherever the copy lies, and is another by another name', async () => {
  const lot = await drawn('monday', 0.1);
  expect(lot.length).toBeGreaterThan(60);
  expect(lot.length).toBeLessThan(140);
  const elsewhere = MUTANTS.map((one) => ({ ...one, fileName: '/var/other/src/turn/act.ts' }));
  expect(await drawn('monday', 0.1, elsewhere)).toEqual(lot);
  expect(await drawn('tuesday', 0.1)).not.toEqual(lot);
  expect(await drawn('all', 1)).toHaveLength(MUTANTS.length);
});
