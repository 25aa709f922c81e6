import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from './bench-page.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM = path.join(ROOT, 'bin/zorkgpt.js');
const CONFIG = path.join(ROOT, 'zorkgpt.config.json');
const CLI = path.join(ROOT, 'dist/cli.js');
const ROUNDS = 11;

/** Medians in milliseconds of whole processes, taken in turns; null where a command is not there. */
export interface StartUpFigures {
  readonly nodeMs: number;
  readonly helpMs: number | null;
  readonly showMs: number | null;
  /** Most memory a run of 200 turns had resident, and the same of `node -e 0`; in MB. */
  readonly runMb: number | null;
  readonly nodeMb: number | null;
}

/** Starts the built program again and again; null when it was not built. */
export function startUp(): StartUpFigures | null {
  if (!existsSync(CLI)) return null;
  const workdir = temporaryFolder();
  const flags = ['--config', CONFIG];
  const show = [PROGRAM, ...flags, 'memories', 'show', '--location', '30', '--json'];
  const run = ['run', '--turns', '200', '--workdir', workdir, '--display', 'none', '--json'];
  const commands = { node: ['-e', '0'], help: [PROGRAM, '--help'], show };
  const runMb = residentMb([...flags, ...run]);
  const times = { node: [] as number[], help: [] as number[], show: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, args] of Object.entries(commands)) {
      const ms = timeOf(args, workdir);
      if (ms !== null) times[name as keyof typeof times].push(ms);
    }
  }
  return {
    nodeMs: median(times.node) ?? Number.NaN,
    helpMs: median(times.help),
    showMs: median(times.show),
    runMb,
    nodeMb: residentMb(null),
  };
}

/** Milliseconds; null when the command failed. */
function timeOf(args: readonly string[], workdir: string): number | null {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'ignore',
    env: { ...process.env, ZORKGPT_WORKDIR: workdir },
  });
  return status === 0 ? performance.now() - start : null;
}

function residentMb(args: readonly string[] | null): number | null {
  const play =
    args === null
      ? ''
      : `const { main } = await import(${JSON.stringify(pathToFileURL(CLI).href)});
         if (await main(${JSON.stringify(args)}) !== 0) process.exit(1);`;
  const script = `${play} process.stderr.write('\\n' + process.resourceUsage().maxRSS);`;
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  const kilobytes = Number(child.stderr.split('\n').at(-1));
  return child.status === 0 && kilobytes > 0 ? kilobytes / 1024 : null;
}
