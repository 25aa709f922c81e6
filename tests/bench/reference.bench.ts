import { readFileSync } from 'node:fs';
import { openStory } from '../../src/interpreter/open-story.ts';
import { testStory } from '../helpers/stories.ts';
import { median } from './bench-page.ts';

/** Takes about as long as a playthrough, so that a busy moment hits both alike. */
const OPERATIONS = 4_000_000;
const WARM_UP = 30;
const ROUNDS = 21;
const SEED = 12;

/** How fast this machine is now, and the engine beside it. */
export interface ReferenceFigures {
  /** Millions of small integer operations on a byte array per second. */
  readonly speed: number;
  /** Commands of the Zork I walkthrough per million operations, from pairs taken one after the other; null without it. */
  readonly stepsPerMillion: number | null;
}

/** The engine against a fixed loop in the same process: what a slow or busy machine changes least. */
export function referenceBench(): ReferenceFigures {
  const play = playthrough();
  for (let round = 0; round < WARM_UP; round += 1) play?.run();
  const pairs = Array.from({ length: ROUNDS }, () => {
    const loopMs = elapsed(loop);
    return { loopMs, playMs: play === null ? null : elapsed(play.run) };
  });
  const ratios = pairs.flatMap(({ loopMs, playMs }) =>
    play === null || playMs === null ? [] : [(play.steps * loopMs * 1e6) / (playMs * OPERATIONS)],
  );
  const loopMs = median(pairs.map((pair) => pair.loopMs)) ?? Number.NaN;
  return { speed: OPERATIONS / 1000 / loopMs, stepsPerMillion: median(ratios) };
}

function playthrough(): { readonly steps: number; readonly run: () => void } | null {
  const story = testStory('zork1-r88.z3');
  const list = testStory('zork1-r88.commands.txt');
  if (story === null || list === null) return null;
  const bytes = readFileSync(story);
  const commands = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  return {
    steps: commands.length,
    run() {
      const game = openStory(bytes, { seed: SEED });
      for (const command of commands) game.step(command);
    },
  };
}

function loop(): void {
  const memory = new Uint8Array(65_536);
  let state = 1;
  for (let operation = 0; operation < OPERATIONS; operation += 1) {
    state = (Math.imul(state, 0x015a4e35) + 1) >>> 0;
    const at = state >>> 16;
    memory[at] = ((memory[at] ?? 0) + operation) & 0xff;
  }
}

function elapsed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
