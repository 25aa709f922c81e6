import type { Sink } from '../events/fan-out.ts';

/** How the run watches and stops an episode. */
export interface EpisodeControls {
  readonly signal: AbortSignal;
  readonly stopRequested: () => boolean;
  readonly progress: Sink;
  readonly complain: (message: string) => void;
}
