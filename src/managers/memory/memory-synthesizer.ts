import { effectsWhileWaiting } from './effects-while-waiting.ts';
import type { Memory } from '../../domain/memory.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { asksForAnswer, isLongText } from '../../domain/game-answer.ts';
import type { Message } from '../../domain/message.ts';
import { wanderingCharacters } from './characters.ts';
import { lessonOfClock } from './clock-lesson.ts';
import { judgedLesson, lessonOfCommand } from './judge-lesson.ts';
import { arrivalTurn, isOfStart, lastTaughtTurn, openingTurn, type Taught } from './lesson-plan.ts';
import { memoryReplyAmong, nothingLearnt, titlesAmong } from './memory-reply.ts';
import {
  type Known,
  type LearnContext,
  type Remembering,
  type SynthesisTools,
} from './remembering.ts';
import { NO_SYNTHESIS, WaitingTurns, type Asked, type Refusals } from './waiting-turns.ts';
import { whyRefused } from './refused-lessons.ts';
import { saysItFails } from './said-by-memories.ts';
import { renderQuestion, renderRefusals } from './synthesis-prompt.ts';
import { triggersByStart, type Occasion } from './synthesis-trigger.ts';
import { carriedHere } from './thing-changes.ts';

/** Refusals teach nothing about a room's start. */
const RETURN: Occasion = { firstVisit: false };

interface Question {
  readonly messages: readonly Message[];
  readonly known: readonly Memory[];
  /** Whether the start of the room entered is asked for beside what the turn taught. */
  readonly asksStart?: boolean;
}

/** Asks models what turns taught, once for each outcome in an episode; see WaitingTurns. */
export class MemorySynthesizer {
  readonly #tools: SynthesisTools;
  readonly #settings: { readonly historyWindow: number };
  readonly #waiting: WaitingTurns;
  readonly #metrics = { ...NO_SYNTHESIS };
  /** All turns up to the newest judged one. */
  #turns: readonly TurnRecord[] = [];
  /** Fates of earlier lessons that no question has told yet. */
  #fates: readonly string[] = [];

  constructor(tools: SynthesisTools, settings: { readonly historyWindow: number }) {
    this.#tools = tools;
    this.#waiting = new WaitingTurns(tools, (metric) => this.#count(metric));
    this.#settings = settings;
    if (settings.historyWindow <= 10) return;
    const message = 'A memory history window above 10 turns costs more than it tells.';
    tools.emit({ type: 'warning', code: 'memory-window', message });
  }

