import type { GameConfiguration } from '../config/schema.ts';
import { priceOn, pricesOf, priceDay } from '../model/prices.ts';
import { spentIn, type EpisodeSummary } from '../records/summary.ts';
import { costWords, count, counted, duration } from './wording.ts';

/** What turns to come will use when they use as much as those that were recorded. */
export type SpendingEstimate = NonNullable<ReturnType<typeof estimateSpending>>;

/** Averages of a model's finished episodes, for so many turns; null where no turn of that model is recorded. Pure. */
export function estimateSpending(
  history: readonly EpisodeSummary[],
  {
    model,
    turns,
    models,
  }: { readonly turns: number; readonly model: string } & Pick<GameConfiguration, 'models'>,
) {
  const own = history.filter((one) => one.model === model && one.modelCalls > 0);
  const spent = spentIn(own);
  if (spent.turns === 0) return null;
  const share = turns / spent.turns;
  const used = {
    promptTokens: Math.round(spent.promptTokens * share),
    completionTokens: Math.round(spent.completionTokens * share),
  };
  const isKnown = spent.callsOfUnknownCost === 0;
  return {
    turns,
    calls: Math.round(spent.calls * share),
    ...used,
    // Null where nobody says what a model costs.
    costUsd: isKnown ? spent.costUsd * share : priced(used, models),
    // One episode after the other; null where no time is recorded.
    durationMs: spent.minutes === 0 ? null : spent.minutes * 60_000 * share,
    model,
    episodes: own.length,
  };
}

/** At the price of the agent, which is asked most, and as if nothing were cached. */
function priced(
  { promptTokens, completionTokens }: Readonly<{ promptTokens: number; completionTokens: number }>,
  { model, roles, baseUrl, prices }: GameConfiguration['models'],
): number | null {
  const own = pricesOf({ model: roles.agent.model ?? model ?? '', baseUrl }, prices);
  const price = priceOn(own, priceDay());
  return price && (promptTokens * price.input + completionTokens * price.output) / 1_000_000;
}

/** An estimate in a sentence. */
export function estimateWords(estimate: SpendingEstimate | null, model: string): string {
  if (estimate === null)
    return `Nothing of ${model} is recorded here yet, so nobody can say what it will use; a short episode shows it.`;
  const { turns, calls, promptTokens, completionTokens, costUsd, durationMs, episodes } = estimate;
  const time = durationMs === null ? '' : `, about ${duration(durationMs)} one after the other`;
  return `${counted(turns, 'turn')}: about ${counted(calls, 'call')}, ${count(promptTokens)} tokens sent and ${count(completionTokens)} received, ${costWords(costUsd, model)}${time}; counted from ${counted(episodes, 'recorded episode')} of ${model}.`;
}
