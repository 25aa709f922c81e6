import { commandMeant } from '../domain/asked-back.ts';
import { canonicalAction, isPassive, isWaiting, normaliseAction } from '../domain/command.ts';
import { isFailure, isRefusal } from '../domain/failure.ts';
import {
  hadNoOwnEffect,
  hadNoEffect,
  isDeath,
  moved,
  scoreChange,
  tookNoMove,
} from '../domain/turn-effect.ts';
import {
  type Attempt,
  type Brought,
  type GameState,
  type IdleOutcome,
  type Outcome,
  bestOutcomeOf,
} from '../domain/game-state.ts';
import { objectId } from '../domain/ids.ts';
import type { Decision, JudgedProposal, RejectionKind } from '../domain/proposal.ts';
import { plainWords } from '../domain/text.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { LONGEST_REFUSAL, asksBack, plainAnswer } from '../domain/game-answer.ts';
import type { Observation } from '../domain/observation.ts';

/** Checks whose reason is a fact about the story or the place. */
const TELLING: ReadonlySet<RejectionKind> = new Set<RejectionKind>([
  'unknown-word',
  'absent-object',
  'closed-container',
]);

/** Adds what a turn tried in its room: the command that was played, and those that free checks refused before it. */
export function addAttempt(
  { attempts, recent }: Pick<GameState, 'attempts' | 'recent'>,
  turn: TurnRecord,
): readonly Attempt[] {
  const known = attempts.get(turn.before.location.id) ?? [];
  const action = attemptOf(turn, recent);
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
  const newest = earlier && times > 0 ? withVain(withBest(attempt, earlier), earlier) : attempt;
  return [...others, ...refused.filter(isNew), newest];
}

function outcomeOf(turn: TurnRecord, recent: readonly TurnRecord[]): Outcome {
  const { before, after } = turn;
  const idle = idleOutcome(turn);
  const points = scoreChange(turn) - (idle?.points ?? 0);
  return {
    brought: broughtBy(turn, recent),
    moment: after,
    prior: before,
    ...(idle !== undefined && { idle }),
    ...(points !== 0 && { points }),
    response: after.text,
    lastTurn: turn.turn,
  };
}

/** What the idle twin brought about, too. Undefined if that is nothing, or was not looked for. */
function idleOutcome({ comparison }: TurnRecord): IdleOutcome | undefined {
  const { alsoIdle = [], cameIdle: came = [] } = comparison ?? {};
  const numbers = (kind: string) =>
    alsoIdle.flatMap((one) => (one.startsWith(kind) ? [Number(one.slice(kind.length))] : []));
  const lost = numbers('lost ').map(objectId);
  const [points = 0] = numbers('points ');
  return came.length + lost.length + Math.abs(points) === 0 ? undefined : { came, lost, points };
}

/** The outcomes, the least useful first. */
const WORTH: readonly Brought[] = ['nothing', 'refused', 'told', 'changed', 'moved', 'death'];

/** Keeps the outcome of an earlier play beside the newest one, if the earlier one brought more. */
function withBest(attempt: Attempt, earlier: Attempt): Attempt {
  const { brought, moment, prior, idle, points = 0, response, lastTurn } = bestOutcomeOf(earlier);
  const isMore = WORTH.indexOf(brought) > WORTH.indexOf(attempt.brought);
  if (!isMore && points <= (attempt.points ?? 0)) return attempt;
  const found = { ...(prior && { prior }), ...(idle && { idle }) };
  const more = { ...found, ...(points !== 0 && { points }) };
  return { ...attempt, best: { brought, moment, ...more, response, lastTurn } };
}

/** Keeps the earlier answer of a command that changed nothing then, and now changes something or is answered otherwise. */
function withVain(attempt: Attempt, earlier: Attempt): Attempt {
  const { action, brought, response, lastTurn } = earlier;
  const isMore = WORTH.indexOf(attempt.brought) > WORTH.indexOf('told');
  const wasVain = WORTH.indexOf(brought) <= WORTH.indexOf('told');
  const isOther = !isPassive(action) && plainWords(response) !== plainWords(attempt.response);
  const isKept = wasVain && (isMore || (isOther && attempt.best === undefined));
  const vain = isKept ? { response, lastTurn } : earlier.vain;
  return vain === undefined ? attempt : { ...attempt, vain };
}

