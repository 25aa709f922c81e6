/** @module-tag slow */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { CommanderError, type Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli.ts';
import { everyCommand } from '../../src/commands/command-line.ts';
import { SHELL_PROGRAM } from '../helpers/cli-child.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const SHORT = ['run', '--turns', '1', '--display', 'none'];

/** Commands that play, serve, or need a database, by the first word; each has tests of its own. */
const PLAYING = new Set('run resume fork eval play watch mcp worker fleet'.split(' '));

function emptyProgram(): Command {
  return createProgram({
    cwd: '/',
    environment: {},
    stdin: Readable.from([]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    onSignal: () => () => undefined,
  });
}

function namesOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...namesOf(command.parent), command.name()];
}

/** What a command cannot do without. */
function leastWords({ registeredArguments, options }: Command): readonly string[] {
  return [
    ...registeredArguments
      .filter(({ required, argChoices }) => required || argChoices !== undefined)
      .map(({ argChoices }) => argChoices?.[0] ?? '1'),
    ...options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [String(long), '1']),
    ...options
      .filter(({ long }) => ['--yes', '--offline'].includes(String(long)))
      .map(({ flags }) => flags),
  ];
}

describe('without a configuration', () => {
  it('the offline player plays the shipped story into game_files, told in one line', async () => {
    const cwd = temporaryFolder();
    const { code, err } = await runCli(SHORT, { cwd });
    expect(code, err).toBe(0);
    expect(err.match(/offline/g)).toHaveLength(1);
    expect(err).toMatch(/^[^\n]*offline[^\n]*saltmere\.z5[^\n]*\n$/);
    expect(readdirSync(cwd)).toEqual(['game_files']);
  });

  it('a model that is named is not played by the offline player', async () => {
    const { code, err } = await runCli([...SHORT, '--model', 'some'], { cwd: temporaryFolder() });
    expect(code).toBe(78);
    expect(err).toContain('No player is named');
  });

  it('a workdir knows its story', async () => {
    const cwd = temporaryFolder();
    const other = path.join(cwd, 'copy.z5');
    writeFileSync(other, readFileSync(SHIPPED_STORY));
    await runCli([...SHORT, '--player', 'offline', '--story', other], { cwd });
    writeFileSync(path.join(cwd, 'zorkgpt.config.json'), '{"player":"offline"}');
    const { code, err } = await runCli(SHORT, { cwd });
    expect(code, err).toBe(0);
    const manifest = readFileSync(path.join(cwd, 'game_files/episodes/0002/manifest.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ story: { file: other } });
  });
});

describe('zorkgpt init', () => {
  it('writes a commented configuration that show and run accept, and never changes one', async () => {
    const cwd = temporaryFolder();
    const file = path.join(cwd, 'zorkgpt.config.json');
    const { code, out } = await runCli(['init'], { cwd });
    expect([code, out]).toEqual([0, `${file}\n`]);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^ +\/\/ /m);
    const shown = await runCli(['config', 'show', '--json'], { cwd });
    expect(JSON.parse(shown.out)).toMatchObject({
      config: { story: SHIPPED_STORY, player: 'offline', episodes: { keep: 50 } },
    });
    expect(await runCli(SHORT, { cwd })).toMatchObject({ code: 0, err: '' });
    expect((await runCli(['init', '--json'], { cwd })).out).toContain('"written":false');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('reads comments only where they are comments', async () => {
    const cwd = temporaryFolder();
    const text = '{ /* one\n */ "story": "http://x/*y*/ \\"// z", // two\n "player": "offline" }';
    writeFileSync(path.join(cwd, 'zorkgpt.config.json'), text);
    const { out } = await runCli(['config', 'show', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      config: { story: path.join(cwd, 'http:/x/*y*/ "/ z') },
    });
  });
});

describe('a global option', () => {
  it('means the same before and behind every command, over the configuration', async () => {
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, 'zorkgpt.config.json'), '{"player":"offline","workdir":"other"}');
    const place = ['--workdir', 'mine', '--story', SHIPPED_STORY];
    const first = await runCli([...place, '--json', '--quiet', ...SHORT], { cwd });
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(first.out)).toMatchObject({ episode: 1 });
    const [same, own] = [
      ['episodes', 'list'],
      ['doctor', '--offline'],
    ];
    for (const command of [
      same,
      own,
      ['episodes', 'show', '1'],
      ['map', 'show'],
      ['replay', '1'],
    ]) {
      const before = await runCli([...place, '--json', ...command], { cwd });
      const behind = await runCli([...command, '--json', ...place], { cwd });
      // Others use the disk meanwhile.
      const [said, told] = [before, behind].map(({ out }) =>
        out.replace(/\d+ MiB free/, 'MiB free'),
      );
      expect([before.code, before.err, told], command.join(' ')).toEqual([0, '', said]);
      expect(() => JSON.parse(before.out) as unknown).not.toThrow();
    }
    expect(existsSync(path.join(cwd, 'other'))).toBe(false);
  });

  it('leads every command that does not play to its workdir, and the one of the configuration is not made', async () => {
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, 'c.json'), '{"player":"offline","workdir":"other"}');
    const place = ['--config', 'c.json', '--workdir', 'mine', '--story', SHIPPED_STORY, '--quiet'];
    expect(await runCli([...SHORT, ...place], { cwd })).toMatchObject({ code: 0, err: '' });
    const lines = everyCommand(emptyProgram())
      .filter((command) => !PLAYING.has(namesOf(command)[0] ?? ''))
      .map((command) => [...namesOf(command), ...leastWords(command)]);
    expect(lines.length).toBeGreaterThan(40);
    for (const line of lines) {
      const { code, out, err } = await runCli([...line, ...place, '--json'], { cwd });
      // What there is nothing of, or no such thing, is said; that is no misuse.
      expect(code === 0 || [1, 78].includes(code), `${line.join(' ')}: ${err}`).toBe(true);
      expect(`${out}${err}`, line.join(' ')).not.toContain(path.join(cwd, 'other'));
      expect(err === '', line.join(' ')).toBe(code === 0);
    }
    expect(readdirSync(cwd).toSorted()).toEqual(['c.json', 'mine', 'zorkgpt.config.json']);
  });

  it.each(
    everyCommand(emptyProgram()).map((command) => [namesOf(command).join(' '), command] as const),
  )('is understood by "%s" before and behind its name', async (name, command) => {
    const given = ['--config', 'c', '--workdir', 'w', '--story', 's', '--json', '--quiet'];
    const words = [...name.split(' '), ...leastWords(command)];
    for (const line of [
      [...given, ...words],
      [...words, ...given],
      [...given.slice(0, 4), ...words, ...given.slice(4)],
    ]) {
      const program = emptyProgram();
      const heard: object[] = [];
      const stop = new CommanderError(0, 'heard', '');
      program.hook('preAction', (_, acting) => {
        heard.push(acting.optsWithGlobals());
        throw stop;
      });
      await expect(program.parseAsync(line, { from: 'user' }), line.join(' ')).rejects.toBe(stop);
      expect(heard).toEqual([
        expect.objectContaining({ config: 'c', workdir: 'w', story: 's', json: true, quiet: true }),
      ]);
    }
  });

  it('--no-color takes the colours from a terminal that has them, before and behind', async () => {
    const environment = { FORCE_COLOR: '1' };
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, 'zorkgpt.config.json'), '{"player":"offline"}');
    const look = async (...line: readonly string[]) => {
      const { code, out } = await runCli(line, { cwd, environment });
      expect(code).toBe(0);
      return out.includes('\u001B');
    };
    const offline = ['doctor', '--offline'];
    expect(await look(...offline)).toBe(true);
    expect(await look('--no-color', ...offline)).toBe(false);
    expect(await look(...offline, '--no-color')).toBe(false);
  });

  it('--quiet leaves nothing on stderr but errors', async () => {
    const cwd = temporaryFolder();
    expect((await runCli([...SHORT, '--quiet'], { cwd })).err).toBe('');
    const wrong = await runCli(['--quiet', 'episodes', 'show', '77'], { cwd });
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.err).toMatch(/^Error: There is no episode/);
  });
});

