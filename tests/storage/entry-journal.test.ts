import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EntryJournal, heldAfter, type JournalStep } from '../../src/storage/entry-journal.ts';
import { encodeRecord } from '../../src/storage/record-log.ts';
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

it('a thousand and two hundred steps are all kept, and one more makes it forget down to a thousand', () => {
  const file = path.join(temporaryFolder(), 'Memories.md');
  const journal = new EntryJournal(file, () => undefined);
  const steps = Array.from({ length: 1_201 }, (_, number) => night(number, 10));
  journal.append(steps.slice(0, 1_200));
  expect(journal.steps()).toHaveLength(1_200);
  journal.append(steps.slice(1_200));
  // The one that holds what the older ones led to comes before them.
  for (const one of [journal, new EntryJournal(file, () => undefined)])
    expect(one.steps()).toHaveLength(1_001);
  expect(new Set(heldAfter(journal.steps()))).toEqual(new Set(heldAfter(steps)));
});

it.each([
  [29, 1_001],
  [31, 203],
])('when it is made shorter, steps of %i days ago leave %i', (days, kept) => {
  const journal = new EntryJournal(path.join(temporaryFolder(), 'Memories.md'), () => undefined);
  const at = new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString();
  const steps = Array.from({ length: 1_201 }, (_, number) => {
    return number < 999 ? { ...night(number, 10), at } : night(number, 10);
  });
  journal.append(steps);
  expect(journal.steps()).toHaveLength(kept);
});

it('another process’s steps are read before its own are added', () => {
  const file = path.join(temporaryFolder(), 'Memories.md');
  const [one, other] = [0, 1].map(() => new EntryJournal(file, () => undefined));
  one?.append([night(0, 10)]);
  other?.append([night(1, 10)]);
  one?.append([night(2, 10)]);
  const writes = new EntryJournal(file, () => undefined).steps().map(({ write }) => write);
  expect(writes).toEqual(['0', '1', '2']);
});

it('a step that a kill cut short is forgotten, and the next one stands on its own line', () => {
  const file = path.join(temporaryFolder(), 'Memories.md');
  const journal = new EntryJournal(file, () => undefined);
  journal.append([night(0, 10)]);
  appendFileSync(journal.path, '{"at":"20');
  expect(journal.steps().map(({ write }) => write)).toEqual(['0']);
  journal.append([night(1, 10)]);
  const read = new EntryJournal(file, () => undefined).steps().map(({ write }) => write);
  expect(read).toEqual(['0', '1']);
  expect(readFileSync(journal.path, 'utf8')).not.toContain('{"at":"20{');
});

it.each([
  ['is no record', 'not a record\n'],
  ['has another form', '{"by":"nobody"}'],
])('a journal that %s is put aside with a word, and a new one is begun', (_, content) => {
  const file = path.join(temporaryFolder(), 'Memories.md');
  const told: string[] = [];
  const journal = new EntryJournal(file, (message) => void told.push(message));
  writeFileSync(
    journal.path,
    content.startsWith('{') ? encodeRecord(JSON.parse(content) as object) : content,
  );
  expect(journal.steps()).toEqual([]);
  expect(told).toEqual([
    `${journal.path} is damaged and was put aside as ${journal.path}.damaged; a new one is begun.`,
  ]);
  expect(existsSync(`${journal.path}.damaged`)).toBe(true);
  journal.append([night(0, 10)]);
  expect(new EntryJournal(file, () => undefined).steps()).toHaveLength(1);
});
