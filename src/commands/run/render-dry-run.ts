import type { RunDescription } from './describe-run.ts';
import { jsonText } from '../output.ts';

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
