import type { ModelErrorKind } from './errors.ts';

/** Why an episode stopped. `abandoned`: it was left unfinished and will not be resumed. */
export const STOP_REASONS = [
  'victory',
  'death',
  'quit',
  'max-turns',
  'stuck',
  'budget',
  'interruption',
  'model-failed',
  /** The endpoint of a model failed for longer than the limit of patience. */
  'provider-down',
  'interpreter-failed',
  'abandoned',
] as const;

export type StopReason = (typeof STOP_REASONS)[number];

/** A stop with the sentence that explains it, for logs and summaries. */
export interface Stop {
  readonly reason: StopReason;
  readonly detail: string;
  /** With `model-failed` and `provider-down`: what went wrong with the request. */
  readonly modelError?: ModelErrorKind;
}

const RESUMABLE: ReadonlySet<StopReason> = new Set([
  'budget',
  'interruption',
  'model-failed',
  'provider-down',
]);

/** Whether an episode with this stop reason was cut short and can be resumed. */
export function isResumable(reason: StopReason): boolean {
  return RESUMABLE.has(reason);
}

/** Whether an episode with this stop reason broke, whoever played it. */
export function isBreakdown(reason: StopReason): boolean {
  return reason === 'provider-down' || reason.endsWith('-failed');
}
