import type { GameConfiguration } from '../../config/schema.ts';
import type { Claim } from '../claim.ts';
import type { Transaction } from '../postgres/database.ts';

type Budget = GameConfiguration['budget'];

type Limits = Budget['run'];
type Used = Readonly<Record<keyof Limits, number>>;

/**
 * What an episode may use of the budgets of its run (of its arm and seed, in an experiment) and of the day: an even share of
 * what the stored episodes left, so that all of them together never pass it, however many are played at the same time. What
 * an episode leaves goes to those after it. What was asked in an attempt that was not stored is nobody's.
 */
export async function shareOfBudget(
  tx: Transaction,
  { run, place }: Pick<Claim, 'run' | 'place'>,
  budget: Budget,
): Promise<Budget> {
  const ofRun = () => usedBy(tx, 'run = $1 and place = $2', [run, place]);
  const ofDay = () =>
    usedBy(
      tx,
      `store = (select store from zorkgpt.place where name = $1) and (state <> 'done'
         or stored >= date_trunc('day', clock_timestamp(), 'UTC'))`,
      [place],
    );
  const divided = async (limits: Limits, used: typeof ofRun) =>
    Object.values(limits).every((limit) => limit === null)
      ? limits
      : dividedAmong(limits, ...(await used()));
  return {
    ...budget,
    run: await divided(budget.run, ofRun),
    day: await divided(budget.day, ofDay),
  };
}

/** What episodes used, and among how many that are not over the rest is divided. */
async function usedBy(
  tx: Transaction,
  condition: string,
  values: readonly unknown[],
): Promise<readonly [Used, number]> {
  const [row] = await tx.query<Used & { readonly open: number }>(
    `select count(*) filter (where state in ('waiting', 'playing'))::int as open,
       coalesce(sum((summary->>'turns')::float8), 0) as turns,
       coalesce(sum((summary->>'promptTokens')::float8 + (summary->>'completionTokens')::float8), 0)
         as tokens,
       coalesce(sum((summary->>'costUsd')::float8), 0) as "costUsd",
       coalesce(sum((summary->>'durationMs')::float8), 0) / 60000 as minutes
     from zorkgpt.episode where ${condition}`,
    values,
  );
  const { open, ...used } = row ?? { open: 1, turns: 0, tokens: 0, costUsd: 0, minutes: 0 };
  return [used, Math.max(1, open)];
}

/** Even shares of what is left. Pure. */
export function dividedAmong(limits: Limits, used: Used, count: number): Limits {
  const share = (kind: keyof Limits, least: number) => {
    const limit = limits[kind];
    return limit === null ? null : Math.max(least, (limit - used[kind]) / count);
  };
  const whole = (kind: 'turns' | 'tokens') => {
    const amount = share(kind, 1);
    return amount === null ? null : Math.floor(amount);
  };
  return {
    turns: whole('turns'),
    tokens: whole('tokens'),
    // A limit of nothing is none: the least amount that ends an episode at once.
    costUsd: inMillionths(share('costUsd', 1e-6)),
    minutes: share('minutes', 1e-6),
  };
}

/** Rounded down, but for what counting in binary makes of a decimal: it is told to people. */
function inMillionths(amount: number | null): number | null {
  return amount === null ? null : Math.floor(amount * 1e6 + 1e-3) / 1e6;
}
