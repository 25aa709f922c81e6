import type { WorldFacts } from '../domain/observation.ts';
import type { GameSession } from './game-session.ts';
import type { Dictionary } from './interpreter.ts';
import { ProbedContents } from './probed-contents.ts';
import { ProbedPersons } from './probed-persons.ts';
import type { StoryKnowledge } from './story-knowledge.ts';
import { seeAround, type Whereabouts } from './world-view.ts';

/** What the player can see. Where attributes do not tell what is shut in, hidden or alive, trials in snapshots do. */
export class Surroundings {
  readonly #session: GameSession;
  readonly #contents: ProbedContents;
  readonly #persons: ProbedPersons;

  constructor(session: GameSession, dictionary: Dictionary) {
    this.#session = session;
    this.#contents = new ProbedContents(session, dictionary);
    this.#persons = new ProbedPersons(session, dictionary);
  }

  /** Nothing is tried once the story has ended. */
  seen(
    knowledge: StoryKnowledge,
    place: Whereabouts,
    hasEnded: boolean,
  ): Pick<WorldFacts, 'objects' | 'isDark'> {
    const { player } = knowledge;
    if (player === null) return { objects: [] };
    const shown = hasEnded ? null : this.#contents.around(knowledge, place);
    const view = { ...knowledge, player, room: place.room, shown };
    const around = this.#session.read(() => seeAround(this.#session.tree, view));
    if (hasEnded) return around;
    return { ...around, objects: this.#persons.marked(knowledge, place, around.objects) };
  }
}
