import { afterEach, expect, it } from 'vitest';
import { closeProviders, playAgainst, says } from '../helpers/play-against.ts';

afterEach(closeProviders);

it('with 4,096 tokens an episode is played whole, in requests and replies that fit, and one line says so', async () => {
  const { code, err, provider, summary } = await playAgainst([says('look around the room')], {
    turns: 40,
    models: {},
    gets: { '/props': { default_generation_settings: { n_ctx: 4096 } } },
  });
  expect(code).toBe(0);
  expect(summary).toMatchObject({ stopReason: 'max-turns', turns: 40 });
  expect(err.match(/context\.historyTokens is lowered/g)).toHaveLength(1);
  for (const { body } of provider.requests) {
    expect(body['max_tokens']).toBe(512);
    expect(JSON.stringify(body['messages']).length / 4).toBeLessThan(4096 - 512);
  }
});
