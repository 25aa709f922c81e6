import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openStory } from '../../src/interpreter/open-story.ts';
import { testStory } from '../helpers/stories.ts';
import { median, row, type PagePart } from './bench-page.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';
import { playTurns } from './turns.bench.ts';

const STORIES = [
  ...['zork1-r88.z3', 'advent.z5', 'detective.z5', 'library.z5', 'spirit.z5'],
  ...['lostpig.z8', 'partyfoul.z8'],
];
const SEED = 12;
const COLD_COMMANDS = 200;
const WARM_MS = 5000;
const COLD_TURNS = 20;

interface StoryFigures {
  readonly openMs: number;
  /** Steps a second with what the memory says after each, over the first commands of the process. */
  readonly cold: number;
  /** The same of the best playthrough. */
  readonly warm: number;
}

interface TurnTimes {
  /** Milliseconds of a turn less the time models took, exits probed: the first turns of the process, and the last episode. */
  readonly coldMs: number;
  readonly warmMs: number;
}

/** Each story in a process of its own, so that nothing is warm; run it on a quiet machine. */
export function storiesPart(): PagePart {
  const stories = [SHIPPED_STORY, ...STORIES.flatMap((name) => testStory(name) ?? [])];
  const turns = [SHIPPED_STORY, ...[testStory('zork1-r88.z3')].flatMap((story) => story ?? [])];
  const engineRows = stories.flatMap((story) => {
    const { openMs, cold, warm } = inChild('engine', story) as StoryFigures;
    return [
      row(`${nameOf(story)}: opening`, openMs, 'ms'),
      row(`${nameOf(story)}: first ${COLD_COMMANDS} commands`, cold, 'steps/s'),
      row(`${nameOf(story)}: warm`, warm, 'steps/s'),
    ];
  });
  const turnRows = turns.flatMap((story) => {
    const { coldMs, warmMs } = inChild('turns', story) as TurnTimes;
    const goal = { kind: 'below', value: story === SHIPPED_STORY ? 10 : 5 } as const;
    return [
      row(`${nameOf(story)}: own time of the first ${COLD_TURNS} turns`, coldMs, 'ms', { goal }),
      row(`${nameOf(story)}: own time of a turn, warm`, warmMs, 'ms', { goal }),
    ];
  });
  return { title: 'Each story in a fresh process', rows: [...engineRows, ...turnRows] };
}

function nameOf(story: string): string {
  return story.replace(/^.*\//, '').replace(/\.z\d$/, '');
}

function inChild(what: 'engine' | 'turns', story: string): unknown {
  const args = ['--import', import.meta.resolve('tsx'), import.meta.filename, what, story];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The bench of ${story} ended with ${status}.`);
  return JSON.parse(stdout);
}

function engineFigures(story: string): StoryFigures {
  const bytes = readFileSync(story);
  const commands = commandsFor(story);
  let from = performance.now();
  let game = openStory(bytes, { seed: SEED });
  const openMs = performance.now() - from;
  from = performance.now();
  for (let i = 0; i < COLD_COMMANDS; i += 1) {
    if (i > 0 && i % commands.length === 0) game = openStory(bytes, { seed: SEED });
    game.step(commands[i % commands.length] ?? 'look');
    game.facts();
  }
  const cold = (COLD_COMMANDS * 1000) / (performance.now() - from);
  let best = Infinity;
  for (const until = performance.now() + WARM_MS; performance.now() < until;) {
    game = openStory(bytes, { seed: SEED });
    const start = performance.now();
    for (const command of commands) {
      game.step(command);
      game.facts();
    }
    best = Math.min(best, performance.now() - start);
  }
  return { openMs, cold, warm: (commands.length * 1000) / best };
}

function commandsFor(story: string): readonly string[] {
  const list = story.replace(/\.z\d$/, '.commands.txt');
  const file = existsSync(list) ? list : story.replace(/\.z\d$/, '.walkthrough.txt');
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

async function turnTimes(story: string): Promise<TurnTimes> {
  const { ownMs } = await playTurns(story);
  return {
    coldMs: median(ownMs.slice(0, COLD_TURNS)) ?? Number.NaN,
    warmMs: median(ownMs.slice(-Math.ceil(ownMs.length / 3))) ?? Number.NaN,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [what, story = SHIPPED_STORY] = process.argv.slice(2);
  const figures = what === 'turns' ? await turnTimes(story) : engineFigures(story);
  console.log(JSON.stringify(figures));
}