/**
 * The command of a turn in the form for comparison. A key stays as it is: the key "n" is no direction. A bare reply to a
 * question of the parser stands for the command that it completes, unless the parser asks again.
 */
export function attemptOf(turn: Answered, earlier: readonly TurnRecord[] = []): string {
  const { before, decision, after } = turn;
  if (before.waitsFor === 'key') return normaliseAction(decision.action);
  const isDone = !asksBack(after.text);
  return canonicalAction(isDone ? commandMeant(turn, earlier) : decision.action);
}

function refusedBefore({ proposal, verdict }: JudgedProposal, turn: TurnRecord): Attempt[] {
  if (verdict.kind !== 'rejected' || !TELLING.has(verdict.by)) return [];
  const action = canonicalAction(proposal.action);
  const never = { failures: 0, failedInScene: null, inVain: 0, confirmed: false };
  const answer = { response: verdict.reason, lastTurn: turn.turn };
  return [{ action, times: 0, brought: 'refused', moment: turn.before, ...never, ...answer }];
}

function broughtBy(turn: TurnRecord, recent: readonly TurnRecord[]): Brought {
  const { after } = turn;
  const { action } = turn.decision;
  if (isDeath(turn)) return 'death';
  if (moved(turn)) return 'moved';
  if (isItsDoing(turn)) return 'changed';
  if (after.text.trim() === '' || (isWaiting(action) && hadNoEffect(turn))) return 'nothing';
  if (isRefusal(turn)) return 'refused';
  const isStock =
    turn.isStock === true || recent.some((one) => isStockOf(one, { action: attemptOf(one) }, turn));
  return isStock ? 'nothing' : 'told';
}

/** Whether the command caused the change. Looking and waiting are not blamed for what others do meanwhile. */
function isItsDoing(turn: TurnRecord): boolean {
  const { cause, decision } = turn;
  if (hadNoOwnEffect(turn) || cause === 'clock') return false;
  return cause === 'command' || !isPassive(decision.action) || scoreChange(turn) !== 0;
}

/** Whether an earlier answer turns out to be a stock answer. */
function isStock({ action, brought, response }: Attempt, turn: TurnRecord): boolean {
  const { before } = turn;
  const told = { before, decision: { action }, after: { text: response } };
  return brought === 'told' && isStockOf(told, { action }, turn);
}

type Answered = Pick<TurnRecord, 'before'> & {
  readonly decision: Pick<Decision, 'action'>;
  readonly after: Pick<Observation, 'text'>;
};

/**
 * Whether another command got the same answer, apart from the words of both commands. Then it is a stock answer, which the
 * story gives when it has no text of its own. A long text is no stock answer: any key may show the same page.
 */
function isStockOf(one: Answered, { action }: Pick<Attempt, 'action'>, turn: TurnRecord): boolean {
  return (
    action !== attemptOf(turn) &&
    turn.after.text.trim().length <= LONGEST_REFUSAL &&
    plainAnswer(one) === plainAnswer(turn)
  );
}

/** The scene of the newest failure, the number of failures in a row, and whether the failure is certain. */
function futilityOf(
  turn: TurnRecord,
  earlier: Attempt | undefined,
): Pick<Attempt, 'failedInScene' | 'inVain' | 'confirmed'> {
  const { failedInScene = null, inVain = 0, confirmed = false } = earlier ?? {};
  if (!hadNoEffect(turn)) return { failedInScene, inVain: 0, confirmed };
  const { scene, text } = turn.after;
  const isAgain = failedInScene === scene;
  return {
    failedInScene: scene,
    inVain: isAgain ? inVain + 1 : 1,
    confirmed: tookNoMove(turn) || (isAgain && earlier?.response === text),
  };
}
