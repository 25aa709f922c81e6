import { KEY_VARIABLES } from '../../src/model/players.ts';
import { mapLearnt } from '../../src/storage/learnt-folder.ts';
import { PassThrough, Readable } from 'node:stream';
import path from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli.ts';
import { everyCommand } from '../../src/commands/command-line.ts';
import { LEAVES, SETTINGS } from '../../src/config/resolve.ts';
import { EXIT } from '../../src/commands/errors.ts';
import { ROLES } from '../../src/domain/message.ts';
import { ARM_PARTS, parseArms } from '../../src/eval/arms.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

async function help(...words: string[]): Promise<string> {
  const { code, out } = await runCli(words, { cwd: temporaryFolder() });
  expect(code).toBe(0);
  return out;
}

/** The command line with every action taken out. */
function inertProgram() {
  const program = createProgram({
    cwd: import.meta.dirname,
    environment: {},
    stdin: Readable.from([]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    onSignal: () => () => undefined,
  });
  for (const command of everyCommand(program)) command.action(() => undefined);
  return program;
}

function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

const commands = inertProgram()
  .commands.map((command) => command.name())
  .filter((name) => name !== 'help');

describe('the examples of a help text', () => {
  it.each(commands)('%s has some, and each is a command line that is understood', async (name) => {
    const [, examples = ''] = (await help(name, '--help')).split('\nExamples:\n');
    const lines = examples.split('\n').filter((line) => line.includes('zorkgpt'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [, call = ''] = /zorkgpt ([^|)]*)/.exec(line) ?? [];
      const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      );
      await expect(inertProgram().parseAsync(words, { from: 'user' })).resolves.toBeDefined();
    }
  });
});

describe('the help of eval', () => {
  it('names every part of an arm, and each that it names is taken', async () => {
    const [, arms = ''] = (await help('eval', '--help')).split('\nArms: ');
    for (const part of [...ARM_PARTS.components, ...ARM_PARTS.choices]) {
      expect(arms).toMatch(new RegExp(`\\b${part}\\b`));
      expect(parseArms(part)).toHaveLength(1);
    }
  });
});

describe('zorkgpt help', () => {
  it('alone is the help of the program, with a command the help of that', async () => {
    expect(await help('help')).toBe(await help('--help'));
    expect(await help('help', 'memories', 'show')).toBe(await help('memories', 'show', '--help'));
  });

  it('environment names every setting and every key variable', async () => {
    const text = await help('help', 'environment');
    for (const { env, path: keys } of LEAVES) {
      expect(text).toContain(`\n  ${env}\n`);
      expect(text).toContain(keys.join('.'));
    }
    for (const name of ['ZORKGPT_API_KEY', 'ZORKGPT_API_KEY_FILE', ...KEY_VARIABLES, 'NO_COLOR']) {
      expect(text).toContain(name);
    }
    expect(text).not.toContain('{{');
  });

  it('commands names every command that there is, with its options', async () => {
    const text = await help('help', 'commands');
    for (const command of everyCommand(inertProgram())) {
      expect(text).toMatch(new RegExp(`^ {2}${pathOf(command).join(' ')}( |$)`, 'm'));
      for (const { long, hidden } of command.options) {
        if (!hidden) expect(text).toContain(long);
      }
    }
    expect(text).not.toContain('{{');
  });

  it('commands and the help of a command mark an option that must be there', async () => {
    expect(await help('help', 'commands')).toMatch(
      /memories show\n[^\n]*\n +--location \(required\)\n/,
    );
    expect(await help('memories', 'show', '--help')).toMatch(/--location <room> .*\(required\)/);
  });

  it('settings names every setting with its default, maps of the file too', async () => {
    const text = await help('help', 'settings');
    for (const { path: keys } of SETTINGS) {
      const name = keys.join('.').replace(/(?<=^models\.roles\.)\w+/, 'ROLE');
      expect(text.split(`\n  ${name} = `)).toHaveLength(2);
    }
    for (const role of ROLES) expect(text).toContain(` ${role} `);
    expect(text).toContain('\n  workdir = "game_files"\n');
    expect(text).toContain('\n  models.prices = ');
    expect(text).not.toContain('{{');
  });

  it('exit-codes names every code', async () => {
    const text = await help('help', 'exit-codes');
    for (const code of Object.values(EXIT)) expect(text).toMatch(new RegExp(`^ {2}${code} `, 'm'));
  });

  it('cron has absolute paths, a service and a timer', async () => {
    const text = await help('help', 'cron');
    const program = path.resolve(import.meta.dirname, '../../bin/zorkgpt.js');
    expect(text).toContain(`${process.execPath} ${program} run`);
    for (const section of ['[Service]', '[Timer]', '[Install]', 'LoadCredential=']) {
      expect(text).toContain(section);
    }
    expect(text).not.toContain('{{');
  });

  it('files names what an episode leaves, and every file of what was learnt', async () => {
    const text = await help('help', 'files');
    const played = ['trajectory.jsonl', 'summary.json', 'inputs.jsonl', 'start/'];
    const learnt = Object.values(mapLearnt((name) => name));
    for (const name of [...learnt, 'spending.json', ...played]) {
      expect(text).toContain(name);
    }
  });
});
