export interface RandomState {
  readonly word: number;
  readonly interval: number;
  readonly counter: number;
}

/**
 * The random generator of the frotz interpreter, bit for bit, so that a seed gives the same game here as in any tool
 * built on frotz (Z-Machine Standard 1.1 §2.4 leaves the generator to the interpreter).
 */
export class FrotzRandom {
  readonly #start: RandomState;
  #state: RandomState;

  constructor(seed: number) {
    this.#start = this.#state = { word: seed | 0, interval: 0, counter: 0 };
  }

  /** Back to the start seed, as a restart of the game does. */
  reset(): void {
    this.#state = this.#start;
  }

  /** The `random` opcode (§15): 1 to `range`; 0 or less seeds and returns 0. A seed below 1,000 counts 0, 1, 2 … instead. */
  next(range: number): number {
    if (range <= 0) {
      this.#reseed(-range);
      return 0;
    }
    const { interval, counter } = this.#state;
    if (interval !== 0) {
      this.#state = { ...this.#state, counter: (counter + 1) % interval };
      return (counter % range) + 1;
    }
    const word = (Math.imul(0x015a4e35, this.#state.word) + 1) | 0;
    this.#state = { ...this.#state, word };
    return (((word >>> 16) & 0x7fff) % range) + 1;
  }

  /** Other numbers from here on; what is counted goes on being counted. */
  shuffle(seed: number): void {
    this.#state = { ...this.#state, word: seed | 0 };
  }

  state(): RandomState {
    return this.#state;
  }

  restore(state: RandomState): void {
    this.#state = state;
  }

  #reseed(value: number): void {
    if (value === 0) this.reset();
    else if (value < 1000) this.#state = { ...this.#state, interval: value, counter: 0 };
    else this.#state = { ...this.#state, word: value, interval: 0 };
  }
}
