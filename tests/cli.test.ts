/** @module-tag slow */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/cli.ts';
import { everyCommand } from '../src/commands/command-line.ts';
import { describeError, errorFacts } from '../src/commands/errors.ts';
import { SHELL_PROGRAM } from './helpers/cli-child.ts';
import { runCli } from './helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from './helpers/workdir.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

const program = createProgram({
  cwd: ROOT,
  environment: {},
  stdin: Readable.from([]),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  onSignal: () => () => undefined,
});

const commands = [program, ...everyCommand(program)].map(
  (command) => [pathOf(command).join(' '), command] as const,
);

function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

async function cli(...args: string[]) {
  return runCli(args, { cwd: temporaryFolder() });
}

describe('every command', () => {
  it.each(commands)(
    '"%s" documents all its options and arguments, and takes no key',
    (_, command) => {
      expect(command.description()).not.toBe('');
      const help = command.helpInformation();
      for (const option of command.options.filter(({ hidden }) => !hidden)) {
        expect(help).toContain(option.flags);
        expect(option.description).not.toBe('');
        expect(option.flags).not.toMatch(/key|secret|token\b|password/i);
        expect(option.envVar).toBeUndefined();
      }
    },
  );

  it.each(commands)(
    '"%s" shows its help for -h and ends with 0, whatever else is there',
    async (name) => {
      const words = name.split(' ').filter((word) => word !== '');
      for (const args of [
        [...words, '-h'],
        [...words, '--no-such-option', '--help'],
        ['--help', ...words],
      ]) {
        const { code, out, err } = await cli(...args);
        expect([code, err]).toEqual([0, '']);
        expect(out).toContain(['Usage: zorkgpt', ...words].join(' '));
      }
    },
  );

  it('that has verbs only reads when it stands alone, but for eval, which is a verb itself', () => {
    const nouns = program.commands.filter(
      (command) => command.commands.length > 0 && command.name() !== 'eval',
    );
    expect(nouns.length).toBeGreaterThan(3);
    for (const noun of nouns) {
      const bare = (noun as unknown as { _defaultCommandName: string | null })._defaultCommandName;
      expect([noun.name(), bare]).toEqual([
        noun.name(),
        expect.stringMatching(/^(list|show|status)$/),
      ]);
    }
  });
});

describe('a command line that is not understood', () => {
  it.each([
    [['episods'], 'episodes'],
    [['epsiodes'], 'episodes'],
    [['memories', 'lst'], 'list'],
    [['memories', 'serach', 'window'], 'search'],
    [['episodes', 'shwo', '3'], 'show'],
    [['help', 'enviroment'], 'environment'],
    [['help', 'memories', 'shwo'], 'show'],
    [['run', '--episode', '3'], '--episodes'],
  ])('%j ends with 2, one complaint and a suggestion', async (args, meant) => {
    const { code, out, err } = await cli(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`(Did you mean ${meant}?)`);
    expect(err.match(/error:/g)?.length).toBe(1);
  });

  it.each([
    ['run', 'episodes', '0', 'of at least 1'],
    ['run', 'seed', '-1', 'of at least 0'],
    ['run', 'seed', '9007199254740992', 'of at least 0'],
    ['watch', 'port', '65536', 'from 0 to 65535'],
  ])(
    '%s --%s %s ends with 2 and says which numbers there are',
    async (command, name, value, range) => {
      const { code, err } = await cli(command, `--${name}=${value}`);
      expect(code).toBe(2);
      expect(err).toContain(`It is a whole number ${range}.`);
    },
  );

  it.each([
    ['run', 'episodes', 1],
    ['run', 'seed', 0],
    ['run', 'seed', 9007199254740991],
    ['watch', 'port', 0],
    ['watch', 'port', 65535],
  ])('%s --%s %d is understood', (command, name, value) => {
    const made = program.commands.find((one) => one.name() === command);
    const option = made?.options.find(({ long }) => long === `--${name}`);
    expect(option?.parseArg?.(String(value), undefined)).toBe(value);
  });

  it('with words too many ends with 2', async () => {
    const { code, err } = await cli('config', 'show', 'seed', 'all');
    expect(code).toBe(2);
    expect(err).toContain("too many arguments for 'show': ");
  });
});

it('a verb that a command does not have is answered with those that it has', async () => {
  const { code, err } = await cli('episodes', 'ls');
  expect(code).toBe(2);
  expect(err).toContain('(There are list, show, diff, export, prune.)');
});

describe('a word that is none of the choices', () => {
  it.each([
    ['ofline', 'Did you mean offline?'],
    ['nobody', 'Allowed choices are offline, openai,'],
  ])('as %s: %s', async (player, says) => {
    const { code, err } = await cli('run', '--player', player);
    expect(code).toBe(2);
    expect(err.replaceAll('\n', ' ')).toContain(says);
  });
});

