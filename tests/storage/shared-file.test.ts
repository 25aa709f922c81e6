import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../src/domain/errors.ts';
import {
  parseDocument,
  roomsOf,
  MEMORY_ENTRIES,
} from '../../src/managers/memory/memory-document.ts';
import { MEMORIES, type MemoryChange } from '../../src/managers/memory/memory-changes.ts';
import { KNOWLEDGE_ENTRIES } from '../../src/managers/knowledge/knowledge-document.ts';
import { EntryJournal } from '../../src/storage/entry-journal.ts';
import { MergedFile } from '../../src/storage/merged-file.ts';
import { openSharedFile } from '../../src/storage/shared-file.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { memory } from '../helpers/memory.ts';
import { at } from '../managers/memory/memory-world.ts';

/** A Memories.md on disk, what a person does to it, and runs that learn. */
function shared() {
  const folder = temporaryFolder();
  const file = path.join(folder, 'Memories.md');
  const told: string[] = [];
  const open = () => {
    const opened = openSharedFile(file, { format: MEMORY_ENTRIES, tell: (one) => told.push(one) });
    return { file: opened, memories: new MergedFile(opened, MEMORIES) };
  };
  const run = open();
  const text = () => readFileSync(file, 'utf8');
  return {
    file,
    told,
    open,
    run,
    text,
    titles: () =>
      [...roomsOf(parseDocument(readFileSync(file))).values()].flatMap(({ memories }) =>
        memories.filter(({ status }) => status !== 'SUPERSEDED').map(({ title }) => title),
      ),
    learn: (...changes: readonly MemoryChange[]) => run.memories.change(changes),
    /** A save that ended a while ago. */
    save(content: string | Uint8Array) {
      writeFileSync(file, content);
      settle(file);
    },
  };
}

it('what is no refusal of the file is no change that waits', async () => {
  const { file } = shared().open();
  const faulty = { ...file, path: file.path, read: () => null, version: () => null };
  const update = () => Promise.reject(new TypeError('a fault'));
  const memories = new MergedFile({ ...faulty, update }, MEMORIES);
  await expect(memories.change([])).rejects.toThrow('a fault');
});

function settle(file: string): void {
  const before = statSync(file).mtimeMs / 1000 - 60 - Math.random();
  utimesSync(file, before, before);
}

const add = (title: string, fields: Parameters<typeof memory>[0] = {}, room = 5): MemoryChange => ({
  kind: 'add',
  room: { id: at(room), name: `Room ${room}` },
  memory: memory({ title, ...fields }),
});
const supersede = (title: string, by: string): MemoryChange => ({
  kind: 'supersede',
  locationId: at(5),
  title,
  by,
  turn: 9,
});
const entry = (title: string) =>
  new RegExp(`\\*\\*\\[NOTE - PERMANENT\\] ${title}\\*\\*[^\\n]*\\n[^\\n]+\\n\\n`);