  get metrics(): Readonly<typeof NO_SYNTHESIS> {
    return { ...this.#metrics };
  }

  /** Takes in fates of lessons for the next question. */
  told(fates: readonly string[]): void {
    this.#fates = [...this.#fates, ...fates];
  }

  /** Asks the questions that a turn is worth, in the order below. Each answer is kept before the next question. */
  async synthesize(
    record: TurnRecord,
    context: LearnContext,
    memories: Remembering,
  ): Promise<void> {
    const known = { ...memories.known(record), isNews: memories.isNews };
    const { opened, refusals, turn } = this.#waiting.sort({ record, context }, known);
    this.#turns = [...context.recent, record];
    let tellsStart = turn?.isEnteredAside !== true;
    await this.#keep(memories, [
      () => this.#askAboutOpening(record, memories.known(record), context),
      () => this.#askAboutTurn(opened, memories),
      () => this.#askAboutRefusals(refusals, memories),
      async () => {
        const taught = await this.#askAboutTurn(turn, memories);
        tellsStart ||= taught.some(isOfStart);
        return taught;
      },
      async () => {
        if (tellsStart) return [];
        const arrival = arrivalTurn(record);
        return this.#askAboutStart(arrival, memories.known(arrival).here, context);
      },
    ]);
  }

  /** Asks about all waiting turns that are worth it. */
  async conclude(memories: Remembering): Promise<void> {
    const { opened, left } = this.#waiting.takeAll();
    await this.#keep(memories, [
      () => this.#askAboutTurn(opened, memories),
      ...left.map((refusals) => () => this.#askAboutRefusals(refusals, memories)),
    ]);
  }

  async #keep(memories: Remembering, asks: readonly (() => Promise<readonly Taught[]>)[]) {
    for (const ask of asks) for (const taught of await ask()) await memories.keep(taught);
  }

  forgetEpisode(): void {
    this.#waiting.forgetEpisode();
    this.#fates = [];
    this.#turns = [];
  }

  async #askAboutTurn(asked: Asked | null, memories: Remembering): Promise<readonly Taught[]> {
    if (asked === null) return [];
    const { record, context, refusals, openings } = asked;
    // A reply has room for two lessons, a brief one for one.
    const isAlone = refusals.length + openings.length === 0;
    const asksStart = asked.isEnteredAside && isAlone && this.#tools.prompts.form !== 'brief';
    const isEnteredAside = asked.isEnteredAside && !asksStart;
    const known = memories.known(record);
    const { recent } = context;
    const messages = renderQuestion(
      {
        ...known,
        record,
        occasion: context,
        recent: this.#window(recent),
        earlier: recent,
        since: effectsWhileWaiting(refusals, recent),
        refusals,
        openings,
        isEnteredAside,
        asksStart,
        fates: this.#takeFates(),
      },
      this.#tools.prompts,
    );
    const [first = record, ...others] = [...refusals, ...openings, record].toSorted(
      (a, b) => a.turn - b.turn,
    );
    const clocks = [...known.here, ...known.clocks];
    const occasion = { ...context, firstVisit: context.firstVisit && !asked.isEnteredAside };
    const about = { messages, asksStart, known: [...known.here, ...known.there, ...known.movers] };
    return this.#ask(about, [first, ...others], occasion, (taught) =>
      lessonOfClock(taught, recent, clocks),
    );
  }

  /** Asks about the start of an episode, if nobody knows yet how that room starts. */
  async #askAboutOpening(record: TurnRecord, { here }: Known, context: LearnContext) {
    const opening = openingTurn(record);
    if (opening === null || asksForAnswer(opening.after)) return [];
    if (!isLongText(opening.after.text) || here.some(triggersByStart)) return [];
    return this.#waiting.isStartJudged(opening) ? [] : this.#askAboutStart(opening, here, context);
  }

  #window(turns: readonly TurnRecord[]): readonly TurnRecord[] {
    return turns.slice(-Math.max(1, this.#settings.historyWindow));
  }

  /** Asks how a newly seen room starts. `arrival` is a turn that begins and ends there. */
  async #askAboutStart(
    arrival: TurnRecord,
    here: readonly Memory[],
    { recent: earlier, visitedEarlier = false }: LearnContext,
  ): Promise<readonly Taught[]> {
    const recent = this.#window(earlier);
    const occasion = { firstVisit: true, visitedEarlier };
    const nothing = { earlier: [], refusals: [], openings: [], since: [], there: [], movers: [] };
    const seen = { record: arrival, recent, occasion, here, isEnteredAside: false };
    const situation = { ...nothing, ...seen, fates: this.#takeFates() };
    const messages = renderQuestion(situation, this.#tools.prompts);
    return this.#ask({ messages, known: here }, [arrival], occasion);
  }

  /** Leaves out refusals that a newer memory tells of. */
  async #askAboutRefusals(kept: Refusals, memories: Remembering): Promise<readonly Taught[]> {
    const refusals = kept.filter((one) => !saysItFails(one, memories.known(one).here));
    const [first, ...others] = refusals;
    if (first === undefined) return [];
    const since = effectsWhileWaiting(refusals, this.#turns);
    const { here } = memories.known(first);
    const told = { refusals, since, fates: this.#takeFates() };
    const messages = renderRefusals(told, here, this.#tools.prompts);
    return this.#ask({ messages, known: here }, [first, ...others], RETURN);
  }

  #takeFates(): readonly string[] {
    const fates = this.#fates;
    this.#fates = [];
    return fates;
  }

  /** Asks one question; at most two lessons come of it. */
  async #ask(
    { messages, known, asksStart = false }: Question,
    turns: Taught['turns'],
    occasion: Occasion,
    clocks: (taught: Taught) => Taught | null = () => null,
  ): Promise<readonly Taught[]> {
    const { signal, emit } = this.#tools;
    this.#count('asked');
    const answer = await this.#tools.ask({
      role: 'memory',
      messages,
      replySchema: memoryReplyAmong(known, this.#tools.prompts.form),
      among: titlesAmong(known),
      nothing: nothingLearnt,
      signal,
    });
    const lost = (reason: string) => emit({ type: 'lesson-failed', lesson: 'memory', reason });
    if (!answer.ok) {
      this.#count('failed');
      lost(answer.error.message);
      return [];
    }
    this.#waiting.judge(turns, occasion, answer.value);
    const { second, ...first } = answer.value;
    const lessons = [first, ...(second === undefined ? [] : [second])];
    const refusal = whyRefused(messages, this.#tools.words);
    for (const reason of new Set(lessons.flatMap((one) => refusal(one) ?? []))) lost(reason);
    const kept = lessons.filter((one) => refusal(one) === null);
    const last = lastTaughtTurn(turns);
    const count = (metric: keyof typeof NO_SYNTHESIS) => this.#count(metric);
    const wanderers = wanderingCharacters(last.after, this.#turns);
    const carried = carriedHere(last, this.#turns);
    const context = { ...occasion, firstVisit: occasion.firstVisit || asksStart };
    const judging = { context, clocks, count, wanderers, carried, ...this.#tools };
    const ofTurn = lessonOfCommand(last, kept);
    return kept.flatMap((one) =>
      judgedLesson(one, turns, { ...judging, isOfTurn: one === ofTurn }),
    );
  }

  #count(metric: keyof typeof NO_SYNTHESIS): void {
    this.#metrics[metric] += 1;
  }
}
