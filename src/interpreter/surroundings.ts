import type { WorldFacts } from '../domain/observation.ts';
import type { GameSession } from './game-session.ts';
import type { Dictionary } from './interpreter.ts';
import { ProbedContents } from './probed-contents.ts';
import { type Answers, markPersons, ProbedPersons } from './probed-persons.ts';
import type { StoryKnowledge } from './story-knowledge.ts';
import { seeAround, type Whereabouts } from './world-view.ts';

/** What trials have told. It belongs to the progress of a game, so that a snapshot holds it. */
export interface Tried {
  readonly said: Answers;
  /** What was seen not held in the room of the newest trial. Null if the story's answers did not tell. */
  readonly shown: { readonly room: number; readonly things: ReadonlySet<number> | null };
}

export const NOTHING_TRIED: Tried = { said: new Map(), shown: { room: 0, things: new Set() } };

interface Seen {
  readonly around: Pick<WorldFacts, 'objects' | 'isDark'>;
  readonly tried: Tried;
}

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

  /** Where the game takes no command, because it has ended or shows a page, the newest trial of the room tells. */
  seen(knowledge: StoryKnowledge, place: Whereabouts, tried: Tried, hasEnded: boolean): Seen {
    const { player, attributes } = knowledge;
    if (player === null) return { around: { objects: [] }, tried };
    const look = (things: ReadonlySet<number> | null) => {
      const view = { ...knowledge, player, room: place.room, shown: things };
      return this.#session.read(() => seeAround(this.#session.tree, view));
    };
    if (attributes !== null) return { around: look(null), tried };
    const takesCommands = !hasEnded && this.#session.waitsForLine;
    const shown = takesCommands
      ? { room: place.room, things: this.#contents.around(place) }
      : tried.shown;
    const around = look(shown.room === place.room ? shown.things : NOTHING_TRIED.shown.things);
    const said = takesCommands
      ? this.#session.steps.during('exits', () =>
          this.#persons.ask(place, around.objects, tried.said),
        )
      : tried.said;
    return {
      around: { ...around, objects: markPersons(around.objects, said) },
      tried: { said, shown },
    };
  }
}
