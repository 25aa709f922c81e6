import { afterEach, describe, expect, it } from 'vitest';
import { beginsCommand } from '../../src/domain/vocabulary.ts';
import { createAsk } from '../../src/model/ask.ts';
import { agentReply } from '../../src/turn/propose.ts';
import { closeProviders, modelRequest, setupModel } from '../helpers/model-setup.ts';
import type { ProviderReply } from '../helpers/provider-server.ts';
import { READ, UNREAD } from '../helpers/reply-forms.ts';

afterEach(closeProviders);

const LATER = '{"thinking":"asked again","action":"wait"}';

const DOING = ['go', 'look', 'open', 'take'];
const ALONE = ['i', 'no', 'wait'];

/** A story with these verbs; what stands alone takes no words. */
const STORY = {
  verbs: [...DOING, ...ALONE],
  grammar: [
    { words: DOING, patterns: ['X', 'at X'] },
    { words: ALONE, patterns: [''] },
  ],
};
const begins = (line: string) => beginsCommand(line, STORY);

async function ask(...replies: readonly ProviderReply[]) {
  const { model, provider } = await setupModel(replies);
  const { messages, signal } = modelRequest();
  const answer = await createAsk(model)({
    role: 'agent',
    messages,
    replySchema: agentReply,
    essential: { names: ['action', 'command'], begins, example: 'open box' },
    signal,
  });
  return { answer, provider };
}

describe('is read at once', () => {
  it.each(READ)('%s', async (_, reply) => {
    const { answer, provider } = await ask(reply, LATER);
    const action = answer.ok ? answer.value.action.toLowerCase() : answer.error.message;
    expect(action).toBe('go north');
    expect(provider.requests).toHaveLength(1);
  });

  it('with what else it says', async () => {
    const { answer } = await ask(
      '{"action":"go north","newObjective":["find a lamp"],"target":"79"}',
    );
    expect(answer).toMatchObject({
      ok: true,
      value: { thinking: '', newObjective: 'find a lamp', target: '79' },
    });
  });
});

describe('is asked for again', () => {
  it.each(UNREAD)('%s', async (_, reply) => {
    const { answer, provider } = await ask(reply, LATER);
    expect(answer).toMatchObject({ ok: true, value: { action: 'wait' } });
    expect(provider.requests).toHaveLength(2);
  });

  it('what a server could not read of its own model', async () => {
    const body = {
      error: {
        code: 500,
        message: 'The model output does not match the expected peg-native format',
        type: 'server_error',
      },
    };
    const { answer, provider } = await ask({ status: 500, body }, LATER);
    expect(answer).toMatchObject({ ok: true, value: { action: 'wait' } });
    expect(provider.requests).toHaveLength(2);
  });

  it('once in the conversation, then three times with less to do, then no more', async () => {
    const { answer, provider } = await ask('I cannot say.');
    expect(answer).toMatchObject({ ok: false, error: { kind: 'malformed' } });
    const bodies = provider.requests.map(({ body }) => body);
    const last = bodies.map(({ messages }) => {
      const { length, [length - 1]: newest } = messages as { content: string }[];
      return [length, newest?.content.split('\n').at(-1)];
    });
    expect(last).toEqual([
      [2, 'West of House'],
      [4, 'Reply again with only the corrected JSON object.'],
      [2, 'Reply with the JSON object alone, its action a command, as in {"action":"open box"}.'],
      [2, 'Reply with nothing but the action in JSON, as in {"action":"open box"}.'],
      [2, 'ACTION: open box'],
    ]);
    const shapes = bodies.map(({ response_format: format }) =>
      Object.keys(
        (format as { json_schema: { schema: { properties: object } } }).json_schema.schema
          .properties,
      ),
    );
    expect(shapes.map(({ length }) => length)).toEqual([6, 6, 6, 1, 1]);
  });
});
