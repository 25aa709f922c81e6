import { AsyncLocalStorage } from 'node:async_hooks';
import { messageOf } from '../domain/errors.ts';
import type { GameState } from '../domain/game-state.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Emit } from '../events/event.ts';
import type { Ask } from '../model/ask.ts';

/** Draws a lesson from a turn. It asks models through the gated Ask of Lessons. */
export interface Learner {
  readonly lesson: 'memory' | 'objectives' | 'knowledge' | 'state' | 'extractor' | 'context';
  learn(state: GameState, turn: TurnRecord): Promise<void>;
  /** Takes in a turn that no model was asked about, and asks no model. */
  witness?(state: GameState, turn: TurnRecord): Promise<void>;
  /** Whether the next request waits for this lesson's findings, because its plan begins with that turn. */
  isAwaited?(state: GameState): boolean;
  /** The state with the findings of settled lessons. Called after each settling; adds each finding once. */
  amend?(state: GameState): GameState;
  /** Draws the lessons that it has put off. Called at the end of an episode that will not go on. */
  conclude?(state: GameState): Promise<void>;
  /** The newest turn of progress that no score shows. Null if there was none. */
  lastProgressTurn?(): number | null;
}

/** Lessons that are worth as much later. The other kinds do without an answer that does not come. */
const MAY_WAIT: ReadonlySet<Learner['lesson']> = new Set(['memory', 'objectives', 'knowledge']);
/** The pause between two tries doubles, from one settling up to so many. */
const LONGEST_PAUSE = 8;

/** The lesson whose code runs. One storage serves all episodes: each one slows every promise of the process, for good. */
const RUNNING = new AsyncLocalStorage<Draw>();

/** The settlings that remain until the lessons of one kind are asked again. */
interface Pause {
  readonly length: number;
  readonly left: number;
}

/**
 * The lessons in flight. Answers are held back until `settleLessons` opens the gate. A lesson whose endpoint is down is put
 * off, with those of its kind behind it. It is asked again in later settlings, which the recorded failures count.
 */
export class Lessons {
  readonly #emit: Emit;
  readonly #pauses = new Map<Learner['lesson'], Pause>();
  readonly #isAfterPlay: boolean;
  #pending: Draw[] = [];
  /** The lessons that are put off, the oldest first. */
  #putOff: readonly Draw[] = [];
  #isOver = false;
  #gate = openable();

  /** `isAfterPlay`: the server answers one question after another, so lessons wait and the agent does not. */
  constructor(emit: Emit, { isAfterPlay = false } = {}) {
    this.#emit = emit;
    this.#isAfterPlay = isAfterPlay;
  }

  /** An Ask for learners, answered once the gate is open. The question goes out at once; with `isAfterPlay`, only then. */
  gated(ask: Ask): Ask {
    return async (question) => {
      const draw = RUNNING.getStore();
      const isBefore = (one: Draw) => one.lesson === draw?.lesson && one.isWaiting;
      if (draw !== undefined && this.#putOff.some(isBefore)) await draw.wait();
      for (;;) {
        const gate = this.#gate;
        if (this.#isAfterPlay) await gate.opened;
        const asked = this.#isOver ? question : { ...question, mayWait: true as const };
        const [answer] = await Promise.all([ask(asked), gate.opened]);
        if (answer.ok || answer.error.kind !== 'put-off') return answer;
        if (draw === undefined || !MAY_WAIT.has(draw.lesson)) return answer;
        await draw.wait();
      }
    };
  }

  /** A lesson that fails is an event; play goes on. */
  start(lesson: Learner['lesson'], run: () => Promise<void>): void {
    const draw = new Draw(lesson);
    this.#pending.push(draw);
    void RUNNING.run(draw, run)
      .catch((error: unknown) => {
        const reason = messageOf(error);
        this.#emit({ type: 'lesson-failed', lesson, reason });
      })
      .finally(() => draw.end());
  }

  /** Waits until every lesson started so far has taken effect or is put off. */
  async settle(): Promise<void> {
    const [pending, gate] = [this.#pending, this.#gate];
    this.#pending = [];
    gate.open();
    await Promise.all(pending.map(async (draw) => draw.rests()));
    const due = this.#dueKinds();
    this.#putOff = [...this.#putOff, ...pending.filter(({ isWaiting }) => isWaiting)];
    for (const { lesson } of this.#putOff)
      if (!this.#pauses.has(lesson)) this.#pauses.set(lesson, { length: 1, left: 1 });
    for (const lesson of due) await this.#askAgain(lesson);
    this.#gate = openable();
  }

  /** Ends play: from now on each question is waited for, those put off included. */
  async conclude(): Promise<void> {
    this.#isOver = true;
    await this.settle();
  }

  /** The kinds of lessons that are asked again in this settling. */
  #dueKinds(): readonly Learner['lesson'][] {
    const kinds = [...this.#pauses.keys()];
    for (const [lesson, { length, left }] of this.#pauses)
      this.#pauses.set(lesson, { length, left: left - 1 });
    return kinds.filter((lesson) => this.#isOver || (this.#pauses.get(lesson)?.left ?? 0) <= 0);
  }

  /** Asks one after the other, so that each lesson finds what the earlier one taught. Stops when one is put off again. */
  async #askAgain(lesson: Learner['lesson']): Promise<void> {
    for (const draw of this.#putOff.filter((one) => one.lesson === lesson)) {
      draw.goOn();
      await draw.rests();
      if (draw.isWaiting) {
        const length = Math.min(LONGEST_PAUSE, (this.#pauses.get(lesson)?.length ?? 1) * 2);
        this.#pauses.set(lesson, { length, left: length });
        return;
      }
      this.#putOff = this.#putOff.filter((one) => one !== draw);
    }
    this.#pauses.delete(lesson);
  }
}

class Draw {
  readonly lesson: Learner['lesson'];
  isWaiting = false;
  #rest = openable();
  #goes = openable();

  constructor(lesson: Learner['lesson']) {
    this.lesson = lesson;
  }

  /** Resolves once the lesson is over or put off. */
  rests(): Promise<void> {
    return this.#rest.opened;
  }

  end(): void {
    this.#rest.open();
  }

  /** Puts the lesson off until `goOn`. */
  wait(): Promise<void> {
    this.isWaiting = true;
    this.#rest.open();
    return this.#goes.opened;
  }

  goOn(): void {
    const goes = this.#goes;
    [this.isWaiting, this.#rest, this.#goes] = [false, openable(), openable()];
    goes.open();
  }
}

function openable(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
