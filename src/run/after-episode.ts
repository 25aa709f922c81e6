import {
  type EntryChange,
  type FileEntry,
  entriesBeforeChanges,
  entryChange,
} from '../domain/entry-changes.ts';
import type { LinedBlock } from '../domain/lined-document.ts';
import { fromLatin1, oneLine } from '../domain/text.ts';
import { MEMORY_ENTRIES, roomsInDocument } from '../managers/memory/memory-document.ts';
import type { GameConfiguration } from '../config/schema.ts';
import { type EntryFormat, applyEntryEdits, entriesIn } from '../domain/entry-edits.ts';
import { type EntryEdits, mergeEdits } from '../domain/entry-merge.ts';
import { type Stop, isResumable } from '../domain/stop-reason.ts';
import type { Emit, RefusedChange } from '../events/event.ts';
import { examineChange } from '../exam/examine.ts';
import { EngineSteps } from '../interpreter/interpreter.ts';
import { openStoryNamed } from '../interpreter/open-story.ts';
import { KNOWLEDGE_ENTRIES } from '../managers/knowledge/knowledge-document.ts';
import { graphInMapFile } from '../managers/map/map-file.ts';
import type { NightChange } from '../managers/tools.ts';
import { playsByHand } from '../model/players.ts';
import type { LearntFiles } from '../storage/learnt-folder.ts';
import type { DurableFile } from '../storage/storage.ts';
import { lostTrust, makeRecipes } from '../verify/make-recipes.ts';
import { keepEvidence } from '../verify/memory-evidence.ts';
import { keepRecipes, recipeMistakes, parseRecipes, recipesOf } from '../verify/recipe-document.ts';
import { openRoutes } from '../managers/map/routes.ts';
import { EARLIER_RECORDINGS, readNewestRecordings } from '../verify/recording.ts';
import {
  applyFindings,
  changeForFinding,
  doubtFor,
  verifyMemories,
} from '../verify/verify-memories.ts';
import { walkStepLimit } from '../verify/walk.ts';
import { archiveMemories, archivePaper } from './archive-memories.ts';
import { type Reader, whyChangeReadsWorse } from './read-change.ts';
import type { RunServices } from './run-services.ts';

/**
 * Takes back each learnt entry by which the end of an episode lowers the marks on a paper of recorded play. With the gate
 * `readable`, also those that lower a model's marks. Logs what was refused. Rejects with LockedError and StorageError.
 */
export async function gateAfterEpisode(
  services: RunServices,
  files: LearntFiles,
  night: {
    readonly episode: number;
    readonly changes: readonly NightChange[];
    readonly emit: Emit;
    readonly reader: Reader;
  },
): Promise<void> {
  const { episode, changes, emit, reader } = night;
  const { gate, knowledge, player } = services.config;
  if (gate === 'off' || changes.length === 0) return;
  const isRead = gate === 'readable' && player !== 'offline' && !playsByHand(player);
  const questions = archivePaper(services, episode);
  for (const what of ['knowledge', 'memories'] as const) {
    const made = changes.filter((change) => change.what === what);
    const file = files[what];
    const { refused, kept, without } = await takeBack(file, ENTRIES[what], made, (before, after) =>
      examineChange(questions, { what, before, after }, knowledge.promptTokens),
    );
    const tell = (one: Pick<RefusedChange, 'why' | 'words'>) =>
      emit({ type: 'change-refused', what, questions: questions.length, ...one });
    refused.forEach(tell);
    if (!isRead || kept.came.length + kept.went.length === 0) continue;
    const after = file.read();
    const change = { what, before: without(after, kept), after };
    const why = await whyChangeReadsWorse(services, change, questions, reader);
    if (why === null) continue;
    await file.update((bytes) => without(bytes, kept));
    tell({ why, words: wordsOf(kept) });
  }
}

/** Why the second version is worse than the first. Null if it is not. */
type Judge = (before: Uint8Array | null, after: Uint8Array | null) => string | null;

/** Removes entries that lower the marks from a file. Returns why, with their words, and what stays of the change. */
async function takeBack(
  file: DurableFile,
  { entries, apply }: (typeof ENTRIES)['memories'],
  changes: readonly NightChange[],
  judge: Judge,
) {
  const now = file.read();
  const made = entries(now);
  const steps = changes.map(({ before, after }) => entryChange(entries(before), entries(after)));
  const change = entryChange(entriesBeforeChanges(made, steps), made);
  const without = (bytes: Uint8Array | null, refused: EntryChange) =>
    apply(bytes, mergeEdits(entries(bytes), made, entriesBeforeChanges(made, [refused])));
  if (judge(without(now, change), now) === null) return { refused: [], kept: change, without };
  const refused = refusedOf(change, now, without, judge);
  const gone = allOf(refused.map(({ step }) => step));
  await file.update((bytes) => without(bytes, gone));
  return {
    refused: refused.map(({ why, step }) => ({ why, words: wordsOf(step) })),
    kept: {
      came: change.came.filter((one) => !gone.came.includes(one)),
      went: change.went.filter((one) => !gone.went.includes(one)),
    },
    without,
  };
}

