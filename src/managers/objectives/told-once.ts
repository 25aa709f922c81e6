/** What is told in one prompt. The same turn may be asked for again: it is forgotten only when that is over. */
export class ToldOnce<T> {
  #all: readonly T[] = [];
  #told = 0;

  add(...more: readonly T[]): void {
    this.#all = [...this.#all, ...more];
  }

  /** All that waits to be told; it counts as told by this. */
  tell(): readonly T[] {
    this.#told = this.#all.length;
    return this.#all;
  }

  /** Drops what was told. */
  forget(): void {
    this.#all = this.#all.slice(this.#told);
    this.#told = 0;
  }
}
