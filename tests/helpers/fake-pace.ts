import type { Pace } from '../../src/model/weather.ts';

/** Time that passes only while something sleeps, and a fixed chance. */
export function createFakePace(chance = 0.5) {
  let time = 0;
  const waits: number[] = [];
  const pace: Pace = {
    now: () => time,
    sleep: (ms, signal) => {
      signal.throwIfAborted();
      waits.push(ms);
      time += ms;
      return Promise.resolve();
    },
    random: () => chance,
  };
  return { pace, waits, advance: (ms: number) => void (time += ms) };
}
