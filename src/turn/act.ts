import { effectOf, outcomesOf } from '../domain/effect.ts';
import type { Observation } from '../domain/observation.ts';
import type { Decision } from '../domain/proposal.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import { observe } from './observe.ts';
import type { TurnDeps } from './turn-deps.ts';

/** Gives the interpreter exactly one command, looks at what became of it, and at what would have become of waiting. */
export function act(
  turn: number,
  before: Observation,
  decision: Decision,
  { interpreter, causes }: Pick<TurnDeps, 'interpreter' | 'causes'>,
): TurnRecord {
  const here = causes && interpreter.snapshot();
  const after = observe(interpreter, interpreter.step(decision.action));
  const played = { turn, before, decision, after };
  if (here !== undefined) return { ...played, ...causes?.find(here, played) };
  const isWorth = before.ended === null && outcomesOf(effectOf(before, after)).length > 0;
  return isWorth ? { ...played, cause: 'unknown' } : played;
}
