import type { TurnRecord } from '../../domain/turn-record.ts';
import { addSeen, factsOf, NOTHING_SEEN, type EpisodeFact } from './episode-fact.ts';

/** Most turns that an update is drawn from; older ones are forgotten, their facts are not. */
const MOST_TURNS = 300;

/** One episode as far as knowledge is drawn from it: every fact, and the turns since the last update. */
export class EpisodeChronicle {
  #seen = NOTHING_SEEN;
  #facts: readonly EpisodeFact[] = [];
  #turns: readonly TurnRecord[] = [];

  /** Facts of the whole episode, oldest first. */
  get facts(): readonly EpisodeFact[] {
    return this.#facts;
  }

  add(record: TurnRecord): void {
    this.#facts = [...this.#facts, ...factsOf(record, this.#seen, this.#turns)];
    this.#seen = addSeen(this.#seen, record);
    this.#turns = [...this.#turns, record].slice(-MOST_TURNS);
  }

  /** The turns since the window was last closed, with their facts. */
  sinceUpdate(): { readonly turns: readonly TurnRecord[]; readonly facts: readonly EpisodeFact[] } {
    const first = this.#turns[0]?.turn ?? Infinity;
    return { turns: this.#turns, facts: this.#facts.filter(({ turn }) => turn >= first) };
  }

  /** The turns so far have been learnt from, or were not worth it. */
  endWindow(): void {
    this.#turns = [];
  }
}
