import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LockedError, StorageError } from '../../src/domain/errors.ts';
import { EpisodeInputs } from '../../src/episode/episode-inputs.ts';
import { FailStop, RecordingDiverged } from '../../src/episode/verified-journal.ts';
import type { InputRecord } from '../../src/records/cassette.ts';
import { openLearntMemories } from '../../src/run/open-learnt.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { type DurableFile, createScratchStorage } from '../../src/storage/storage.ts';
import { FakeDurableFile } from '../helpers/fake-durable-file.ts';

const bytesOf = (text: string) => Buffer.from(text);
const add = (line: string) => (bytes: Uint8Array | null) => {
  const text = Buffer.from(bytes ?? '').toString();
  return text.includes(line) ? bytes : bytesOf(`${text}${line}\n`);
};

function watch(
  file: DurableFile,
  start: string | null,
  recorded: readonly InputRecord[] = [],
  firstLook = 1,
  isApart = false,
) {
  const warnings: string[] = [];
  const made: InputRecord[] = [];
  const failStop = new FailStop();
  const inputs = new EpisodeInputs({
    recorded,
    log: { append: (record) => void made.push(record as InputRecord) },
    failStop,
    emit: (event) => void (event.type === 'warning' && warnings.push(event.message)),
    firstLook,
    isApart,
  });
  const watched = inputs.watch('Memories.md', file, start === null ? null : bytesOf(start));
  const text = () => {
    const bytes = watched.read();
    return bytes === null ? null : Buffer.from(bytes).toString();
  };
  return { inputs, watched, made, failStop, text, warnings };
}

/** Plays a short episode while others write, and gives what it saw. */
async function play() {
  const file = new FakeDurableFile('start\n');
  const { inputs, watched, made, text } = watch(file, 'start\n');
  const seen: (string | null)[] = [];
  const turn = (number: number) => {
    inputs.beforeTurn(number);
    seen.push(text(), watched.version());
  };
  turn(1);
  file.save('start\nby hand\n');
  seen.push(text());
  turn(2);
  await watched.update(add('own 1'));
  seen.push(text());
  file.save('start\nby hand\nown 1\nmore by hand\n');
  await watched.update(add('own 2'));
  seen.push(text());
  file.fails = 'locked';
  seen.push(await watched.update(add('own 3')).then(String, (error: Error) => error.name));
  file.fails = null;
  turn(3);
  file.save(null);
  turn(4);
  return { seen, made, file };
}

async function playAgain(recorded: readonly InputRecord[]) {
  const { inputs, watched, text, made } = watch(
    createScratchStorage('m', null),
    'start\n',
    recorded,
    Infinity,
  );
  const seen: (string | null)[] = [];
  const turn = (number: number) => {
    inputs.beforeTurn(number);
    seen.push(text(), watched.version());
  };
  turn(1);
  seen.push(text());
  turn(2);
  await watched.update(add('own 1'));
  seen.push(text());
  await watched.update(add('own 2'));
  seen.push(text());
  seen.push(await watched.update(add('own 3')).then(String, (error: Error) => error.name));
  turn(3);
  turn(4);
  return { seen, made };
}

