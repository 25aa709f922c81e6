/** What a call may use, with its price in US dollars. */
export interface Amount {
  readonly tokens: number;
  readonly costUsd: number;
}

/** What calls in flight may use. */
export class Holds {
  readonly #amounts = new Set<Amount>();
  readonly #waiting: (() => void)[] = [];

  get tokens(): number {
    return [...this.#amounts].reduce((sum, { tokens }) => sum + tokens, 0);
  }

  get costUsd(): number {
    return [...this.#amounts].reduce((sum, { costUsd }) => sum + costUsd, 0);
  }

  get isAny(): boolean {
    return this.#amounts.size > 0;
  }

  add(amount: Amount): () => void {
    this.#amounts.add(amount);
    return () => {
      this.#amounts.delete(amount);
      for (const wake of this.#waiting.splice(0)) wake();
    };
  }

  released(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
