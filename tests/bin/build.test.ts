import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/workdir.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

function copyOfTheProgram(): string {
  const folder = temporaryFolder();
  for (const name of ['bin', 'src', 'package.json'])
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

it('a build leaves a running process the modules that it has yet to load', () => {
  const folder = copyOfTheProgram();
  const dist = path.join(folder, 'dist');
  const build = () => execFileSync(process.execPath, [path.join(folder, 'bin/build.js')]);
  const chunks = () => readdirSync(dist).filter((name) => name !== 'cli.js');
  build();
  const before = chunks().map((name) => [name, readFileSync(path.join(dist, name), 'utf8')]);
  appendFileSync(path.join(folder, 'src/domain/errors.ts'), '\nconsole.error("changed");\n');
  build();
  expect(chunks().length).toBeGreaterThan(before.length);
  for (const [name = '', text] of before)
    expect(readFileSync(path.join(dist, name), 'utf8')).toBe(text);
  const program = [path.join(folder, 'bin/zorkgpt.js'), 'help', 'exit-codes'];
  expect(execFileSync(process.execPath, program, { encoding: 'utf8' })).toContain('try later');
});
