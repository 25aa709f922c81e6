import type { Memory } from '../../domain/memory.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { Emit } from '../../events/event.ts';
import type { Ask } from '../../model/ask.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { guardCore } from './lesson-plan.ts';
import { MemoryReply, type Lesson } from './memory-reply.ts';
import { renderQuestion } from './synthesis-prompt.ts';
import { findTriggers, outcomeKey, type Occasion, type Trigger } from './synthesis-trigger.ts';

/** What a turn record does not say of itself. */
export interface LearnContext extends Occasion {
  readonly episode: number;
  /** Earlier turns of this episode, oldest first, without the one to learn from. */
  readonly recent: readonly TurnRecord[];
  readonly signal: AbortSignal;
}

export interface SynthesisPorts {
  readonly ask: Ask;
  readonly prompts: PromptLibrary;
  readonly emit: Emit;
}

/** Counts since the manager was made. */
export interface SynthesisMetrics {
  /** Turns that were worth a question. */
  readonly triggered: number;
  /** Of these, turns whose outcome had been judged in the same episode, so that no question was asked. */
  readonly alreadyJudged: number;
  /** Mere failures that were left out because questions had become too many for the turns played. */
  readonly unaffordable: number;
  readonly asked: number;
  readonly failed: number;
  readonly remembered: number;
  /** Lessons that claimed to say how a room starts, and how many of them were taken back. */
  readonly coreProposed: number;
  readonly coreValidationDowngrade: number;
}

/** What a room refuses is worth remembering while all model calls together stay near two a turn. */
const QUESTIONS_PER_TURN = 0.7;

function isMereFailure(triggers: readonly Trigger[]): boolean {
  return triggers.every((trigger) => trigger === 'failure');
}

const NONE: SynthesisMetrics = {
  triggered: 0,
  alreadyJudged: 0,
  unaffordable: 0,
  asked: 0,
  failed: 0,
  remembered: 0,
  coreProposed: 0,
  coreValidationDowngrade: 0,
};

/** Decides which turns are worth a question and asks it, once for each outcome of an episode. */
export class MemorySynthesizer {
  readonly #ports: SynthesisPorts;
  readonly #window: number;
  readonly #judged = new Set<string>();
  #metrics = NONE;
  #askedThisEpisode = 0;

  constructor(ports: SynthesisPorts, historyWindow: number) {
    this.#ports = ports;
    this.#window = Math.max(1, historyWindow);
  }

  get metrics(): SynthesisMetrics {
    return this.#metrics;
  }

  /** What the turn taught; null when it was not worth asking, or the model had no usable answer. */
  async synthesize(
    record: TurnRecord,
    context: LearnContext,
    memories: { readonly here: readonly Memory[]; readonly there: readonly Memory[] },
  ): Promise<Lesson | null> {
    const triggers = findTriggers(record, context);
    if (triggers.length === 0) return null;
    this.#count('triggered');
    const outcome = outcomeKey(record, context);
    if (this.#judged.has(outcome)) {
      this.#count('alreadyJudged');
      return null;
    }
    if (isMereFailure(triggers) && this.#askedThisEpisode >= QUESTIONS_PER_TURN * record.turn) {
      this.#count('unaffordable');
      return null;
    }
    this.#count('asked');
    this.#askedThisEpisode += 1;
    const recent = context.recent.slice(-this.#window);
    const situation = { record, occasion: context, recent, ...memories };
    const answer = await this.#ports.ask({
      role: 'memory',
      messages: renderQuestion(situation, this.#ports.prompts),
      replySchema: MemoryReply,
      signal: context.signal,
    });
    if (!answer.ok) {
      this.#count('failed');
      this.#ports.emit({ type: 'lesson-failed', lesson: 'memory', reason: answer.error.message });
      return null;
    }
    this.#judged.add(outcome);
    return this.#guard(answer.value, record, context);
  }

  forgetEpisode(): void {
    this.#judged.clear();
    this.#askedThisEpisode = 0;
  }

  #guard(lesson: Lesson, record: TurnRecord, occasion: Occasion): Lesson {
    const { memory } = lesson;
    if (memory !== null) this.#count('remembered');
    if (memory?.persistence !== 'core') return lesson;
    this.#count('coreProposed');
    if (occasion.firstVisit) return lesson;
    this.#count('coreValidationDowngrade');
    const locationId = record.before.location.id;
    this.#ports.emit({ type: 'core-downgraded', locationId, title: memory.title });
    return guardCore(lesson, occasion);
  }

  #count(metric: keyof SynthesisMetrics): void {
    this.#metrics = { ...this.#metrics, [metric]: this.#metrics[metric] + 1 };
  }
}
