/** @module-tag slow */
import { afterEach, describe, expect, it } from 'vitest';
import { CANARY_KEY } from '../helpers/model-setup.ts';
import { closeProviders, playAgainst, says } from '../helpers/play-against.ts';
import { REFUSALS } from '../helpers/refusals.ts';
import { runCli } from '../helpers/run-cli.ts';

afterEach(closeProviders);

const LOOK = says('look');
const DOWN = { status: 503, headers: { 'retry-after-ms': '1' } };
const LASTING = { status: 503, headers: { 'retry-after': '60' } };

it('an outage in the middle of an episode costs no turn', async () => {
  const { code, summary, commands, err } = await playAgainst([LOOK, DOWN, DOWN, DOWN, LOOK], {
    models: { patienceMinutes: 1 },
    display: 'plain',
  });
  expect(summary).toMatchObject({ stopReason: 'max-turns', turns: 3 });
  expect(commands).toEqual(['look', 'look', 'look']);
  expect(code).toBe(0);
  expect(err).not.toContain('503');
});

describe('an endpoint that stays down', () => {
  it('ends the run with the episode saved, and the episode goes on when it is up again', async () => {
    const { code, summary, cwd, provider, err } = await playAgainst([LOOK, LASTING], {
      models: { patienceMinutes: 0.1 },
      episodes: 3,
    });
    expect(summary).toMatchObject({ stopReason: 'provider-down', modelError: 'outage', turns: 1 });
    expect(code).toBe(75);
    expect(err).toContain('is resumed by the next run');
    expect(provider.requests).toHaveLength(2);
    provider.script([LOOK]);
    const resumed = await runCli(['resume', '--json', '--display', 'none'], {
      cwd,
      environment: { OPENAI_API_KEY: CANARY_KEY },
    });
    expect(resumed.code).toBe(0);
    expect(JSON.parse(resumed.out)).toMatchObject({ stopReason: 'max-turns', turns: 3 });
  });

  it('also when only lessons ask it', async () => {
    const { code, summary } = await playAgainst([LOOK], {
      models: { patienceMinutes: 0.1 },
      turns: 30,
      lessons: [LASTING],
    });
    expect(summary).toMatchObject({ stopReason: 'provider-down' });
    expect(code).toBe(75);
  });
});

describe('what no waiting mends ends the whole run, in one sentence', () => {
  const lasting = REFUSALS.filter(({ does }) => does.startsWith('ends the run'));
  const cases = [77, 78].map((exit) => {
    const refusal = lasting.find(({ does }) => does.endsWith(String(exit)));
    // An unknown model may be a stray answer after a good one, and is believed at the third time.
    return [exit, exit === 78 ? 3 : 1, refusal] as const;
  });
  it.each(cases)('with %i after %i tries', async (exit, tries, refusal) => {
    const { code, summary, provider, err } = await playAgainst([LOOK, refusal?.reply ?? ''], {
      episodes: 3,
    });
    expect(summary).toMatchObject({ stopReason: 'model-failed', turns: 1 });
    expect(code).toBe(exit);
    expect(provider.requests).toHaveLength(1 + tries);
    expect(err.match(/failed: /g)).toHaveLength(1);
  });
});
