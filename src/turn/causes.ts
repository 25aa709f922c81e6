import { isPassive } from '../domain/command.ts';
import {
  doubtfulEffect,
  effectOf,
  hadNoEffect,
  movesTaken,
  outcomesOfEffect,
  tookNoMove,
} from '../domain/turn-effect.ts';
import { RECENT_TURNS } from '../domain/game-state.ts';
import type { Look } from '../domain/observation.ts';
import { cut, hasParagraphs } from '../domain/text.ts';
import type { Beginning, Cause, Comparison, Odds, TurnRecord } from '../domain/turn-record.ts';
import type { Snapshot } from '../interpreter/interpreter.ts';
import {
  twinMissesChange,
  twinNeedsFreeHands,
  twinGetsSameAnswer,
  type IdleTwin,
} from './idle-twin.ts';
import { type Otherwise, triggerAmong } from './trigger.ts';

/** Seeds of other random numbers. A doubtful outcome is tried again with each of them. */
const OTHER_NUMBERS = [101, 2_003, 30_011, 40_009, 500_009, 6_000_011, 70_000_027] as const;

/** The most characters kept of the text that the idle twin was told. */
const MOST_TOLD = 2000;

/** In a longer game, nobody looks for a cause that began at the start. */
const MOST_MOVES_OF_ALL = 400;

/** The most turns before the doomed moment that are left out or moved, to find what started the clock. */
const MOST_TURNS_BACK = 12;

/** A fate that waiting reaches this much sooner, as a share of the moves, still counts as the same fate. */
const MOST_EARLY_SHARE = 0.1;

interface Moment {
  readonly turn: number;
  readonly moves: number | null;
  readonly before: Look;
  readonly snapshot: Snapshot;
  readonly action: string;
  readonly taken: number;
}

type Played = Pick<TurnRecord, 'turn' | 'before' | 'decision' | 'after'>;

/** The findings about one turn that come from playing its moment in other ways. */
type Found = Pick<TurnRecord, 'cause' | 'comparison' | 'isStock' | 'changedUnseen' | 'needsHands'>;

/** Finds the cause of each outcome: it plays the same moment with `wait`. Keeps the newest moments of one episode. */
export class Causes {
  readonly #twin: IdleTwin;
  #opening: Moment | null = null;
  /** The oldest first; the moment of the newest turn is the last. */
  #moments: readonly Moment[] = [];
  /** The outcomes, by room, whose beginning was already looked for. Deaths are not among them. */
  readonly #looked = new Set<string>();

  constructor(twin: IdleTwin) {
    this.#twin = twin;
  }

  /** Compares a turn with waiting, or without an outcome with like commands. `here` is the moment before the turn. */
  find(here: Snapshot, played: Played): Found {
    const { turn, before, after, decision } = played;
    const taken = tookNoMove(played) ? 0 : movesTaken(played);
    const when = { turn, moves: before.moves, taken };
    const moment = { ...when, before, snapshot: here, action: decision.action };
    this.#opening ??= moment;
    this.#moments = [...this.#moments, moment].slice(-RECENT_TURNS);
    const outcomes = outcomesOfEffect(effectOf(before, after));
    if (before.ended !== null) return {};
    if (outcomes.length === 0) return this.#withoutOutcome(here, played);
    const moves = movesTaken({ before, after });
    const idle = this.#twin.wait(here, { moves });
    if (idle === null) return { cause: 'unknown' };
    const alsoIdle = sharedOutcomes(before, after, idle);
    const doubtful = doubtfulEffect(outcomes, alsoIdle);
    const odds = doubtful === undefined ? null : this.#odds(here, played, moves, doubtful);
    const cause = causeOf(outcomes, alsoIdle, odds);
    const other = alsoIdle.length === 0 ? null : this.#twin.waitOtherwise(here, moves);
    const comparison = { alsoIdle, ...told(after, idle, other), ...sharedSight(played, idle) };
    if (odds !== null && isChance(odds)) return { cause, comparison: { ...comparison, odds } };
    const clocks = cause === 'clock' ? outcomes[0] : alsoIdle[0];
    const beginning = clocks === undefined ? null : this.#beginning(moment, clocks);
    return { cause, comparison: { ...comparison, ...(beginning !== null && { beginning }) } };
  }

