import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { checkMemories } from '../../src/managers/memory/check-memories.ts';
import { parseDocument, roomsOf } from '../../src/managers/memory/memory-document.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

/** 8 processes file 200 memories each in one Memories.md: all are there, none twice, the file is valid. */
const WRITERS = 8;
const EACH = 200;

const folder = temporaryFolder();
const child = path.join(import.meta.dirname, 'children/memory-writer.ts');

function write(name: string): Promise<number> {
  const args = ['--import', 'tsx', child, folder, name, String(EACH)];
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  writer.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  return new Promise((resolve) => {
    writer.on('close', () => resolve(Number(out.trim())));
  });
}

const filed = await Promise.all(Array.from({ length: WRITERS }, (_, i) => write(`w${i}`)));
const bytes = readFileSync(path.join(folder, 'Memories.md'));
const memories = [...roomsOf(parseDocument(bytes)).values()].flatMap((room) => room.memories);
const titles = new Set(memories.map(({ title }) => title));
const problems = checkMemories(bytes);
const left = readdirSync(folder).filter((name) => !name.startsWith('Memories.md'));
const leftovers = readdirSync(folder).filter((name) => /lock|tmp/.test(name));
console.log(
  `filed ${filed.reduce((sum, count) => sum + count, 0)}, present ${memories.length}, distinct ${titles.size}, ` +
    `problems ${problems.length}, other files ${left.length + leftovers.length}`,
);
const expected = WRITERS * EACH;
const isSound =
  memories.length === expected &&
  titles.size === expected &&
  problems.length === 0 &&
  leftovers.length === 0;
process.exitCode = isSound ? 0 : 1;
