import { nounFor } from '../domain/named-things.ts';
import { printedText, wordsIn } from '../domain/text.ts';
import type { GameSession } from './game-session.ts';
import type { Dictionary } from './interpreter.ts';
import type { StoryKnowledge } from './story-knowledge.ts';
import { reachInWorld, sceneFingerprint, type Whereabouts } from './world-view.ts';

/** The most remembered scenes. */
const MOST_SCENES = 2000;
/** Things deeper inside others are not tried. */
const MOST_TRIED = 30;
/** So many things that are certainly elsewhere must get the same answer. */
const ABSENT_TRIED = 2;
export const NOTHING_SHOWN: ReadonlySet<number> = new Set();

interface Shown {
  readonly things: ReadonlySet<number>;
  /** The lines that the probe gave to the engine. */
  readonly lines: number;
}

/**
 * Finds what can be reached in or on other things, in a story whose attributes are not known. EXAMINE is tried in snapshots:
 * what cannot be reached gets the answer that things of other rooms get.
 */
export class ProbedContents {
  readonly #session: GameSession;
  readonly #dictionary: Dictionary;
  readonly #known = new Map<string, Shown>();

  constructor(session: GameSession, dictionary: Dictionary) {
    this.#session = session;
    this.#dictionary = dictionary;
  }

  /** The reachable things inside others, by number. Empty if attributes are known, or the story's answers do not tell. */
  around({ attributes, player }: StoryKnowledge, place: Whereabouts): ReadonlySet<number> {
    const session = this.#session;
    if (attributes !== null || player === null || !session.waitsForLine) return NOTHING_SHOWN;
    const inside = session.read(() => this.#inside(place));
    if (inside.length === 0) return NOTHING_SHOWN;
    const key = session.read(() => sceneFingerprint(session, place));
    const known = this.#known.get(key);
    if (known !== undefined) {
      session.steps.count(known.lines);
      return known.things;
    }
    const before = session.steps.lines;
    const things = session.steps.during('exits', () => this.#probe(inside, place));
    if (this.#known.size >= MOST_SCENES) this.#known.clear();
    this.#known.set(key, { things, lines: session.steps.lines - before });
    return things;
  }

  #inside({ room, player }: Whereabouts): readonly number[] {
    const { tree } = this.#session;
    const within = (object: number): number[] =>
      tree.children(object).flatMap((child) => [child, ...within(child)]);
    const top = [...tree.children(player), ...tree.children(room)].filter((one) => one !== player);
    return top.flatMap(within).slice(0, MOST_TRIED);
  }

  #probe(inside: readonly number[], place: Whereabouts): ReadonlySet<number> {
    const absent = this.#session.read(() => this.#absent(place));
    const refusals = new Set(absent.map((noun) => this.#answer(noun)));
    const [refusal] = refusals;
    if (absent.length < ABSENT_TRIED || refusals.size !== 1 || refusal === undefined)
      return NOTHING_SHOWN;
    const isReached = (id: number) => {
      const noun = this.#session.read(() => this.#nounOf(id));
      return noun !== null && this.#answer(noun) !== refusal;
    };
    return new Set(inside.filter(isReached));
  }

  /** The nouns of some things that are certainly elsewhere. */
  #absent(place: Whereabouts): readonly string[] {
    const { tree } = this.#session;
    const found = new Set<string>();
    for (let id = 1; id <= tree.count && found.size < ABSENT_TRIED; id += 1) {
      const noun = this.#nounOf(id);
      const named = wordsIn(noun ?? '').flatMap((word) => this.#dictionary.objectsNamed(word));
      const reach = reachInWorld(named, tree, { ...place, visible: NOTHING_SHOWN });
      if (noun !== null && reach === 'absent') found.add(noun);
    }
    return [...found];
  }

  #nounOf(id: number): string | null {
    return nounFor({ id, name: this.#session.tree.name(id) }, this.#dictionary);
  }

  /** The story's answer to EXAMINE without the words of the noun. */
  #answer(noun: string): string {
    const nouns = new Set(wordsIn(noun));
    const told = printedText(this.#session.ask(`examine ${noun}`) ?? '');
    return wordsIn(told)
      .filter((word) => !nouns.has(word))
      .join(' ');
  }
}
