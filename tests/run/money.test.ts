/** @module-tag slow */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { closeProviders, playAgainst, says } from '../helpers/play-against.ts';
import { startProvider } from '../helpers/provider-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';

afterEach(closeProviders);

const SILENT = { content: says('look'), usage: {} };
const prices = { 'test-model': [{ since: '2020-01-01', input: 1000, output: 1000 }] };

it('a limit of money without a price is an error before the first call, with the lines that mend it', async () => {
  const provider = await startProvider({ replies: [SILENT] });
  const critic = { baseUrl: 'https://models.example/v1', apiKeyEnv: 'THEIR_KEY' };
  const models = { model: 'test-model', baseUrl: provider.baseUrl, roles: { critic } };
  const { cwd } = makePlace({ player: 'openai', models });
  const environment = { THEIR_KEY: 'k'.repeat(20) };
  const { code, err } = await runCli(['run', '--max-cost', '1'], { cwd, environment });
  await provider.close();
  expect(code).toBe(78);
  expect(provider.requests).toEqual([]);
  const mended = /"prices"[^]*\}\] \}/.exec(err)?.[0] ?? '';
  expect(JSON.parse(`{${mended}}`)).toHaveProperty(['prices', 'test-model', 0, 'input']);
});

it("a model of one's own costs nothing, and no limit of money is in its way", async () => {
  const { summary } = await playAgainst([SILENT], { budget: { run: { costUsd: 0.01 } } });
  expect(summary).toMatchObject({ stopReason: 'max-turns', costUsd: 0 });
});

it('where no usage is reported the limit is kept by estimates, and stderr says so', async () => {
  const { code, err, summary } = await playAgainst([SILENT], {
    models: { prices },
    turns: 30,
    budget: { run: { costUsd: 8 } },
  });
  expect(summary.stopReason).toBe('budget');
  expect(summary.turns).toBeGreaterThan(1);
  expect(summary.turns).toBeLessThan(30);
  expect(err).toMatch(/Spent: .*\$\d+\.\d+, estimated\./);
  expect(code).toBe(0);
});

it('a run that has no money for another reply begins no further episode', async () => {
  const reply = { content: says('look'), usage: { prompt_tokens: 1000, completion_tokens: 300 } };
  const { err, cwd } = await playAgainst([reply], {
    models: { prices: { 'test-model': [{ since: '2020-01-01', input: 1, output: 1 }] } },
    turns: 5,
    episodes: 3,
    budget: { run: { costUsd: 0.001 } },
  });
  expect(readdirSync(path.join(cwd, 'play/episodes'))).not.toContain('0002');
  expect(err).toMatch(/^Episode 1 stopped for the budget: The limit of \$0\.001 per run/m);
});
