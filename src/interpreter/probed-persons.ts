import { rollups, greatest } from 'd3-array';
import { walkingDirection } from '../domain/command.ts';
import type { VisibleObject } from '../domain/observation.ts';
import type { GameSession } from './game-session.ts';
import type { Dictionary } from './interpreter.ts';
import { ASKED_BACK, ProbedAnswers } from './probed-answers.ts';
import type { StoryKnowledge } from './story-knowledge.ts';
import type { Whereabouts } from './world-view.ts';

/** So many things must get the same answer, before another answer makes somebody of a thing. */
const ALIKE = 2;

/**
 * Finds creatures in a story whose attributes are not known. NAME, WAIT is tried in a snapshot, once for each thing: things
 * get one answer, which only differs by their name; somebody gets another.
 */
export class ProbedPersons {
  readonly #session: GameSession;
  readonly #answers: ProbedAnswers;
  readonly #said = new Map<number, string>();
  readonly #persons = new Set<number>();

  constructor(session: GameSession, dictionary: Dictionary) {
    this.#session = session;
    this.#answers = new ProbedAnswers(session, dictionary, (noun) => {
      // Some parsers read just one word before the comma. A verb or a direction there is read as a command.
      const [word = ''] = noun.split(' ').slice(-1);
      const isCommand = dictionary.verbs.includes(word) || walkingDirection(word) !== null;
      return isCommand ? null : `${word}, wait`;
    });
  }

  /** The things seen, with the trait `animate` for those who are somebody. */
  marked(
    { attributes }: Pick<StoryKnowledge, 'attributes'>,
    place: Whereabouts,
    seen: readonly VisibleObject[],
  ): readonly VisibleObject[] {
    const session = this.#session;
    if (attributes !== null || seen.length === 0 || !session.waitsForLine) return seen;
    session.steps.during('exits', () => this.#ask(place, seen));
    const said = seen.flatMap(({ id }) => this.#said.get(id) ?? []);
    const counts = rollups(
      said,
      (same) => same.length,
      (answer) => answer,
    );
    const [usual, times = 0] = greatest(counts, ([, count]) => count) ?? [];
    const isSomebody = ({ id, held }: VisibleObject) =>
      !held && times >= ALIKE && this.#said.has(id) && this.#said.get(id) !== usual;
    for (const one of seen) if (isSomebody(one)) this.#persons.add(one.id);
    return seen.map((one) =>
      this.#persons.has(one.id) ? { ...one, traits: ['animate', ...one.traits] } : one,
    );
  }

  /** Asks about those things that were not answered yet. */
  #ask(place: Whereabouts, seen: readonly VisibleObject[]): void {
    const open = seen.filter(({ id }) => !this.#said.has(id));
    const refusal = open.length === 0 ? null : this.#answers.refusal(place);
    if (refusal === null) return;
    for (const { id } of open) {
      const answer = this.#answers.about(id);
      if (answer !== null && answer !== refusal && answer !== ASKED_BACK)
        this.#said.set(id, answer);
    }
  }
}
