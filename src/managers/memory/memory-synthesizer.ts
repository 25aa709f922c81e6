import type { Memory } from '../../domain/memory.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { Message } from '../../domain/message.ts';
import type { Tools } from '../tools.ts';
import { clocksLesson, judgedLesson } from './judge-lesson.ts';
import { openingOf, type Taught } from './lesson-plan.ts';
import { MemoryReply } from './memory-reply.ts';
import {
  areDue,
  dropDisproved,
  effectsSince,
  isMereRefusal,
  keepRefusal,
  type Refusals,
} from './refusals.ts';
import { NO_COUNTS, type SynthesisMetrics } from './synthesis-metrics.ts';
import { renderQuestion, renderRefusals, type Situation } from './synthesis-prompt.ts';
import {
  findTriggers,
  isLongText,
  isPlainWalk,
  outcomeKey,
  showsSomethingNew,
  type Occasion,
} from './synthesis-trigger.ts';

/** What a turn record does not say of itself. */
export interface LearnContext extends Occasion {
  readonly episode: number;
  /** Earlier turns of this episode, oldest first, without the one to learn from. */
  readonly recent: readonly TurnRecord[];
}

/** What is remembered of the rooms that a turn concerns, and of clocks in all rooms. */
type Known = Pick<Situation, 'here' | 'there'> & { readonly clocks: readonly Memory[] };

/** What is to be asked after a turn. */
interface Questions {
  /** The turn itself, when it is worth a question. */
  readonly turn: TurnRecord | null;
  /** Refusals of the room where the turn began; empty when none are due. */
  readonly refusals: Refusals;
}

/** Whether a turn shows something new, or walks away from what is asked about anyway. */
function teaches(
  record: TurnRecord,
  context: LearnContext,
  there: readonly Memory[],
  refusals: Refusals,
): boolean {
  const shares = refusals.length > 0 && isPlainWalk(record, context);
  return shares || showsSomethingNew(record, context, there);
}

/** Nothing about a room's start can be learnt from what it refuses. */
const RETURN: Occasion = { firstVisit: false, died: false };

/**
 * Decides which turns are worth a question and asks it, once for each outcome of an episode. Mere refusals wait until
 * the player leaves the room, or some have gathered, or the episode ends, and are then asked about together.
 */
export class MemorySynthesizer {
  readonly #tools: Tools;
  readonly #settings: { readonly historyWindow: number };
  readonly #judged = new Set<string>();
  #kept: Refusals = [];
  /** The turns known of when the newest one was judged, with it. */
  #turns: readonly TurnRecord[] = [];
  #metrics: SynthesisMetrics = NO_COUNTS;
  /** What became of earlier lessons, as no question said yet. */
  #fates: readonly string[] = [];

  constructor(tools: Tools, settings: { readonly historyWindow: number }) {
    this.#tools = tools;
    this.#settings = settings;
    if (settings.historyWindow <= 10) return;
    const message = 'A memory history window above 10 turns costs more than it tells.';
    tools.emit({ type: 'warning', code: 'memory-window', message });
  }

  get metrics(): SynthesisMetrics {
    return this.#metrics;
  }

  /** Takes in what became of lessons, for the next question. */
  told(fates: readonly string[]): void {
    this.#fates = [...this.#fates, ...fates];
  }

  /**
   * What the turn taught, and before it what the refusals did that are due with it; empty when nothing was worth asking
   * or the model had no usable answer. A plain walk shares its question with them; other questions go out together.
   */
  async synthesize(
    record: TurnRecord,
    context: LearnContext,
    known: Known,
  ): Promise<readonly Taught[]> {
    const { turn, refusals } = this.#sort(record, context, known.there);
    this.#turns = [...context.recent, record];
    if (turn !== null && record.turn > 1 && isPlainWalk(turn, context)) {
      const answer = await this.#askAboutTurn(turn, context, known, refusals);
      return answer === null ? [] : [answer];
    }
    const answers = await Promise.all([
      this.#askAboutOpening(record, known),
      this.#askAboutRefusals(refusals, known.here),
      turn === null ? null : this.#askAboutTurn(turn, context, known),
    ]);
    return answers.filter((answer) => answer !== null);
  }

  /** The room of the refusals that still wait; null when none do. */
  get waitingAt(): TurnRecord['before']['location'] | null {
    return this.#kept[0]?.before.location ?? null;
  }

