/** @module-tag slow */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { copyOfTheProgram } from '../helpers/program-copy.ts';

it('a build leaves a running process the modules that it has yet to load', () => {
  const { folder, main, build } = copyOfTheProgram();
  const dist = path.join(folder, 'dist');
  const chunks = () => readdirSync(dist).filter((name) => name.startsWith('chunk-'));
  build();
  const before = chunks().map((name) => [name, readFileSync(path.join(dist, name), 'utf8')]);
  appendFileSync(path.join(folder, 'src/domain/errors.ts'), '\nconsole.error("changed");\n');
  build();
  expect(chunks().length).toBeGreaterThan(before.length);
  for (const [name = '', text] of before)
    expect(readFileSync(path.join(dist, name), 'utf8')).toBe(text);
  const program = [main, 'help', 'exit-codes'];
  expect(execFileSync(process.execPath, program, { encoding: 'utf8' })).toContain('try later');
});
