import { canonicalAction } from '../../domain/command.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { plural } from '../../domain/text.ts';
import { commandWords } from '../../prompts/wording.ts';

const MOST_REPEATED = 5;

export interface Stagnation {
  /** Turns without anything new: no point, no completed objective. */
  readonly turnsQuiet: number;
  readonly turnsStuck: number;
  /** Turns until the episode ends for stagnation. */
  readonly turnsLeft: number;
  /** Whether the episode ends for stagnation, and not by its last turn. */
  readonly endsEpisode: boolean;
  readonly hasObjectives: boolean;
  readonly untriedHere: readonly string[];
  /** The nearest other room with untried directions. Null if none is known. */
  readonly untriedNear: { readonly place: string; readonly directions: readonly string[] } | null;
  readonly repeated: readonly { readonly action: string; readonly times: number }[];
}

const OBJECTIVES_COUNT = 'Completing one of your objectives counts as progress.';

const SUGGESTIONS =
  'Do something you have not done: take a way you have not taken; examine, open, take or use what you have not touched; try what you carry on what blocks you. If this place has nothing left, leave it.';

/** The warning, which grows with every turn without anything new. After `most` turns without progress the episode ends. */
export function describeStagnation(stagnation: Stagnation, most: number): string {
  const { turnsQuiet } = stagnation;
  const left = most - turnsQuiet;
  const level = left <= 5 ? 'CRITICAL' : left <= 10 ? 'URGENT' : 'STAGNATION';
  return [
    `${level}: nothing new for ${turnsQuiet} turns: no room, way, thing, answer or point.`,
    ...stuckEndLines(stagnation),
    ...hintLines(stagnation),
    SUGGESTIONS,
  ].join('\n');
}

/** When the episode ends for want of points. Empty if it does not. */
export function stuckEndLines(
  stagnation: Pick<Stagnation, 'turnsStuck' | 'turnsLeft' | 'endsEpisode' | 'hasObjectives'>,
): readonly string[] {
  const { turnsStuck, turnsLeft, endsEpisode, hasObjectives } = stagnation;
  const end = `Unless that changes, this episode ends in ${plural(turnsLeft, 'turn')}.`;
  return [
    ...(endsEpisode
      ? [`No point scored and no objective completed for ${turnsStuck} turns. ${end}`]
      : []),
    ...(hasObjectives ? [OBJECTIVES_COUNT] : []),
  ];
}

/** An objective that may help after so many quiet turns: a way to what was not taken yet, or out of here. */
export function stuckWarningWords(
  turns: number,
  { untriedHere, untriedNear }: Pick<Stagnation, 'untriedHere' | 'untriedNear'>,
): string {
  const aim =
    untriedHere.length > 0
      ? `Leave this place by ${untriedHere.join(' or ')}`
      : untriedNear === null
        ? 'Find what opens a way out: no way that is known from here leads anywhere new'
        : `Go to ${untriedNear.place} and on by ${untriedNear.directions.join(' or ')}, which nobody took`;
  return `Nothing new was met for ${turns} turns. An objective worth setting: "${aim}."`;
}

function hintLines({ untriedHere, untriedNear, repeated }: Stagnation): readonly string[] {
  const done = repeated
    .slice(0, MOST_REPEATED)
    .map(({ action, times }) => `${commandWords(action)} (${times}x)`);
  return [
    ...(untriedHere.length === 0 ? [] : [`Never taken from here: ${untriedHere.join(', ')}.`]),
    ...(untriedNear === null
      ? []
      : [`Never taken from ${untriedNear.place}: ${untriedNear.directions.join(', ')}.`]),
    ...(done.length === 0 ? [] : [`Lately done again and again: ${done.join(', ')}.`]),
  ];
}

const LEAST_REPEATED = 3;

/** Actions repeated at least three times within the window in one room with the same outcome, the most frequent first. */
export function stuckActions(
  turns: readonly TurnRecord[],
  window: number,
): readonly { readonly action: string; readonly times: number }[] {
  const counts = new Map<string, { readonly action: string; readonly times: number }>();
  for (const { before, decision, after } of turns.slice(-window)) {
    const action = canonicalAction(decision.action);
    const key = [before.location.id, action, after.text].join('|');
    counts.set(key, { action, times: (counts.get(key)?.times ?? 0) + 1 });
  }
  return [...counts.values()]
    .filter(({ times }) => times >= LEAST_REPEATED)
    .sort((a, b) => b.times - a.times);
}

export const WORLDS_KEPT = 1000;

/** The relation of the newest world to earlier ones. */
export type WorldLoop =
  | { readonly kind: 'returned'; readonly turnsAgo: number; readonly times: number }
  | { readonly kind: 'unchanged'; readonly turns: number };

/** Whether the newest world, last in a list of one per turn, was left before or did not change. Null if it is new. */
export function findLoop(worlds: readonly string[]): WorldLoop | null {
  const now = worlds.at(-1);
  const last = worlds.length - 1;
  const left = worlds.findLastIndex((world) => world !== now);
  if (now === undefined) return null;
  if (left < last - 1) return { kind: 'unchanged', turns: last - left - 1 };
  const earlier = worlds.lastIndexOf(now, left);
  if (left === -1 || earlier === -1) return null;
  const arrivals = worlds.filter((world, index) => world === now && worlds[index - 1] !== now);
  return { kind: 'returned', turnsAgo: last - earlier, times: arrivals.length - 1 };
}

/** Fewer turns without change are part of looking around. */
const UNCHANGED_FROM = 3;
const MOST_ACTIONS = 8;

/**
 * The loop in words for the agent. `actions` holds the newest ones, the oldest first. `quiet` is the number of turns without
 * news; an answer that was not printed before is news. Empty if there is no loop.
 */
export function describeLoop(
  loop: WorldLoop | null,
  actions: readonly string[],
  quiet: number,
): string {
  if (loop === null) return '';
  if (loop.kind === 'unchanged') {
    const turns = Math.min(loop.turns, quiet);
    return turns < UNCHANGED_FROM ? '' : `Nothing in the world has changed for ${turns} turns.`;
  }
  const { turnsAgo, times } = loop;
  const since =
    turnsAgo > MOST_ACTIONS || actions.length < turnsAgo
      ? 'all that you did since'
      : `what you did since (${actions.slice(-turnsAgo).join(', ')})`;
  const often = times > 1 ? ` This is your return number ${times}.` : '';
  const ago = `${plural(turnsAgo, 'turn')} ago`;
  return `You were in exactly this state ${ago}: ${since} left no mark on the world.${often}`;
}
