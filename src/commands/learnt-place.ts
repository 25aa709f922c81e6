import { locationIdIn } from '../domain/ids.ts';
import { readableEpisode } from '../records/episode-files.ts';
import type { Settings } from '../run/settings.ts';
import { roomsInDocument, type RoomMemories } from '../managers/memory/memory-document.ts';
import path from 'node:path';
import type { GameConfiguration } from '../config/schema.ts';
import { ConfigError, NotFoundError, StoryError, unlessBroken } from '../domain/errors.ts';
import { suggestNames } from '../domain/text.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { parseEvidence, type EvidenceBook } from '../managers/memory/evidence.ts';
import { listEpisodes } from '../records/episodes.ts';
import { findStoryFile, openStoryFile, type StoryBytes } from '../run/story-file.ts';
import {
  claimLearntFolder,
  learntFolder,
  mapLearnt,
  type LearntName,
  learntFile,
} from '../storage/learnt-folder.ts';
import { modifiedAt, readBytesFile, readLinesFile } from '../storage/read-file.ts';
import type { Recording } from '../verify/recording.ts';
import type { Steps } from '../verify/walk.ts';
import type { Call } from './command.ts';

export interface LearntPlace extends Readonly<Record<LearntName, string>> {
  readonly config: GameConfiguration;
  readonly story: StoryBytes;
  readonly folder: string;
}

/** The place of what was learnt of the requested story. The story is not started. */
export async function learntPlace(call: Call): Promise<LearntPlace> {
  return placeOf(playedStory(call, await call.settings()), learntFolder);
}

/** The place for a command that changes it: the folder belongs to this story from now on. Also rejects with LockedError. */
export async function claimedPlace(call: Call): Promise<LearntPlace> {
  return placeOf(playedStory(call, await call.settings()), claimLearntFolder);
}

/** The place for a command that fills it: the configured story is meant, even if nothing of it is there yet. */
export async function configuredPlace(call: Call): Promise<LearntPlace> {
  return placeOf((await call.settings()).config, claimLearntFolder);
}

async function placeOf(
  config: GameConfiguration,
  find: (workdir: string, ifid: string) => string | Promise<string>,
): Promise<LearntPlace> {
  const story = openStoryFile(config.story);
  const folder = await find(config.workdir, story.identity.ifid);
  return { config, story, folder, ...mapLearnt((name) => path.join(folder, name)) };
}

/** The settings with the named or configured story. If nothing of that is there, the newest episode's, with a note. */
function playedStory(call: Call, { config }: Settings): GameConfiguration {
  const { workdir } = config;
  if (call.options.story !== undefined) return config;
  const own = unlessBroken(() => openStoryFile(config.story), ConfigError, StoryError);
  const newest = listEpisodes(workdir)
    .map(({ files }) => readableEpisode(() => files.facts()?.story) ?? null)
    .findLast((story) => story !== null);
  const ifid = own?.identity.ifid;
  if (newest === undefined || newest.ifid === ifid) return config;
  const folder = learntFolder(workdir, ifid ?? '');
  const isThere = (name: string) => modifiedAt(path.join(folder, name)) !== null;
  if (own !== null && Object.values(mapLearnt(isThere)).includes(true)) return config;
  const story = findStoryFile(workdir, newest.ifid);
  if (story === null) return config;
  const missing = own?.identity.title ?? config.story ?? 'a configured story';
  call.tell(
    `Nothing of ${missing} is in ${workdir}; this is of ${newest.title ?? path.parse(story).name}, which was played last.`,
  );
  return { ...config, story };
}

/** Opens what is needed for verifying what was learnt at a place. The engine steps are bounded. */
export async function openVerification<T>(
  call: Call,
  mostSteps: number,
  work: (play: {
    readonly place: LearntPlace;
    readonly recordings: readonly Recording[];
    readonly open: (seed: number) => Interpreter;
    readonly steps: Steps;
  }) => T,
): Promise<T> {
  // Most commands only read, and an interpreter makes them start slower.
  const { openStoryNamed } = await import('../interpreter/open-story.ts');
  const { readRecordings } = await import('../verify/recording.ts');
  const { walkStepLimit } = await import('../verify/walk.ts');
  const place = await claimedPlace(call);
  const { config, story } = place;
  const steps = walkStepLimit(mostSteps);
  const recordings = readRecordings(config.workdir, story);
  for (const { episode, problem } of recordings) {
    if (problem !== null) call.tell(`Episode ${episode}: ${problem}.`);
  }
  const open = (seed: number) => openStoryNamed(story.bytes, { seed, names: config.names });
  const made = work({ place, recordings, open, steps });
  if (steps.isSpent) call.tell(`It stopped after ${mostSteps} engine steps.`);
  return made;
}

