import { type FileEntry, entriesBeforeChanges } from '../../domain/entry-changes.ts';
import { MEMORY_ENTRIES, roomsInDocument } from '../../managers/memory/memory-document.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyEntryEdits, entriesIn } from '../../domain/entry-edits.ts';
import { mergeEdits } from '../../domain/entry-merge.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { locationId, locationIdIn } from '../../domain/ids.ts';
import { firstLine, fromLatin1, plural } from '../../domain/text.ts';
import { MEMORIES } from '../../managers/memory/memory-changes.ts';
import { mergeMemories } from '../../managers/memory/merge-memories.ts';
import { findEpisode, listEpisodes } from '../../records/episodes.ts';
import { moment } from '../../report/wording.ts';
import { openLearntMemories } from '../../run/open-learnt.ts';
import { openDurableFile } from '../../storage/durable-file.ts';
import { EntryJournal, journalFile } from '../../storage/entry-journal.ts';
import { MergedFile } from '../../storage/merged-file.ts';
import { readBytesFile, readLinesFile } from '../../storage/read-file.ts';
import type { Call } from '../command.ts';
import {
  changeLearntFile,
  claimedPlace,
  configuredPlace,
  learntFileWords,
  learntMemories,
  learntPlace,
  readFileAtPlace,
  roomsAtPlace,
  roomsNamed,
} from '../learnt-place.ts';
import { hanging } from '../layout.ts';
import { printRaw } from '../print.ts';
import { versionBefore } from '../knowledge/answer-knowledge.ts';
import path from 'node:path';

/** Invalidates the believed memory of exactly this title. Rejects with NotFoundError, LockedError and StorageError. */
export async function invalidateMemory(
  call: Call<Readonly<Record<'location' | 'title' | 'reason', string>>>,
): Promise<void> {
  const { title } = call.options;
  const reason = call.options.reason.replace(/\s+/g, ' ').trim();
  if (reason === '') call.refuse("option '--reason <text>' says why it is wrong");
  const { memories: file } = await claimedPlace(call);
  const [room, ...others] = roomsNamed(roomsAtPlace(file), call.options.location);
  const location = room?.id ?? locationIdIn(call.options.location);
  const refuse = (why: string) =>
    call.refuse(`option '--location <room>' ${why}; see zorkgpt memories list`);
  if (others.length > 0) return refuse('names several rooms');
  if (location === null) return refuse('names no room of which anything is remembered');
  const memories = new MergedFile(openLearntMemories(file, call.tell, 'person'), MEMORIES);
  const { results, waiting } = await memories.change([
    { kind: 'invalidate', locationId: locationId(location), title, reason, turn: null },
  ]);
  if (waiting !== null) throw waiting;
  if (!results.some(({ outcome }) => outcome === 'applied')) {
    throw new NotFoundError(
      `No memory titled "${title}" is believed at location ${location}; see zorkgpt memories show --location ${location}.`,
    );
  }
  const done = { file, location: { id: location }, title, invalidated: true };
  call.answer(done, () => `Marked "${title}" at location ${location} as wrong in ${file}.`);
}

export async function mergeMemoryFiles(call: Call<{ readonly out?: string }>): Promise<void> {
  const { world, words, options, tell } = call;
  const paths = words.map((name) => path.resolve(world.cwd, name));
  const files = await Promise.all(paths.map(readSavedFile));
  const { out, home } = options;
  if (out === '-') {
    printRaw(world, mergeMemories(files));
    return;
  }
  const own = out === undefined ? (await configuredPlace(call)).memories : null;
  const file = own ?? path.resolve(world.cwd, out ?? '');
  const isShared = own !== null || isJournalled(file);
  const target = isShared ? openLearntMemories(file, tell, 'person') : openDurableFile(file);
  let merged: Uint8Array = new Uint8Array();
  await target.update((now) => {
    // If the target is one of the files, its newest content counts.
    const fresh = files.map((bytes, at) => (paths[at] === file ? (now ?? bytes) : bytes));
    merged = own === null ? mergeMemories(fresh) : mergeMemories(files, now);
    return merged;
  });
  const memories = roomsInDocument(merged).flatMap((room) => room.memories).length;
  const { name, before } = learntFileWords(file, own === null ? undefined : home);
  const told = `${name} holds ${memories} memories now; ${before}.`;
  call.answer({ file, merged: words.length, memories }, () => told);
}

/** Whether runs write this file, so that people's edits of it are merged. */
function isJournalled(file: string): boolean {
  return readBytesFile(journalFile(file)) !== null;
}

