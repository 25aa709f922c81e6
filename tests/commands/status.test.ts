/** @module-tag slow */
import { describe, expect, it } from 'vitest';
import { nextStart } from '../../src/commands/status/show-status.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace, temporaryFolder } from '../helpers/workdir.ts';

describe('zorkgpt status', () => {
  it('tells in a played folder what the last run brought, and so does zorkgpt alone', async () => {
    const cwd = await playedWorkdir();
    const environment = { ZORKGPT_WORKDIR: 'play', PATH: '' };
    const { code, out } = await runCli(['status'], { cwd, environment });
    expect(code).toBe(0);
    expect(out).toMatch(/^running\s+no$/m);
    expect(out).toMatch(
      /^played {4}The Saltmere Light: 2 episodes, at best \d+\/100 in episode [12]$/m,
    );
    expect(out).toMatch(/^last run\s+2 episodes, begun /m);
    expect(out).toMatch(/^\s+First run: \d+\/100, \d+ rooms\.$/m);
    expect(out).toMatch(/^disk\s+\d+\.\d MiB used/m);
    const withoutDisk = (text: string) => text.replaceAll(/^disk .*$/gm, '');
    const alone = (await runCli([], { cwd, environment })).out;
    expect(withoutDisk(alone)).toBe(withoutDisk(out));
    const json = await runCli(['status', '--json'], { cwd, environment });
    expect(JSON.parse(json.out)).toMatchObject({ running: null, episodes: [], nextStart: null });
  });

  it('without a workdir is one sentence, and zorkgpt alone is the help', async () => {
    const cwd = temporaryFolder();
    expect(await runCli(['status'], { cwd })).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^No episode yet in \S+, which does not exist; zorkgpt run plays/),
    });
    expect((await runCli([], { cwd })).err).toContain('Usage: zorkgpt');
  });

  it('and every other reading command say the same where only a plan was asked for', async () => {
    const { cwd } = makePlace();
    expect((await runCli(['run', '--dry-run'], { cwd })).code).toBe(0);
    for (const line of ['status', 'report', 'memories exam', 'memories verify', 'recipes make']) {
      const { code, out, err } = await runCli(line.split(' '), { cwd });
      expect({ code, out }, line).toEqual({ code: 0, out: '' });
      expect(err, line).toMatch(/^No episode yet in \S+; zorkgpt run plays one\.\n$/);
    }
  });
});

describe('the next start of a cron line', () => {
  // A Monday.
  const now = new Date(2026, 10, 23, 3, 15, 30);
  it.each([
    ['15 3 * * * zorkgpt run', [2026, 10, 24, 3, 15]],
    ['16 3 * * * zorkgpt run', [2026, 10, 23, 3, 16]],
    ['*/20 * * * * zorkgpt run', [2026, 10, 23, 3, 20]],
    ['0 22-23 * * 0 zorkgpt run', [2026, 10, 29, 22, 0]],
    ['0 4 1 * 2 zorkgpt run', [2026, 10, 24, 4, 0]],
    ['0 4 31 12 * zorkgpt run', [2026, 11, 31, 4, 0]],
  ] as const)('%s', (line, [year, month, day, hour, minute]) => {
    expect(nextStart(line, now)).toEqual(new Date(year, month, day, hour, minute));
  });

  it.each(['@daily zorkgpt run', '# 15 3 * * *', '', '15 3 30 2 * zorkgpt run'])(
    'is not known of "%s"',
    (line) => {
      expect(nextStart(line, now)).toBeNull();
    },
  );
});
