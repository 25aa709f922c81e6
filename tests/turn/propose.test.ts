import { expect, it } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import type { Question } from '../../src/model/ask.ts';
import { agentReply, propose } from '../../src/turn/propose.ts';
import { observation } from '../helpers/observation.ts';
import { turnContext } from '../helpers/turn-context.ts';

it.each([
  [0, false],
  [1, true],
  [119, true],
  [120, true],
  [121, false],
])('an action of %i characters is one or none', (length, isAction) => {
  const reply = agentReply.safeParse({ thinking: '', action: 'x'.repeat(length) });
  expect(reply.success).toBe(isAction);
});

/** What the agent is asked, and what its answer comes to, where nothing goes wrong. */
async function proposed(reply: object, here: Partial<Observation> = {}) {
  const asked: Question<unknown>[] = [];
  const ask = (question: Question<unknown>) => {
    asked.push(question);
    const value = question.replySchema.parse({ thinking: 'So.', action: 'wait', ...reply });
    return Promise.resolve({ ok: true, value, reply: { reasoning: '' } });
  };
  const words = ['open', 'take', 'door', 'the', 'small', 'box'];
  const dictionary = { verbs: ['open', 'take', 'wait'], grammar: null, knows: isAmong(words) };
  const deps = {
    ask,
    managers: {
      objectives: { current: () => [] },
      map: { roomNamed: (name: string) => (name === 'Cave' ? 7 : null) },
    },
    interpreter: {
      dictionary: { ...dictionary, objectsNamed: () => [] },
      facts: () => observation(here),
      scene: () => 'scene-1',
      snapshot: () => null,
      restore: () => undefined,
      step: (text: string) => ({ text, died: false }),
      reach: () => 'possible',
    },
  };
  const context = turnContext({ observation: observation(here) });
  const { proposal } = await propose(context, [], deps as unknown as Parameters<typeof propose>[2]);
  return { proposal, begins: asked[0]?.essential?.begins ?? (() => null) };
}

function isAmong(words: readonly string[]) {
  return (word: string) => words.includes(word);
}

it.each([
  [12, 12],
  ['12', 12],
  ['#12', 12],
  ['L12', 12],
  ['location 12', 12],
  ['Cave (12)', 12],
  ['Cave', 7],
  ['Cave 12', null],
  [null, null],
])('a target %j is the room %j', async (target, room) => {
  expect((await proposed({ target })).proposal.target).toBe(room);
});

it('what the agent left out of its reply, or emptied, is not in what it proposes', async () => {
  const { proposal } = await proposed({ newObjective: ' ', completed: [], dropped: null });
  expect(proposal).toEqual({ action: 'wait', reasoning: 'So.', newObjective: null });
  const all = { newObjective: ' Find it. ', completed: ['a'], dropped: ['b'] };
  expect((await proposed(all)).proposal).toMatchObject({ ...all, newObjective: 'Find it.' });
});

it.each([
  ['open door', {}, true],
  ['take frob', {}, true],
  ['open the small box door', {}, true],
  ['open the small frob', {}, true],
  ['open frob yaramadı', {}, false],
  ['open the small box frob', {}, false],
  ['yes', {}, false],
  ['yes', { text: 'Are you sure?' }, true],
  ['anything at all', { waitsFor: 'key' }, true],
] as const)('the line "%s" can be the action in %j: %s', async (line, here, isAction) => {
  const { begins } = await proposed({}, here);
  expect(begins(line)).toBe(isAction);
});
