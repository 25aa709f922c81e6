import { applyEntryEdits, entriesIn, type EntryFormat } from '../domain/entry-edits.ts';
import {
  beforeChanges,
  changeBetween,
  mergeEdits,
  type EntryChange,
  type EntryEdits,
  type FileEntry,
} from '../domain/entry-merge.ts';
import type { LinedBlock } from '../domain/lined-document.ts';
import type { Emit } from '../events/event.ts';
import { makeQuestions } from '../exam/ask-questions.ts';
import { drawPaper } from '../exam/exam.ts';
import { whyLowered } from '../exam/examine.ts';
import { turnsOf, readPlayed } from '../exam/played.ts';
import type { Question } from '../exam/question.ts';
import { KNOWLEDGE_ENTRIES } from '../managers/knowledge/knowledge-document.ts';
import { MEMORY_ENTRIES } from '../managers/memory/memory-document.ts';
import type { NightChange } from '../managers/tools.ts';
import { oneLine } from '../prompts/quote.ts';
import type { LearntFiles } from '../storage/learnt-folder.ts';
import type { DurableFile } from '../storage/storage.ts';
import { EARLIER_RECORDINGS } from '../verify/recording.ts';
import type { RunServices } from './run-services.ts';

const PAPER = 200;

/**
 * Takes back, of what the end of an episode changed in what was learnt, each entry that lowers the marks on a paper of
 * recorded play; the others stay. What was refused is told in the log, whole. What others changed meanwhile stays. Rejects
 * with LockedError and StorageError.
 */
export async function gateNight(
  services: RunServices,
  files: LearntFiles,
  night: {
    readonly episode: number;
    readonly changes: readonly NightChange[];
    readonly emit: Emit;
  },
): Promise<void> {
  const { episode, changes, emit } = night;
  const { gate, knowledge } = services.config;
  if (gate === 'off' || changes.length === 0) return;
  const questions = paperOf(services, episode);
  for (const what of ['knowledge', 'memories'] as const) {
    const made = changes.filter((change) => change.what === what);
    const refused = await takeBack(files[what], ENTRIES[what], made, (before, after) =>
      whyLowered(questions, { what, before, after }, knowledge.promptTokens),
    );
    for (const one of refused)
      emit({ type: 'change-refused', what, questions: questions.length, ...one });
  }
}

export function paperOf(
  { config, story }: Pick<RunServices, 'config' | 'story'>,
  episode: number,
): readonly Question[] {
  const played = readPlayed(config.workdir, story, EARLIER_RECORDINGS + 1);
  const questions = makeQuestions(turnsOf(played));
  const { papers } = drawPaper(questions, 1, PAPER);
  return drawPaper(questions, papers === 0 ? 1 : 1 + (episode % papers), PAPER).questions;
}

/** Why the second version is worse than the first; null where it is not. */
type Judge = (before: Uint8Array | null, after: Uint8Array | null) => string | null;

/** Takes the entries that lower the marks out of a file again. Returns why, and their words. */
async function takeBack(
  file: DurableFile,
  { entries, apply }: (typeof ENTRIES)['memories'],
  changes: readonly NightChange[],
  judge: Judge,
): Promise<readonly { readonly why: string; readonly words: string }[]> {
  const now = file.read();
  const made = entries(now);
  const steps = changes.map(({ before, after }) => changeBetween(entries(before), entries(after)));
  const change = changeBetween(beforeChanges(made, steps), made);
  const without = (bytes: Uint8Array | null, refused: EntryChange) =>
    apply(bytes, mergeEdits(entries(bytes), made, beforeChanges(made, [refused])));
  if (judge(without(now, change), now) === null) return [];
  const refused = refusedOf(change, now, without, judge);
  await file.update((bytes) => without(bytes, allOf(refused.map(({ step }) => step))));
  return refused.map(({ why, step }) => ({ why, words: wordsOf(step) }));
}

/**
 * The steps of a change that lower the marks of what the others leave. What comes is judged before what goes, so that what
 * goes may be said by what came; what comes in the place of something else is judged with it, where it alone is refused.
 */
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

/** What came and went, in one line without the marks of Markdown: `add to LESSONS LEARNED: Doors creak.` */
function wordsOf({ came, went }: EntryChange): string {
  const words = (deed: string, some: readonly FileEntry[]) =>
    some.map(({ place, text }) => `${deed} ${place}: ${plain(text)}`);
  return oneLine([...words('add to', came), ...words('remove from', went)].join('; '));
}

function plain(latin1: string): string {
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return text.replaceAll(/^- |\*\*| \*\([^)]*\)\*/gm, '');
}
