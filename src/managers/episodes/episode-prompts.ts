import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Message } from '../../domain/message.ts';
import type { Stop } from '../../domain/stop-reason.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { oneLine, quote, quoteName } from '../../prompts/quote.ts';
import { roomWords, scoreWords, turnWords } from '../../prompts/wording.ts';
import { questionMessages } from '../../prompts/question.ts';

const LAST_TURNS = 10;

/** The question of a consolidation: every believed memory of one room, with its exact title. */
export function consolidationQuestion(
  room: LocationId,
  memories: readonly Memory[],
  prompts: PromptLibrary,
): readonly Message[] {
  const lines = memories.map(({ category, persistence, title, text, episode, turns }) =>
    quote(
      `[${category}] ${quoteName(title)} (${persistence}, Ep${episode} T${turns}): ${oneLine(text)}`,
    ),
  );
  return questionMessages(prompts.render('knowledge.consolidation', {}), [
    { name: `Memories of location ${room}`, body: lines.join('\n') },
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
  const objectives = completedObjectives.map((text) => quote(oneLine(text)));
  return questionMessages(prompts.render('knowledge.summary', {}), [
    { name: 'Facts of this episode', body: facts },
    {
      name: 'Completed objectives',
      body: objectives.length === 0 ? '(none)' : objectives.join('\n'),
    },
    { name: 'Last turns', body: turns.length === 0 ? '(none)' : turns.join('\n') },
    { name: 'How it ended', body: end.join('\n') },
  ]);
}
