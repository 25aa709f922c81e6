import type { SynthesisMetrics } from './memory-synthesizer.ts';

/** How the memory manager stands. */
export interface MemoryStatus {
  readonly component: 'memory';
  readonly state: {
    readonly locations: number;
    readonly persistent: number;
    readonly ephemeral: number;
    /** Changes that are not on disk yet. */
    readonly pending: number;
  };
  readonly metrics: SynthesisMetrics;
}
