/** @module-tag slow */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { testStory } from '../helpers/stories.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

/** Types lines at a terminal. */
async function typed(
  lines: readonly string[],
  { cwd = temporaryFolder(), columns = 80, story = SHIPPED_STORY } = {},
) {
  const stdin = new PassThrough();
  stdin.end(lines.map((line) => `${line}\n`).join(''));
  const { code, out, err } = await runCli(['play', story], { cwd, stdin, columns });
  return { code, out: stripVTControlCharacters(out), err, cwd };
}

describe('at a terminal', () => {
  it.each([80, 40, 20])(
    'of %i columns no line is longer, and a status line fits',
    async (columns) => {
      const { code, out, err } = await typed(['look', 'save', '', 'inventory', 'examine me'], {
        columns,
      });
      expect(code).toBe(0);
      const lines = `${out}\n${err}`.split('\n').map((line) => line.replace(/^(?:file)?>+/, ''));
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(out).toMatch(/^Landing/m);
    },
  );

  it('that does not know its width text is broken at 80 columns', async () => {
    const { out } = await typed(['look'], { columns: 0 });
    const longest = Math.max(...out.split('\n').map((line) => line.length));
    expect(longest).toBeGreaterThan(60);
    expect(longest).toBeLessThanOrEqual(80);
  });

  it('with --hints says how to ask for one, and tells that nothing was learnt yet', async () => {
    const stdin = new PassThrough();
    stdin.end('hint\n');
    const cwd = temporaryFolder();
    const args = ['play', SHIPPED_STORY, '--hints'];
    const { err } = await runCli(args, { cwd, stdin, columns: 80 });
    expect(err).toMatch(/^\(hint tells .*\)\n[^]*Nothing was learnt about Landing Stage\.\n/);
  });

  it('a saved game is in the folder and goes on in another process', async () => {
    const { cwd, out } = await typed(['take satchel', 'north', 'save', 'evening.qzl', 'look']);
    const here = out.trimEnd().split('\n').at(-1) ?? '';
    expect(existsSync(path.join(cwd, 'evening.qzl'))).toBe(true);
    const other = await typed(['restore', 'evening.qzl', 'look'], { cwd });
    expect(other.out.trimEnd().split('\n').at(-1)?.split(/ {2,}/)[0]).toBe(here.split(/ {2,}/)[0]);
    expect(other.code).toBe(0);
  });

  it.each([
    ['n', false],
    ['', false],
    ['yes', true],
  ])('a game that was saved another time is replaced after %j: %s', async (answer, isReplaced) => {
    const { cwd } = await typed(['save', 'evening.qzl']);
    const file = path.join(cwd, 'evening.qzl');
    const before = readFileSync(file);
    const again = [
      'north',
      'save',
      'evening.qzl',
      answer,
      'north',
      'save',
      'other',
      'save',
      'other',
    ];
    const { code, out, err } = await typed([...again, 'inventory'], { cwd });
    expect([code, out.includes('carrying')]).toEqual([0, true]);
    expect(`${out}${err}`.match(/Replace\s+it\?/g)).toHaveLength(1);
    expect(readFileSync(file).equals(before)).toBe(!isReplaced);
  });

  it('a file that is no saved game is neither restored nor overwritten, and the game goes on', async () => {
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, 'diary.txt'), 'Dear diary');
    const { code, out, err } = await typed(
      ['save', 'diary.txt', 'restore', 'diary.txt', 'restore', 'nowhere', 'inventory'],
      { cwd },
    );
    expect(code).toBe(0);
    const said = err.replaceAll(/\s+/g, ' ');
    expect(said).toContain('is there already and is no saved game');
    expect(said).toContain('That file is no saved game');
    expect(said).toContain('There is no file');
    expect(readFileSync(path.join(cwd, 'diary.txt'), 'utf8')).toBe('Dear diary');
    expect(out).toContain('carrying');
  });

  it('Ctrl-C ends with 130 and a new line', async () => {
    const stdin = new PassThrough();
    let interrupt: (signal: NodeJS.Signals) => void = () => undefined;
    const run = runCli(['play', SHIPPED_STORY], {
      cwd: temporaryFolder(),
      stdin,
      columns: 80,
      onListening: (listener) => void (interrupt = listener),
      onLine: (line) => line.includes('Landing Stage') && interrupt('SIGINT'),
    });
    const { code, err } = await run;
    expect(code).toBe(130);
    expect(err.endsWith('\n')).toBe(true);
  });

  it('a transcript holds what was played while it was on', async (context) => {
    const story = testStory('zork1-r88.z3');
    if (story === null) return context.skip();
    const { cwd } = await typed(['look', 'script', '', 'north', 'unscript', 'east'], { story });
    const transcript = readFileSync(path.join(cwd, 'zork1-r88.scr'), 'utf8');
    expect(transcript).toContain('Here begins a transcript');
    expect(transcript).toContain('>north\nNorth of House');
    expect(transcript).not.toContain('>east');
    expect(transcript).toContain('Here ends a transcript');
  });

  it('a transcript that has no file asks again, and a name in quotes is without them', async () => {
    const refused = ['script', 'nowhere/evening.scr'];
    const { cwd, out, err } = await typed([...refused, 'script', '"my evening.scr"', 'north']);
    expect(err.match(/Write the transcript/g)).toHaveLength(2);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/There is no folder \S+nowhere\./);
    expect(out).toContain('(without a file the game is as it was before that command)');
    expect(out.match(/Start of a transcript/g)).toHaveLength(1);
    expect(readdirSync(cwd)).toEqual(['my evening.scr']);
    expect(readFileSync(path.join(cwd, 'my evening.scr'), 'utf8')).toContain(
      '>north\nShingle Path',
    );
  });

  it('recorded commands are played again', async (context) => {
    const story = testStory('advent.z5');
    if (story === null) return context.skip();
    const { cwd, out } = await typed(
      ['no', 'recording on', 'walk', 'east', 'look', 'recording off', 'west', 'replay', 'walk'],
      { story },
    );
    expect(readFileSync(path.join(cwd, 'walk'), 'utf8')).toBe('east\nlook\n');
    expect(out.split('[Replaying commands.]')[1]).toMatch(/^>east\nInside Building/m);
  });
});

it('without a terminal the text is as the game printed it', async () => {
  const cwd = temporaryFolder();
  const { code, out } = await runCli(['play', SHIPPED_STORY], { cwd, stdin: 'look\nsave\n' });
  expect(code).toBe(0);
  expect(out.split('\n').some((line) => line.length > 80)).toBe(true);
  expect(out).toMatch(/>save\n.*fail/is);
});
