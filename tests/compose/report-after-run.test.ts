import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';
import { startCli } from './harness/cli-child.ts';

const RUN = ['run', '--display', 'none', '--turns', '3', '--seed', '5'];

/** A folder whose configuration plays the shipped story into `play`. */
function folder(settings: object = {}): string {
  const cwd = temporaryFolder();
  const config = { story: SHIPPED_STORY, player: 'offline', workdir: 'play', ...settings };
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
  return cwd;
}

function reportOf(cwd: string): string {
  return readFileSync(path.join(cwd, 'play/report.html'), 'utf8');
}

describe('the report in the workdir', () => {
  it('is written by a run of a process of its own, after what was played is told', async () => {
    const cwd = folder();
    const { code, out, err } = await startCli([...RUN, '--json', '--episodes', '2'], { cwd }).ended;
    expect([code, err]).toEqual([0, '']);
    expect(out.trim().split('\n')).toHaveLength(2);
    expect(reportOf(cwd)).toMatch(/<title>[^<]+: 2 episodes<\/title>/);
    expect(statSync(path.join(cwd, 'play/report.html')).mode & 0o777).toBe(0o600);
  });

  it('is written anew by resume and shows the newest episodes, as many as report.last says', async () => {
    const cwd = folder({ report: { last: 2 } });
    await runCli([...RUN, '--episodes', '2'], { cwd });
    const stopped = await runCli(RUN, {
      cwd,
      onListening: (listener) => setImmediate(() => listener('SIGINT')),
    });
    expect(stopped.code).toBe(130);
    const before = reportOf(cwd);
    expect(before).toContain('episodes 2 to 3');
    const { code, err } = await runCli(['resume', '--display', 'none'], { cwd });
    expect(code, err).toBe(0);
    expect(reportOf(cwd)).toContain('episodes 2 to 3');
    expect(reportOf(cwd)).not.toBe(before);
  });

  it('is left alone when report.atEndOfRun is false, when nothing was played, and by play', async () => {
    const cwd = folder({ report: { atEndOfRun: false } });
    expect((await runCli(RUN, { cwd })).code).toBe(0);
    const other = folder();
    expect((await runCli([...RUN, '--dry-run'], { cwd: other })).code).toBe(0);
    expect((await runCli(['play'], { cwd: other, stdin: 'look\n' })).code).toBe(0);
    for (const one of [cwd, other])
      expect(existsSync(path.join(one, 'play/report.html'))).toBe(false);
  });

  it('that cannot be written ends the run with 1 and a sentence, and the episode is whole', async () => {
    const cwd = folder();
    mkdirSync(path.join(cwd, 'play/report.html'), { recursive: true });
    const { code, out, err } = await startCli([...RUN, '--json'], { cwd }).ended;
    expect(code).toBe(1);
    expect(err).toMatch(
      /^\{"error":\{"code":"storage-failed","message":"The episodes are saved[^\n]+\n$/,
    );
    expect(JSON.parse(out)).toMatchObject({ episode: 1, stopReason: 'max-turns' });
    const replayed = await runCli(['replay', '1'], { cwd });
    expect(replayed.out, replayed.err).toContain('identical');
  });

  it('is whole whoever writes it at once, and nothing is left beside it', async () => {
    const cwd = folder();
    const ends = await Promise.all(
      [1, 2].map(() => startCli([...RUN, '--if-locked', 'share'], { cwd }).ended),
    );
    expect(ends.map(({ code, err }) => [code, err])).toEqual(ends.map(() => [0, '']));
    expect(reportOf(cwd)).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
    expect(readdirSync(path.join(cwd, 'play')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