describe('the cron line of doctor', () => {
  const cron = async (cwd: string, environment: Record<string, string> = {}) => {
    const { out } = await runCli(['doctor', '--offline', '--json'], { cwd, environment });
    const { findings } = JSON.parse(out) as { findings: { check: string }[] };
    return findings.find(({ check }) => check === 'cron');
  };

  it('is ok where it plays, and names everything that cron cannot know', async () => {
    const cwd = temporaryFolder();
    expect(await cron(cwd)).toMatchObject({ status: 'ok' });
    const told = await cron(cwd, { ZORKGPT_EPISODE_MAX_TURNS: '7', ZORKGPT_WORKDIR: 'night' });
    expect(told).toMatchObject({ status: 'ok' });
    expect(JSON.stringify(told)).toContain('ZORKGPT_EPISODE_MAX_TURNS=7 ');
    expect(JSON.stringify(told)).toContain(`--workdir ${path.join(cwd, 'night')} `);
  });

  it('is a warning where it would not play', async () => {
    const cwd = temporaryFolder();
    const file = path.join(cwd, 'zorkgpt.config.json');
    writeFileSync(file, JSON.stringify({ story: 'gone.z5', player: 'offline' }));
    expect(await cron(cwd)).toMatchObject({ status: 'warn' });
    mkdirSync(path.join(cwd, 'key'));
    writeFileSync(
      file,
      JSON.stringify({ story: SHIPPED_STORY, player: 'openai', models: { model: 'm' } }),
    );
    expect(await cron(cwd, { OPENAI_API_KEY: 'k'.repeat(20) })).toMatchObject({ status: 'warn' });
  });
});

it('with few open files a command works or says so in one sentence', () => {
  const cwd = temporaryFolder();
  for (const files of [24, 32, 40, 48, 64]) {
    const line = `ulimit -n ${files}; ${SHELL_PROGRAM} story list --json`;
    const { status, stderr } = spawnSync('sh', ['-c', line], { cwd, encoding: 'utf8' });
    if (status !== 0)
      expect(stderr).toMatch(/^Error: Too many files are open [^\n]*ulimit -n 256\.\n$/);
    expect([0, 74]).toContain(status);
  }
});