describe('a file that an episode watches', () => {
  it('changes under it only at the start of a turn and by its own hand', async () => {
    const { seen } = await play();
    expect(seen[2]).toBe('start\n');
    expect(seen[3]).toBe('start\nby hand\n');
    expect(seen).toContain('start\nby hand\nown 1\nmore by hand\nown 2\n');
  });

  it('shows the very same when it is played again from the records', async () => {
    const first = await play();
    const again = await playAgain(first.made);
    expect(again.seen).toEqual(first.seen);
    expect(again.made).toEqual([]);
    expect(first.seen).toContain(LockedError.name);
  });

  it('is not changed twice when a kill came between a change and its record', async () => {
    const file = new FakeDurableFile('start\nown 1\n');
    const { watched, text, made } = watch(file, 'start\n', [], 2);
    const outcomes: boolean[] = [];
    await watched.update((bytes) => {
      const next = add('own 1')(bytes);
      outcomes.push(next !== bytes);
      return next;
    });
    expect(file.text).toBe('start\nown 1\n');
    expect(text()).toBe('start\nown 1\n');
    // To the one who changes it the change was made now.
    expect(outcomes.at(-1)).toBe(true);
    expect(made).toMatchObject([{ kind: 'update', edit: null }]);
  });

  it('that was deleted in play comes back when play is over, though nothing more is written', async () => {
    const file = path.join(temporaryFolder(), 'Memories.md');
    const told: string[] = [];
    const { inputs, watched, made } = watch(
      openLearntMemories(file, (message) => void told.push(message), 'run'),
      null,
    );
    await watched.update(add('learnt'));
    rmSync(file);
    inputs.endPlay(true);
    await inputs.keep();
    expect(readFileSync(file, 'utf8')).toBe('learnt\n');
    expect(told).toEqual([expect.stringMatching(/was deleted; it comes back/)]);
    expect(made).toHaveLength(1);
  });

  it('that could not be changed at the end is changed by who resumes the episode, not refused once more', async () => {
    const file = new FakeDurableFile('start\n');
    const first = watch(file, 'start\n');
    file.fails = 'locked';
    await expect(first.watched.update(add('in play'))).rejects.toThrow(LockedError);
    first.inputs.endPlay(false);
    first.inputs.checkWritten();
    await expect(first.watched.update(add('at the end'))).rejects.toThrow(LockedError);
    expect(() => first.inputs.checkWritten()).toThrow(LockedError);
    expect(first.made).toMatchObject([{ kind: 'refused', number: 1 }]);
    file.fails = null;

    const again = watch(file, 'start\n', first.made, 2);
    await expect(again.watched.update(add('in play'))).rejects.toThrow(LockedError);
    again.inputs.endPlay(false);
    await again.watched.update(add('at the end'));
    again.inputs.checkWritten();
    expect(file.text).toBe('start\nat the end\n');
  });

  it('remembers a refusal at the end that was got over, so that it can be played again', async () => {
    const file = new FakeDurableFile('start\n');
    const { inputs, watched, made } = watch(file, 'start\n');
    inputs.endPlay(false);
    file.fails = 'locked';
    await expect(watched.update(add('one'))).rejects.toThrow(LockedError);
    expect(made).toEqual([]);
    file.fails = null;
    await watched.update(add('two'));
    inputs.checkWritten();
    expect(made.map(({ kind }) => kind)).toEqual(['refused', 'update']);
  });

  it('that comes out differently ends the episode', async () => {
    const { made } = await play();
    const { inputs, watched, failStop } = watch(
      createScratchStorage('m', null),
      'start\n',
      made,
      Infinity,
    );
    inputs.beforeTurn(2);
    await expect(watched.update(add('something else'))).rejects.toThrow(RecordingDiverged);
    expect(() => failStop.check()).toThrow(RecordingDiverged);
  });

  it('whose input cannot be recorded ends the episode, also when somebody swallows the error', () => {
    const failStop = new FailStop();
    const full = new StorageError('The disk is full.', { path: 'inputs.jsonl' });
    const inputs = new EpisodeInputs({
      recorded: [],
      log: {
        append: () => {
          throw full;
        },
      },
      failStop,
      emit: () => undefined,
      firstLook: 1,
      isApart: false,
    });
    const file = new FakeDurableFile('start\n');
    inputs.watch('Memories.md', file, bytesOf('start\n'));
    file.save('by hand\n');
    expect(() => inputs.beforeTurn(1)).toThrow(full);
    expect(() => inputs.beforeTurn(2)).toThrow(full);
  });

  it('takes for its own only what was recorded of it, and says what is left of that', () => {
    const edit = { kind: 'edit', turn: 1, edit: { at: 0, cut: 0, insert: '' } } as const;
    const [own, other] = ['Memories.md', 'map.json'].map((name) => ({ ...edit, file: name }));
    const { inputs } = watch(new FakeDurableFile(), null, [own, other] as InputRecord[]);
    expect(inputs.left()).toEqual([own]);
    inputs.beforeTurn(1);
    expect(inputs.left()).toEqual([]);
  });

  it('has no version while it is not there, and one that stays while nothing changes', () => {
    const file = new FakeDurableFile();
    const { inputs, watched, made } = watch(file, null);
    inputs.beforeTurn(1);
    expect([watched.version(), made]).toEqual([null, []]);
    file.save('by hand\n');
    inputs.beforeTurn(2);
    const version = watched.version();
    expect(version).not.toBeNull();
    file.save('by hand\n');
    inputs.beforeTurn(3);
    expect(watched.version()).toBe(version);
    expect(made).toMatchObject([{ kind: 'edit', turn: 2 }]);
    file.save('by hand, too\n');
    inputs.beforeTurn(4);
    expect([version, null]).not.toContain(watched.version());
  });

  it('is not written at the end where nobody else changed it, and a refusal then is no failure', async () => {
    const file = new FakeDurableFile('start\n');
    const { inputs } = watch(file, 'start\n');
    inputs.beforeTurn(1);
    let updates = 0;
    const update = file.update.bind(file);
    file.update = (change) => ((updates += 1), update(change));
    await inputs.keep();
    expect(updates).toBe(0);
    file.save('by hand\n');
    await inputs.keep();
    file.fails = 'storage';
    await inputs.keep();
    expect(updates).toBe(2);
    file.update = () => Promise.reject(new Error('a mistake'));
    await expect(inputs.keep()).rejects.toThrow('a mistake');
  });

  it('of a fork shows only its own changes, which the file gets beside those of others', async () => {
    const file = new FakeDurableFile('now\n');
    const { inputs, watched, text, made } = watch(file, 'then\n', [], 1, true);
    inputs.beforeTurn(1);
    expect(text()).toBe('then\n');
    await watched.update(add('own'));
    expect([text(), file.text]).toEqual(['then\nown\n', 'now\nown\n']);
    await watched.update(() => null);
    expect([text(), file.text]).toEqual(['then\nown\n', 'now\nown\n']);
    expect(made).toMatchObject([
      { kind: 'update', edit: null },
      { kind: 'update', edit: null },
    ]);
    file.save(null);
    await inputs.keep();
    expect(file.text).toBeNull();
  });

  it('is changed as it is where no kill can have come between, though it holds the same already', async () => {
    const file = new FakeDurableFile('start\nown 1\n');
    const { watched, made } = watch(file, 'start\n');
    await watched.update(add('own 1'));
    expect(made).toMatchObject([{ kind: 'update', edit: { insert: expect.any(String) } }]);
  });

  it('that cannot be read for a while is a warning, and its change is seen later', () => {
    const file = new FakeDurableFile('start\n');
    const { inputs, text, warnings } = watch(file, 'start\n');
    const read = file.read.bind(file);
    file.save('by hand\n');
    file.read = () => {
      throw new StorageError('It cannot be read.', { path: file.path });
    };
    inputs.beforeTurn(1);
    expect([text(), warnings]).toEqual(['start\n', ['It cannot be read.']]);
    file.read = read;
    inputs.beforeTurn(2);
    expect(text()).toBe('by hand\n');
    file.save('again\n');
    file.read = () => {
      throw new TypeError('a mistake');
    };
    expect(() => inputs.beforeTurn(3)).toThrow('a mistake');
  });
});
