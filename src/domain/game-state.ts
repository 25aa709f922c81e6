import type { LocationId, ObjectId } from './ids.ts';
import type { Location, Observation, VisibleObject } from './observation.ts';
import { type RoomDescription, descriptionOfRoom } from './room-description.ts';
import { type ShutThing, addShutThings } from './shut-things.ts';
import { type TurnRecord, looksOf } from './turn-record.ts';
import { asksForAnswer } from './game-answer.ts';

/** The outcome of an action: death, another room, a change in reach, a text, nothing, or a refusal. */
export type Brought = 'death' | 'moved' | 'changed' | 'told' | 'nothing' | 'refused';

/** Things that came into reach or left the hands, and points, though nobody did anything. */
export interface IdleOutcome {
  readonly came: readonly ObjectId[];
  readonly lost: readonly ObjectId[];
  readonly points: number;
}

type Scene = Pick<Observation, 'objects' | 'inventory' | 'moves' | 'isDark'> &
  Partial<Pick<Observation, 'exits'>>;

export interface Outcome {
  /** `told` becomes `nothing` when another command here gets the same answer. Else it never changes. */
  readonly brought: Brought;
  /** What was held and in reach after it and, if it was played, before it. */
  readonly moment: Scene;
  readonly prior?: Scene;
  /** What waiting would have done, too. Absent if that is nothing. */
  readonly idle?: IdleOutcome;
  /** The points that it alone won or lost. */
  readonly points?: number;
  /** The answer of the game or of the check. */
  readonly response: string;
  readonly lastTurn: number;
}

/** An action tried in one room, with its newest outcome. */
export interface Attempt extends Outcome {
  /** Lower case, single spaces. */
  readonly action: string;
  /** How often it was played. 0 if a check refused it. */
  readonly times: number;
  /** The outcome of an earlier play that brought more. */
  readonly best?: Outcome;
  /** The newest play without a change, if a later one brought more. */
  readonly vain?: Pick<Outcome, 'response' | 'lastTurn'>;
  /** How often it changed nothing in reach. */
  readonly failures: number;
  /** The scene of its newest failure. Null if it never failed. */
  readonly failedInScene: string | null;
  /** How often in a row it changed nothing in that scene. */
  readonly inVain: number;
  /** Whether that failure is certain: it took no move, or gave the same answer twice in the same scene. */
  readonly confirmed: boolean;
}

export function bestOutcomeOf(attempt: Attempt): Outcome {
  return attempt.best ?? attempt;
}

/** Counts of one episode, for its summary. */
export interface Tally {
  readonly rejections: number;
  readonly overrides: number;
  /** Turns that repeated an action that had changed nothing in the same room, and changed nothing again. */
  readonly repeatedFailures: number;
  readonly deaths: number;
  readonly recipeTurns: number;
  /** The end of the way that the tool played, its points, and the player's points after it. Null if there was none. */
  readonly way: {
    readonly room: Location;
    readonly points: number;
    readonly beyond: number;
  } | null;
}

/** The state of an episode so far. Replaced every turn, never mutated. */
export interface GameState {
  readonly episode: number;
  readonly seed: number;
  readonly turn: number;
  readonly observation: Observation;
  /** The game's count of moves at the start. Null if it has none. */
  readonly openingMoves: number | null;
  /** The newest turns, the oldest first; at most RECENT_TURNS. */
  readonly recent: readonly TurnRecord[];
  /** Arrivals by room in this episode, the start included. */
  readonly visits: ReadonlyMap<LocationId, number>;
  readonly attempts: ReadonlyMap<LocationId, readonly Attempt[]>;
  /** The points won in this episode, by the room where the action was taken, the oldest first. */
  readonly won: ReadonlyMap<LocationId, readonly number[]>;
  readonly descriptions: ReadonlyMap<LocationId, RoomDescription>;
  /** Things that were shut when last seen, the latest seen last. */
  readonly shut: ReadonlyMap<ObjectId, ShutThing>;
  /** The turn whose text told of a fight with the player. Null if none did, or a newer text that was read tells of none. */
  readonly fightTurn: number | null;
  readonly scoreTurn: number;
  /** Turn of the last change of score or completed objective. */
  readonly progressTurn: number;
  /** The room that the agent walks to. Null if it named none. */
  readonly target: LocationId | null;
  /** Whether the critic was right, for its newest rejections that were played nevertheless; the oldest first. */
  readonly criticOutcomes: readonly boolean[];
  readonly tally: Tally;
}

/** The things in view, and those in closed things in hand, as they were seen before those were closed. */
export function thingsInHand({
  observation,
  recent,
}: Pick<GameState, 'observation' | 'recent'>): Pick<Observation, 'inventory' | 'objects'> {
  const { inventory, objects } = observation;
  const looks = looksOf(recent);
  const isOpen = ({ traits }: VisibleObject) => traits.includes('open');
  const closed = objects.filter((one) => one.held && !isOpen(one));
  const shutAway = closed.flatMap(({ id }) => {
    const open = looks.findLast((look) => look.objects.some((one) => one.id === id && isOpen(one)));
    return open?.objects.filter(({ inside }) => inside === id) ?? [];
  });
  const unseen = shutAway.filter(({ id, held }) => held && !objects.some((one) => one.id === id));
  return { inventory, objects: [...objects, ...unseen] };
}

export const RECENT_TURNS = 40;

const NO_COUNTS = { rejections: 0, overrides: 0, repeatedFailures: 0, deaths: 0, recipeTurns: 0 };

export function openingState(episode: number, seed: number, observation: Observation): GameState {
  const { id } = observation.location;
  const description = [id, descriptionOfRoom(observation, 0)] as const;
  return {
    episode,
    seed,
    turn: 0,
    observation,
    openingMoves: observation.moves,
    recent: [],
    visits: new Map([[id, 1]]),
    attempts: new Map(),
    won: new Map(),
    descriptions: new Map(asksForAnswer(observation) ? [] : [description]),
    shut: addShutThings(new Map(), observation),
    fightTurn: null,
    scoreTurn: 0,
    progressTurn: 0,
    target: null,
    criticOutcomes: [],
    tally: { ...NO_COUNTS, way: null },
  };
}
