import { InterpreterError } from '../domain/errors.ts';
import { normaliseAction } from '../domain/command.ts';
import { movesTaken } from '../domain/outcome.ts';
import { hadNoEffect } from '../domain/turn-record.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { RecordedTurn } from '../records/recorded-turn.ts';
import type { TestableClaim } from './claim.ts';
import type { Look } from '../domain/observation.ts';
import { IdleTwin } from '../turn/idle-twin.ts';
import { lookAt } from '../turn/observe.ts';
import type { Recording } from './recording.ts';
import type { Steps } from './steps.ts';

/** A command given to the engine at a recorded moment. */
export interface Trial {
  readonly episode: number;
  /** The recorded turn before which it was given. */
  readonly turn: number;
  readonly room: number;
  readonly command: string;
  /** What was given before it, in order. */
  readonly setup: readonly string[];
  /** Whether it is what the recording has there. */
  readonly isPlayed: boolean;
  /** Whether everything that it names may be in reach there. */
  readonly isInReach: boolean;
  readonly before: Look;
  readonly after: Look;
  /** The same moment with a wait instead; null where the command changed nothing, so that nobody has to know. */
  readonly idle: Look | null;
}

/** What playing recordings again came to. */
export interface Trials {
  readonly trials: readonly Trial[];
  /** Recorded turns that were played again, and how many of them came out as recorded. */
  readonly replayed: number;
  readonly equal: number;
  /** Why an episode could not be played again to its end, by its number. */
  readonly problems: ReadonlyMap<number, string>;
}

/** Moments of the same world, clock and random numbers aside, at which a command is tried; it comes out the same there. */
const MOST_ALIKE = 3;

/** What is to be tried in one room. */
type Wanted = ReadonlyMap<number, readonly TestableClaim[]>;

/**
 * Plays recordings again and tries, before every turn in a room, the commands that are claimed of it; each trial is taken
 * back. Stops where the steps end. What breaks the story is no trial.
 */
export function tryClaims(
  open: (seed: number) => Interpreter,
  recordings: readonly Recording[],
  wanted: Wanted,
  steps: Steps,
): Trials {
  const trials: Trial[] = [];
  const problems = new Map<number, string>();
  const alike = new Map<string, number>();
  const isWorthTrying = (moment: string) => {
    const times = alike.get(moment) ?? 0;
    alike.set(moment, times + 1);
    return times < MOST_ALIKE;
  };
  const keep = (one: Trial) => void trials.push(one);
  let [replayed, equal] = [0, 0];
  for (const recording of recordings) {
    const { episode, problem } = recording;
    const played = replay(open, recording, { wanted, steps, keep, isWorthTrying });
    replayed += played.turns;
    equal += played.equal;
    const why = problem ?? played.problem;
    if (why !== null) problems.set(episode, why);
  }
  return { trials, replayed, equal, problems };
}

interface ReplayPorts {
  readonly wanted: Wanted;
  readonly steps: Steps;
  readonly keep: (trial: Trial) => void;
  /** Asked with a world and a command; false where that was tried often enough. */
  readonly isWorthTrying: (moment: string) => boolean;
}

function replay(
  open: (seed: number) => Interpreter,
  { episode, seed, turns }: Recording,
  { wanted, steps, keep, isWorthTrying }: ReplayPorts,
): { readonly turns: number; readonly equal: number; readonly problem: string | null } {
  let [replayed, equal] = [0, 0];
  try {
    if (turns.length === 0) return { turns: 0, equal: 0, problem: null };
    const game = open(seed);
    const twin = new IdleTwin(game, () => steps.take());
    let now = lookAt(game, game.opening);
    for (const recorded of turns) {
      const claims = equal === replayed ? (wanted.get(now.location.id) ?? []) : [];
      const moment = { episode, recorded, before: now, twin, isWorthTrying };
      for (const trial of tryHere(game, claims, moment)) keep(trial);
      if (!steps.take()) return { turns: replayed, equal, problem: OUT_OF_STEPS };
      now = lookAt(game, game.step(recorded.decision.action));
      replayed += 1;
      if (isAsRecorded(now, recorded)) equal += 1;
    }
    const problem = equal === replayed ? null : 'it does not come out as recorded';
    return { turns: replayed, equal, problem };
  } catch (error) {
    if (!(error instanceof InterpreterError)) throw error;
    return { turns: replayed, equal, problem: `the story breaks off: ${error.message}` };
  }
}

const OUT_OF_STEPS = 'the limit of engine steps was reached';

/** Tries what is claimed of this room, and puts everything back each time. */
function tryHere(
  game: Interpreter,
  claims: readonly TestableClaim[],
  moment: {
    readonly episode: number;
    readonly recorded: RecordedTurn;
    readonly before: Look;
    readonly twin: IdleTwin;
    readonly isWorthTrying: ReplayPorts['isWorthTrying'];
  },
): readonly Trial[] {
  const { episode, recorded, before, twin, isWorthTrying } = moment;
  if (claims.length === 0 || before.ended !== null) return [];
  const { turn } = recorded;
  const here = game.snapshot();
  const world = game.fingerprint();
  const idle = new Map<number, Look | null>();
  const waited = (moves: number) => {
    if (!idle.has(moves)) idle.set(moves, twin.wait(here, { moves }));
    return idle.get(moves) ?? null;
  };
  const procedures = new Map(
    claims.flatMap(({ setup, commands }) =>
      commands.map((command) => [[...setup, command].join('. '), { setup, command }] as const),
    ),
  );
  const played = normaliseAction(recorded.decision.action);
  return [...procedures].flatMap(([whole, { setup, command }]) => {
    const isPlayed = command === played;
    if (!isWorthTrying(`${world} ${whole}`) && !isPlayed) return [];
    const isInReach = whole.split(/[. ]+/).every((word) => game.reach(word) !== 'absent');
    const after = twin.play(here, [...setup, command]);
    if (after === null) return [];
    const room = before.location.id;
    const changes = !hadNoEffect({ before, after });
    const instead = changes ? waited(movesTaken({ before, after })) : null;
    const tried = { command, setup, isPlayed, isInReach };
    return [{ episode, turn, room, ...tried, before, after, idle: instead }];
  });
}

/** Whether a turn came out as it was recorded, in everything that every version records. */
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
