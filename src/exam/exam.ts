import { makeQuestions } from './make-questions.ts';
import { type Examined, examine } from './examine.ts';
import { type Learnt, type Source, learntEntryWords } from './learnt.ts';
import { type Played, playedStays, playedTurns } from './played.ts';
import { KINDS, type Kind, type Question, factWords, hashOf } from './question.ts';
import type { Location } from '../domain/observation.ts';
import { type Reading, rightExamAnswers } from './sit-exam.ts';

/** The paper of a seed, from 1 on. Different seeds share no question, and a seed above `papers` has none. */
export function drawPaper(questions: readonly Question[], seed: number, size: number) {
  const mixed = byTurns(questions);
  const papers = Math.ceil(mixed.length / size);
  return { seed, questions: mixed.slice((seed - 1) * size, seed * size), papers };
}

/** An order that depends only on the questions, one of each kind after the other. */
function byTurns(questions: readonly Question[]): readonly Question[] {
  const order = new Map(questions.map((one) => [one, hashOf(one)]));
  const sorted = [...questions].sort((a, b) =>
    (order.get(a) ?? '').localeCompare(order.get(b) ?? ''),
  );
  const ranked = KINDS.flatMap((kind, place) =>
    sorted.filter((one) => one.kind === kind).map((one, rank) => ({ one, rank, place })),
  );
  return ranked.sort((a, b) => a.rank - b.rank || a.place - b.place).map(({ one }) => one);
}

export type Exam = ReturnType<typeof takeExam>;

export function takeExam(
  played: readonly Played[],
  learnt: Learnt,
  { seed, size }: { readonly seed: number; readonly size: number },
) {
  const turns = playedTurns(played);
  const paper = drawPaper(makeQuestions(turns), seed, size);
  const examined = examine(paper.questions, learnt, playedStays(turns));
  return {
    paper,
    examined,
    newest: played.at(-1)?.episode ?? 0,
    start: turns[0]?.before.location ?? null,
  };
}

/** The result of an exam as data: marks by kind and age, wrong answers with what misled, and answers that nobody stored. */
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
    kinds: Object.fromEntries(examMarksByKind(examined, readings)),
    ages: Object.fromEntries(marksBy(AGES, (one) => ageOf(one, newest), examined, readings)),
    wrong: told.filter(({ misled }) => misled !== null),
    missing: told.filter(({ stored, misled }) => stored === null && misled === null),
    questions: told,
  };
}

export type ExamResult = ReturnType<typeof examResult>;

function sourceWords(source: Source | null): string | null {
  if (source === null) return null;
  return source === 'map' ? 'the map' : learntEntryWords(source);
}

function readWords({ question }: Examined, reading: Reading | undefined) {
  if (reading === undefined) return {};
  const chosen = (at: number | null) => {
    const fact = at === null ? undefined : question.options[at];
    return fact === undefined ? null : factWords(fact);
  };
  return { read: { with: chosen(reading.with), without: chosen(reading.without) } };
}

export interface Marks {
  readonly questions: number;
  readonly stored: number;
  /** Questions whose answer is contradicted and stored nowhere. */
  readonly misled: number;
  readonly applied: number;
  readonly respected: number;
  /** Present if a model was asked: with what was learnt, and without. */
  readonly read?: Readonly<Record<'with' | 'without', number>>;
}

/** The age of the memory of an answer, in episodes before the newest. */
export const NEWEST = 'newest';
export const OLDEST = '5 and more';
const AGES = [NEWEST, '1 to 4', OLDEST] as const;
type Age = (typeof AGES)[number];

const OLD = 5;

export function examMarksByKind(
  examined: readonly Examined[],
  readings: ReadonlyMap<Examined, Reading>,
): ReadonlyMap<Kind | 'all', Marks> {
  const kinds = marksBy(KINDS, ({ question }) => question.kind, examined, readings);
  return new Map([...kinds, ['all', marksOf(examined, readings)] as const]);
}

function marksBy<Name extends string>(
  names: readonly Name[],
  nameOf: (one: Examined) => Name | null,
  examined: readonly Examined[],
  readings: ReadonlyMap<Examined, Reading>,
): readonly (readonly [Name, Marks])[] {
  return names.flatMap((name) => {
    const own = examined.filter((one) => nameOf(one) === name);
    return own.length === 0 ? [] : [[name, marksOf(own, readings)] as const];
  });
}

/** The age of the entry with an answer, from the newest episode. */
function ageOf({ stored, misled }: Examined, newest: number): Age | null {
  const source = stored ?? misled?.source ?? null;
  if (source === null || source === 'map' || source.episode === null) return null;
  const episodes = newest - source.episode;
  if (episodes <= 0) return NEWEST;
  return episodes < OLD ? '1 to 4' : OLDEST;
}

function marksOf(examined: readonly Examined[], readings: ReadonlyMap<Examined, Reading>): Marks {
  const count = (is: (one: Examined) => boolean) => examined.filter(is).length;
  const sum = (of: (one: Examined) => number) => examined.reduce((all, one) => all + of(one), 0);
  const marks = {
    questions: examined.length,
    stored: count(({ stored }) => stored !== null),
    misled: count(({ misled }) => misled !== null),
    applied: sum(({ used }) => used.applied),
    respected: sum(({ used }) => used.respected),
  };
  if (readings.size === 0) return marks;
  const own = new Set(examined);
  return {
    ...marks,
    read: rightExamAnswers(new Map([...readings].filter(([one]) => own.has(one)))),
  };
}

/** The player's room when it needs the answer. For the place of a thing, its own room would tell. */
export function examRoom({ kind, room }: Question, start: Location | null): Location {
  return kind === 'where' && start !== null ? start : room;
}
