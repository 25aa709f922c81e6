/** @module-tag slow */
import { afterEach, expect, it } from 'vitest';
import { closeProviders, playAgainst, says } from '../helpers/play-against.ts';
import { runCli } from '../helpers/run-cli.ts';

afterEach(closeProviders);

it('with 4,096 tokens an episode is played whole, in requests and replies that fit, and one line says so', async () => {
  const { code, err, provider, summary } = await playAgainst([says('wait')], {
    turns: 24,
    models: {},
    gets: { '/props': { default_generation_settings: { n_ctx: 4096 } } },
  });
  expect(code).toBe(0);
  expect(summary).toMatchObject({ stopReason: 'max-turns', turns: 24 });
  expect(err.match(/context\.historyTokens is lowered/g)).toHaveLength(1);
  for (const { body } of provider.requests) {
    expect(body['max_tokens']).toBe(512);
    expect(JSON.stringify(body['messages']).length / 4).toBeLessThan(4096 - 512);
  }
});

const tooLong = (words: string) => ({
  status: 400,
  body: {
    error: { message: words, type: 'invalid_request_error', code: 'context_length_exceeded' },
  },
});
const before = Array.from({ length: 12 }, () => says('wait'));
const summary = JSON.stringify({ summary: 'We looked around twelve times.' });

it.each([
  ['that tells no number', 'The input is too long.'],
  [
    'that tells how much the model reads',
    'This model has a maximum context length of 4200 tokens.',
  ],
])(
  'a refusal for length %s lowers the history once, with one line, and play goes on and can be replayed',
  async (_, words) => {
    const refusal = tooLong(words);
    const played = await playAgainst([...before, refusal, summary, says('wait')], {
      turns: 14,
    });
    expect(played.err).toMatch(/context\.historyTokens is lowered to \d+ for the rest/);
    expect(played.err.match(/is lowered/g)).toHaveLength(1);
    expect(played.code).toBe(0);
    expect(played.summary).toMatchObject({ stopReason: 'max-turns', turns: 14 });
    const [refused = '', again = ''] = played.conversations.slice(12);
    expect(again.length).toBeLessThan(refused.length);
    expect(again).toContain('We looked around twelve times.');
    const newest = (text: string) => text.slice(text.lastIndexOf('\nuser: '));
    expect(newest(again)).toBe(newest(refused));
    const replayed = await runCli(['replay', '1'], { cwd: played.cwd });
    expect(replayed.err).toBe('');
    expect(replayed.code).toBe(0);
  },
);

it('a prompt that is refused also with less history ends the episode, resumable', async () => {
  const refusal = tooLong('The input is too long.');
  const { summary: end } = await playAgainst([...before, refusal, summary, refusal], { turns: 20 });
  expect(end.stopReason).toBe('model-failed');
  expect(end.turns).toBeGreaterThan(0);
  expect(end.stopDetail).toContain('context.historyTokens');
});

it('an unexplained refusal after good answers folds the history, again by half, and leaves the form as it was', async () => {
  const refusal = { status: 400, body: { error: { message: 'Bad Request' } } };
  const longer = Array.from({ length: 36 }, (_, at) => says(at % 2 === 0 ? 'north' : 'south'));
  const replies = [...longer, refusal, summary, refusal, summary, says('wait')];
  const played = await playAgainst(replies, { turns: 40 });
  expect(played.err).not.toContain('Learnt about');
  expect(played.summary).toMatchObject({ stopReason: 'max-turns', turns: 40 });
  const lengths = played.conversations.map(({ length }) => length);
  const [first = 0, second = 0, third = 0] = lengths.slice(lengths.indexOf(Math.max(...lengths)));
  expect(second).toBeLessThan(first * 0.6);
  expect(third).toBeLessThan(second);
  const formats = played.provider.requests.map(({ body }) =>
    JSON.stringify(body['response_format']),
  );
  // After two refusals in a turn the agent is given a choice, which is a form of its own.
  const isFree = (format: string) => format.includes('"agent_reply"') && !format.includes('"enum"');
  const ofAgent = formats.filter(isFree);
  expect(new Set(ofAgent).size).toBe(1);
  expect(await runCli(['replay', '1'], { cwd: played.cwd })).toMatchObject({ code: 0, err: '' });
});

it('a refusal of the very first prompt ends the episode: nothing can be left out', async () => {
  const { summary: end, provider } = await playAgainst([tooLong('The input is too long.')]);
  expect(end).toMatchObject({ stopReason: 'model-failed', turns: 0 });
  expect(provider.requests).toHaveLength(1);
});
