import { expect, it } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import type { RejectionKind } from '../../src/domain/proposal.ts';
import type { Question } from '../../src/model/ask.ts';
import { agentReply, propose } from '../../src/turn/propose.ts';
import { exit, observation } from '../helpers/observation.ts';
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
async function proposed(
  reply: object,
  here: Partial<Observation> = {},
  refusedBy: readonly RejectionKind[] = [],
) {
  const asked: Question<unknown>[] = [];
  const ask = (question: Question<unknown>) => {
    asked.push(question);
    const value = question.replySchema.parse({ thinking: 'So.', action: 'wait', ...reply });
    return Promise.resolve({ ok: true, value, reply: { reasoning: '' } });
  };
  const words = ['open', 'take', 'door', 'the', 'small', 'box', 'north'];
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
  const rejected = refusedBy.map((by) => ({
    proposal: { action: 'open door', reasoning: '', newObjective: null },
    verdict: { kind: 'rejected', by, score: -1, reason: 'no', forbidden: false } as const,
  }));
  const asking = deps as unknown as Parameters<typeof propose>[2];
  const { proposal } = await propose(context, rejected, asking);
  const begins = asked[0]?.essential?.begins ?? (() => null);
  return { proposal, begins, isChoice: asked[0]?.choices !== undefined };
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
  expect((await proposed({ target })).proposal?.target).toBe(room);
});

it('what the agent left out of its reply, or emptied, is not in what it proposes', async () => {
  const { proposal } = await proposed({ newObjective: ' ', completed: [], dropped: null });
  expect(proposal).toEqual({ action: 'wait', reasoning: 'So.', newObjective: null });
  const all = { newObjective: ' Find it. ', completed: ['a'], dropped: ['b'] };
  expect((await proposed(all)).proposal).toMatchObject({ ...all, newObjective: 'Find it.' });
});

it.each([
  [['no-exit'], false],
  [['no-exit', 'unknown-word'], true],
  [['answered', 'no-exit'], false],
  [['answered', 'answered'], false],
] as const)('after %j the agent must choose from a list: %s', async (refusedBy, isChoice) => {
  const exits = [exit('north', 2)];
  const asked = await proposed({ action: 'north' }, { exits }, refusedBy);
  expect(asked.isChoice).toBe(isChoice);
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