/** The name of a replaced learnt file in messages, and the place of its old version. */
export function learntFileWords(file: string, home: string | undefined) {
  if (home === undefined)
    return { name: file, before: `as it was before, it is kept as ${file}.backup` };
  // The temporary folder of the command is gone at its end.
  const name = `${path.basename(file)} of the fleet`;
  return { name, before: 'its last 20 versions are kept there' };
}

/** Changes a learnt file after showing the change and asking. If nothing would change, `shown` is null. */
export async function changeLearntFile(
  call: Call,
  file: string,
  { shown, write }: { readonly shown: string | null; readonly write: () => Promise<unknown> },
): Promise<ReturnType<typeof learntFileWords>> {
  const told = learntFileWords(file, call.options.home);
  if (shown === null) return told;
  call.tell(shown);
  await call.confirm(`Change ${told.name} like this?`);
  await write();
  return told;
}

/** The story that the command line names, and a note if no episode of it is there. Throws ConfigError and StoryError. */
export function askedStory({ options }: Call, { config }: Settings) {
  if (options.story === undefined) return null;
  const { ifid } = openStoryFile(config.story).identity;
  const nothing = `No episode of ${options.story} yet in ${config.workdir}; zorkgpt run --story ${options.story} plays one.`;
  return { ifid, nothing };
}

/** The Memories.md of the requested story. If no story can be opened and none was named, that of the workdir. */
export async function learntMemories(call: Call): Promise<string> {
  try {
    return (await learntPlace(call)).memories;
  } catch (error) {
    const isAboutStory = error instanceof ConfigError || error instanceof StoryError;
    if (!isAboutStory || call.options.story !== undefined) throw error;
    const file = learntFile((await call.settings()).config.workdir, 'memories');
    if (readBytesFile(file) === null) throw error;
    return file;
  }
}

/** Every room in the Memories.md of a learnt place, in file order. Never waits for a lock. Throws StorageError. */
export function roomsAtPlace(file: string): readonly RoomMemories[] {
  return roomsInDocument(readLinesFile(file));
}

/** The evidence on the memories of a learnt place. Throws StorageError. */
export function evidenceAtPlace(folder: string): EvidenceBook {
  return parseEvidence(readBytesFile(learntFile(folder, 'evidence')));
}

/** The bytes of a learnt file at the place of a command. Throws NotFoundError if there is none. */
export function readFileAtPlace(file: string): Uint8Array {
  const bytes = readLinesFile(file);
  if (bytes !== null) return bytes;
  throw new NotFoundError(`There is no file ${file}; check its name.`);
}

/** Rooms of exactly that name, in any case; else the one of that number; else those whose name contains it. */
export function roomsNamed<Room extends { readonly id: number; readonly name: string }>(
  rooms: readonly Room[],
  named: string,
): readonly Room[] {
  const wanted = plain(named);
  if (wanted === '') return [];
  const exact = rooms.filter(({ name }) => plain(name) === wanted);
  if (exact.length > 0) return exact;
  const number = locationIdIn(named);
  if (number !== null) return rooms.filter(({ id }) => id === number);
  return rooms.filter(({ name }) => plain(name).includes(wanted));
}

/** The name of a room that a mistyped one may mean. */
export function nearRoom(
  rooms: readonly { readonly id: number; readonly name: string }[],
  named: string,
): string | undefined {
  const names = rooms.map(({ name }) => plain(name));
  const [near] = suggestNames(plain(named), names);
  const [part = rooms[names.indexOf(near ?? '')]] = roomsNamed(rooms, named);
  return part?.name;
}

/** A name as people type it, apart from case, blanks and typographic marks. */
function plain(name: string): string {
  const lower = name.normalize('NFKC').toLowerCase().trim();
  const words = lower.replace(/['’‘`]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [lower];
  return words.join(' ').replace(/^the /, '');
}
