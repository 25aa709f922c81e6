import type { Emit, ZorkEvent } from './event.ts';

export type Sink = (event: ZorkEvent) => void;

/**
 * One Emit for many sinks. A sink that throws is reported once through `complain` and gets nothing more: a full disk
 * under a log must not end a game whose trajectory still can be written.
 */
export function fanOut(
  sinks: Readonly<Record<string, Sink>>,
  complain: (message: string) => void,
): Emit {
  const silenced = new Set<string>();
  return (event) => {
    for (const [name, sink] of Object.entries(sinks)) {
      if (silenced.has(name)) continue;
      try {
        sink(event);
      } catch (error) {
        silenced.add(name);
        const reason = error instanceof Error ? error.message : String(error);
        complain(`The ${name} stopped working and gets nothing more: ${reason}`);
      }
    }
  };
}

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
