import type { LoadedConfig } from '../../config/load.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import { Capabilities } from '../../model/chat-request.ts';
import type { ModelConfig, SettledValue } from '../../model/model-config.ts';
import { createOpenAiModel } from '../../model/openai-model.ts';
import type { Send } from '../../model/outgoing.ts';
import { needsKey } from '../../model/players.ts';
import { priceDay } from '../../model/prices.ts';
import { probeAsking, keepProbe, probeWords } from '../../run/player.ts';
import { checkMoneyLimits } from '../../run/budgets.ts';
import { namesIn } from '../../storage/read-file.ts';
import { attempt, failedBy, ok, type Finding } from './finding.ts';

const PROBE_MS = 60_000;

/** How the agent is best asked, by ten built-in questions; remembered for runs in this workdir, where there is one. */
export async function examineAsking(
  config: ModelConfig,
  { config: { workdir } }: LoadedConfig,
  send: Send,
): Promise<Finding> {
  try {
    const probed = await probeAsking(probing(config, send).model, new AbortController().signal);
    // Where nothing was played doctor leaves nothing.
    const isUsed = namesIn(workdir).length > 0;
    if (isUsed) keepProbe(workdir, config, probed);
    const kept = isUsed ? '' : '; not remembered, for there is no workdir yet';
    return ok('asking', `${config.model} ${probeWords(probed)}${kept}`);
  } catch (error) {
    return failedBy('asking', error, 'later');
  }
}

/** A model that is asked to see whether it answers, and what was learnt of its endpoint by that. */
export function probing(config: ModelConfig, send: Send) {
  const capabilities = new Capabilities();
  const model = createOpenAiModel(
    { ...config, timeoutMs: Math.min(config.timeoutMs, PROBE_MS) },
    { capabilities, send, notice: () => undefined, today: () => priceDay() },
  );
  return { model, capabilities };
}

/** How models are sampled where nothing is set, and which family that suits. */
export function examineSampling(settled: readonly SettledValue[]): readonly Finding[] {
  const roles = new Map<string, string[]>();
  for (const { key, value, origin } of settled) {
    const [, role = '', name] = /^models\.roles\.([^.]+)\.([^.]+)/.exec(key) ?? [];
    if (name === undefined) continue;
    const said = `${name} ${JSON.stringify(value)} ${origin}`;
    roles.set(said, [...(roles.get(said) ?? []), role]);
  }
  if (roles.size === 0) return [];
  const said = [...roles].map(([value, who]) => `${value} (${who.join(', ')})`);
  return [ok('sampling', said.join('; '))];
}

/** What models cost, where that is known. A limit of money for a model of unknown cost is a failure, as for a run. */
export function examineMoney(
  config: Pick<GameConfiguration, 'budget' | 'player' | 'models'>,
): Finding {
  return attempt('money', () => {
    checkMoneyLimits(config, priceDay());
    const unknown = needsKey(config.player, config.models)
      ? 'no price is known'
      : 'nothing, for a server of your own takes no money';
    return ok('money', pricesInWords(config.models.prices) || unknown);
  });
}

function pricesInWords(prices: GameConfiguration['models']['prices']): string {
  const said = Object.entries(prices).flatMap(([model, all]) => {
    const newest = all.toSorted((a, b) => b.since.localeCompare(a.since)).at(0);
    if (newest === undefined) return [];
    const { input, output, since } = newest;
    return [`${model} ${input} and ${output} US dollars per million tokens since ${since}`];
  });
  return said.join('; ');
}
