import { ESSENTIAL, type NamedText, renderQuestionSections } from '../../prompts/question.ts';
import { CHARACTERS_PER_TOKEN } from '../../domain/message.ts';

/** A part of a prompt that can be dropped. */
export interface Section extends NamedText {
  /** As in STATE_BLOCK. */
  readonly priority: number;
  /** A shorter form to use before dropping. Absent if there is none. */
  readonly short?: string;
}

/** The tokens of a text before a provider counts them: characters / 4, times the calibration by earlier counts. */
export function estimateTokens(text: string, calibration = 1): number {
  return Math.ceil((text.length / CHARACTERS_PER_TOKEN) * calibration);
}

/**
 * Fits sections into the budget, in their order. The lowest priority goes first, of equals the later one: first its short
 * form is used, then it is dropped. If anything was dropped, the first section ends with a line that names it.
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
