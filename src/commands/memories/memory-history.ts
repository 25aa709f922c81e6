import { applyEntryEdits, entriesIn } from '../../domain/entry-edits.ts';
import { beforeChanges, mergeEdits, type FileEntry } from '../../domain/entry-merge.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { firstLine } from '../../domain/text.ts';
import { MEMORY_ENTRIES } from '../../managers/memory/memory-document.ts';
import { findEpisode } from '../../records/episodes.ts';
import { openMemories } from '../../run/open-learnt.ts';
import { EntryJournal, type JournalStep } from '../../storage/entry-journal.ts';
import type { Call } from '../command.ts';
import { changeShown, learntPlace } from '../learnt-place.ts';
import { memoriesToRead } from './memory-files.ts';

/** What came into Memories.md and what went, oldest first, as far as its journal goes back. */
export async function history(call: Call): Promise<void> {
  const file = await memoriesToRead(call);
  const steps = stepsOf(call, file).filter(({ by }) => by !== 'start');
  const changes = steps.flatMap(({ at, by, came, went }) =>
    [...lessons(went, 'went'), ...lessons(came, 'came')].map((one) => ({ at, by, ...one })),
  );
  call.answer(changes, () =>
    changes.length === 0
      ? { nothing: `${file} has no history yet.` }
      : changes.map(lineOf).join('\n'),
  );
}

/** Takes out what runs wrote since an episode began, and brings back what they took out; what people wrote stays. */
export async function restore(call: Call<{ readonly beforeEpisode: number }>): Promise<void> {
  const { config, memories: file } = await learntPlace(call);
  const { beforeEpisode } = call.options;
  const began = findEpisode(config.workdir, String(beforeEpisode)).files.facts()?.startedAt;
  const steps = stepsOf(call, file);
  const first = steps[0];
  if (began === undefined || first === undefined || first.at > began) {
    throw new NotFoundError(
      `The journal of ${file} does not go back to episode ${beforeEpisode}; restore a copy.`,
    );
  }
  const undone = steps.filter(({ by, at }) => by === 'run' && at >= began);
  const undo = (bytes: Uint8Array | null) => {
    const now = entriesIn(bytes, MEMORY_ENTRIES);
    return mergeEdits(now, now, beforeChanges(now, undone));
  };
  const shared = openMemories(file, call.tell, 'person');
  const { add, remove, replace } = undo(shared.read());
  const count = add.length + remove.length + replace.length;
  const lines = [
    ...lessons([...remove, ...replace.map(({ from }) => from)], 'went'),
    ...lessons([...add, ...replace.map(({ to }) => to)], 'came'),
  ];
  const { name, before } = await changeShown(call, file, {
    shown: count === 0 ? null : lines.map(describe).join('\n'),
    write: () => shared.update((bytes) => applyEntryEdits(bytes, undo(bytes), MEMORY_ENTRIES)),
  });
  const told = `${name} is as it was before episode ${beforeEpisode} (${count} entries changed); ${before}.`;
  call.answer({ file, beforeEpisode, changed: count }, () => told);
}

function stepsOf({ tell }: Call, file: string): readonly JournalStep[] {
  return new EntryJournal(file, tell).steps();
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
  return `${what === 'came' ? '+' : '-'} ${place}: ${firstLine(text)}`;
}
