import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  currentIdentity,
  formatIdentity,
  isProvablyDead,
  parseIdentity,
} from '../../src/storage/process-identity.ts';

const self = currentIdentity();
const gone = Number(
  execFileSync(process.execPath, ['-e', 'process.stdout.write(String(process.pid))']).toString(),
);

it('an identity is read back from its text, and nothing else is one', () => {
  expect(parseIdentity(formatIdentity(self))).toEqual(self);
  for (const text of ['', 'x', `${formatIdentity(self)}x!`]) expect(parseIdentity(text)).toBeNull();
});

it.each([
  ['this process', {}, false],
  ['one whose number nobody has', { pid: gone }, true],
  ['one whose start is not known', { start: '0' }, false],
  ['one of another host', { pid: gone, host: 'elsewhere' }, false],
  ['one of another container', { pid: gone, namespace: 'other' }, false],
])('%s is dead for certain: %j', (_, differs, isDead) => {
  expect(isProvablyDead({ ...self, ...differs }, self)).toBe(isDead);
});

it.runIf(existsSync('/proc/self/stat'))(
  'one whose number another process has by now is dead for certain',
  () => {
    expect(isProvablyDead({ ...self, start: '1' }, self)).toBe(true);
  },
);

it.runIf(existsSync('/etc/machine-id'))('one from before the machine was started is dead', () => {
  expect(isProvablyDead({ ...self, boot: 'earlier' }, self)).toBe(true);
});
