/** @module-tag slow */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PlayerProcess } from '../../../src/fleet/worker/player-process.ts';
import { temporaryFolder } from '../../helpers/workdir.ts';

/** Plays `short` at once and `long` without an end, and leaves after `last`. */
const PLAYER = `
import { writeFileSync } from 'node:fs';
writeFileSync('pid', String(process.pid));
process.on('message', ({ folder }) => {
  if (folder === 'long') return;
  process.send({ kind: 'played' }, () => folder === 'last' && process.exit());
});
process.on('disconnect', () => process.exit());
`;

const [, program] = process.argv;
const cwd = temporaryFolder();
const player = () => new PlayerProcess([], cwd);

beforeAll(() => {
  const file = path.join(cwd, 'player.mjs');
  writeFileSync(file, PLAYER);
  process.argv[1] = file;
});
afterAll(() => {
  process.argv[1] = program ?? '';
});

it(
  'ends what it plays also when the one before it was still going',
  { timeout: 20_000 },
  async () => {
    const tried = player();
    const lost = tried.play('long');
    tried.end();
    const next = tried.play('long');
    expect(await lost).toMatchObject({ kind: 'failed', code: 'crashed' });
    tried.end();
    expect(await next).toMatchObject({ kind: 'failed', code: 'crashed' });
  },
);

it(
  'plays on in another process when one ended between two plays',
  { timeout: 20_000 },
  async () => {
    const tried = player();
    expect(await tried.play('last')).toEqual({ kind: 'played' });
    const pid = Number(readFileSync(path.join(cwd, 'pid'), 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 10_000 });
    expect(await tried.play('short')).toEqual({ kind: 'played' });
    tried.end();
  },
);
