import type { GameConfiguration } from '../config/schema.ts';
import { priceDay, priceOn, pricesOf } from '../model/prices.ts';
import { type EpisodeSummary, spentIn } from '../records/summary.ts';
import { calledModel, costWords, countWords, countedWords, durationWords } from './wording.ts';

type SpendingEstimate = NonNullable<ReturnType<typeof estimateSpending>>;

/** Averages of a model's finished episodes, for so many turns. Null if no turn of that model is recorded. Pure. */
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
    // Null if the cost of the model is unknown.
    costUsd: isKnown ? spent.costUsd * share : priced(used, models),
    // For episodes one after the other. Null if no time is recorded.
    durationMs: spent.minutes === 0 ? null : spent.minutes * 60_000 * share,
    model,
    episodes: own.length,
  };
}

/** At the price of the agent, which is asked most, and without a cache. */
function priced(
  { promptTokens, completionTokens }: Readonly<{ promptTokens: number; completionTokens: number }>,
  { model, roles, baseUrl, prices }: GameConfiguration['models'],
): number | null {
  const own = pricesOf({ model: roles.agent.model ?? model ?? '', baseUrl }, prices);
  const price = priceOn(own, priceDay());
  return price && (promptTokens * price.input + completionTokens * price.output) / 1_000_000;
}

export function estimateWords(estimate: SpendingEstimate | null, model: string): string {
  const who = calledModel(model);
  if (estimate === null)
    return `Nothing is recorded here yet of ${who}, so its use is unknown; a short episode shows it.`;
  const { turns, calls, promptTokens, completionTokens, costUsd, durationMs, episodes } = estimate;
  const time =
    durationMs === null ? '' : `, about ${durationWords(durationMs)}, one episode after the other`;
  const isAsked = promptTokens + completionTokens > 0;
  const tokens = isAsked
    ? `, ${countWords(promptTokens)} tokens sent and ${countWords(completionTokens)} received`
    : '';
  return `${countedWords(turns, 'turn')}: about ${countedWords(calls, 'question')}${tokens}, ${costWords(costUsd, model)}${time}; counted from ${countedWords(episodes, 'recorded episode')} of ${who}.`;
}
