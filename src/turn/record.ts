import { isAvoidableFailure } from '../domain/failure.ts';
import { addDescription } from '../domain/room-description.ts';
import { addShutThings } from '../domain/shut-things.ts';
import { isDeath, moved, scoreChange } from '../domain/turn-effect.ts';
import { type Attempt, RECENT_TURNS, type GameState, type Tally } from '../domain/game-state.ts';
import { locationId, type LocationId } from '../domain/ids.ts';
import { type TurnRecord } from '../domain/turn-record.ts';
import { addAttempt, attemptOf } from './attempts.ts';
import { addOutcome } from './critique.ts';
import { describedRoom } from './learn-description.ts';
import type { Journal } from './turn-deps.ts';

/** Makes the turn durable, then adds it to the state. */
export function record(state: GameState, turn: TurnRecord, journal: Journal): GameState {
  journal.append(turn);
  return recordTurn(state, turn);
}

export function recordTurn(state: GameState, turn: TurnRecord): GameState {
  const here = turn.before.location.id;
  const points = scoreChange(turn);
  const hasScored = points !== 0;
  const won = [...(state.won.get(here) ?? []), points];
  return {
    ...state,
    turn: turn.turn,
    observation: turn.after,
    recent: [...state.recent, turn].slice(-RECENT_TURNS),
    // As on the map, nobody is in a room any more when the game has ended.
    visits:
      moved(turn) && turn.after.ended === null
        ? countVisit(state.visits, turn.after.location.id)
        : state.visits,
    attempts: new Map(state.attempts).set(here, addAttempt(state, turn)),
    won: points > 0 ? new Map(state.won).set(here, won) : state.won,
    descriptions: addDescription(state.descriptions, describedRoom(turn)),
    shut: addShutThings(state.shut, turn.after),
    scoreTurn: hasScored ? turn.turn : state.scoreTurn,
    progressTurn: hasScored ? turn.turn : state.progressTurn,
    target: nextTarget(state.target, turn),
    criticOutcomes: addOutcome(state.criticOutcomes, turn),
    tally: count(state, turn),
  };
}

/** A target stays until the agent names another one, says that it walks to none, or arrives. */
function nextTarget(
  current: LocationId | null,
  { decision, after }: TurnRecord,
): LocationId | null {
  const { target: named = current } = decision;
  return named === null || named === after.location.id ? null : locationId(named);
}

function countVisit(visits: GameState['visits'], room: LocationId): GameState['visits'] {
  return new Map(visits).set(room, (visits.get(room) ?? 0) + 1);
}

function count(state: GameState, turn: TurnRecord): Tally {
  const earlier = state.attempts
    .get(turn.before.location.id)
    ?.find(({ action }) => action === attemptOf(turn, state.recent));
  const repeated = earlier !== undefined && isAvoidableFailure(turn) && isRepeated(earlier, turn);
  const { tally } = state;
  const rejected = turn.decision.judged.filter(({ verdict }) => verdict.kind === 'rejected').length;
  return {
    rejections: tally.rejections + rejected,
    overrides: tally.overrides + (turn.decision.overridden ? 1 : 0),
    repeatedFailures: tally.repeatedFailures + (repeated ? 1 : 0),
    deaths: tally.deaths + (isDeath(turn) ? 1 : 0),
    recipeTurns: tally.recipeTurns + (turn.decision.by === 'recipe' ? 1 : 0),
    way: wayAfter(tally.way, turn),
  };
}

/** Whether a known failure failed again in the same scene or with the same answer. */
function isRepeated({ failures, failedInScene, response }: Attempt, turn: TurnRecord): boolean {
  const { before, after } = turn;
  return failures > 0 && (failedInScene === before.scene || response === after.text);
}

function wayAfter(way: Tally['way'], turn: TurnRecord): Tally['way'] {
  const points = scoreChange(turn);
  if (turn.decision.by === 'recipe')
    return { room: turn.after.location, points: (way?.points ?? 0) + points, beyond: 0 };
  return way && { ...way, beyond: way.beyond + points };
}
