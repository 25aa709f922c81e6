import type { Location } from '../domain/observation.ts';
import { examine, type Examined } from './examine.ts';
import { entryWords, type Learnt } from './learnt.ts';
import type { Source } from './find-answer.ts';
import { factWords } from './fact.ts';
import { makeQuestions, drawPaper, type Paper } from './paper.ts';
import { marksByAge, marksByKind } from './marks.ts';
import { staysOf, turnsOf, type Played } from './played.ts';
import type { Reading } from './readable.ts';

/** A paper, and what was learnt of its questions. */
export interface Exam {
  readonly paper: Paper;
  readonly examined: readonly Examined[];
  /** Number of the newest episode played; 0 where none was. */
  readonly newest: number;
  /** Where play began. */
  readonly start: Location | null;
}

/** Draws the paper of a seed from recorded play and looks for its answers in what was learnt. Pure. */
export function takeExam(
  played: readonly Played[],
  learnt: Learnt,
  { seed, size }: { readonly seed: number; readonly size: number },
): Exam {
  const turns = turnsOf(played);
  const paper = drawPaper(makeQuestions(turns), seed, size);
  const examined = examine(paper.questions, learnt, staysOf(turns));
  return {
    paper,
    examined,
    newest: played.at(-1)?.episode ?? 0,
    start: turns[0]?.before.location ?? null,
  };
}

/** What an exam came to, as data: marks by kind and by age, wrong answers with what misled, and what nobody stored. */
export function examResult(
  { paper, examined, newest }: Exam,
  readings: ReadonlyMap<Examined, Reading> = new Map(),
) {
  const told = examined.map((one) => ({
    kind: one.question.kind,
    question: one.question.text,
    answer: factWords(one.question.right),
    stored: sourceWords(one.stored),
    misled: one.misled && {
      says: factWords(one.misled.fact),
      by: sourceWords(one.misled.source),
    },
    played: { episode: one.question.episode, turn: one.question.turn },
    used: one.used,
    ...readWords(one, readings.get(one)),
  }));
  return {
    seed: paper.seed,
    papers: paper.papers,
    kinds: Object.fromEntries(marksByKind(examined, readings)),
    ages: Object.fromEntries(marksByAge(examined, readings, newest)),
    wrong: told.filter(({ misled }) => misled !== null),
    missing: told.filter(({ stored, misled }) => stored === null && misled === null),
    questions: told,
  };
}

export type ExamResult = ReturnType<typeof examResult>;

function sourceWords(source: Source | null): string | null {
  if (source === null) return null;
  return source === 'map' ? 'the map' : entryWords(source);
}

/** What a model chose; nothing where none was asked. */
function readWords({ question }: Examined, reading: Reading | undefined) {
  if (reading === undefined) return {};
  const chosen = (at: number | null) => {
    const fact = at === null ? undefined : question.options[at];
    return fact === undefined ? null : factWords(fact);
  };
  return { read: { with: chosen(reading.with), without: chosen(reading.without) } };
}
