/**
 * Remembers the first failure after which an episode must not go on. Lessons turn errors into events so that play goes
 * on; what must end the episode is kept here and thrown wherever something would become durable.
 */
export class FailStop {
  #failure: { readonly error: unknown } | null = null;

  /** Keeps the failure unless there is one already, and throws the first. */
  fail(error: unknown): never {
    this.#failure ??= { error };
    throw this.#failure.error;
  }

  check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Runs unless something failed before; keeps the error that it throws. */
  guard<T>(run: () => T): T {
    this.check();
    try {
      return run();
    } catch (error) {
      return this.fail(error);
    }
  }
}
