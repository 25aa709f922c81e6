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

/** What the program offers for the last word of a line. */
async function offered(line: string, shell = 'bash', more: readonly string[] = [], cwd = '') {
  const [typed = '', ...before] = line.split(' ').slice(1).toReversed();
  const offer = `--offer=${[typed, ...before.toReversed()].join('\n')}`;
  const place = cwd === '' ? temporaryFolder() : cwd;
  const { code, out } = await runCli(['completion', shell, offer, ...more], { cwd: place });
  expect(code).toBe(0);
  return out.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  it.each([
    ['zorkgpt mem', ['memories']],
    ['zorkgpt memories s', ['show', 'search', 'stats']],
    ['zorkgpt memories show --lo', ['--location']],
    ['zorkgpt memories --story memories show --wo', ['--workdir']],
    ['zorkgpt memories show --co', ['--config']],
    ['zorkgpt run --display ', ['auto', 'live', 'plain', 'transcript', 'none']],
    ['zorkgpt episodes export 7 --format t', ['transcript', 'tales', 'textquests']],
    ['zorkgpt completion z', ['zsh']],
    ['zorkgpt help cr', ['cron']],
    ['zorkgpt config show player', ['player']],
    ['zorkgpt run --story ', []],
  ])('offers for "%s" what fits', async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
  });

  it('offers everything at the beginning, and says what it means where the shell shows that', async () => {
    expect(await offered('zorkgpt ')).toEqual(expect.arrayContaining(['run', 'doctor', '--json']));
    expect(await offered('zorkgpt doc', 'zsh')).toEqual([expect.stringMatching(/^doctor:check/)]);
    expect(await offered('zorkgpt doc', 'fish')).toEqual([expect.stringMatching(/^doctor\tcheck/)]);
  });

  it('offers what the workdir knows, and nothing where it knows nothing', async () => {
    const cwd = await playedWorkdir();
    const known = async (line: string) => offered(line, 'bash', ['--workdir', 'play'], cwd);
    expect(await known('zorkgpt episodes show ')).toEqual(
      expect.arrayContaining(['1', '2', 'latest', '--transcript']),
    );
    expect(await known('zorkgpt memories show --location ')).toEqual(
      expect.arrayContaining(['Landing Stage', "Keeper's Yard"]),
    );
    expect(await offered('zorkgpt memories show --location ')).toEqual([]);
  });

  it('for another shell is a usage error', async () => {
    expect((await runCli(['completion', 'tcsh'], { cwd: temporaryFolder() })).code).toBe(2);
  });
});

const ROOMS = ["Keeper's Yard", 'Salt Marsh (117)', 'Kitchen'];
/** Stands in for the program: tells what it was asked, and offers the rooms. */
const PROGRAM = `zorkgpt() { printf '%s|' "$@" >&3; printf '%s\\n' ${ROOMS.map((room) => JSON.stringify(room)).join(' ')}; }`;

describe.skipIf(!hasBash)('the scripts', () => {
  function run(text: string): { readonly asked: string; readonly out: readonly string[] } {
    const told = path.join(temporaryFolder(), 'asked');
    const out = execFileSync('bash', ['--norc', '-c', `exec 3>"${told}"; ${PROGRAM}\n${text}`]);
    const asked = execFileSync('cat', [told]).toString();
    return { asked, out: out.toString().split('\n').filter(Boolean) };
  }

  const inBash = async (...words: readonly string[]) => {
    const file = path.join(temporaryFolder(), 'completion.bash');
    writeFileSync(file, await script('bash'));
    const array = words.map((word) => `'${word}'`).join(' ');
    return run(
      `source "${file}"; COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _zorkgpt; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
  };

  it('for bash asks with the word so far and those before it, and quotes as the person does', async () => {
    const bare = await inBash('zorkgpt', 'memories', 'show', '--location', '');
    expect(bare.asked).toBe('completion|bash|--offer=\nmemories\nshow\n--location|');
    expect(bare.out).toEqual(["Keeper\\'s\\ Yard", 'Salt\\ Marsh\\ \\(117\\)', 'Kitchen']);
    expect((await inBash('zorkgpt', 'Salt\\')).asked).toBe('completion|bash|--offer=Salt|');
    const quoted = await inBash('zorkgpt', '"Keeper');
    expect(quoted).toEqual({ asked: 'completion|bash|--offer=Keeper|', out: ROOMS });
    expect((await inBash('zorkgpt', '')).asked).toBe('completion|bash|--offer=|');
  });

  it('for zsh asks the same, and describes what comes', async () => {
    // Bash stands in for zsh, whose words count from 1.
    const zsh = (await script('zsh')).replace('words[CURRENT]', 'words[CURRENT-1]');
    const file = path.join(temporaryFolder(), 'completion.zsh');
    writeFileSync(file, zsh);
    const { asked, out } = run(
      `_describe() { local -n list=$2; printf '%s\\n' "\${list[@]}"; }; compdef() { :; }
      source "${file}"; words=(zorkgpt memories show --lo); CURRENT=4; _zorkgpt`,
    );
    expect(asked).toBe('completion|zsh|--offer=--lo\nmemories\nshow|');
    expect(out).toEqual(ROOMS);
  });

  it('for fish close their quotes and blocks', async () => {
    const lines = (await script('fish')).split('\n');
    const heads = lines.map((line) => line.trim().split(' ')[0]);
    const count = (...words: string[]) => heads.filter((head) => words.includes(head ?? '')).length;
    expect(count('function', 'for', 'switch', 'if')).toBe(count('end'));
    for (const line of lines) expect(line.split(/['"]/).length % 2, line).toBe(1);
  });

  it.for(['bash', 'zsh', 'fish'])('for %s can be read by the shell', async (shell, context) => {
    if (spawnSync(shell, ['--version']).status !== 0) {
      missing(shell);
      context.skip(`${shell} is not installed`);
    }
    const file = path.join(temporaryFolder(), 'completion');
    writeFileSync(file, await script(shell));
    const checked = spawnSync(shell, ['-n', file]);
    expect([checked.status, checked.stderr.toString()]).toEqual([0, '']);
  });
});
