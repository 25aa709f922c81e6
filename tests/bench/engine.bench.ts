import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { testStory } from '../helpers/stories.ts';

export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const SEED = 12;
const WARM_UP = 30;
const ROUNDS = 9;

/**
 * Speed of the engine on the Zork I walkthrough, when it is warm. Empty on a machine without the story. Wall
 * clock, so only comparable between quiet runs on one machine.
 */
export function engineBench(): readonly BenchRow[] {
  const story = testStory('zork1-r88.z3');
  const list = testStory('zork1-r88.commands.txt');
  if (story === null || list === null) return [];
  const bytes = readFileSync(story);
  const commands = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  const open = (): Interpreter => openStory(bytes, { seed: SEED });

  const first = elapsed(open);
  const cold = elapsed(() => play(open(), commands));
  for (let i = 0; i < WARM_UP; i++) play(open(), commands);
  const playthrough = (): number => {
    const game = open();
    return elapsed(() => {
      play(game, commands);
    });
  };
  // As the goal was measured: the median of the best of several rounds, which leaves out what else the machine did.
  const round = median(ROUNDS, () => Math.min(...Array.from({ length: 10 }, playthrough)));
  const rooms = (): number => {
    const game = open();
    let spent = 0;
    for (const command of commands) {
      game.step(command);
      spent += elapsed(() => game.exits());
    }
    return spent / commands.length;
  };
  const game = open();
  play(game, commands.slice(0, 100));
  const saved = game.snapshot();
  return [
    { name: 'steps, first playthrough', value: (commands.length / cold) * 1000, unit: 'steps/s' },
    { name: 'steps, warm', value: (commands.length / round) * 1000, unit: 'steps/s' },
    { name: 'exits of a room', value: median(10, rooms), unit: 'ms' },
    { name: 'facts', value: often(() => game.facts()), unit: 'us' },
    { name: 'snapshot', value: often(() => game.snapshot()), unit: 'us' },
    {
      name: 'restore',
      value: often(() => {
        game.restore(saved);
      }),
      unit: 'us',
    },
    { name: 'state hash', value: often(() => game.stateHash()), unit: 'us' },
    { name: 'fingerprint', value: often(() => game.fingerprint()), unit: 'us' },
    { name: 'first opening', value: first, unit: 'ms' },
    { name: 'second opening', value: median(30, () => elapsed(open)), unit: 'ms' },
  ];
}

function play(game: Interpreter, commands: readonly string[]): void {
  for (const command of commands) game.step(command);
}

function elapsed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(rounds: number, measure: () => number): number {
  const values = Array.from({ length: rounds }, measure).sort((a, b) => a - b);
  return values[rounds >> 1] ?? 0;
}

/** Microseconds of one call. */
function often(run: () => unknown): number {
  const calls = 2000;
  return median(5, () => {
    const ms = elapsed(() => {
      for (let i = 0; i < calls; i++) run();
    });
    return (ms * 1000) / calls;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, value, unit } of engineBench()) {
    console.log(`${name.padEnd(26)} ${value.toPrecision(3).padStart(9)} ${unit}`);
  }
}
