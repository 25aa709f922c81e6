import type { TurnRecord } from '../../domain/turn-record.ts';
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
  /** The last turn that was learnt from. */
  #learnt = 0;

  /** Facts of the whole episode, oldest first. */
  get facts(): readonly EpisodeFact[] {
    return this.#facts;
  }

  add(record: TurnRecord): void {
    this.#facts = [...this.#facts, ...factsOf(record, this.#seen, this.#turns)];
    this.#seen = addSeen(this.#seen, record);
    this.#turns = [...this.#turns, record].slice(-MOST_TURNS);
  }

  /** What came since the window was last closed. */
  sinceUpdate(): Window {
    const isNew = ({ turn }: { readonly turn: number }) => turn > this.#learnt;
    return {
      turns: this.#turns.filter(isNew),
      facts: this.#facts.filter(isNew),
      older: this.#turns.filter((one) => !isNew(one)),
    };
  }

  /** All that is kept of the episode. */
  whole(): Window {
    return { turns: this.#turns, facts: this.#facts, older: [] };
  }

  /** The turns so far have been learnt from, or were not worth it. */
  endWindow(): void {
    this.#learnt = this.#turns.at(-1)?.turn ?? this.#learnt;
  }
}
