import { openingState } from '../../domain/game-state.ts';
import type { Message } from '../../domain/message.ts';
import { redactStrings } from '../../domain/redact.ts';
import type { StoryIdentity } from '../../interpreter/interpreter.ts';
import { openStory } from '../../interpreter/open-story.ts';
import { tellExits } from '../../interpreter/told-exits.ts';
import { estimateTokens } from '../../managers/context/section.ts';
import type { Ask } from '../../model/ask.ts';
import { contextualise } from '../../turn/contextualise.ts';
import { observe } from '../../turn/observe.ts';
import { composeManagers } from '../../run/compose-managers.ts';
import { openLearntFiles } from '../../run/open-learnt.ts';
import { jsonText } from '../output.ts';
import type { RunServices } from '../../run/run-services.ts';

const askNobody: Ask = () => Promise.reject(new Error('A dry run asks no model.'));

/** What a run would do: configuration, story, and the agent's first prompt with its estimated size. */
export interface RunDescription {
  /** Every setting, without secrets. */
  readonly config: unknown;
  readonly story: StoryIdentity;
  readonly model: string;
  readonly firstPrompt: readonly Message[];
  readonly estimatedTokens: number;
}

/** Describes a run without playing it. */
export async function describeRun(services: RunServices): Promise<RunDescription> {
  const { config, story, modelName } = services;
  const game = openStory(story.bytes, { seed: config.seed ?? 0 });
  const interpreter = tellExits(game, config.exits);
  const { managers } = await composeManagers(services, interpreter, {
    // Nothing is written, and a run that writes says what it finds.
    files: openLearntFiles(services.learnt, () => undefined),
    exportState: () => undefined,
    emit: () => undefined,
    ask: askNobody,
    askInPlay: askNobody,
    signal: new AbortController().signal,
    keepVersion: () => undefined,
  });
  const opening = observe(interpreter, interpreter.opening);
  const { messages } = contextualise(openingState(0, config.seed ?? 0, opening), managers);
  const characters = messages.map(({ content }) => content).join('').length;
  return {
    config: redactStrings(config, services.redact),
    story: story.identity,
    model: modelName,
    firstPrompt: messages,
    estimatedTokens: estimateTokens('x'.repeat(characters)),
  };
}

/** A dry run for people: settings as in the configuration file, then the first prompt as the model would get it. */
export function renderDryRun(run: RunDescription): string {
  const { config, story, model, firstPrompt, estimatedTokens } = run;
  return [
    `Story: ${story.title ?? story.ifid}`,
    `Model: ${model}`,
    `Configuration: ${jsonText(config, 2)}`,
    `First prompt, about ${estimatedTokens} tokens:`,
    ...firstPrompt.map(({ role, content }) => `--- ${role} ---\n${content}`),
  ].join('\n\n');
}
