import { asksForAll, eachThing, normaliseAction } from '../../domain/command.ts';
import type { GameState } from '../../domain/game-state.ts';
import { thingsNamed } from '../../domain/naming.ts';
import { heldThings } from '../../domain/observation.ts';
import { gainWords, type ToldGain } from '../../prompts/memory-lines.ts';
import { evidenceWords, type Evidence } from './evidence.ts';

const MOST_GAINS = 5;
const MOST_BESIDE = 3;
const HEADING = 'Other points known and not won yet:';
const BEYOND = 'Other points known, which the suggestion does not count:';

/** On what condition the points of a step can be won: as far as that was found, and what of it is not held. */
export function conditionWords(
  step: string,
  found: Evidence | undefined,
  now: GameState['observation'],
): string {
  const missing = notHeld(step, now);
  return [
    ...(found?.verdict === 'conditional' ? [evidenceWords(found)] : []),
    ...(missing.length === 0 ? [] : [`(${missing.join(', ')} not held)`]),
  ].join(' ');
}

/** What is laid down or given away has to be held. */
const LAYING =
  /^(?:put|place|lay|set|insert|drop|hang|give|offer|show|throw) (.+?)(?: (?:in|on|into|onto|to|at|inside) .*)?$/;

/** The things that a step lays down or gives away and that are not held. */
function notHeld(step: string, now: GameState['observation']): readonly string[] {
  const held = heldThings(now);
  return eachThing(step)
    .flatMap((one) => LAYING.exec(normaliseAction(one))?.[1] ?? [])
    .filter((name) => !asksForAll(`take ${name}`) && thingsNamed(name, held).length === 0);
}

/** The points that are near enough, near and large ones first; beside a suggestion fewer, and without the way. */
export function listGains(all: readonly ToldGain[], turnsLeft: number, isBeside: boolean): string {
  if (all.length === 0) return '';
  const near = all.filter(({ way }) => !Array.isArray(way) || way.length < turnsLeft);
  const gains = near.toSorted((a, b) => worth(b) - worth(a));
  const far = all.length - near.length;
  const most = isBeside ? MOST_BESIDE : MOST_GAINS;
  const more = gains.length - most;
  return [
    isBeside ? BEYOND : HEADING,
    ...gains.slice(0, most).map((gain) => gainWords(gain, isBeside)),
    ...(more > 0 ? [`(${more} more)`] : []),
    ...(far > 0 ? [`(${far} farther than the turns that are left)`] : []),
  ].join('\n');
}

function worth({ points, way }: ToldGain): number {
  return way === null || way === 'shut' ? 0 : points / (way.length + 1);
}
