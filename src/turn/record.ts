import { canonicalAction, isPassive, isWaiting, normaliseAction } from '../domain/command.ts';
import {
  RECENT_TURNS,
  seeShut,
  type GameState,
  type Tally,
  mostBrought,
  type Attempt,
  type Brought,
  type Outcome,
} from '../domain/game-state.ts';
import { locationId, type LocationId } from '../domain/ids.ts';
import type { JudgedProposal, RejectionKind } from '../domain/proposal.ts';
import {
  isFailure,
  moved,
  scoreChange,
  type TurnRecord,
  didNothing,
  hadNoEffect,
  isRefusal,
  plainAnswer,
  tookNoMove,
} from '../domain/turn-record.ts';
import { addOutcome } from './critique.ts';
import { addDescription, describedRoom } from './room-description.ts';
import type { Journal } from './turn-deps.ts';

/** Makes the turn durable, then counts it. */
export function record(state: GameState, turn: TurnRecord, journal: Journal): GameState {
  journal.append(turn);
  return applyTurn(state, turn);
}

/** The state after a turn. Pure. */
export function applyTurn(state: GameState, turn: TurnRecord): GameState {
  const here = turn.before.location.id;
  return {
    ...state,
    turn: turn.turn,
    observation: turn.after,
    recent: [...state.recent, turn].slice(-RECENT_TURNS),
    visits: moved(turn) ? countVisit(state.visits, turn.after.location.id) : state.visits,
    attempts: new Map(state.attempts).set(here, addAttempt(state, turn)),
    won: addWon(state.won, turn),
    descriptions: addDescription(state.descriptions, describedRoom(turn)),
    shut: seeShut(state.shut, turn.after),
    progressTurn: scoreChange(turn) === 0 ? state.progressTurn : turn.turn,
    target: nextTarget(state.target, turn),
    criticOutcomes: addOutcome(state.criticOutcomes, turn),
    tally: count(state, turn),
  };
}

function addWon(won: GameState['won'], turn: TurnRecord): GameState['won'] {
  const points = scoreChange(turn);
  const here = turn.before.location.id;
  return points > 0 ? new Map(won).set(here, [...(won.get(here) ?? []), points]) : won;
}

/** A target stands until the agent names another one, says that it walks to none, or is there. */
function nextTarget(
  current: LocationId | null,
  { decision, after }: TurnRecord,
): LocationId | null {
  const named = decision.target ?? null;
  const said = named === null ? null : locationId(named);
  const target = decision.target === undefined ? current : said;
  return target === after.location.id ? null : target;
}

function countVisit(visits: GameState['visits'], room: LocationId): GameState['visits'] {
  return new Map(visits).set(room, (visits.get(room) ?? 0) + 1);
}

function count(state: GameState, turn: TurnRecord): Tally {
  const earlier = state.attempts
    .get(turn.before.location.id)
    ?.find(({ action }) => action === attempted(turn));
  const repeated = isFailure(turn) && (earlier?.failures ?? 0) > 0;
  const { tally } = state;
  const rejected = turn.decision.judged.filter(({ verdict }) => verdict.kind === 'rejected').length;
  return {
    rejections: tally.rejections + rejected,
    overrides: tally.overrides + (turn.decision.overridden ? 1 : 0),
    repeatedFailures: tally.repeatedFailures + (repeated ? 1 : 0),
    deaths: tally.deaths + (turn.after.died || turn.after.ended === 'death' ? 1 : 0),
    recipeTurns: tally.recipeTurns + (turn.decision.by === 'recipe' ? 1 : 0),
    way: wayAfter(tally.way, turn),
  };
}

function wayAfter(way: Tally['way'], turn: TurnRecord): Tally['way'] {
  const points = scoreChange(turn);
  if (turn.decision.by === 'recipe')
    return { room: turn.after.location, points: (way?.points ?? 0) + points, beyond: 0 };
  return way && { ...way, beyond: way.beyond + points };
}

/** Checks whose reason says something of the story or the place. */
const TELLING: ReadonlySet<RejectionKind> = new Set<RejectionKind>([
  'unknown-word',
  'absent-object',
  'closed-container',
]);

/** What was tried in the room of a turn, with that turn: what was played, and what free checks refused before it. */
export function addAttempt(
  { attempts, recent }: Pick<GameState, 'attempts' | 'recent'>,
  turn: TurnRecord,
): readonly Attempt[] {
  const known = attempts.get(turn.before.location.id) ?? [];
  const action = attempted(turn);
  const earlier = known.find((attempt) => attempt.action === action);
  const { times = 0, failures = 0 } = earlier ?? {};
  const attempt: Attempt = {
    action,
    times: times + 1,
    ...outcomeOf(turn, recent),
    failures: failures + (isFailure(turn) ? 1 : 0),
    ...futilityOf(turn, earlier),
  };
  const others = known
    .filter((other) => other !== earlier)
    .map((other) => (isStock(other, turn) ? { ...other, brought: 'nothing' as const } : other));
  const refused = turn.decision.judged.flatMap((one) => refusedBefore(one, turn));
  const isNew = (one: Attempt) =>
    one.action !== action && !others.some((other) => other.action === one.action);
  return [...others, ...refused.filter(isNew), withBest(attempt, earlier)];
}

