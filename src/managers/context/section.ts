import { renderQuestionSections, type NamedText } from '../../prompts/question.ts';
import { CHARACTERS_PER_TOKEN } from '../../domain/message.ts';

/** A part that may have to go. */
export interface Section extends NamedText {
  /** Sections are dropped whole, lowest first, when a prompt is over its budget; 10 is never dropped. */
  readonly priority: number;
  /** What it says instead before it is dropped; absent where there is nothing in between. */
  readonly short?: string;
}

/** Never dropped, whatever the budget. */
export const ESSENTIAL = 10;

/** Tokens of a text before any provider counted them: characters / 4, times what earlier counts taught. */
export function estimateTokens(text: string, calibration = 1): number {
  return Math.ceil((text.length / CHARACTERS_PER_TOKEN) * calibration);
}

/**
 * The sections that fit, in their order: lowest priority first, the later of equals first, they are told in short where
 * they can be, then go as a whole. The first of them ends with a line that names what went, where anything did.
 */
export function fitBudget(
  sections: readonly Section[],
  maxTokens: number,
  calibration = 1,
): readonly Section[] {
  const droppable = sections
    .filter(({ priority }) => priority < ESSENTIAL)
    .sort((a, b) => a.priority - b.priority || sections.indexOf(b) - sections.indexOf(a));
  const cuts = droppable.flatMap((one) => [
    ...(one.short === undefined ? [] : [{ one, shorter: [{ ...one, body: one.short }] }]),
    { one, shorter: [] },
  ]);
  for (let count = 0; ; count += 1) {
    const made = new Map(cuts.slice(0, count).map(({ one, shorter }) => [one, shorter]));
    const kept = withCuts(sections, made);
    const tokens = estimateTokens(renderQuestionSections(kept), calibration);
    if (tokens <= maxTokens || count === cuts.length) return kept;
  }
}

function withCuts(
  sections: readonly Section[],
  made: ReadonlyMap<Section, readonly Section[]>,
): readonly Section[] {
  const kept = sections.flatMap((one) => made.get(one) ?? [one]);
  const names = sections.filter((one) => made.get(one)?.length === 0).map(({ name }) => name);
  if (names.length === 0) return kept;
  const line = `Left out for length: ${names.join(', ')}`;
  return kept.map((one, at) => (at === 0 ? { ...one, body: `${one.body}\n${line}` } : one));
}
