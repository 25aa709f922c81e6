import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';

/**
 * Base URL of a llama.cpp server with random weights, such as http://127.0.0.1:18431/v1: what it writes is noise, its wire
 * is real.
 */
// oxlint-disable-next-line node/no-process-env
const ENDPOINT = process.env['ZORKGPT_TEST_ENDPOINT'] ?? '';

const LONG = 1_200_000;

/** Lets a model say nothing but these commands (GBNF, as llama.cpp reads it). */
const GRAMMAR = String.raw`root ::= "{\"thinking\":\"so\",\"action\":\"" ("look" | "wait" | "north" | "south" | "inventory") "\"}"`;

async function play(models: object, turns: number) {
  const { cwd, workdir } = makePlace({
    player: 'openai',
    seed: 3,
    models: { model: 'random', baseUrl: ENDPOINT, maxTokens: 40, ...models },
    episode: { maxTurns: turns },
    critic: { mode: 'never' },
  });
  const { code, out, err } = await runCli(['run', '--json', '--display', 'none'], { cwd });
  const summary = JSON.parse(out) as { stopReason: string; turns: number; stopDetail: string };
  const commands = readFileSync(path.join(workdir, 'episodes/0001/commands.rec'), 'utf8');
  return { code, err, summary, commands: commands.split('\n').filter(Boolean), cwd };
}

describe.skipIf(ENDPOINT === '')('a real server that writes noise', () => {
  it(
    'whose agent can only say commands plays on, whatever becomes of its lessons',
    async () => {
      const roles = { agent: { maxTokens: 120, extraBody: { grammar: GRAMMAR } } };
      const { code, summary, commands } = await play({ structured: 'off', roles }, 20);
      expect(summary).toMatchObject({ stopReason: 'max-turns', turns: 20 });
      expect(commands).toHaveLength(20);
      expect(new Set(commands).size).toBeGreaterThan(1);
      expect(code).toBe(0);
    },
    LONG,
  );

  it(
    'whose replies have the shape and say nothing ends the episode, resumable, and the sentence helps',
    async () => {
      const { code, summary } = await play({ maxTokens: 12 }, 3);
      expect(summary).toMatchObject({ stopReason: 'model-failed', turns: 0 });
      expect(summary.stopDetail).toMatch(/maxTokens|JSON Schema|less to reason/);
      expect(code).toBe(3);
    },
    LONG,
  );
});

it.runIf(ENDPOINT === '')(
  'the tests with a real server are skipped: ZORKGPT_TEST_ENDPOINT is not set',
  () => {
    expect(ENDPOINT).toBe('');
  },
);