/** As `readFileAtPlace`, but waits for a file that an editor has moved away to save it. */
async function readSavedFile(file: string): Promise<Uint8Array> {
  for (let looks = 0; looks < MOST_LOOKS && isJournalled(file); looks += 1) {
    const bytes = readLinesFile(file);
    if (bytes !== null) return bytes;
    await sleep(LOOK_AGAIN_MS);
  }
  return readFileAtPlace(file);
}

/** For a second. */
const MOST_LOOKS = 40;
const LOOK_AGAIN_MS = 25;

/** The memories added and removed, the oldest first, as far as the journal goes back. */
export async function listMemoryChanges(call: Call): Promise<void> {
  const file = await learntMemories(call);
  const steps = new EntryJournal(file, call.tell).steps().filter(({ by }) => by !== 'start');
  const changes = steps.flatMap(({ at, by, came, went }) =>
    [...lessons(went, 'went'), ...lessons(came, 'came')].map((one) => ({ at, by, ...one })),
  );
  call.answer(changes, (width) => {
    if (changes.length === 0) return { nothing: `${file} has no history yet.` };
    return changes
      .map(({ at, by, ...line }) => {
        const when = `${moment(at)} `;
        const told = `a ${by} ${describe(line, ['added to', 'took out of'])}`;
        return hanging(when, told, when.length + 1, width);
      })
      .join('\n');
  });
}

/** Removes what runs wrote since an episode began, and brings back what they removed. People's text stays. */
export async function restoreMemories(
  call: Call<{ readonly beforeEpisode: number }>,
): Promise<void> {
  const place = await learntPlace(call);
  const { config, memories: file } = place;
  const { beforeEpisode } = call.options;
  const last = listEpisodes(config.workdir).at(-1)?.number ?? 0;
  if (last > 0 && beforeEpisode > last) {
    const told = `Nothing to take back: episode ${last} is the newest.`;
    call.answer({ file, beforeEpisode, changed: 0 }, () => told);
    return;
  }
  const began = findEpisode(config.workdir, String(beforeEpisode)).files.facts()?.startedAt;
  const steps = new EntryJournal(file, call.tell).steps();
  const [first] = steps;
  // A file that was empty when its journal began has no other past.
  const isWhole = first !== undefined && first.came.length === 0 && first.write !== 'start';
  if (began === undefined || first === undefined || (first.at > began && !isWhole)) {
    throw new NotFoundError(
      `The journal of ${file} does not go back to episode ${beforeEpisode}; only a copy that you made can bring that back.`,
    );
  }
  const undone = steps.filter(({ by, at }) => by === 'run' && at >= began);
  const undo = (bytes: Uint8Array | null) => {
    const now = entriesIn(bytes, MEMORY_ENTRIES);
    return mergeEdits(now, now, entriesBeforeChanges(now, undone));
  };
  const shared = openLearntMemories(file, call.tell, 'person');
  const { add, remove, replace } = undo(shared.read());
  const count = add.length + remove.length + replace.length;
  const lines = [
    ...lessons([...remove, ...replace.map(({ from }) => from)], 'went'),
    ...lessons([...add, ...replace.map(({ to }) => to)], 'came'),
  ];
  const { name, before } = await changeLearntFile(call, file, {
    shown:
      count === 0
        ? null
        : lines.map((one) => describe(one, ['would add to', 'would take out of'])).join('\n'),
    write: () => shared.update((bytes) => applyEntryEdits(bytes, undo(bytes), MEMORY_ENTRIES)),
  });
  const changed = count === 0 ? '' : ` (${plural(count, 'entry', 'entries')} changed); ${before}`;
  const told = `${name} is as it was before episode ${beforeEpisode}${changed}.`;
  const stays = staysWords(versionBefore(place, beforeEpisode));
  call.answer({ file, beforeEpisode, changed: count }, () => `${told} ${stays}`);
}

/** What restoring Memories.md does not change. `version` is that of the knowledge base, null if none was kept. */
function staysWords(version: string | null): string {
  const knowledge =
    version === null ? '' : `; zorkgpt knowledge rollback --to ${version} does the same there`;
  return `The map and the recipes, which the engine showed, and the knowledge base stay as they are${knowledge}.`;
}

function lessons(entries: readonly FileEntry[], what: 'came' | 'went') {
  return entries
    .filter(({ isCount }) => isCount !== true)
    .map(({ place, heading, name, text }) => {
      const room = /: (.+)$/.exec(fromLatin1(heading))?.[1] ?? '';
      return { what, place, room, title: name, text: fromLatin1(text) };
    });
}

type Line = ReturnType<typeof lessons>[number];

function describe(
  { what, place, room, text }: Line,
  [adds, takes]: readonly [string, string],
): string {
  const plain = firstLine(text).replaceAll('*', '');
  return `${what === 'came' ? adds : takes} ${place}${room === '' ? '' : ` (${room})`}: ${plain}`;
}
