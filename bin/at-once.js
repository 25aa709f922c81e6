// Runs npm scripts at the same time; ends with the code of the first named that failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { argv, env, execPath } from 'node:process';

const npm = env['npm_execpath'];
const [program, ...before] = npm === undefined ? ['npm'] : [execPath, npm];
const ends = argv.slice(2).map(async (script) => {
  const child = spawn(program, [...before, 'run', '--silent', script], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 1;
});
process.exitCode = (await Promise.all(ends)).find((code) => code !== 0) ?? 0;
