import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Message } from '../../domain/message.ts';
import type { Stop } from '../../domain/stop-reason.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { oneLine, quote } from '../../prompts/quote.ts';
import { roomWords, scoreWords, turnWords } from '../../prompts/wording.ts';

const LAST_TURNS = 10;

/** The question of a consolidation: every believed memory of one room, with its exact title. */
export function consolidationQuestion(
  room: LocationId,
  memories: readonly Memory[],
  prompts: PromptLibrary,
): readonly Message[] {
  const lines = memories.map(({ category, persistence, title, text, episode, turns }) =>
    quote(
      `[${category}] ${JSON.stringify(title)} (${persistence}, Ep${episode} T${turns}): ${text.replaceAll(/\s+/g, ' ')}`,
    ),
  );
  return question(prompts.render('knowledge.consolidation', {}), [
    [`Memories of location ${room}`, lines.join('\n')],
  ]);
}

/** The question of the summary: what the engine saw of the episode, and its last turns. */
export function summaryQuestion(
  ended: { readonly state: GameState; readonly stop: Stop },
  facts: string,
  completedObjectives: readonly string[],
  prompts: PromptLibrary,
): readonly Message[] {
  const { state, stop } = ended;
  const end = [
    `Episode ${state.episode} ended after ${state.turn} turns: ${stop.reason}; ${scoreWords(state.observation)}`,
    `${state.visits.size} rooms visited; last room ${roomWords(state.observation.location)}`,
    `${state.tally.repeatedFailures} turns repeated what had failed; ${state.tally.rejections} proposals rejected`,
  ];
  const turns = state.recent.slice(-LAST_TURNS).map((turn) => turnWords(turn));
  const objectives = completedObjectives.map((text) => quote(oneLine(text, 200)));
  return question(prompts.render('knowledge.summary', {}), [
    ['Facts of this episode', facts],
    ['Completed objectives', objectives.length === 0 ? '(none)' : objectives.join('\n')],
    ['Last turns', turns.length === 0 ? '(none)' : turns.join('\n')],
    ['How it ended', end.join('\n')],
  ]);
}

function question(system: string, sections: readonly (readonly [string, string])[]): Message[] {
  const user = sections.map(([name, body]) => `## ${name}\n${body}`).join('\n\n');
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}
