import type { ZorkEvent } from '../../src/events/event.ts';

/** One finished turn, as its events told it. */
export interface WatchedTurn {
  /** Milliseconds since the turn before ended, or since the episode began. */
  readonly wallMs: number;
  /** Milliseconds of all model calls that ended in that time. */
  readonly askedMs: number;
  /** Calls that play waits for: the agent's and the critic's. */
  readonly waitedFor: number;
  /** Milliseconds that those took. */
  readonly waitedMs: number;
  readonly rejections: number;
}

/** Time that a model call took, in milliseconds of `performance.now`. */
export interface CallSpan {
  readonly from: number;
  readonly to: number;
}

/** Listens to the events of one or more episodes. */
export interface TurnWatch {
  readonly turns: readonly WatchedTurn[];
  readonly spans: readonly CallSpan[];
  /** An episode begins now. */
  start(): void;
  note(event: ZorkEvent): void;
}

export function watchTurns(): TurnWatch {
  const turns: WatchedTurn[] = [];
  const spans: CallSpan[] = [];
  let [last, askedMs, waitedFor, waitedMs, rejections] = [0, 0, 0, 0, 0];
  const start = () => {
    [last, askedMs, waitedFor, waitedMs, rejections] = [performance.now(), 0, 0, 0, 0];
  };
  return {
    turns,
    spans,
    start,
    note(event) {
      if (event.type === 'model-call') {
        askedMs += event.latencyMs;
        spans.push({ from: performance.now() - event.latencyMs, to: performance.now() });
        if (event.role === 'agent' || event.role === 'critic') {
          waitedFor += 1;
          waitedMs += event.latencyMs;
        }
      }
      if (event.type === 'proposal-judged' && event.judged.verdict.kind === 'rejected')
        rejections += 1;
      if (event.type !== 'turn-end') return;
      turns.push({ wallMs: performance.now() - last, askedMs, waitedFor, waitedMs, rejections });
      start();
    },
  };
}

/** Milliseconds in which at least one of these calls was out. */
export function timeOut(spans: readonly CallSpan[]): number {
  const inOrder = [...spans].sort((a, b) => a.from - b.from);
  let [total, until] = [0, 0];
  for (const { from, to } of inOrder) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total;
}