it('the journal says what a person changed, and what a run did', async () => {
  const one = shared();
  await one.learn(add('Hatch'));
  const [entry = ''] = /\*\*\[[^\n]*Hatch[^\n]*\n[^\n]*\n/.exec(one.text()) ?? [];
  one.save(one.text().replace(entry, `${entry}\n${entry.replace('Hatch', 'Pole')}`));
  await one.learn(add('Rope'));
  const steps = new EntryJournal(one.file, () => undefined).steps();
  const came = (by: string) =>
    steps.filter((step) => step.by === by).flatMap((step) => step.came.map(({ name }) => name));
  expect(came('person').join()).toMatch(/^[^,]*Pole[^,]*$/);
  expect(came('run').join()).toMatch(/Hatch[^]*Rope/);
  expect(steps.every(({ by, write }) => by !== undefined && write !== undefined)).toBe(true);
});

it('the journal of a file begins with what a person had written into it before any run', async () => {
  const one = shared();
  await one.learn(add('Hatch'));
  const before = one.text();
  const later = shared();
  later.save(before);
  await later.learn(add('Rope'));
  const [first, ...rest] = new EntryJournal(later.file, () => undefined).steps();
  expect(first?.by).toBe('start');
  expect(first?.came.map(({ name }) => name).join()).toContain('Hatch');
  expect(rest.flatMap(({ by, came }) => came.map(({ name }) => `${by} ${name}`)).join()).toContain(
    'Rope',
  );
});

describe('a copy from earlier, saved', () => {
  it('keeps what was learnt since, what the person wrote, and what the person took out', async () => {
    const world = shared();
    await world.learn(add('A'), add('B'));
    const older = world.text();
    await world.learn(add('C'), add('D', {}, 9));
    await world.learn(supersede('A', 'E'), add('E'));
    world.save(
      older
        .replace(entry('B'), '')
        .replace('# Location Memories\n', '# Location Memories\n\nMine.\n'),
    );
    await world.learn(add('F'));
    expect(world.titles().sort()).toEqual(['C', 'D', 'E', 'F']);
    expect(world.text()).toContain('Mine.\n');
    expect(world.text()).toContain('[Superseded at T9 by "E"]');
    expect(world.told).toEqual([expect.stringMatching(/holds a copy from 2 writes ago/)]);
  });

  it.each([1, 2, 3])('keeps what was learnt since, also when %i were taken out', async (count) => {
    const world = shared();
    const titles = ['A', 'B', 'C'].slice(0, count);
    await world.learn(...titles.map((title) => add(title)), add('D'));
    const older = world.text();
    world.save(titles.reduce((text, title) => text.replace(entry(title), ''), older));
    await world.learn(add('E', {}, 9));
    world.save(older);
    await world.learn(add('F', {}, 9));
    expect(world.titles().sort()).toEqual(['D', 'E', 'F']);
  });

  it('shows a run what it really knows, before anything is written', async () => {
    const world = shared();
    await world.learn(add('A'));
    const older = world.text();
    await world.learn(add('B'));
    world.save(older);
    world.run.memories.sync();
    expect(roomsOf(world.run.memories.document).get(at(5))?.memories).toHaveLength(2);
  });

  it('is told from an edit of the newest version, which stays byte for byte', async () => {
    const world = shared();
    await world.learn(add('A'), add('B'));
    await world.learn(add('C', {}, 9));
    const edited = world.text().replace(entry('B'), '').replace('does not move', 'moves   a lot');
    world.save(edited);
    expect(Buffer.from(world.run.file.read() ?? []).toString()).toBe(edited);
    await world.learn(add('D', {}, 9));
    expect(world.titles()).toEqual(['A', 'C', 'D']);
    expect(world.told).toEqual([]);
  });

  it('that changes an entry which was changed since keeps both and says so', async () => {
    const world = shared();
    await world.learn(add('A'), add('B'));
    const older = world.text();
    await world.learn(supersede('A', 'C'), add('C'));
    await world.learn(add('D'));
    world.save(older.replace('The hatch does not move.', 'The hatch moves at noon.'));
    await world.learn(add('E'));
    expect(world.text()).toContain('\nThe hatch moves at noon.\n');
    expect(world.text()).toContain('~~The hatch does not move.~~');
    expect(world.titles().sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(world.told.join()).toContain('"A" under Location 5 was changed twice; both are kept');
  });

  it('that puts an item of the knowledge base in other words than a run since keeps both and says so', async () => {
    const file = path.join(temporaryFolder(), 'knowledgebase.md');
    const told: string[] = [];
    const run = openSharedFile(file, { format: KNOWLEDGE_ENTRIES, tell: (one) => told.push(one) });
    const items = (...lines: readonly string[]) =>
      `# Knowledge\n\n## Strategies\n\n${lines.map((one) => `- ${one}`).join('\n')}\n`;
    const write = (text: string) => run.update(() => Buffer.from(text));
    await write(items('Lamps burn low.', 'Doors stay open after dark.'));
    await write(items('Lamps burn low.', 'Doors stay open till dawn.', 'Coins open gates.'));
    writeFileSync(file, items('Lamps burn low.', 'Doors stay shut after dark.'));
    settle(file);
    await run.update((bytes) =>
      Buffer.from(`${Buffer.from(bytes ?? []).toString()}- Bells ring.\n`),
    );
    const text = readFileSync(file, 'utf8');
    for (const kept of ['shut after dark', 'open till dawn', 'Coins open gates', 'Bells ring']) {
      expect(text).toContain(kept);
    }
    expect(told.join()).toMatch(
      /changed twice; both are kept, this one too: - Doors stay open till dawn/,
    );
  });

  it('that may be of two versions loses nothing learnt and says so', async () => {
    const world = shared();
    await world.learn(add('A'), add('B'));
    await world.learn(add('C', {}, 9), add('D', {}, 9));
    // Between both: it has one of the two that came together.
    world.save(
      world
        .text()
        .replace(/\*\*\[NOTE - PERMANENT\] D[^]*?\n\n/, '')
        .replace(
          '**Visits:** 0 | **Episodes:** 1\n\n### Memories\n\n**[NOTE - PERMANENT] C',
          '\n### Memories\n\n**[NOTE - PERMANENT] C',
        ),
    );
    await world.learn(add('E'));
    expect(world.titles().sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(world.told.join()).toMatch(/could be a copy of several|a copy from 1 write ago/);
  });

  it('is understood by another process, and after the first version was no run’s', async () => {
    const world = shared();
    world.save('# Location Memories\n\n## Location 5: Quay\n\n**[NOTE] Mine** *(Ep1, T1)*\nx\n');
    const older = world.text();
    await world.learn(add('A'));
    world.save(older);
    await world.open().memories.change([add('B')]);
    expect(world.titles().sort()).toEqual(['A', 'B', 'Mine']);
  });
});

describe('a save that goes on', () => {
  it.each([40, 400])(
    'in place, in two halves with %i ms between, is waited for',
    { tags: ['slow'] },
    async (pause) => {
      const world = shared();
      await world.learn(add('A'), add('B'), add('C', {}, 9));
      const edited = `${world.text()}\nA note by hand.\n`;
      const half = Math.floor(edited.length / 2);
      writeFileSync(world.file, edited.slice(0, half));
      const learning = world.learn(add('D'));
      const shown = Buffer.from(world.run.file.read() ?? []).toString();
      await sleep(pause);
      appendFileSync(world.file, edited.slice(half));
      await learning;
      expect(shown).toContain('] C**');
      expect(world.titles().sort()).toEqual(['A', 'B', 'C', 'D']);
      expect(world.text()).toContain('A note by hand.');
      world.run.memories.sync();
      expect(Buffer.from(world.run.file.read() ?? []).toString()).toBe(world.text());
    },
  );

  it.each([
    ['the run that wrote it', false],
    ['another process', true],
  ])(
    'by taking the file away first is waited for, too, by %s',
    { tags: ['slow'] },
    async (_, isOther) => {
      const world = shared();
      await world.learn(add('A'));
      renameSync(world.file, `${world.file}~`);
      const { memories } = isOther ? world.open() : world.run;
      const learning = memories.change([add('B')]);
      await sleep(100);
      writeFileSync(world.file, readFileSync(`${world.file}~`, 'utf8').replace('] A', '] Mine'));
      await learning;
      expect(world.titles()).toEqual(['Mine', 'B']);
    },
  );

  it('that ends short is taken for what it is in the end', { tags: ['slow'] }, async () => {
    const world = shared();
    await world.learn(add('A'), add('B'));
    truncateSync(world.file, 0);
    appendFileSync(world.file, '# Location Memories\n');
    await world.learn(add('C'));
    expect(world.titles()).toEqual(['C']);
  });
});

describe('a file that is not there', () => {
  it(
    'comes back when it was deleted in play, and stays away when it was deleted before',
    { tags: ['slow'] },
    async () => {
      const world = shared();
      await world.learn(add('A'));
      rmSync(world.file);
      await world.learn(add('B'));
      expect(world.titles()).toEqual(['A', 'B']);
      expect(world.told).toEqual([expect.stringMatching(/was deleted; it comes back/)]);
      rmSync(world.file);
      await world.open().memories.change([add('C')]);
      expect(world.titles()).toEqual(['C']);
    },
  );
});

describe('text that is none', () => {
  it.each([
    ['UTF-16', Buffer.from('\ufeff# Location Memories\n', 'utf16le'), /UTF-16; save it as UTF-8/],
    ['UTF-16 without a mark', Buffer.from('# Location\n', 'utf16le'), /UTF-16; save it as UTF-8/],
    [
      'lines that end in CR',
      Buffer.from('# Location Memories\rMine\r'),
      /CR alone; save it with LF/,
    ],
    ['bytes of a picture', Buffer.from([0x89, 0x50, 0, 0, 1]), /no text; put back its \.backup/],
  ])(
    '%s is refused with the mend, left as it is, and what is learnt waits',
    async (_, bytes, mend) => {
      const world = shared();
      await world.learn(add('A'));
      world.save(bytes);
      const { waiting } = await world.learn(add('B'));
      expect(waiting).toBeInstanceOf(StorageError);
      expect(waiting?.message).toMatch(mend);
      expect(readFileSync(world.file)).toEqual(bytes);
      expect(() => world.run.memories.sync()).toThrow(mend);
      world.save('# Location Memories\n\nMended.\n');
      await world.learn(add('C'));
      expect(world.text()).toContain('Mended.');
      expect(world.titles()).toEqual(['B', 'C']);
    },
  );
});

describe('the journal', () => {
  it('that is damaged is put aside and begun anew', { tags: ['slow'] }, async () => {
    const world = shared();
    await world.learn(add('A'));
    writeFileSync(`${world.file}.journal`, 'not a record\n');
    await world.open().memories.change([add('B')]);
    expect(world.titles()).toEqual(['A', 'B']);
    expect(world.told).toEqual([expect.stringMatching(/journal is damaged and was put aside/)]);
    const older = world.text();
    await world.open().memories.change([add('C')]);
    world.save(older);
    await world.open().memories.change([add('D')]);
    expect(world.titles()).toEqual(['A', 'B', 'C', 'D']);
  });

  it('that cannot be written keeps the file as it is', async () => {
    const world = shared();
    mkdirSync(`${world.file}.journal`);
    const { waiting } = await world.learn(add('A'));
    expect(waiting).toBeInstanceOf(StorageError);
  });
});
