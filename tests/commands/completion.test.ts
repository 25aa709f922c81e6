/** @module-tag slow */
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

/** What stands in for zsh: its script is bash but for what it calls, and for words that count from 1. */
const ZSH = `_describe() { local -n list=$2; printf '%s\\n' "\${list[@]%%:*}"; }
compadd() { shift; printf '%s\\n' "$@"; }
_files() { echo '(files)'; }
compdef() { :; }`;

describe.skipIf(!hasBash)('the script for zsh, run by bash', () => {
  it.each([
    ['zorkgpt memories ', 'search'],
    ['zorkgpt memories show --', '--location'],
    ['zorkgpt run --display ', 'transcript'],
    ['zorkgpt run --story ', '(files)'],
    ['zorkgpt help ', 'cron'],
  ])('offers for "%s" what fits', async (line, expected) => {
    const file = path.join(temporaryFolder(), 'completion.zsh');
    writeFileSync(file, await script('zsh'));
    const words = line.split(' ');
    const array = ['', ...words].map((word) => `'${word}'`).join(' ');
    const ask = `${ZSH}\nsource "${file}"; words=(${array}); CURRENT=${words.length}; _zorkgpt`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', ask]);
    expect(stderr.toString()).toBe('');
    expect(stdout.toString().split('\n')).toContain(expected);
  });
});

/** The words of a line as fish reads them; throws where a quote is not closed. */
function fishWords(line: string): readonly string[] {
  const words = line.match(/(?:'(?:\\[\\']|[^'\\])*'|"[^"]*"|[^\s'"])+/g) ?? [];
  if (line.replaceAll(/\s/g, '') !== words.join('').replaceAll(/\s/g, '')) throw new Error(line);
  return words.map((word) => word.replace(/^(['"])(.*)\1$/s, '$2').replaceAll(/\\([\\'])/g, '$1'));
}

describe('the script for fish', () => {
  it('closes its quotes and blocks, and offers at each place what follows there', async () => {
    const lines = (await script('fish')).split('\n').map(fishWords);
    const count = (...heads: string[]) =>
      lines.filter(([head]) => heads.includes(head ?? '')).length;
    expect(count('function', 'for', 'switch')).toBe(count('end'));
    const offers = (place: string) =>
      lines.filter(([head, , , , at]) => head === 'complete' && at === `__zorkgpt_at '${place}'`);
    const names = (place: string, flag: string) =>
      offers(place).flatMap((words) => words[words.indexOf(flag, 5) + 1] ?? []);
    expect(names('memories', '-a')).toEqual(expect.arrayContaining(['show', 'search', 'stats']));
    expect(names('memories show', '-l')).toEqual(expect.arrayContaining(['location', 'config']));
    const display = offers('run').find((words) => words.includes('display'));
    expect(display).toEqual(
      expect.arrayContaining(['-r', '-x', '-a', 'auto live plain transcript none']),
    );
    const steps = lines.filter(([head]) => head === 'case').map(([, from]) => from);
    expect(steps).toEqual(expect.arrayContaining(['/memories', 'memories/show']));
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

  it.for(['bash', 'zsh', 'fish'])(
    'for %s is a script that the shell can read',
    async (shell, context) => {
      if (spawnSync(shell, ['--version']).status !== 0) {
        missing(shell);
        context.skip(`${shell} is not installed`);
      }
      const file = path.join(temporaryFolder(), 'completion');
      writeFileSync(file, await script(shell));
      const checked = spawnSync(shell, ['-n', file]);
      expect([checked.status, checked.stderr.toString()]).toEqual([0, '']);
    },
  );

  it('for another shell is a usage error', async () => {
    expect((await runCli(['completion', 'tcsh'], { cwd: temporaryFolder() })).code).toBe(2);
  });
});
