/** A note is told in so many turns in a row, and then no more until its occasion comes again. */
const TOLD_TURNS = 3;

/** When the notes of an episode were told, and when they were last of use. */
export class ToldNotes {
  readonly #told = new Map<string, { readonly since: number; readonly last: number }>();

  /** The useful notes that are still news. The same turn may ask again. */
  fresh<T extends { readonly id: string }>(notes: readonly T[], turn: number): readonly T[] {
    return notes.filter(({ id }) => {
      const known = this.#told.get(id);
      const isSame = known !== undefined && turn - known.last <= 1 && turn >= known.last;
      const since = isSame ? known.since : turn;
      this.#told.set(id, { since, last: turn });
      return turn - since < TOLD_TURNS;
    });
  }
}
