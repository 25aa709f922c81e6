import { canonicalAction } from '../../domain/command.ts';
import { plural } from '../../domain/words.ts';
import { commandWords } from '../../prompts/wording.ts';

const MOST_REPEATED = 5;

/** What the agent may need to know when it gets nowhere. */
export interface Stagnation {
  readonly turnsStuck: number;
  /** Turns until the episode ends for it, where it does. */
  readonly turnsLeft: number;
  /** Whether the episode ends for it, and not for its last turn. */
  readonly endsEpisode: boolean;
  readonly hasObjectives: boolean;
  /** Directions of this room that nobody took yet. */
  readonly untriedHere: readonly string[];
  /** The nearest other room with untried directions; null when none is known. */
  readonly untriedNear: { readonly place: string; readonly directions: readonly string[] } | null;
  readonly repeated: readonly { readonly action: string; readonly times: number }[];
}

const OBJECTIVES_COUNT = 'Completing one of your objectives counts as progress.';

const SUGGESTIONS =
  'Do something you have not done: take a way you have not taken; examine, open, take or use what you have not touched; try what you carry on what blocks you. If this place has nothing left, leave it.';

/** The warning that grows with every turn without progress. */
export function describeStagnation(stagnation: Stagnation): string {
  return [
    headline(stagnation),
    ...(stagnation.hasObjectives ? [OBJECTIVES_COUNT] : []),
    ...hintLines(stagnation),
    SUGGESTIONS,
  ].join('\n');
}

/** What may be worth an objective to who met nothing new for so many turns: the way to what nobody took yet, or out of here. */
export function describeQuiet(
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

function headline({ turnsStuck, turnsLeft, endsEpisode }: Stagnation): string {
  const level = turnsLeft <= 5 ? 'CRITICAL' : turnsLeft <= 10 ? 'URGENT' : 'STAGNATION';
  const warning = `${level}: no point scored and no objective completed for ${turnsStuck} turns.`;
  return endsEpisode
    ? `${warning} Unless that changes, this episode ends in ${plural(turnsLeft, 'turn')}.`
    : warning;
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

/** Actions that were done more than once within the window, the most frequent first. */
export function repeatedActions(
  actions: readonly string[],
  window: number,
): readonly { readonly action: string; readonly times: number }[] {
  const counts = new Map<string, number>();
  for (const action of actions.slice(-window).map(canonicalAction)) {
    counts.set(action, (counts.get(action) ?? 0) + 1);
  }
  return [...counts]
    .map(([action, times]) => ({ action, times }))
    .filter(({ times }) => times > 1)
    .sort((a, b) => b.times - a.times);
}
