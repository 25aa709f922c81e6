/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFolderNames } from '../../src/storage/read-file.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { runCli } from '../helpers/run-cli.ts';

/** A call of every command that prints a table or facts, by the file that makes it. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  'memories/change-memories.ts': ['memories history'],
  'config.ts': ['config show', 'config show --origin'],
  'doctor/doctor.ts': ['doctor --offline'],
  'episodes/prune-episodes.ts': ['episodes prune --keep 1'],
  'episodes/show-episodes.ts': ['episodes list', 'episodes show latest'],
  'episodes/diff-episodes.ts': ['episodes diff 1 2'],
  'eval/show-experiment.ts': ['eval show experiment'],
  'help.ts': ['help', 'help run', 'help cron', 'help files', 'help settings'],
  'knowledge/answer-knowledge.ts': ['knowledge list'],
  'memories/exam-memories.ts': ['memories exam'],
  'memories/list-memories.ts': ['memories list', 'memories stats'],
  'memories/show-memories.ts': ['memories search a'],
  'memories/value-memories.ts': ['memories value --pairs 1 --turns 1'],
  'memories/verify-memories.ts': ['memories verify'],
  'objectives.ts': ['objectives'],
  'recipes/answer-recipes.ts': ['recipes list'],
  'run/end-run.ts': ['run --turns 2'],
  'status/show-status.ts': ['status'],
  'story/story.ts': ['story list', 'story info'],
};
/** They play again what was recorded, so that a shorter recording will do; one that made recipes. */
const PLAYS = [
  'memories/value-memories.ts',
  'memories/verify-memories.ts',
  'recipes/answer-recipes.ts',
];
const RECIPES = { ZORKGPT_VERIFY_AFTER_EPISODE: '1200' };
/** They print no table, and break their lines between words. */
const LINES = ['map', 'episodes show 1 --transcript', 'episodes export 1'];
/** They need a database; their table is made by the same function. */
const WITH_DATABASE = ['fleet/fleet.ts'];

describe('every command that prints a table', () => {
  let [cwd, short] = ['', ''];
  beforeAll(async () => {
    [cwd, short] = [await playedWorkdir(), await playedWorkdir(RECIPES, 20)];
    const plan = '--seeds 1,2 --episodes 1 --turns 2 --player offline --out experiment';
    const { code, err } = await runCli(['eval', ...plan.split(' ')], { cwd });
    expect(code, err).toBe(0);
  }, 120_000);

  it('is called here', () => {
    const folder = path.join(import.meta.dirname, '../../src/commands');
    const files = [folder, ...readFolderNames(folder).map((name) => path.join(folder, name))]
      .filter((one) => !one.endsWith('.ts'))
      .flatMap((one) =>
        readFolderNames(one).map((name) => path.relative(folder, path.join(one, name))),
      )
      .filter((name) => name.endsWith('.ts'));
    const drawing = files.filter((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      return /\b(?:renderRows|renderTable|renderFacts|tableOr|hanging)\(|wrapText\(/.test(text);
    });
    const drawers = ['layout.ts', 'command.ts'];
    expect(drawing.filter((name) => !drawers.includes(name)).sort()).toEqual(
      [...Object.keys(CALLS), ...WITH_DATABASE].sort(),
    );
  });

  it.each([...Object.values(CALLS).flat(), ...LINES])(
    'fits into 80 and 40 columns: %s',
    async (line) => {
      const isShort = PLAYS.some((file) => CALLS[file]?.includes(line));
      for (const columns of [80, 40]) {
        const environment = { ZORKGPT_WORKDIR: 'play' };
        // What would take something away asks first.
        const place = { cwd: isShort ? short : cwd, columns, environment, stdin: 'n\n' };
        const { code, out, err } = await runCli(line.split(' '), place);
        expect(code, err).toBe(0);
        const text = stripVTControlCharacters(out);
        // A line that is to be pasted stays one line.
        const isPasted = (one: string) =>
          (line === 'help cron' ? /^ {2}/ : /^ {2}zorkgpt/).test(one);
        const wide = text
          .split('\n')
          .filter((one) => one.length > columns && !(line.startsWith('help') && isPasted(one)))
          .filter((one) => !one.startsWith('15 3 * * *') && !/^\S+$/.test(one));
        expect(wide, text).toEqual([]);
        expect(`${text}${err}`.trim()).not.toBe('');
      }
    },
  );

  it.each([['episodes list'], ['help settings']])(
    'is as wide as COLUMNS says where a program shows it: %s',
    async (line) => {
      const told = async (columns: Readonly<Record<string, string>>) =>
        (
          await runCli(line.split(' '), {
            cwd,
            environment: { ...columns, ZORKGPT_WORKDIR: 'play' },
          })
        ).out;
      const widest = (text: string) => Math.max(...text.split('\n').map((one) => one.length));
      expect(widest(await told({ COLUMNS: '50' }))).toBeLessThanOrEqual(50);
      const unlimited = widest(await told({}));
      expect(unlimited).toBeGreaterThan(90);
      expect(widest(await told({ COLUMNS: '0' }))).toBe(unlimited);
    },
  );
});
