/** @module-tag slow */
import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { acquireRunLock } from '../../src/storage/lock.ts';
import { missing } from '../helpers/missing.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace, temporaryFolder } from '../helpers/workdir.ts';
import { startOfflineServer } from '../helpers/offline-server.ts';
import { SHELL_PROGRAM, startCli } from '../helpers/cli-child.ts';
import { differing, playedFiles } from './harness/played-files.ts';
import { ENVIRONMENT, prepareWorkdir } from './harness/resume-trial.ts';

const RUN = ['run', '--turns', '3', '--seed', '5', '--display', 'none'];
const HUNGRY = path.resolve(import.meta.dirname, '../fixtures/eat-memory-preload.cjs');
const isSuperuser = process.getuid?.() === 0;
if (!isSuperuser) missing('the rights to start another user');

/** A clock that jumps whenever it is read. */
class JumpingDate extends Date {
  static reads = 0;
  static override now(): number {
    JumpingDate.reads += 1;
    return super.now() + ([11_000, -3_600_000, 86_400_000][JumpingDate.reads % 3] ?? 0);
  }
  constructor(...moment: [] | [string | number | Date]) {
    super(moment[0] ?? JumpingDate.now());
  }
}

async function undisturbed(): Promise<Record<string, string>> {
  const { cwd, workdir } = makePlace();
  const { code, err } = await runCli(RUN, { cwd });
  expect(code, err).toBe(0);
  return playedFiles(workdir);
}

