import * as z from 'zod';
import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import type { Message } from '../../domain/message.ts';
import type { Stop } from '../../domain/stop-reason.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { questionMessages } from '../../prompts/question.ts';
import { oneLine, quote, quoteName } from '../../prompts/quote.ts';
import { toldTurns } from '../../prompts/told-turns.ts';
import { roomWords, scoreWords } from '../../prompts/wording.ts';
import { consolidationReply } from './consolidation-plan.ts';

export const MOST_SUMMARY = 1000;

export const summaryReply = z.object({
  summary: z
    .string()
    .meta({ maxLength: MOST_SUMMARY })
    .describe('One short paragraph, less than 100 words.'),
});

const LAST_TURNS = 10;
const TURN_TOKENS = 2000;

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
  return questionMessages(
    prompts.render('knowledge.consolidation', { schema: describeSchema(consolidationReply) }),
    [{ name: `Memories of location ${room}`, body: lines.join('\n') }],
  );
}

/** What a completed objective tells, and what not. */
const ACTS_ONLY =
  '(Of each the engine saw the acts that it can check, not whether they served what they were for.)';

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
  const { recent } = state;
  const turns = recent.slice(-LAST_TURNS);
  const objectives = completedObjectives.map((text) => quote(oneLine(text)));
  return questionMessages(
    prompts.render('knowledge.summary', { schema: describeSchema(summaryReply) }),
    [
      { name: 'Facts of this episode', body: facts },
      {
        name: 'Completed objectives',
        body: objectives.length === 0 ? '(none)' : [ACTS_ONLY, ...objectives].join('\n'),
      },
      {
        name: 'Last turns',
        body: toldTurns(turns, TURN_TOKENS, recent.slice(0, -LAST_TURNS)),
      },
      { name: 'How it ended', body: end.join('\n') },
    ],
  );
}
