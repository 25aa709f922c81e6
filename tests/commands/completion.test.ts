import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { missing } from '../helpers/missing.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;

async function script(shell: string): Promise<string> {
  const { code, out } = await runCli(['completion', shell], { cwd: temporaryFolder() });
  expect(code).toBe(0);
  return out;
}

/** What bash offers for the last word of a line. */
async function offered(line: string, before = 'true'): Promise<string[]> {
  const file = path.join(temporaryFolder(), 'completion.bash');
  writeFileSync(file, await script('bash'));
  const words = line.split(' ');
  const array = words.map((word) => `'${word}'`).join(' ');
  const ask = `${before}; source "${file}"; COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _zorkgpt; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', ask], { stdio: ['ignore', 'pipe', 'inherit'] });
  return out
    .toString()
    .split('\n')
    .filter((word) => word !== '');
}

describe.skipIf(!hasBash)('completion in bash', () => {
  it('offers the episodes of the workdir and the topics of help', async () => {
    expect(await offered('zorkgpt episodes show ', 'zorkgpt() { echo "$*"; }')).toEqual(
      expect.arrayContaining(['completion', '--words', 'episodes', '--transcript']),
    );
    expect(await offered('zorkgpt help cr')).toEqual(['cron']);
    const cwd = await playedWorkdir();
    const words = async (kind: string) =>
      (await runCli(['completion', '--words', kind, '--workdir', 'play'], { cwd })).out;
    expect(await words('episodes')).toBe('1\n2\nlatest\n');
    expect((await words('rooms')).split('\n')).toEqual(
      expect.arrayContaining(['Landing Stage', "Keeper's Yard"]),
    );
    expect((await runCli(['completion', '--words', 'rooms'], { cwd: temporaryFolder() })).out).toBe(
      '',
    );
  });

  it('offers rooms by name, however the name is quoted', async () => {
    const rooms = "zorkgpt() { echo \"Keeper's Yard\"; echo 'Salt Marsh (117)'; echo Kitchen; }";
    const of = (typed: string) => offered(`zorkgpt memories show --location ${typed}`, rooms);
    expect(await of('')).toEqual(["Keeper\\'s\\ Yard", 'Salt\\ Marsh\\ \\(117\\)', 'Kitchen']);
    expect(await of('"Keeper')).toEqual(["Keeper's Yard"]);
    expect(await of('Salt\\')).toEqual(['Salt\\ Marsh\\ \\(117\\)']);
    expect(await of('Attic')).toEqual([]);
  });

  it.each([
    ['zorkgpt mem', ['memories']],
    ['zorkgpt memories s', ['show', 'search', 'stats']],
    ['zorkgpt memories show --lo', ['--location']],
    ['zorkgpt memories --story memories show --wo', ['--workdir']],
    ['zorkgpt memories show --co', ['--config']],
    ['zorkgpt run --display ', ['auto', 'live', 'plain', 'transcript', 'none']],
    ['zorkgpt episodes export 7 --format t', ['transcript', 'tales', 'textquests']],
    ['zorkgpt run --story ', []],
  ])('offers for "%s" what fits', async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s knows every command and option', async (shell) => {
    const text = await script(shell);
    for (const word of [
      'memories',
      'invalidate',
      'doctor',
      'if-locked',
      'rollback',
      'transcript',
    ]) {
      expect(text).toContain(word);
    }
    expect(text).not.toContain('undefined');
  });

  it.each(['bash', 'zsh', 'fish'])('for %s is a script that the shell can read', async (shell) => {
    if (spawnSync(shell, ['--version']).status !== 0) {
      missing(shell);
      return;
    }
    const file = path.join(temporaryFolder(), 'completion');
    writeFileSync(file, await script(shell));
    const checked = spawnSync(shell, ['-n', file]);
    expect([checked.status, checked.stderr.toString()]).toEqual([0, '']);
  });

  it('for another shell is a usage error', async () => {
    expect((await runCli(['completion', 'tcsh'], { cwd: temporaryFolder() })).code).toBe(2);
  });
});
