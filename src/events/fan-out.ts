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
