import type { Sink } from './fan-out.ts';

/**
 * Hands a sink the events after the end of a turn; `start` is called right before the first of them may come, at once
 * for turn 0. The end of the turn itself still goes to `until`.
 */
export function fromTurn(
  turn: number,
  sink: Sink,
  { until = () => undefined, start = () => undefined }: { until?: Sink; start?: () => void } = {},
): Sink {
  let isOpen = turn === 0;
  if (isOpen) start();
  return (event) => {
    if (isOpen) {
      sink(event);
      return;
    }
    until(event);
    if (event.type !== 'turn-end' || event.record.turn < turn) return;
    isOpen = true;
    start();
  };
}
