import type { Command } from 'commander';
import { applyEntryEdits, entriesIn } from '../../domain/entry-edits.ts';
import { beforeChanges, mergeEdits, type FileEntry } from '../../domain/entry-merge.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { MEMORY_ENTRIES } from '../../managers/memory/memory-entries.ts';
import { findEpisode } from '../../records/episodes.ts';
import { openMemories } from '../../run/open-learnt.ts';
import { EntryJournal, type JournalStep } from '../../storage/entry-journal.ts';
import { confirm } from '../confirm.ts';
import { answer, type CommonOptions } from '../command.ts';
import { learntPlace, tellReplaced } from '../learnt-place.ts';
import { note } from '../output.ts';
import type { World } from '../world.ts';
import { memoriesToRead } from './memory-files.ts';

/** Options of `memories restore`. */
export interface RestoreOptions extends CommonOptions {
  readonly beforeEpisode: number;
}

/** What came into Memories.md and what went, oldest first, as far as its journal goes back. */
export async function history(world: World, options: CommonOptions): Promise<void> {
  const file = await memoriesToRead(world, options);
  const steps = stepsOf(world, file).filter(({ by }) => by !== 'start');
  const changes = steps.flatMap(({ at, by, came, went }) =>
    [...lessons(went, 'went'), ...lessons(came, 'came')].map((one) => ({ at, by, ...one })),
  );
  answer(world, options, changes, () =>
    changes.length === 0
      ? { nothing: `${file} has no history yet.` }
      : changes.map(lineOf).join('\n'),
  );
}

/** Takes out what runs wrote since an episode began, and brings back what they took out; what people wrote stays. */
export async function restore(
  world: World,
  options: RestoreOptions,
  _: readonly string[],
  command: Command,
): Promise<void> {
  const { workdir, memories: file } = await learntPlace(world, options);
  const began = findEpisode(workdir, String(options.beforeEpisode)).files.facts()?.startedAt;
  const steps = stepsOf(world, file);
  const first = steps[0];
  if (began === undefined || first === undefined || first.at > began) {
    throw new NotFoundError(
      `The journal of ${file} does not go back to episode ${options.beforeEpisode}; restore a copy.`,
    );
  }
  const undone = steps.filter(({ by, at }) => by === 'run' && at >= began);
  const undo = (bytes: Uint8Array | null) => {
    const now = entriesIn(bytes, MEMORY_ENTRIES);
    return mergeEdits(now, now, beforeChanges(now, undone));
  };
  const shared = openMemories(file, (message) => note(world, message), 'person');
  const { name, before } = tellReplaced(file, options);
  const { add, remove, replace } = undo(shared.read());
  const count = add.length + remove.length + replace.length;
  if (count > 0) {
    const lines = [
      ...lessons([...remove, ...replace.map(({ from }) => from)], 'went'),
      ...lessons([...add, ...replace.map(({ to }) => to)], 'came'),
    ];
    note(world, lines.map(describe).join('\n'));
    await confirm(world, command, `Change ${name} like this?`);
    await shared.update((bytes) => applyEntryEdits(bytes, undo(bytes), MEMORY_ENTRIES));
  }
  const done = { file, beforeEpisode: options.beforeEpisode, changed: count };
  answer(
    world,
    options,
    done,
    () =>
      `${name} is as it was before episode ${options.beforeEpisode} (${count} entries changed); ${before}.`,
  );
}

function stepsOf(world: World, file: string): readonly JournalStep[] {
  return new EntryJournal(file, (message) => note(world, message)).steps();
}

function lessons(entries: readonly FileEntry[], what: 'came' | 'went') {
  return entries
    .filter(({ isCount }) => isCount !== true)
    .map(({ place, name, text }) => ({ what, place, title: name, text: readable(text) }));
}

function readable(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

type Line = ReturnType<typeof lessons>[number];

function lineOf({ at, by, ...line }: Line & Pick<JournalStep, 'at' | 'by'>): string {
  return `${at.slice(0, 19).replace('T', ' ')} ${by.padEnd(6)} ${describe(line)}`;
}

function describe({ what, place, text }: Line): string {
  return `${what === 'came' ? '+' : '-'} ${place}: ${text.split('\n')[0] ?? ''}`;
}
