import * as z from 'zod';
import type { GameState } from '../../domain/game-state.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import { oneLine, quote } from '../../prompts/quote.ts';
import { turnWords } from '../../prompts/wording.ts';
import type { Tools } from '../tools.ts';

const SUMMARISED_TURNS = 30;
const LONGEST_SUMMARY = 2000;

const summaryReply = z.object({ summary: z.string().min(1).describe('At most 200 words.') });

/**
 * Whether the game so far has to be summarised: the newest agent prompt, as its provider counted it, was over the
 * budget, and the newest summary is as old as what a summary covers.
 */
export function isSummaryDue(
  turn: number,
  summarisedTurn: number | null,
  tokens: { readonly prompt: number; readonly budget: number },
): boolean {
  if (tokens.prompt <= tokens.budget) return false;
  return summarisedTurn === null || turn - summarisedTurn >= SUMMARISED_TURNS;
}

/** A summary of the newest turns, for when prompts no longer hold them. A failed one waits as long as a good one. */
export class ContextSummary {
  readonly #tools: Tools;
  #text = '';
  #turn: number | null = null;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Empty while none was needed. */
  get text(): string {
    return this.#text;
  }

  /** Turn of the newest one. */
  get turn(): number | null {
    return this.#turn;
  }

  resetEpisode(): void {
    this.#text = '';
    this.#turn = null;
  }

  /** Asks for a new summary of the newest turns, the last summary included. */
  async renew(state: GameState): Promise<void> {
    const { ask, prompts, emit, signal } = this.#tools;
    this.#turn = state.turn;
    const answer = await ask({
      role: 'knowledge',
      messages: [
        {
          role: 'system',
          content: prompts.render('state.summary', { schema: describeSchema(summaryReply) }),
        },
        { role: 'user', content: this.#request(state) },
      ],
      replySchema: summaryReply,
      signal,
    });
    if (answer.ok) this.#text = oneLine(answer.value.summary, LONGEST_SUMMARY);
    else emit({ type: 'lesson-failed', lesson: 'state', reason: answer.error.message });
  }

  #request(state: GameState): string {
    const turns = state.recent
      .slice(-SUMMARISED_TURNS)
      .map((turn) => turnWords(turn))
      .join('\n');
    return `## Summary so far\n${quote(this.#text || '(none)')}\n\n## Newest turns\n${turns}`;
  }
}
