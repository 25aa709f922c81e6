import { readdirSync, readFileSync } from 'node:fs';
import { startCli } from '../helpers/cli-child.ts';
import type { TestServer } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { atMost, row, type PageRow } from './bench-page.ts';

/** Episodes of a short and of a long run: what both take, starting, is not counted. */
const [SHORT, LONG] = [2, 8];
/** `clock ticks`, as the kernel counts processor time. */
const TICK_MS = 10;

/** What an episode costs in processor time on a fleet of one, with client and database, against a run in one process. */
export async function overheadRows(server: TestServer): Promise<readonly PageRow[]> {
  if (process.platform !== 'linux') {
    return [row('fleet of one against a plain run', null, '', { note: 'measured on Linux alone' })];
  }
  const plain = (await plainRun(LONG)) - (await plainRun(SHORT));
  const fleet = (await fleetRun(server, LONG)) - (await fleetRun(server, SHORT));
  const each = LONG - SHORT;
  return [
    row('an episode of 30 turns, plain run', plain / each, 'ms', { note: 'processor time' }),
    row('the same on a fleet of one', fleet / each, 'ms', {
      note: 'worker, player, client and PostgreSQL',
    }),
    row('fleet of one against a plain run', fleet / plain, 'times', { goal: atMost(1.1) }),
  ];
}

/** Milliseconds of processor time. */
async function plainRun(episodes: number): Promise<number> {
  const before = endedMs();
  await played(episodes, {});
  return endedMs() - before;
}

async function fleetRun(server: TestServer, episodes: number): Promise<number> {
  const environment = { ZORKGPT_FLEET: await server.database() };
  const worker = startCli(['worker'], { cwd: temporaryFolder(), environment });
  await worker.said('waits for work');
  const others = () => treeMs(worker.pid) + treeMs(server.pid() ?? 0);
  const before = endedMs() + others();
  await played(episodes, environment);
  const spent = endedMs() + others() - before;
  worker.kill('SIGTERM');
  await worker.ended;
  return spent;
}

async function played(
  episodes: number,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const args = ['run', '--episodes', `${episodes}`, '--turns', '30', '--seed', '3', '--json'];
  const { code, err } = await startCli(args, { cwd: temporaryFolder(), environment }).ended;
  if (code !== 0) throw new Error(err);
}

/** Of all children of this process that have ended. */
function endedMs(): number {
  const { cutime, cstime } = statOf(process.pid);
  return (cutime + cstime) * TICK_MS;
}

/** Of a process, of those below it, and of theirs that have ended. */
function treeMs(pid: number): number {
  const { utime, stime, cutime, cstime } = statOf(pid);
  const below = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name)).parent === pid)
    .map((name) => treeMs(Number(name)));
  return below.reduce((sum, ms) => sum + ms, (utime + stime + cutime + cstime) * TICK_MS);
}

/** All zero for a process that is gone. */
function statOf(pid: number) {
  const fields = statLine(pid).split(' ').map(Number);
  const [, parent = 0] = fields;
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11);
  return { parent, utime, stime, cutime, cstime };
}

/** From the state of the process on: its name, which comes before, may hold blanks. */
function statLine(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2);
  } catch {
    return '';
  }
}
