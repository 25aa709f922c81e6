import type { TurnRecord } from '../../domain/turn-record.ts';
import { addTurn, type OwnStretch } from './stretch.ts';
import { addSeen, factsOf, NOTHING_SEEN, type EpisodeFact } from './episode-fact.ts';

/** Most turns that are kept; older ones are forgotten, their facts are not. */
const MOST_TURNS = 300;

/** Turns to learn from with their facts, and the turns before. */
export interface Window {
  readonly turns: readonly TurnRecord[];
  readonly facts: readonly EpisodeFact[];
  readonly older: readonly TurnRecord[];
}

/** One episode as far as knowledge is drawn from it. */
export class EpisodeChronicle {
  #seen = NOTHING_SEEN;
  #facts: readonly EpisodeFact[] = [];
  #turns: readonly TurnRecord[] = [];
  #stretches: readonly OwnStretch[] = [];
  /** The last turn that was learnt from. */
  #learnt = 0;
  /** The last turn that a question showed. */
  #shown = 0;

  /** Facts of the whole episode, oldest first. */
  get facts(): readonly EpisodeFact[] {
    return this.#facts;
  }

  /** The turns from one gain to the next, oldest first. */
  get stretches(): readonly OwnStretch[] {
    return this.#stretches;
  }

  add(record: TurnRecord): void {
    const facts = factsOf(record, this.#seen, this.#turns);
    this.#facts = [...this.#facts, ...facts];
    this.#stretches = addTurn(this.#stretches, record, facts);
    this.#seen = addSeen(this.#seen, record);
    this.#turns = [...this.#turns, record].slice(-MOST_TURNS);
  }

  /** What came since the window was last closed. */
  sinceUpdate(): Window {
    const facts = this.#facts.filter(({ turn }) => turn > this.#learnt);
    return { ...this.#splitAfter(this.#learnt), facts };
  }

  /** All that is kept of the episode; the turns are those that no question has shown yet. */
  whole(): Window {
    return { ...this.#splitAfter(this.#shown), facts: this.#facts };
  }

  /** The turns so far have been learnt from, which shows them, or were not worth it. */
  endWindow(isShown: boolean): void {
    this.#learnt = this.#turns.at(-1)?.turn ?? this.#learnt;
    if (isShown) this.#shown = this.#learnt;
  }

  #splitAfter(last: number): Pick<Window, 'turns' | 'older'> {
    const isNew = ({ turn }: TurnRecord) => turn > last;
    return {
      turns: this.#turns.filter(isNew),
      older: this.#turns.filter((one) => !isNew(one)),
    };
  }
}
