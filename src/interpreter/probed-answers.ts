import { nounFor } from '../domain/named-things.ts';
import { endsInQuestion, printedText, wordsIn } from '../domain/text.ts';
import type { GameSession } from './game-session.ts';
import type { Dictionary } from './interpreter.ts';
import { reachInWorld, type Whereabouts } from './world-view.ts';

/** So many things that are certainly elsewhere must get the same answer. */
const ABSENT_TRIED = 2;
/** The answer that is a question: which of several things is meant, for example. */
export const ASKED_BACK = '?';
const NOTHING: ReadonlySet<number> = new Set();

/** The story's answers, in snapshots, to one command about several things. Names are left out, so that answers can be compared. */
export class ProbedAnswers {
  readonly #session: GameSession;
  readonly #dictionary: Dictionary;
  readonly #command: (noun: string) => string | null;

  /** `command` makes the line to try from a noun. Null if the parser would misread it. */
  constructor(
    session: GameSession,
    dictionary: Dictionary,
    command: (noun: string) => string | null,
  ) {
    this.#session = session;
    this.#dictionary = dictionary;
    this.#command = command;
  }

  /** The answer about a thing without the words of its name. Null if there is no line to try, or no noun for it. */
  about(thing: number): string | null {
    const line = this.#session.read(() => this.#lineOn(thing));
    return line === null ? null : this.#answer(thing, line);
  }

  /** What is answered about things that are certainly elsewhere. Null if there are too few of them or their answers differ. */
  refusal(place: Whereabouts): string | null {
    const absent = this.#session.read(() => this.#absent(place));
    const refusals = new Set(absent.map(([thing, line]) => this.#answer(thing, line)));
    const [refusal = null] = refusals;
    return absent.length < ABSENT_TRIED || refusals.size > 1 ? null : refusal;
  }

  /** Some things that are certainly elsewhere, with the lines to try. */
  #absent(place: Whereabouts): readonly (readonly [number, string])[] {
    const { tree } = this.#session;
    const found = new Map<string, number>();
    for (let id = 1; id <= tree.count && found.size < ABSENT_TRIED; id += 1) {
      const line = this.#lineOn(id);
      const noun = this.#nounOf(id) ?? '';
      const named = wordsIn(noun).flatMap((word) => this.#dictionary.objectsNamed(word));
      const reach = reachInWorld(named, tree, { ...place, visible: NOTHING });
      if (line !== null && reach === 'absent') found.set(line, id);
    }
    return [...found].map(([line, thing]) => [thing, line]);
  }

  #nounOf(id: number): string | null {
    return nounFor({ id, name: this.#session.tree.name(id) }, this.#dictionary);
  }

  #lineOn(id: number): string | null {
    const noun = this.#nounOf(id);
    return noun === null ? null : this.#command(noun);
  }

  #answer(thing: number, line: string): string {
    const name = this.#session.read(() => this.#session.tree.name(thing));
    const named = new Set([...wordsIn(line), ...wordsIn(name)]);
    const told = printedText(this.#session.ask(line) ?? '');
    if (endsInQuestion(told)) return ASKED_BACK;
    return wordsIn(told)
      .filter((word) => !named.has(word))
      .join(' ');
  }
}
