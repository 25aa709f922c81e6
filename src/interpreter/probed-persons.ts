import { greatest, rollups } from 'd3-array';
import { walkingDirection } from '../domain/command.ts';
import type { VisibleObject } from '../domain/observation.ts';
import type { GameSession } from './game-session.ts';
import type { Dictionary } from './interpreter.ts';
import { ASKED_BACK, ProbedAnswers } from './probed-answers.ts';
import type { Whereabouts } from './world-view.ts';

/** So many that were never held must get the same answer before it is the one for things. */
const ALIKE = 3;

interface Said {
  readonly answer: string;
  /** Whether it was held at some time, so that it is a thing. */
  readonly isHeld: boolean;
}

/** The story's answers to NAME, WAIT by the number of the thing, each asked once. */
export type Answers = ReadonlyMap<number, Said>;

/**
 * Finds creatures in a story whose attributes are not known. NAME, WAIT is tried in a snapshot: things get one answer, which
 * only differs by their name; somebody gets another.
 */
export class ProbedPersons {
  readonly #answers: ProbedAnswers;

  constructor(session: GameSession, dictionary: Dictionary) {
    this.#answers = new ProbedAnswers(session, dictionary, (noun) => {
      // Some parsers read just one word before the comma. A verb or a direction there is read as a command.
      const [word = ''] = noun.split(' ').slice(-1);
      const isCommand = dictionary.verbs.includes(word) || walkingDirection(word) !== null;
      return isCommand ? null : `${word}, wait`;
    });
  }

  /** The answers with those about things that were not answered yet. */
  ask(place: Whereabouts, seen: readonly VisibleObject[], known: Answers): Answers {
    const open = seen.filter(({ id }) => !known.has(id));
    const refusal = open.length === 0 ? null : this.#answers.refusal(place);
    const said = new Map(known);
    if (refusal !== null)
      for (const { id, held } of open) {
        const answer = this.#answers.about(id);
        if (answer !== null && answer !== refusal && answer !== ASKED_BACK)
          said.set(id, { answer, isHeld: held });
      }
    for (const { id, held } of seen) {
      const one = said.get(id);
      if (held && one !== undefined) said.set(id, { ...one, isHeld: true });
    }
    return said;
  }
}

/** The things seen, with the trait `animate` for those who are somebody. Nobody is, if the answers do not tell. */
export function markPersons(
  seen: readonly VisibleObject[],
  said: Answers,
): readonly VisibleObject[] {
  const usual = answerForThings([...said.values()]);
  if (usual === null) return seen;
  return seen.map((one) => {
    const { answer = usual, isHeld = true } = said.get(one.id) ?? {};
    return isHeld || answer === usual ? one : { ...one, traits: ['animate', ...one.traits] };
  });
}

/** The answer that most of what was held gets. Before anything was, one that enough others get, more than any other answer. */
function answerForThings(all: readonly Said[]): string | null {
  const held = all.filter(({ isHeld }) => isHeld);
  const counts = rollups(
    held.length > 0 ? held : all,
    (same) => same.length,
    ({ answer }) => answer,
  );
  const [usual, times = 0] = greatest(counts, ([, count]) => count) ?? [];
  const isTie = counts.filter(([, count]) => count === times).length > 1;
  const isEnough = held.length > 0 || times >= ALIKE;
  return usual === undefined || isTie || !isEnough ? null : usual;
}
