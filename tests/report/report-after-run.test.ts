/** @module-tag slow */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, type CliResult } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';
import { startCli } from '../helpers/cli-child.ts';

const RUN = ['run', '--display', 'none', '--turns', '3', '--seed', '5'];
const WITH_REPORT = { ZORKGPT_REPORT_AT_END_OF_RUN: '' };

/** Runs a command line as a person does, without what tests switch off. */
function cli(
  cwd: string,
  args: readonly string[],
  rest: Partial<Parameters<typeof runCli>[1]> = {},
): Promise<CliResult> {
  return runCli(args, { cwd, environment: WITH_REPORT, ...rest });
}

function reportOf(cwd: string): string {
  return readFileSync(path.join(cwd, 'play/report.html'), 'utf8');
}

describe('the report in the workdir', () => {
  it('is written anew by resume and shows the newest episodes, as many as report.last says', async () => {
    const { cwd } = makePlace({ report: { last: 2 } });
    await cli(cwd, [...RUN, '--episodes', '2']);
    const stopped = await cli(cwd, RUN, {
      onListening: (listener) => setImmediate(() => listener('SIGINT')),
    });
    expect(stopped.code).toBe(130);
    const before = reportOf(cwd);
    expect(before).toContain('episodes 2 to 3');
    const { code, err } = await cli(cwd, ['resume', '--display', 'none']);
    expect(code, err).toBe(0);
    expect(reportOf(cwd)).toContain('episodes 2 to 3');
    expect(reportOf(cwd)).not.toBe(before);
  });

  it('is left alone when report.atEndOfRun is false, when nothing was played, and by play', async () => {
    const { cwd } = makePlace({ report: { atEndOfRun: false } });
    expect((await cli(cwd, RUN)).code).toBe(0);
    const other = makePlace().cwd;
    expect((await cli(other, [...RUN, '--dry-run'])).code).toBe(0);
    expect((await cli(other, ['play'], { stdin: 'look\n' })).code).toBe(0);
    for (const one of [cwd, other])
      expect(existsSync(path.join(one, 'play/report.html'))).toBe(false);
  });

  it('that cannot be written ends the run with 1 and a sentence, and the episode is whole', async () => {
    const { cwd } = makePlace();
    mkdirSync(path.join(cwd, 'play/report.html'), { recursive: true });
    const { code, out, err } = await cli(cwd, [...RUN, '--json']);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^\{"error":\{"code":"storage-failed","message":"The episodes are saved[^\n]+\n$/,
    );
    expect(JSON.parse(out)).toMatchObject({ episode: 1, stopReason: 'max-turns' });
    const replayed = await cli(cwd, ['replay', '1']);
    expect(replayed.out, replayed.err).toContain('identical');
  });

  it('is written by processes that play in one workdir at once, whole and with nothing left beside it', async () => {
    const { cwd } = makePlace();
    const args = ['run', '--display', 'none', '--turns', '1', '--json', '--if-locked', 'share'];
    const ends = await Promise.all([
      startCli(args, { cwd, environment: WITH_REPORT }).ended,
      cli(cwd, args),
    ]);
    for (const { code, err, out } of ends) {
      expect([code, err]).toEqual([0, '']);
      expect(out.trim().split('\n')).toHaveLength(1);
    }
    expect(reportOf(cwd)).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
    expect(statSync(path.join(cwd, 'play/report.html')).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.join(cwd, 'play')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