  /** Examines a turn that is worth no lesson. Where the turn alone does not tell enough, waiting is played, too. */
  #withoutOutcome(here: Snapshot, played: Played): Found {
    const { before, after, decision } = played;
    const isStock = twinGetsSameAnswer(here, played, this.#twin);
    const needsHands = !isStock && twinNeedsFreeHands(here, played, this.#twin);
    const changedUnseen = !isStock && twinMissesChange(here, played, this.#twin);
    const found = {
      ...(isStock && { isStock }),
      ...(changedUnseen && { changedUnseen }),
      ...(needsHands && { needsHands }),
    };
    const isPlain = !hasParagraphs(after.text) || tookNoMove(played);
    if (isPassive(decision.action) || (hadNoEffect(played) && isPlain)) return found;
    const idle = this.#twin.wait(here, { moves: movesTaken({ before, after }) });
    if (idle === null) return found;
    const comparison = { alsoIdle: [], ...told(after, idle), ...sharedSight(played, idle) };
    return { ...found, comparison };
  }

  /** Counts how often an outcome happens, with the player's random numbers and with others. */
  #odds(here: Snapshot, { before, decision, after }: Played, moves: number, what: string): Odds {
    const happens = (now: Look | null) =>
      now !== null && outcomesOfEffect(effectOf(before, now)).includes(what);
    const count = (own: Look | null, other: (numbers: number) => Look | null) =>
      [own, ...OTHER_NUMBERS.map(other)].filter(happens).length;
    return {
      tried: 1 + OTHER_NUMBERS.length,
      command: count(after, (numbers) => this.#twin.play(here, decision.action, numbers)),
      idle: count(this.#twin.wait(here, { moves }), (numbers) =>
        this.#twin.wait(here, { moves, numbers }),
      ),
    };
  }

  /**
   * Finds the turn that started the clock for an outcome: the one after which waiting alone brings it, or an earlier one if
   * that turn only made it possible. Null if that turn lies too far back. Each death is examined; any other outcome once in
   * a room.
   */
  #beginning(end: Moment, outcome: string): Beginning | null {
    const isDeath = outcome === 'death';
    const key = `${end.before.location.id} ${kindOf(outcome)}`;
    if (!isDeath && this.#looked.has(key)) return null;
    this.#looked.add(key);
    const hasIt = (from: Moment, moves: number) => {
      const idle = this.#twin.wait(from.snapshot, { moves });
      if (idle === null) return false;
      return outcomesOfEffect(effectOf(from.before, idle)).some(
        (one) => kindOf(one) === kindOf(outcome),
      );
    };
    // Waiting that brings the outcome much sooner shows another cause: the clock was set again since then.
    const isDoomed = (from: Moment) => {
      const moves = movesBetween(from, end);
      const sooner = moves - 1 - Math.ceil(moves * MOST_EARLY_SHARE);
      return hasIt(from, moves) && !(sooner > 0 && hasIt(from, sooner));
    };
    const opening = this.#opening ?? end;
    const most = isDeath ? MOST_MOVES_OF_ALL : RECENT_TURNS;
    if (movesBetween(opening, end) <= most && isDoomed(opening)) {
      return { turn: 0, moves: movesBetween(opening, end) };
    }
    let [safe, doomed] = [0, this.#moments.length - 1];
    const oldest = this.#moments[safe];
    if (oldest === undefined || isDoomed(oldest)) return null;
    while (doomed - safe > 1) {
      const middle = Math.floor((safe + doomed) / 2);
      const moment = this.#moments[middle];
      if (moment !== undefined && isDoomed(moment)) doomed = middle;
      else safe = middle;
    }
    return this.#trigger(doomed, end, outcome);
  }

  /** The turn that set the clock going. From the moment at `doomed` on, waiting was enough. */
  #trigger(doomed: number, end: Moment, outcome: string): Beginning | null {
    const from = Math.max(0, doomed - MOST_TURNS_BACK);
    const moments = this.#moments.slice(from, doomed + 1);
    const steps = moments.slice(0, -1).map(({ action, taken }) => ({ action, moves: taken }));
    const sure = moments.at(-1) ?? end;
    const at = triggerAmong(steps, movesBetween(sure, end), (index, commands) =>
      this.#comesLast(moments[index] ?? end, commands, outcome),
    );
    if (at === null && from > 0) return null;
    const after = moments[(at ?? -1) + 1] ?? end;
    return { turn: after.turn - 1, moves: movesBetween(after, end) };
  }

  /** Whether an outcome comes with the last of some commands, and not before. */
  #comesLast({ before, snapshot }: Moment, commands: Otherwise, outcome: string): boolean {
    const has = (from: Look, to: Look) =>
      outcomesOfEffect(effectOf(from, to)).some((one) => kindOf(one) === kindOf(outcome));
    const eve = commands.length === 1 ? before : this.#twin.play(snapshot, commands.slice(0, -1));
    if (eve === null || eve.ended !== null || has(before, eve)) return false;
    const now = this.#twin.play(snapshot, commands);
    return now !== null && has(eve, now);
  }
}

/** The moves from one moment to the end of the turn at another. Counts turns if the game does not count moves. */
function movesBetween(from: Moment, end: Moment): number {
  const counted = from.moves === null || end.moves === null ? 0 : end.moves - from.moves + 1;
  return counted > 0 ? counted : end.turn - from.turn + 1;
}

/** The lines of a turn that each idle twin was told, too. Stops at the announcement of an end. */
function told(after: Look, ...idle: readonly (Look | null)[]): Pick<Comparison, 'toldIdle'> {
  const linesOf = (look: Look | null) => (look?.text ?? '').split('\n').map((line) => line.trim());
  const toIdle = idle.map((look) => new Set(linesOf(look)));
  const lines = linesOf(after);
  const end = lines.findIndex((line) => line.startsWith('***'));
  const all = lines
    .slice(0, end === -1 ? lines.length : end)
    .filter((line) => line !== '' && line !== after.location.name)
    .filter((line) => toIdle.every((told) => told.has(line)));
  return all.length === 0 ? {} : { toldIdle: cut(all.join('\n'), MOST_TOLD) };
}

/** The things that also came into reach of the idle twin, and whether its scene is the same. */
function sharedSight(
  { before, after }: Played,
  idle: Look,
): Pick<Comparison, 'cameIdle' | 'isSameIdle'> {
  const wasThere = new Set(before.objects.map(({ id }) => id));
  const forIdle = new Set(idle.objects.map(({ id }) => id));
  const came = after.objects.filter(({ id }) => !wasThere.has(id) && forIdle.has(id));
  return {
    ...(came.length > 0 && { cameIdle: came.map(({ id }) => id) }),
    ...(idle.scene === after.scene && { isSameIdle: true }),
  };
}

/** An outcome without the number of its points. */
function kindOf(outcome: string): string {
  return outcome.replace(/^points (.).*/, 'points $1');
}

function isChance({ tried, command, idle }: Odds): boolean {
  return command < tried || (idle > 0 && idle < tried);
}

/** The clock, if waiting brings the outcomes as often; unknown if less often; the command, if it has one of its own. */
function causeOf(
  outcomes: readonly string[],
  alsoIdle: readonly string[],
  odds: Odds | null,
): Cause {
  if (odds !== null && outcomes.length === 1 && odds.idle > 0)
    return odds.idle >= odds.command ? 'clock' : 'unknown';
  return alsoIdle.length === outcomes.length ? 'clock' : 'command';
}

/** The outcomes that waiting brings, too. */
function sharedOutcomes(before: Look, after: Look, idle: Look): readonly string[] {
  const idles = new Set(outcomesOfEffect(effectOf(before, idle)));
  return outcomesOfEffect(effectOf(before, after)).filter((outcome) => idles.has(outcome));
}