describe('an error', () => {
  it('is said once, in one sentence', async () => {
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, 'zorkgpt.config.json'), '{"story":"gone.z5"}');
    const { code, out, err } = await runCli(['story', 'info'], { cwd });
    expect([code, out]).toEqual([78, '']);
    expect(err).toMatch(/^Error: There is no story file [^\n]+\.\n$/);
  });

  it.each([
    [['memories', '--json', '--config', 'none.json'], 78, 'bad-config'],
    [['run', '--json', '--episode', '3'], 2, 'usage'],
    [['episodes', 'lst', '--json'], 2, 'usage'],
    [['nothing', '--json'], 2, 'usage'],
    [['memories', 'invalidate', '--location', 'x', '--json'], 2, 'usage'],
  ])('of %j with --json is one line of JSON on stderr', async (args, expected, name) => {
    const { code, out, err } = await cli(...args);
    expect([code, out]).toEqual([expected, '']);
    expect(err.split('\n').length).toBe(2);
    const said = JSON.parse(err) as { error: { code: string; message: string } };
    expect(said.error.code).toBe(name);
    expect(said.error.message).not.toBe('');
  });
});

describe('an error that nobody foresaw', () => {
  const failure = { code: 'EMFILE', path: '/srv/play/Memories.md', syscall: 'open' };
  const thrown = Object.assign(new Error('EMFILE: too many open files, open'), failure);

  it('of the operating system says what to do, and where it came from on request', () => {
    expect(describeError(thrown, false)).toBe(
      'Error: Cannot use /srv/play/Memories.md: too many files are open; raise the limit with ulimit -n (EMFILE).',
    );
    expect(describeError(thrown, true)).toContain('cli.test.ts');
    expect(errorFacts(thrown).code).toBe('storage-failed');
  });

  it('of any other kind is called unexpected', () => {
    expect(describeError(new RangeError('a bug'), false)).toMatch(/^Unexpected error .*a bug/);
    expect(errorFacts(new RangeError('a bug')).code).toBe('unexpected');
  });
});

describe('as a process', () => {
  /** Runs a shell pipeline in which the command `zorkgpt` is the program; the same word in a path stays what it is. */
  async function pipeline(line: string, cwd: string, environment: Record<string, string> = {}) {
    const script = `set -o pipefail\nzorkgpt() { ${SHELL_PROGRAM} "$@"; }\n${line}`;
    const child = spawn('bash', ['-c', script], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, out, err };
  }

  function played(episodes = 1): string {
    const cwd = temporaryFolder();
    writeFileSync(
      path.join(cwd, 'zorkgpt.config.json'),
      JSON.stringify({ story: SHIPPED_STORY, player: 'offline', workdir: '.' }),
    );
    for (let number = 1; number <= episodes; number += 1) {
      mkdirSync(path.join(cwd, 'episodes', String(number).padStart(4, '0')), { recursive: true });
    }
    return cwd;
  }

  it('plays the shipped story to its last point where nothing may make code of text', async () => {
    const walkthrough = SHIPPED_STORY.replace(/\.z5$/, '.walkthrough.txt');
    const play = `zorkgpt play --story "${SHIPPED_STORY}" --seed 1 --commands "${walkthrough}"`;
    const { code, out } = await pipeline(play, temporaryFolder());
    expect(code).toBe(0);
    expect(out).toContain('100 out of a possible 100');
  });

  it('ends quietly when its reader leaves: episodes list | head -1 is one line and no stack', async () => {
    const cwd = played(1000);
    const { code, out, err } = await pipeline('zorkgpt episodes list | head -1', cwd);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^episode [^\n]+\n$/);
  });

  it('ends quietly when nobody reads its complaints', async () => {
    const { code, out } = await pipeline('zorkgpt memories --story gone 2>&- ; echo $?', played());
    expect([code, out]).toEqual([0, '78\n']);
  });

  it('says in a sentence that standard output is full, and ends with 1', async () => {
    const { code, err } = await pipeline('zorkgpt episodes list > /dev/full', played());
    expect(code).toBe(1);
    expect(err).toMatch(/^Error: [^\n]*standard output[^\n]*\n$/);
  });

  it('colours nothing under NO_COLOR', async () => {
    const cwd = played();
    const told = async (environment: Record<string, string>) => {
      const { out, err } = await pipeline(
        'zorkgpt doctor --offline; zorkgpt episodes lst',
        cwd,
        environment,
      );
      return out + err;
    };
    expect(await told({ FORCE_COLOR: '1' })).toContain('\u001b');
    expect(await told({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain('\u001b');
  });

  it('loads no interpreter, provider client, logger or locks to show memories', async () => {
    const cwd = played();
    const coverage = path.join(cwd, 'coverage');
    const { code } = await pipeline('zorkgpt memories show --location 1 --json', cwd, {
      NODE_V8_COVERAGE: coverage,
    });
    expect(code).toBe(0);
    const loaded = readdirSync(coverage).flatMap((name) => {
      const text = readFileSync(path.join(coverage, name), 'utf8');
      return [
        ...text.matchAll(/"url":"file:[^"]*\/(?:node_modules\/([^/"]+)|([^/"]+)-\w{8}\.js)/g),
      ];
    });
    const names = new Set(loaded.map(([, dependency, module]) => dependency ?? module));
    expect([...names]).toEqual(expect.arrayContaining(['show-memories', 'commander']));
    const heavy = ['ifvms', 'openai', 'pino', 'proper-lockfile', 'cli-table3', 'ora'];
    expect(heavy.filter((dependency) => names.has(dependency))).toEqual([]);
  });
});
