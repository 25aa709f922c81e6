import type { Message } from '../../domain/message.ts';
import { withTexts } from '../../domain/text.ts';
import type { StoryIdentity } from '../../interpreter/interpreter.ts';
import { estimateTokens } from '../../managers/context/section.ts';
import { firstPrompt } from '../../run/first-prompt.ts';
import { jsonText } from '../output.ts';
import {
  estimateSpending,
  estimateWords,
  type SpendingEstimate,
} from '../../report/estimate-spending.ts';
import { readHistory } from '../../records/history.ts';
import type { RunServices } from '../../run/run-services.ts';

/** What a run would do: configuration, story, and the agent's first prompt with its estimated size. */
interface RunDescription {
  /** Every setting, without secrets. */
  readonly config: unknown;
  readonly story: StoryIdentity;
  readonly model: string;
  readonly firstPrompt: readonly Message[];
  readonly estimatedTokens: number;
  /** What the whole run will use; null where nothing of its model is recorded. */
  readonly spending: SpendingEstimate | null;
}

/** Describes a run of so many episodes without playing it. */
export async function describeRun(
  services: RunServices,
  episodes: number,
): Promise<RunDescription> {
  const { config, story, modelName } = services;
  const messages = await firstPrompt(services, services.learnt);
  return {
    config: withTexts(config, services.redact),
    story: story.identity,
    model: modelName,
    firstPrompt: messages,
    estimatedTokens: estimateTokens(messages.map(({ content }) => content).join('')),
    spending: estimateSpending(readHistory(config.workdir), {
      turns: episodes * config.episode.maxTurns,
      model: modelName,
      models: config.models,
    }),
  };
}

/** A dry run for people: settings as in the configuration file, then the first prompt as the model would get it. */
export function renderDryRun(run: RunDescription): string {
  const { config, story, model, firstPrompt, estimatedTokens, spending } = run;
  return [
    `Story: ${story.title ?? story.ifid}`,
    `Model: ${model}`,
    estimateWords(spending, model),
    `Configuration: ${jsonText(config, 2)}`,
    `First prompt, about ${estimatedTokens} tokens:`,
    ...firstPrompt.map(({ role, content }) => `--- ${role} ---\n${content}`),
  ].join('\n\n');
}
