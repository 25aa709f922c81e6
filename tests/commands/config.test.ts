import { expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';

it.each([
  [
    'one setting',
    ['config', 'show', 'episode.maxTurns'],
    'setting           value\nepisode.maxTurns  200\n',
  ],
  ['as JSON its value', ['config', 'show', 'episode.maxTurns', '--json'], '200\n'],
])('config show names %s', async (_, line, out) => {
  expect(await runCli(line, makePlace())).toEqual({ code: 0, out, err: '' });
});

it('config show names those below a word, and where each comes from', async () => {
  const { out } = await runCli(['config', 'show', 'budget.run', '--origin'], makePlace());
  const names = out
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(/ +/)[0]);
  expect(names).toEqual(
    ['turns', 'tokens', 'costUsd', 'minutes'].map((one) => `budget.run.${one}`),
  );
  expect(out).toMatch(/ null +default$/m);
});

it('a setting that does not exist is refused, and a near one is proposed', async () => {
  const refused = await runCli(['config', 'show', 'budget.run.costUSD'], makePlace());
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toMatch(
    /^error: there is no setting budget\.run\.costUSD; did you mean budget\.run\.costUsd\?$/m,
  );
});
