import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EntryJournal, heldAfter, type JournalStep } from '../../src/storage/entry-journal.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

function visits(room: number, text: string) {
  const place = `Location ${room}`;
  return { place, heading: `## ${place}: Quay`, name: '**Visits:**', text, isCount: true as const };
}

/** The step of a night that counted `bytes` long visits again. */
function night(number: number, bytes: number): JournalStep {
  const text = (one: number) => String(one).padEnd(bytes, '.');
  return {
    at: new Date().toISOString(),
    by: number === 0 ? 'start' : 'run',
    came: [visits(number % 3, text(number))],
    went: number < 3 ? [] : [visits(number % 3, text(number - 3))],
    sha256: '',
    size: 0,
    write: String(number),
  };
}

it.each([
  ['up to a megabyte are all kept', 11, 11],
  ['beyond a megabyte are forgotten down to half of it', 12, 5],
])('steps that take %s', (_, nights, kept) => {
  const file = path.join(temporaryFolder(), 'Memories.md');
  const journal = new EntryJournal(file, () => undefined);
  const steps = Array.from({ length: nights }, (__, number) => night(number, 56_000));
  for (const step of steps) journal.append([step]);
  expect(statSync(journal.path).size).toBeLessThan(1_100_000);
  const read = new EntryJournal(file, () => undefined).steps();
  expect(read.length).toBe(kept);
  expect(read[0]?.by).toBe('start');
  expect(read.at(-1)).toEqual(steps.at(-1));
  expect(new Set(heldAfter(read))).toEqual(new Set(heldAfter(steps)));
});

it('what the journal forgets in a large write is still known when that write is tried again', () => {
  const journal = new EntryJournal(path.join(temporaryFolder(), 'Memories.md'), () => undefined);
  const before = [night(0, 10), night(1, 10)];
  const attempt = [night(3, 10), night(4, 1_100_000)].map((one) => ({ ...one, write: 'large' }));
  for (const steps of [before, attempt, attempt]) journal.append(steps);
  const known = heldAfter(journal.steps().filter(({ write }) => write !== 'large'));
  const places = known.map(({ place }) => place);
  expect(places).toEqual(expect.arrayContaining(['Location 0', 'Location 1']));
});
