import { normaliseAction } from '../domain/command.ts';
import { hadNoEffect, movesTaken } from '../domain/turn-effect.ts';
import { InterpreterError } from '../domain/errors.ts';
import type { Look } from '../domain/observation.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import { IdleTwin } from '../turn/idle-twin.ts';
import { lookAtGame } from '../turn/observe.ts';
import type { TestableClaim } from './claim.ts';
import type { Recording } from './recording.ts';
import type { Steps } from './walk.ts';

/** A command tried in the engine at a recorded moment. */
export interface Trial {
  readonly episode: number;
  /** The recorded turn before which it was tried. */
  readonly turn: number;
  readonly room: number;
  readonly command: string;
  /** The commands before it, in order. */
  readonly setup: readonly string[];
  /** Whether the recording has the same command there. */
  readonly isPlayed: boolean;
  /** Whether everything that it names may be in reach there. */
  readonly isInReach: boolean;
  readonly before: Look;
  readonly after: Look;
  /** The look after waiting at the same moment. Null if the command changed nothing, so that it is not needed. */
  readonly idle: Look | null;
}

export type TriedClaims = ReturnType<typeof tryClaims>;

/** A command is tried at so many moments of the same world, apart from clock and chance, where it comes out the same. */
const MOST_ALIKE = 3;

type Wanted = ReadonlyMap<number, readonly TestableClaim[]>;

/** Tries the claimed commands before every recorded turn in their room, restoring each. Stops when the steps end. */
export function tryClaims(
  open: (seed: number) => Interpreter,
  recordings: readonly Recording[],
  wanted: Wanted,
  steps: Steps,
) {
  const replay = new Replay(wanted, steps);
  /** Why an episode could not be played again to its end, by its number. */
  const problems = new Map<number, string>();
  for (const recording of recordings) {
    const found = replay.play(open, recording);
    const why = recording.problem ?? found;
    if (why !== null) problems.set(recording.episode, why);
  }
  const { trials, replayed, equal } = replay;
  return { trials, replayed, equal, problems };
}

class Replay {
  readonly trials: Trial[] = [];
  /** Recorded turns that were played again, and those that came out as recorded. */
  replayed = 0;
  equal = 0;
  readonly #wanted: Wanted;
  readonly #steps: Steps;
  /** How often a command was met in a world. */
  readonly #alike = new Map<string, number>();

  constructor(wanted: Wanted, steps: Steps) {
    this.#wanted = wanted;
    this.#steps = steps;
  }

  /** Plays one recording. Returns why it could not be played to its end as recorded, or null. */
  play(open: (seed: number) => Interpreter, { episode, seed, turns }: Recording): string | null {
    if (turns.length === 0) return null;
    let isEqual = true;
    try {
      const game = open(seed);
      const twin = new IdleTwin(game, () => this.#steps.take());
      let now = lookAtGame(game, game.opening);
      for (const recorded of turns) {
        if (isEqual) this.#tryHere(game, twin, { episode, recorded, before: now });
        if (!this.#steps.take()) return 'the limit of engine steps was reached';
        now = lookAtGame(game, game.step(recorded.decision.action));
        this.replayed += 1;
        if (isAsRecorded(now, recorded)) this.equal += 1;
        else isEqual = false;
      }
    } catch (error) {
      if (!(error instanceof InterpreterError)) throw error;
      return `the story breaks off: ${error.message}`;
    }
    return isEqual ? null : 'it does not come out as recorded';
  }

  /** Tries the claims of this room, and restores the game each time. */
  #tryHere(
    game: Interpreter,
    twin: IdleTwin,
    { episode, recorded, before }: Pick<Trial, 'episode' | 'before'> & { recorded: RecordedTurn },
  ): void {
    const room = before.location.id;
    const procedures = proceduresOf(this.#wanted.get(room) ?? []);
    if (procedures.size === 0 || before.ended !== null) return;
    const here = game.snapshot();
    const world = game.fingerprint();
    const idle = new Map<number, Look | null>();
    const waited = (moves: number) => {
      if (!idle.has(moves)) idle.set(moves, twin.wait(here, { moves }));
      return idle.get(moves) ?? null;
    };
    const played = normaliseAction(recorded.decision.action);
    for (const [whole, { setup, command }] of procedures) {
      const isPlayed = command === played;
      const moment = `${world} ${whole}`;
      const times = this.#alike.get(moment) ?? 0;
      this.#alike.set(moment, times + 1);
      if (times >= MOST_ALIKE && !isPlayed) continue;
      const isInReach = whole.split(/[. ]+/).every((word) => game.reach(word) !== 'absent');
      const after = twin.play(here, [...setup, command]);
      if (after === null) continue;
      const changes = !hadNoEffect({ before, after });
      const instead = changes ? waited(movesTaken({ before, after })) : null;
      const tried = { command, setup, isPlayed, isInReach };
      const { turn } = recorded;
      this.trials.push({ episode, turn, room, ...tried, before, after, idle: instead });
    }
  }
}

/** The commands to try in a room, each after its preparation, by the whole of their text. */
function proceduresOf(claims: readonly TestableClaim[]) {
  return new Map(
    claims.flatMap(({ setup, commands }) =>
      commands.map((command) => [[...setup, command].join('. '), { setup, command }] as const),
    ),
  );
}

/** Whether a turn came out as recorded, in the facts that every version records. */
function isAsRecorded(now: Look, { after }: RecordedTurn): boolean {
  const names = (things: readonly { readonly name: string }[]) =>
    things.map(({ name }) => name).join('\n');
  return (
    now.text === after.text &&
    now.location.id === after.location.id &&
    now.score === after.score &&
    now.moves === after.moves &&
    now.ended === after.ended &&
    names(now.inventory) === names(after.inventory) &&
    (after.scene === undefined || now.scene === after.scene)
  );
}