function outcomeOf(turn: TurnRecord, recent: readonly TurnRecord[]): Outcome {
  const { before, after, comparison } = turn;
  return {
    brought: broughtBy(turn, recent),
    moment: after,
    prior: before,
    ...(comparison?.cameIdle !== undefined && { cameIdle: comparison.cameIdle }),
    ...(scoreChange(turn) !== 0 && { points: scoreChange(turn) }),
    response: after.text,
    lastTurn: turn.turn,
  };
}

/** How much an outcome is worth knowing; the newest of equals is told. */
const WORTH: readonly Brought[] = ['nothing', 'refused', 'told', 'changed', 'moved', 'death'];

/** With what it brought earlier, where that was more than the newest outcome. */
function withBest(attempt: Attempt, earlier: Attempt | undefined): Attempt {
  if (earlier === undefined || earlier.times === 0) return attempt;
  const { brought, moment, prior, cameIdle, points = 0, response, lastTurn } = mostBrought(earlier);
  const isMore = WORTH.indexOf(brought) > WORTH.indexOf(attempt.brought);
  if (!isMore && points <= (attempt.points ?? 0)) return attempt;
  const found = { ...(prior && { prior }), ...(cameIdle && { cameIdle }) };
  const more = { ...found, ...(points !== 0 && { points }) };
  return { ...attempt, best: { brought, moment, ...more, response, lastTurn } };
}

/** What was tried; a key is no command, so that "n" may be no direction. */
export function attempted({ before, decision }: Pick<TurnRecord, 'before' | 'decision'>): string {
  const isKey = before.waitsFor === 'key';
  return isKey ? normaliseAction(decision.action) : canonicalAction(decision.action);
}

function refusedBefore({ proposal, verdict }: JudgedProposal, turn: TurnRecord): Attempt[] {
  if (verdict.kind !== 'rejected' || verdict.by === 'critic' || !TELLING.has(verdict.by)) return [];
  return [
    {
      action: canonicalAction(proposal.action),
      times: 0,
      brought: 'refused',
      moment: turn.before,
      failures: 0,
      failedInScene: null,
      inVain: 0,
      confirmed: false,
      response: verdict.reason,
      lastTurn: turn.turn,
    },
  ];
}

function broughtBy(turn: TurnRecord, recent: readonly TurnRecord[]): Brought {
  const { after } = turn;
  const { action } = turn.decision;
  if (after.died || after.ended === 'death') return 'death';
  if (moved(turn)) return 'moved';
  if (isItsDoing(turn)) return 'changed';
  if (after.text.trim() === '' || (isWaiting(action) && hadNoEffect(turn))) return 'nothing';
  if (isRefusal(turn)) return 'refused';
  const isStock = turn.isStock === true || recent.some((other) => answersAlike(other, turn));
  return isStock ? 'nothing' : 'told';
}

/** Whether the command brought a change. What only looks or waits is not blamed for what others do meanwhile. */
function isItsDoing(turn: TurnRecord): boolean {
  const { cause, decision } = turn;
  if (didNothing(turn) || cause === 'clock') return false;
  return cause === 'command' || !isPassive(decision.action) || scoreChange(turn) !== 0;
}

/** Whether what an earlier command told turns out to be what the story says of whatever it has no text for. */
function isStock({ action, brought, response }: Attempt, turn: TurnRecord): boolean {
  if (brought !== 'told' || action === attempted(turn)) return false;
  const { before } = turn;
  const told = { before, decision: { action }, after: { text: response } };
  return plainAnswer(told) === plainAnswer(turn);
}

/** Whether another command got the same answer but for its own words: the story has that for whatever it has no text for. */
function answersAlike(other: TurnRecord, turn: TurnRecord): boolean {
  return attempted(other) !== attempted(turn) && plainAnswer(other) === plainAnswer(turn);
}

/** Where it last changed nothing, how often in a row, and whether that is certain. */
function futilityOf(
  turn: TurnRecord,
  earlier: Attempt | undefined,
): Pick<Attempt, 'failedInScene' | 'inVain' | 'confirmed'> {
  const { failedInScene = null, inVain = 0, confirmed = false } = earlier ?? {};
  if (!hadNoEffect(turn)) return { failedInScene, inVain: 0, confirmed };
  const before = isSameScene(turn, earlier) ? inVain : 0;
  return {
    failedInScene: turn.after.scene,
    inVain: before + 1,
    confirmed: isCertain(turn, earlier),
  };
}

function isCertain(turn: TurnRecord, earlier: Attempt | undefined): boolean {
  const sameAgain = isSameScene(turn, earlier) && earlier?.response === turn.after.text;
  return tookNoMove(turn) || sameAgain;
}

function isSameScene({ after }: TurnRecord, earlier: Attempt | undefined): boolean {
  return earlier?.failedInScene === after.scene;
}
