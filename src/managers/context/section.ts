import { renderSections, type NamedText } from '../../prompts/question.ts';

/** A part that may have to go. */
export interface Section extends NamedText {
  /** Sections are dropped whole, lowest first, when a prompt is over its budget; 10 is never dropped. */
  readonly priority: number;
}

/** Never dropped, whatever the budget. */
export const ESSENTIAL = 10;

/** Tokens of a text before any provider counted them: characters / 4, times what earlier counts taught. */
export function estimateTokens(text: string, calibration = 1): number {
  return Math.ceil((text.length / 4) * calibration);
}

/** The sections that fit, in their order: whole sections go, lowest priority first, the later of equals first. */
export function fitBudget(
  sections: readonly Section[],
  maxTokens: number,
  calibration = 1,
): readonly Section[] {
  const droppable = sections
    .filter(({ priority }) => priority < ESSENTIAL)
    .sort((a, b) => a.priority - b.priority || sections.indexOf(b) - sections.indexOf(a));
  let kept = sections;
  for (const section of droppable) {
    if (estimateTokens(renderSections(kept), calibration) <= maxTokens) return kept;
    kept = kept.filter((other) => other !== section);
  }
  return kept;
}
