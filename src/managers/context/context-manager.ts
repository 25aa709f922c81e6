import type { GameState } from '../../domain/game-state.ts';
import type { Message } from '../../domain/message.ts';
import type { ZorkEvent } from '../../events/event.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { agentSections, type Lore, type Windows } from './agent-sections.ts';
import { estimateTokens, fitBudget, renderSections } from './section.ts';

/** How far a provider's count may pull the estimate; a wild report must not empty the prompt. */
const CALIBRATION_BOUNDS = { least: 0.5, most: 2 } as const;

export interface ContextOptions extends Windows {
  /** Tokens of the whole agent prompt, system message included, knowledge left out. */
  readonly maxTokens: number;
}

/** Puts prompts together: sections from stable to newest, within a token budget that reported usage calibrates. */
export class ContextManager {
  readonly #options: ContextOptions;
  readonly #prompts: PromptLibrary;
  /** The agent's system message; equal for every turn of a story, so that providers can cache it. */
  readonly #system: string;
  #calibration = 1;
  #droppedSections = 0;

  constructor(
    options: ContextOptions,
    prompts: PromptLibrary,
    story: { readonly verbs: readonly string[]; readonly replySchema: string },
  ) {
    this.#options = options;
    this.#prompts = prompts;
    this.#system = this.#prompts.render('agent.system', {
      verbs: story.verbs.join(', '),
      schema: story.replySchema,
    });
  }

  /** The agent's two messages for this state. */
  agentMessages(state: GameState, lore: Lore): readonly [Message, Message] {
    const sections = agentSections(state, lore, this.#options);
    const room =
      this.#options.maxTokens +
      estimateTokens(lore.knowledge, this.#calibration) -
      estimateTokens(this.#system, this.#calibration);
    const kept = fitBudget(sections, room, this.#calibration);
    this.#droppedSections += sections.length - kept.length;
    return [
      { role: 'system', content: this.#system },
      { role: 'user', content: renderSections(kept) },
    ];
  }

  /** Takes in an event; a sink for the events of the episode. */
  readonly observe = (event: ZorkEvent): void => {
    if (event.type !== 'model-call' || event.role !== 'agent') return;
    this.calibrate(event.promptCharacters, event.promptTokens);
  };

  /** Learns from a provider's count of a prompt whose length in characters is known. */
  calibrate(characters: number, promptTokens: number): void {
    if (characters === 0 || promptTokens === 0) return;
    const ratio = promptTokens / (characters / 4);
    const bounded = Math.min(Math.max(ratio, CALIBRATION_BOUNDS.least), CALIBRATION_BOUNDS.most);
    this.#calibration = this.#calibration * 0.8 + bounded * 0.2;
  }

  resetEpisode(): void {
    this.#droppedSections = 0;
  }

  status() {
    return {
      component: 'context',
      metrics: { calibration: this.#calibration, droppedSections: this.#droppedSections },
    };
  }
}
