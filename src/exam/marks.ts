import type { Examined } from './examine.ts';
import { KINDS, type Kind } from './question.ts';
import type { Reading } from './readable.ts';

/** How well a group of questions was answered. */
export interface Marks {
  readonly questions: number;
  readonly stored: number;
  /** Whose answer something else contradicts and nothing says. */
  readonly misled: number;
  readonly applied: number;
  readonly respected: number;
  /** Present where a model was asked: with what was learnt, and without. */
  readonly read?: Readonly<Record<'with' | 'without', number>>;
}

/** How old the memory of an answer is, in episodes before the newest. */
const AGES = ['newest', '1 to 4', '5 and more'] as const;
type Age = (typeof AGES)[number];

const OLD = 5;

/** The marks of each kind of question that was asked, and those of all. */
export function marksByKind(
  examined: readonly Examined[],
  readings: ReadonlyMap<Examined, Reading>,
): ReadonlyMap<Kind | 'all', Marks> {
  const kinds = KINDS.flatMap((kind) => {
    const own = examined.filter(({ question }) => question.kind === kind);
    return own.length === 0 ? [] : [[kind, marksOf(own, readings)] as const];
  });
  return new Map([...kinds, ['all', marksOf(examined, readings)] as const]);
}

/** The marks of the questions whose answer stands in an entry of each age, as seen from the newest episode. */
export function marksByAge(
  examined: readonly Examined[],
  readings: ReadonlyMap<Examined, Reading>,
  newest: number,
): ReadonlyMap<Age, Marks> {
  return new Map(
    AGES.flatMap((age) => {
      const own = examined.filter((one) => ageOf(one, newest) === age);
      return own.length === 0 ? [] : [[age, marksOf(own, readings)] as const];
    }),
  );
}

function ageOf({ stored, misled }: Examined, newest: number): Age | null {
  const source = stored ?? misled?.source ?? null;
  if (source === null || source === 'map' || source.episode === null) return null;
  const episodes = newest - source.episode;
  if (episodes <= 0) return 'newest';
  return episodes < OLD ? '1 to 4' : '5 and more';
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
  const right = (how: 'with' | 'without') =>
    count((one) => readings.get(one)?.[how] === one.question.options.indexOf(one.question.right));
  return { ...marks, read: { with: right('with'), without: right('without') } };
}
