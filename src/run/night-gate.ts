import { applyEntryEdits, entriesIn, type EntryFormat } from '../domain/entry-edits.ts';
import {
  changeBetween,
  mergeEdits,
  type EntryEdits,
  type FileEntry,
} from '../domain/entry-merge.ts';
import type { LinedBlock } from '../domain/lined-document.ts';
import { plural } from '../domain/words.ts';
import type { Emit } from '../events/event.ts';
import { whyLowered } from '../exam/lowered.ts';
import { makeQuestions, drawPaper } from '../exam/paper.ts';
import { turnsOf, readPlayed } from '../exam/played.ts';
import type { Question } from '../exam/question.ts';
import { KNOWLEDGE_ENTRIES } from '../managers/knowledge/knowledge-document.ts';
import { MEMORY_ENTRIES } from '../managers/memory/memory-entries.ts';
import { oneLine } from '../prompts/quote.ts';
import type { NightChange } from '../managers/tools.ts';
import type { LearntFiles } from '../storage/learnt-files.ts';
import type { RunServices } from './run-services.ts';
import { EARLIER_RECORDINGS } from '../verify/recording.ts';

/** Questions of a night's paper. */
const PAPER = 200;

/**
 * Takes back what the end of an episode changed in what was learnt, where that lowers the marks on a paper of recorded
 * play. What was refused is told in the log, whole. What others changed meanwhile stays. Rejects with LockedError and
 * StorageError.
 */
export async function gateNight(
  services: RunServices,
  files: LearntFiles,
  {
    episode,
    changes,
    emit,
  }: { readonly episode: number; readonly changes: readonly NightChange[]; readonly emit: Emit },
): Promise<void> {
  if (services.config.gate === 'off' || changes.length === 0) return;
  const questions = paperOf(services, episode);
  for (const change of changes) {
    const why = await takeBack(files, change, (now, without) =>
      whyLowered(
        questions,
        { what: change.what, before: without, after: now },
        services.config.knowledge.promptTokens,
      ),
    );
    if (why === null) continue;
    const reason = `The night is refused by ${plural(questions.length, 'question')} (${why}). It wanted: ${proposalOf(change)}`;
    const lesson = change.what === 'knowledge' ? 'knowledge' : 'consolidation';
    emit({ type: 'lesson-failed', lesson, reason });
  }
}

/** The questions of a night about recorded play. */
export function paperOf(
  { config, story }: Pick<RunServices, 'config' | 'story'>,
  episode: number,
): readonly Question[] {
  const played = readPlayed(config.workdir, story, EARLIER_RECORDINGS + 1);
  const questions = makeQuestions(turnsOf(played));
  const { papers } = drawPaper(questions, 1, PAPER);
  return drawPaper(questions, papers === 0 ? 1 : 1 + (episode % papers), PAPER).questions;
}

/** Makes a file what it would be without a change, if there is a reason to. Returns the reason. */
async function takeBack(
  files: LearntFiles,
  { what, before, after }: NightChange,
  judge: (now: Uint8Array | null, without: Uint8Array | null) => string | null,
): Promise<string | null> {
  const { entries, apply } = ENTRIES[what];
  const undone = (bytes: Uint8Array | null) =>
    apply(bytes, mergeEdits(entries(bytes), entries(after), entries(before)));
  const now = files[what].read();
  const why = judge(now, undone(now));
  if (why !== null) await files[what].update(undone);
  return why;
}

/** Reads and changes a learnt file by its entries. */
const ENTRIES = { memories: byEntries(MEMORY_ENTRIES), knowledge: byEntries(KNOWLEDGE_ENTRIES) };

function byEntries<B extends LinedBlock>(format: EntryFormat<B>) {
  return {
    entries: (bytes: Uint8Array | null) => entriesIn(bytes, format),
    apply: (bytes: Uint8Array | null, edits: EntryEdits) => applyEntryEdits(bytes, edits, format),
  };
}

/** Every entry that came, and every one that went. */
function proposalOf({ what, before, after }: NightChange): string {
  const [old, made] = [before, after].map((bytes) => ENTRIES[what].entries(bytes));
  const { came, went } = changeBetween(old ?? [], made ?? []);
  const words = (sign: string, some: readonly FileEntry[]) =>
    some.map(
      ({ place, text }) => `${sign} ${place}: ${Buffer.from(text, 'latin1').toString('utf8')}`,
    );
  return oneLine([...words('+', came), ...words('-', went)].join(' | '));
}