/** The steps of a change that lower the marks. An addition is judged before the removal that it replaces. */
function refusedOf(
  change: EntryChange,
  now: Uint8Array | null,
  without: (bytes: Uint8Array | null, refused: EntryChange) => Uint8Array,
  judge: Judge,
): readonly { readonly step: EntryChange; readonly why: string }[] {
  let left: readonly EntryChange[] = [
    ...change.came.map((entry) => ({ came: [entry], went: [] })),
    ...change.went.map((entry) => ({ came: [], went: [entry] })),
  ];
  const pairs = change.came.flatMap((entry) =>
    change.went
      .filter(({ place }) => place === entry.place)
      .map((went) => ({ came: [entry], went: [went] })),
  );
  let kept = without(now, change);
  const whys = new Map<EntryChange, string | null>();
  for (const step of [...left, ...pairs]) {
    const rest = left.filter((one) => !isWithin(one, step));
    if (left.length - rest.length < step.came.length + step.went.length) continue;
    const tried = without(now, allOf(rest));
    const why = judge(kept, tried);
    whys.set(step, why);
    if (why !== null) continue;
    left = rest;
    kept = tried;
  }
  return left.map((step) => ({ step, why: whys.get(step) ?? '' }));
}

function isWithin({ came, went }: EntryChange, step: EntryChange): boolean {
  return [...came, ...went].every((one) => step.came.includes(one) || step.went.includes(one));
}

function allOf(steps: readonly EntryChange[]): EntryChange {
  return {
    came: steps.flatMap(({ came }) => came),
    went: steps.flatMap(({ went }) => went),
  };
}

const ENTRIES = { memories: byEntries(MEMORY_ENTRIES), knowledge: byEntries(KNOWLEDGE_ENTRIES) };

function byEntries<B extends LinedBlock>(format: EntryFormat<B>) {
  return {
    entries: (bytes: Uint8Array | null) => entriesIn(bytes, format),
    apply: (bytes: Uint8Array | null, edits: EntryEdits) => applyEntryEdits(bytes, edits, format),
  };
}

/** The change in one line without Markdown: `add to LESSONS LEARNED: Doors creak.` */
function wordsOf({ came, went }: EntryChange): string {
  const words = (deed: string, some: readonly FileEntry[]) =>
    some.map(({ place, text }) => {
      const plain = fromLatin1(text).replaceAll(/^- |\*\*| \*\([^)]*\)\*/gm, '');
      return `${deed} ${place}: ${plain}`;
    });
  return oneLine([...words('add to', came), ...words('remove from', went)].join('; '));
}

/** New recipes get so many times the steps of memories; known recipes get that share of them. */
const RECIPE_TIMES = 5;
const KNOWN_SHARE = 3;

export function verifiesAfterEpisode({ memory, verify }: GameConfiguration): boolean {
  return memory.enabled && verify.afterEpisode > 0;
}

/** Verifies what was learnt, within the engine steps, from recordings alone. Rejects with LockedError and StorageError. */
export async function verifyAfterEpisode(
  services: RunServices,
  files: LearntFiles,
  ended: {
    readonly episode: number;
    readonly stop: Stop;
    readonly complain: (message: string) => void;
  },
): Promise<void> {
  const { episode: fresh, stop, complain } = ended;
  const { config, story, steps: counted = new EngineSteps() } = services;
  if (!verifiesAfterEpisode(config) || isResumable(stop.reason)) return;
  const { afterEpisode, apply } = config.verify;
  const recordings = readNewestRecordings(config.workdir, story, EARLIER_RECORDINGS + 1);
  for (const { episode, problem } of recordings) {
    if (problem !== null) complain(`Episode ${episode} cannot be tried again: ${problem}.`);
  }
  const open = (seed: number) =>
    openStoryNamed(story.bytes, { seed, names: config.names, steps: counted });
  const steps = walkStepLimit(afterEpisode);
  const rooms = roomsInDocument(files.memories.read());
  const { memories } = counted.during('verification', () =>
    verifyMemories({ rooms, recordings, open, steps }),
  );
  await keepEvidence(files.evidence, memories, !steps.isSpent);
  await applyFindings(files.memories, memories, apply ? changeForFinding : doubtFor);
  const document = parseRecipes(files.recipes.read());
  for (const { line, message } of recipeMistakes(document)) {
    complain(`${files.recipes.path}, line ${line}: ${message}; this recipe is not used.`);
  }
  const known = recipesOf(document);
  const made = counted.during('verification', () =>
    makeRecipes({
      recordings,
      known,
      open,
      routes: openRoutes(graphInMapFile(files.map.read(), story.identity.ifid)),
      fresh,
      steps: walkStepLimit(afterEpisode * RECIPE_TIMES),
      carryOn: Math.ceil(afterEpisode / KNOWN_SHARE),
    }),
  );
  lostTrust(known, made).forEach(complain);
  await keepRecipes(files.recipes, made);
  const { dictionary } = open(0);
  await archiveMemories(services, files, { episode: fresh, recordings, dictionary });
}