describe('a workdir', () => {
  it.skipIf(!isSuperuser)(
    'that this user may not write is refused with 78, owner and mode, and stays as it was',
    async () => {
      const { cwd, workdir } = makePlace();
      chmodSync(cwd, 0o755);
      chmodSync(workdir, 0o555);
      const { code, out, err } = await startCli(RUN, { cwd, uid: 65_534 }).ended;
      expect([code, out]).toEqual([78, '']);
      expect(err).toMatch(
        /^Error: Cannot write to [^\n]* mode 0555, and this runs as uid 65534; [^\n]+\n$/,
      );
      expect(readdirSync(workdir)).toEqual([]);
    },
  );

  it.each([
    'Memories.md',
    'map_state.json',
    'knowledgebase.md',
    'current_state.json',
    'spending.json',
    'workdir.json',
  ])(
    'with a pipe in the place of %s ends a run with 1 and its path, and nobody waits',
    async (name) => {
      const { cwd, workdir } = makePlace();
      execFileSync('mkfifo', [path.join(workdir, name)]);
      const { code, err } = await runCli(RUN, { cwd });
      expect(code).toBe(1);
      expect(err).toMatch(
        /^(?:Episode 1 unfinished[^\n]+\n {2}[^\n]+\n)?Error: [^\n]+ is not a regular file; [^\n]+\n$/,
      );
      expect(err).toContain(path.join(workdir, name));
      expect(statSync(path.join(workdir, name)).isFIFO()).toBe(true);
    },
  );

  it('is private whatever the umask, and a file that others may read or that is a link stays so', async () => {
    const { cwd, workdir } = makePlace();
    const shared = path.join(cwd, 'shared.md');
    writeFileSync(shared, '');
    chmodSync(shared, 0o640);
    symlinkSync(shared, path.join(workdir, 'Memories.md'));
    chmodSync(workdir, 0o750);
    const umask = process.umask(0);
    try {
      expect(
        (await runCli(RUN, { cwd, environment: { ZORKGPT_REPORT_AT_END_OF_RUN: '' } })).code,
      ).toBe(0);
    } finally {
      process.umask(umask);
    }
    const modes = readdirSync(workdir, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map((entry) => {
        const mode = statSync(path.join(entry.parentPath, entry.name)).mode & 0o777;
        return [entry.name, mode.toString(8), entry.isDirectory() ? '700' : '600'];
      });
    expect(modes.length).toBeGreaterThan(12);
    for (const [name, mode, wanted] of modes) {
      expect([name, mode]).toEqual([name, name === 'Memories.md.backup' ? '640' : wanted]);
    }
    expect(readFileSync(shared, 'utf8')).toContain('Landing Stage');
    expect(statSync(shared).mode & 0o777).toBe(0o640);
    expect(statSync(workdir).mode & 0o777).toBe(0o750);
  });

  it.each([
    [23, 0, ''],
    [25, 75, 'is in use'],
  ])('that is held for %s hours ends --if-locked skip with %s', async (hours, expected, says) => {
    const { cwd, workdir } = makePlace();
    const lock = await acquireRunLock(workdir, 'hung');
    const folder = path.join(workdir, 'run.lock');
    const [owner = ''] = readdirSync(folder);
    const since = new Date(Date.now() - hours * 60 * 60_000).toISOString();
    writeFileSync(path.join(folder, owner), JSON.stringify({ run: 'hung', since }));
    const { code, err } = await runCli([...RUN, '--if-locked', 'skip'], { cwd });
    lock.release();
    expect(code, err).toBe(expected);
    expect(err).toContain(says);
    expect(err.split('\n').length).toBeLessThanOrEqual(2);
  });

  it('whose lock is garbage is told of in one sentence', async () => {
    const { cwd, workdir } = makePlace();
    mkdirSync(workdir, { recursive: true });
    writeFileSync(path.join(workdir, 'run.lock'), 'garbage');
    const { code, err } = await runCli(RUN, { cwd });
    expect(code).toBe(75);
    expect(err).toMatch(/^Error: [^\n]*run\.lock\.\n$/);
  });

  it('that another run holds is left alone: 75 with its name, or nothing at all with --if-locked skip', async () => {
    const { cwd, workdir } = makePlace();
    const lock = await acquireRunLock(workdir, 'night');
    const refused = await runCli(RUN, { cwd });
    expect(refused.code).toBe(75);
    expect(refused.err).toMatch(new RegExp(`^Error: [^\\n]*pid ${process.pid}[^\\n]*\\n$`));
    expect(await runCli([...RUN, '--if-locked', 'skip'], { cwd })).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    expect(existsSync(path.join(workdir, 'episodes'))).toBe(false);
    lock.release();
  });
});

describe('a run', () => {
  it('plays to its end without terminal, environment and reader: env -i … | head -1', async () => {
    const { cwd, workdir } = makePlace();
    const args = [...RUN, '--episodes', '2', '--json'];
    const line = `set -o pipefail; env -i ${SHELL_PROGRAM} ${args.join(' ')} </dev/null | head -1`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], { cwd });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ episode: 1 });
    expect(playedFiles(workdir, '0002')['summary.json']).toContain('max-turns');
  });

  it('goes on after its process ran out of memory, as if nothing had happened', async () => {
    const { cwd, workdir } = makePlace();
    const environment = { EAT_AFTER: path.join(workdir, 'episodes/0001/trajectory.jsonl') };
    const nodeFlags = ['--max-old-space-size=64', '-r', HUNGRY];
    const { signal, code } = await startCli(RUN, { cwd, environment, nodeFlags }).ended;
    expect(signal ?? code).toSatisfy((end) => end === 'SIGABRT' || end === 134);
    expect(existsSync(path.join(workdir, 'episodes/0001/summary.json'))).toBe(false);
    const { code: resumed, err } = await runCli(['resume', '--display', 'none'], { cwd });
    expect(resumed, err).toBe(0);
    expect(differing(playedFiles(workdir), await undisturbed())).toEqual([]);
  });

  it('does not mind a clock that jumps an hour back, seconds ahead and a day ahead', async () => {
    const expected = await undisturbed();
    const { cwd, workdir } = makePlace();
    vi.stubGlobal('Date', JumpingDate);
    const { code, err } = await runCli(RUN, { cwd });
    expect(code, err).toBe(0);
    expect(JumpingDate.reads).toBeGreaterThan(10);
    expect(differing(playedFiles(workdir), expected)).toEqual([]);
  });

  it('whose model hangs ends with 143 after a second SIGTERM, saved', async () => {
    const server = await startOfflineServer();
    const { cwd, workdir } = prepareWorkdir(path.join(temporaryFolder(), 'run'), server);
    const child = startCli(RUN, { cwd, environment: ENVIRONMENT });
    server.onRequest = (number) => {
      if (server.latencyMs > 0 || number < 5 || server.asked.at(-1)?.role !== 'memory') return;
      server.latencyMs = 20_000;
      child.kill('SIGTERM');
      void child.said('Stopping after this turn').then(() => child.kill('SIGTERM'));
    };
    const { code, err } = await child.ended;
    expect(code).toBe(143);
    expect(err).toBe('Stopping after this turn; once more stops at once.\n');
    server.onRequest = null;
    server.latencyMs = 0;
    const resumed = await runCli(['resume', '--display', 'none'], {
      cwd,
      environment: ENVIRONMENT,
    });
    expect(resumed.code, resumed.err).toBe(0);
    expect(playedFiles(workdir)['summary.json']).toContain('"max-turns"');
    await server.close();
  });
});
