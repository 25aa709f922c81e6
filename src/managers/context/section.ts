import { renderSections, type NamedText } from '../../prompts/question.ts';
import { CHARACTERS_PER_TOKEN } from '../../domain/message.ts';

/** A part that may have to go. */
export interface Section extends NamedText {
  /** Sections are dropped whole, lowest first, when a prompt is over its budget; 10 is never dropped. */
  readonly priority: number;
}

/** Never dropped, whatever the budget. */
export const ESSENTIAL = 10;

/** Tokens of a text before any provider counted them: characters / 4, times what earlier counts taught. */
export function estimateTokens(text: string, calibration = 1): number {
  return Math.ceil((text.length / CHARACTERS_PER_TOKEN) * calibration);
}

/**
 * The sections that fit, in their order: whole sections go, lowest priority first, the later of equals first. The first
 * of them ends with a line that names what went, where anything did.
 */
export function fitBudget(
  sections: readonly Section[],
  maxTokens: number,
  calibration = 1,
): readonly Section[] {
  const droppable = sections
    .filter(({ priority }) => priority < ESSENTIAL)
    .sort((a, b) => a.priority - b.priority || sections.indexOf(b) - sections.indexOf(a));
  for (let count = 0; ; count += 1) {
    const kept = without(sections, new Set(droppable.slice(0, count)));
    const tokens = estimateTokens(renderSections(kept), calibration);
    if (tokens <= maxTokens || count === droppable.length) return kept;
  }
}

function without(sections: readonly Section[], gone: ReadonlySet<Section>): readonly Section[] {
  if (gone.size === 0) return sections;
  const names = sections.filter((one) => gone.has(one)).map(({ name }) => name);
  const line = `Left out for length: ${names.join(', ')}`;
  const kept = sections.filter((one) => !gone.has(one));
  return kept.map((one, at) => (at === 0 ? { ...one, body: `${one.body}\n${line}` } : one));
}