  /** What the refusals taught that still wait; `here` is what is remembered of their room. */
  async conclude(here: readonly Memory[]): Promise<readonly Taught[]> {
    const refusals = this.#kept;
    this.#kept = [];
    const answer = await this.#askAboutRefusals(refusals, here);
    return answer === null ? [] : [answer];
  }

  forgetEpisode(): void {
    this.#judged.clear();
    this.#fates = [];
    this.#kept = [];
    this.#turns = [];
  }

  /** The questions to ask now; refusals that are put off stay in the queue. */
  #sort(record: TurnRecord, context: LearnContext, there: readonly Memory[]): Questions {
    const triggers = findTriggers(record, context);
    const isNew = !this.#judged.has(outcomeKey(record, context));
    if (triggers.length > 0) this.#count('triggered');
    if (triggers.length > 0 && !isNew) this.#count('alreadyJudged');
    const isWorth = triggers.length > 0 && isNew;
    const waits = isWorth && isMereRefusal(triggers);
    if (waits) this.#count('kept');
    const kept = waits ? keepRefusal(this.#kept, record) : dropDisproved(this.#kept, record);
    const refusals = areDue(kept, record) ? kept : [];
    this.#kept = refusals.length > 0 ? [] : kept;
    const isAsked = isWorth && !waits && teaches(record, context, there, refusals);
    return { turn: isAsked ? record : null, refusals };
  }

  async #askAboutTurn(
    record: TurnRecord,
    context: LearnContext,
    known: Known,
    refusals: Refusals = [],
  ): Promise<Taught | null> {
    const recent = context.recent.slice(-Math.max(1, this.#settings.historyWindow));
    const since = effectsSince(refusals, context.recent);
    const messages = renderQuestion(
      {
        record,
        occasion: context,
        recent,
        earlier: context.recent,
        refusals,
        since,
        ...known,
        fates: this.#takeFates(),
      },
      this.#tools.prompts,
    );
    const [first, ...others] = [...refusals, record];
    const clocks = [...known.here, ...known.clocks];
    return this.#ask(messages, [first, ...others], context, (taught) =>
      clocksLesson(taught, context.recent, clocks, this.#tools),
    );
  }

  /** Nothing, unless the episode has just begun in a room of which nobody knows yet how it starts. */
  async #askAboutOpening(record: TurnRecord, known: Known): Promise<Taught | null> {
    const opening = openingOf(record);
    if (opening === null || !isLongText(opening.after.text)) return null;
    const isKnown = known.here.some(
      ({ persistence, status }) => persistence === 'core' && status !== 'SUPERSEDED',
    );
    if (isKnown) return null;
    const context = { firstVisit: true, died: false, episode: 0, recent: [] };
    return this.#askAboutTurn(opening, context, { ...known, there: known.here });
  }

  async #askAboutRefusals(refusals: Refusals, here: readonly Memory[]): Promise<Taught | null> {
    const [first, ...others] = refusals;
    if (first === undefined) return null;
    const since = effectsSince(refusals, this.#turns);
    const messages = renderRefusals(
      { refusals, since, fates: this.#takeFates() },
      here,
      this.#tools.prompts,
    );
    return this.#ask(messages, [first, ...others], RETURN);
  }

  #takeFates(): readonly string[] {
    const fates = this.#fates;
    this.#fates = [];
    return fates;
  }

  async #ask(
    messages: readonly Message[],
    turns: Taught['turns'],
    context: Occasion,
    clocks: (taught: Taught) => Taught | null = () => null,
  ): Promise<Taught | null> {
    this.#count('asked');
    const answer = await this.#tools.ask({
      role: 'memory',
      messages,
      replySchema: MemoryReply,
      signal: this.#tools.signal,
    });
    if (!answer.ok) {
      this.#count('failed');
      this.#tools.emit({ type: 'lesson-failed', lesson: 'memory', reason: answer.error.message });
      return null;
    }
    for (const turn of turns) this.#judged.add(outcomeKey(turn, context));
    const count = (metric: keyof SynthesisMetrics) => this.#count(metric);
    return judgedLesson(answer.value, turns, { context, clocks, count, ...this.#tools });
  }

  #count(metric: keyof SynthesisMetrics): void {
    this.#metrics = { ...this.#metrics, [metric]: this.#metrics[metric] + 1 };
  }
}
