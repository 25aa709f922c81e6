/** @module-tag slow */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

describe('zorkgpt map', () => {
  it('shows rooms and ways as text, Mermaid, DOT, SVG and JSON', async () => {
    const cwd = await playedWorkdir();
    const shown = async (...args: string[]) => runCli(['map', 'show', ...args], { cwd });
    const text = await shown();
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out).toMatch(/^Landing Stage \(\d+\), entered \d+ times?$/m);
    expect((await shown('--format', 'mermaid')).out).toMatch(/^graph LR\n {2}L\d+\["/);
    expect((await shown('--format', 'dot')).out).toMatch(/^digraph map \{\n/);
    expect((await shown('--format', 'svg')).out).toContain('</svg>');
    const json = JSON.parse((await shown('--json')).out) as { rooms: { name: string }[] };
    expect(json.rooms.map(({ name }) => name)).toContain('Landing Stage');
    expect((await shown('--format', 'json')).out).toBe((await shown('--json')).out);
  });

  it('is the same as map show when no verb is given', async () => {
    const cwd = await playedWorkdir();
    const { out } = await runCli(['map'], { cwd });
    expect(out).toBe((await runCli(['map', 'show'], { cwd })).out);
  });

  it('- is standard output for a map, and no place for a page', async () => {
    const cwd = await playedWorkdir();
    const printed = await runCli(['map', 'export', '--format', 'dot', '--out', '-'], { cwd });
    expect(printed.out).toMatch(/^digraph /);
    for (const page of [['report'], ['memories', 'exam']]) {
      const { code, err } = await runCli([...page, '--out', '-'], { cwd });
      expect([code, err]).toEqual([2, expect.stringContaining('--out needs a file')]);
    }
  });

  it('exports to a file and says which', async () => {
    const cwd = await playedWorkdir();
    const args = ['map', 'export', '--format', 'dot', '--out', 'map.dot'];
    const { code, out } = await runCli(args, { cwd });
    const file = path.join(cwd, 'map.dot');
    expect({ code, out }).toEqual({ code: 0, out: `${file}\n` });
    const dot = readFileSync(file, 'utf8');
    expect(dot).toBe((await runCli(['map', 'show', '--format', 'dot'], { cwd })).out);
    const described = await runCli([...args, '--json'], { cwd });
    expect(JSON.parse(described.out)).toEqual({
      file,
      format: 'dot',
      bytes: Buffer.byteLength(dot),
    });
  });

  it('changes nothing in the workdir', async () => {
    const cwd = temporaryFolder();
    const { code, err } = await runCli(['map', '--story', SHIPPED_STORY], { cwd });
    expect(code).toBe(0);
    expect(err).toMatch(/^No episode yet in \S+, which does not exist; zorkgpt run plays one\.\n$/);
    expect(existsSync(path.join(cwd, 'game_files'))).toBe(false);
  });

  it('refuses a damaged map with 78 and leaves it as it is', async () => {
    const cwd = await playedWorkdir();
    const file = path.join(cwd, 'play/map_state.json');
    writeFileSync(file, '{"schemaVersion": 1');
    const { code, out, err } = await runCli(['map', 'show'], { cwd });
    expect([code, out]).toEqual([78, '']);
    expect(err).toMatch(/map_state\.json cannot be read \(.+\); restore it or move it away\./);
    expect(readFileSync(file, 'utf8')).toBe('{"schemaVersion": 1');
  });

  it('refuses an unknown format with 2', async () => {
    const { code, err } = await runCli(['map', 'show', '--format', 'png'], {
      cwd: temporaryFolder(),
    });
    expect(code).toBe(2);
    expect(err).toContain('text, mermaid, dot, svg, json');
  });
});
