import type { GameSession } from './game-session.ts';
import type { Dictionary } from './interpreter.ts';
import { ProbedAnswers } from './probed-answers.ts';
import { sceneFingerprint, type Whereabouts } from './world-view.ts';

const MOST_SCENES = 2000;
/** Things deeper inside others are not tried. */
const MOST_INSIDE = 30;

interface Shown {
  readonly things: ReadonlySet<number>;
  /** The lines that the probe gave to the engine. */
  readonly lines: number;
}

/** What can be seen in the room or in things, by EXAMINE in snapshots, in a story whose attributes are not known. */
export class ProbedContents {
  readonly #session: GameSession;
  readonly #answers: ProbedAnswers;
  readonly #known = new Map<string, Shown>();

  constructor(session: GameSession, dictionary: Dictionary) {
    this.#session = session;
    this.#answers = new ProbedAnswers(session, dictionary, (noun) => `examine ${noun}`);
  }

  /** The things of the room, and in or on others, that are seen. Null if the story's answers do not tell. */
  around(place: Whereabouts): ReadonlySet<number> | null {
    const session = this.#session;
    const lying = session.read(() => this.#lying(place));
    if (lying.length === 0) return new Set();
    const key = session.read(() => sceneFingerprint(session, place));
    const known = this.#known.get(key);
    if (known !== undefined) {
      session.steps.count(known.lines);
      return known.things;
    }
    const before = session.steps.lines;
    const things = session.steps.during('exits', () => this.#probe(lying, place));
    if (this.#known.size >= MOST_SCENES) this.#known.clear();
    // Rooms that are entered later may make the answers tell.
    if (things !== null) this.#known.set(key, { things, lines: session.steps.lines - before });
    return things;
  }

  /** The things that lie in the room, then those in or on them or on what is held. */
  #lying({ room, player }: Whereabouts): readonly number[] {
    const { tree } = this.#session;
    const within = (object: number): number[] =>
      tree.children(object).flatMap((child) => [child, ...within(child)]);
    const ofRoom = tree.children(room).filter((one) => one !== player);
    const inside = [...tree.children(player), ...ofRoom].flatMap(within);
    return [...ofRoom, ...inside.slice(0, MOST_INSIDE)];
  }

  #probe(lying: readonly number[], place: Whereabouts): ReadonlySet<number> | null {
    const refusal = this.#answers.refusal(place);
    if (refusal === null) return null;
    const isNameless = (answer: string | null, thing: number) =>
      answer === null && this.#session.read(() => this.#session.tree.parent(thing)) === place.room;
    return new Set(
      lying.filter((thing) => {
        const answer = this.#answers.about(thing);
        return answer === null ? isNameless(answer, thing) : answer !== refusal;
      }),
    );
  }
}
