import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCompletion, readError } from '../../src/model/provider-reply.ts';

const FIELDS = [
  ...['choices', 'message', 'content', 'refusal', 'reasoning_details', 'text', 'finish_reason'],
  ...[
    'usage',
    'prompt_tokens',
    'cost',
    'timings',
    'model',
    'error',
    'code',
    'param',
    'detail',
    'loc',
  ],
];

/** Bodies with the right names and anything under them. */
const { body } = fc.letrec((tie) => ({
  body: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, '', 'text', 0, -1, 1e308, 1.5),
    fc.array(tie('body'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie('body'), { maxKeys: 6 }),
  ),
}));

it('whatever stands where in a body, counts are counts and texts are texts', () => {
  fc.assert(
    fc.property(body, (value) => {
      const text = JSON.stringify(value);
      const completion = readCompletion(text);
      const { prompt_tokens: tokens = 0, cost = null } = completion?.usage ?? {};
      expect(Number.isInteger(tokens) && tokens >= 0).toBe(true);
      expect(cost === null || cost >= 0).toBe(true);
      for (const { message } of completion?.choices ?? []) {
        expect(typeof message.content).toBe('string');
        expect(typeof message.reasoning_details).toBe('string');
      }
      const { message, param, code } = readError(text);
      expect([typeof message, typeof param, typeof code]).toEqual(['string', 'string', 'string']);
    }),
  );
});

it.each([
  ['OpenAI', { error: { message: 'no', param: 'top_k', code: null, type: 'invalid' } }, 'invalid'],
  ['a code that is a number', { error: { message: 'no', param: 'top_k', code: 402 } }, '402'],
  ['old vLLM', { object: 'error', message: 'no', param: 'top_k', type: 'Bad' }, 'Bad'],
  ['FastAPI', { message: 'no', detail: [{ loc: ['body', 'top_k'] }] }, ''],
])('the error of %s is read', (_, error, code) => {
  expect(readError(JSON.stringify(error))).toMatchObject({ message: 'no', param: 'top_k', code });
});

it('an error that is a sentence is read', () => {
  expect(readError('{"error":"no"}')).toMatchObject({ message: 'no', param: '', code: '' });
});

it('the text of an old completion is its content', () => {
  const body = JSON.stringify({ choices: [{ text: 'go north', finish_reason: 'stop' }] });
  expect(readCompletion(body)?.choices[0]?.message.content).toBe('go north');
});
