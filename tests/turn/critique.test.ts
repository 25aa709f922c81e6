import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/domain/errors.ts';
import type { Attempt } from '../../src/domain/game-state.ts';
import { locationId } from '../../src/domain/ids.ts';
import type { JudgedProposal } from '../../src/domain/proposal.ts';
import type { ZorkEvent } from '../../src/events/event.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { createAsk } from '../../src/model/ask.ts';
import type { ModelRequest } from '../../src/model/model.ts';
import { createScriptedModel } from '../../src/model/scripted-model.ts';
import { critique } from '../../src/turn/critique.ts';
import type { CriticSettings } from '../../src/turn/critic.ts';
import type { TurnContext } from '../../src/turn/turn-context.ts';
import { exit, observation } from '../helpers/observation.ts';
import { shippedPrompts } from '../helpers/shipped-prompts.ts';
import { turnContext } from '../helpers/turn-context.ts';

const SETTINGS = {
  mode: 'auto',
  recentTurns: 3,
  revisit: { revisitWindow: 5, revisitPenalty: -0.2 },
} as const;

const interpreter = {
  dictionary: { verbs: ['push', 'take', 'north'], knows: (word: string) => word !== 'frobnicate' },
  reach: (noun: string) => (noun === 'coin' ? 'absent' : 'possible'),
} as unknown as Interpreter;

const failedOnce: Attempt = {
  action: 'push wall',
  times: 1,
  failures: 1,
  failedInScene: 'scene-1',
  confirmed: false,
  response: 'No.',
  lastTurn: 1,
};

const doubtful = turnContext({ attempts: [failedOnce] });

interface Setting {
  readonly mode?: CriticSettings['mode'];
  readonly reply?: object | Error;
  readonly rejected?: readonly JudgedProposal[];
}

/** Judges one action with the shipped prompts and a critic that always gives one reply. */
async function judge(action: string, context: TurnContext, setting: Setting = {}) {
  const reply = setting.reply ?? { justification: 'It may work.', score: 0.5, confidence: 0.9 };
  const model = createScriptedModel(() => (reply instanceof Error ? reply : { json: reply }));
  const events: ZorkEvent[] = [];
  const proposal = { action, reasoning: 'I want to.', newObjective: null, target: null };
  const verdict = await critique(proposal, setting.rejected ?? [], context, {
    interpreter,
    ask: createAsk(model),
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
    critic: { ...SETTINGS, mode: setting.mode ?? 'auto', prompts: shippedPrompts },
  });
  return { verdict, events, calls: model.calls };
}

function prompt(calls: readonly ModelRequest[]): string {
  return calls[0]?.messages[1]?.content ?? '';
}

function rejected(action: string, by: 'critic' | 'no-exit' = 'critic'): JudgedProposal {
  const proposal = { action, reasoning: '', newObjective: null, target: null };
  const verdict = { kind: 'rejected', by, score: -0.6, reason: 'no', forbidden: false } as const;
  return { proposal, verdict };
}

describe('a fact of the engine', () => {
  it('rejects, whatever the critic would say, and asks nobody', async () => {
    const sure = { justification: 'Take it.', score: 1, confidence: 1 };
    const { verdict, calls } = await judge('take coin', turnContext(), {
      mode: 'always',
      reply: sure,
    });
    expect(verdict).toMatchObject({ kind: 'rejected', by: 'absent-object' });
    expect(calls).toEqual([]);
  });
});

describe('the critic', () => {
  it('is asked about everything, about doubtful actions, or never', async () => {
    const asked = async (mode: CriticSettings['mode'], context: TurnContext) =>
      (await judge('push wall', context, { mode })).calls.length;
    const plain = turnContext();
    expect([await asked('always', plain), await asked('auto', plain)]).toEqual([1, 0]);
    expect([await asked('auto', doubtful), await asked('never', doubtful)]).toEqual([1, 0]);
  });

  it('is asked at most once a turn in auto', async () => {
    const again = { rejected: [rejected('pull wall')] };
    expect((await judge('push wall', doubtful, again)).calls).toEqual([]);
    const free = { rejected: [rejected('south', 'no-exit')] };
    expect((await judge('push wall', doubtful, free)).calls.length).toBe(1);
  });

  it('is not asked twice about one proposal: it stays rejected', async () => {
    const { verdict, calls } = await judge('Push  WALL', turnContext(), {
      mode: 'always',
      rejected: [rejected('push wall')],
    });
    expect(verdict).toEqual(rejected('').verdict);
    expect(calls).toEqual([]);
  });

  it('sees what the agent saw, then the proposal and what speaks against it', async () => {
    const context = { ...doubtful, messages: turnContext().messages };
    const { calls } = await judge('push wall', context);
    const [system, user] = calls[0]?.messages ?? [];
    expect(user?.content.includes(context.messages.at(-1)?.content ?? '-')).toBe(true);
    expect(user?.content).toContain('Action: push wall\nWhy: I want to.');
    expect(user?.content).toContain('- it was tried here 1x without effect 1x');
    expect(system?.content).not.toContain('wall');
  });

  it('rejects below -0.2 weighed with trust: the less it is trusted, the surer it has to be', async () => {
    const kind = async (score: number, criticTrust: number) => {
      const reply = { justification: 'No.', score, confidence: 0.9 };
      return (await judge('push wall', { ...doubtful, criticTrust }, { reply })).verdict.kind;
    };
    expect(await kind(-0.25, 0.8)).toBe('accepted');
    expect(await kind(-0.26, 0.8)).toBe('rejected');
    expect(await kind(-0.6, 0.3)).toBe('accepted');
    expect(await kind(-0.7, 0.3)).toBe('rejected');
  });

  it('rejects nothing that it is not sure of', async () => {
    const reply = { justification: 'Perhaps not.', score: -0.9, confidence: 0.29 };
    expect((await judge('push wall', doubtful, { reply })).verdict.kind).toBe('accepted');
  });

  it('that gives no answer accepts for that reason, and a warning says so', async () => {
    const error = new ModelError('The critic is down; wait.', {
      kind: 'server',
      role: 'critic',
      retryable: true,
    });
    const { verdict, events } = await judge('push wall', doubtful, { reply: error });
    expect(verdict).toMatchObject({ kind: 'accepted', reason: 'critic unavailable' });
    const message = 'The critic is down; wait.';
    expect(events).toEqual([{ type: 'warning', code: 'critic-unavailable', message }]);
  });

  it('that answers nonsense twice is no verdict of 0 either', async () => {
    const { verdict, events, calls } = await judge('push wall', doubtful, {
      reply: { score: 'high' },
    });
    expect(verdict).toMatchObject({ kind: 'accepted', reason: 'critic unavailable' });
    expect([calls.length, events.length]).toEqual([2, 1]);
  });

  it('tells its reason on one line and names no other way out', async () => {
    const reply = { justification: 'No.\n## Now\nTry east.', score: -0.9, confidence: 1 };
    const { verdict } = await judge('push wall', doubtful, { reply });
    expect(verdict.reason).toBe('No. ## Now Try another way.');
  });
});

describe('a circle of rooms', () => {
  const ids = (...rooms: number[]) => rooms.map((id) => locationId(id));
  const circling = (arrivals: readonly number[]) =>
    turnContext({
      observation: observation({ exits: [exit('north', 2)] }),
      arrivals: ids(...arrivals),
    });

  it('is doubtful from the second return within five arrivals', async () => {
    expect((await judge('north', circling([1, 2, 1]))).calls).toEqual([]);
    const { calls } = await judge('north', circling([2, 1, 2, 1]));
    expect(prompt(calls)).toContain('- Room 2 (2) was entered 2 times in the last 5 arrivals');
    expect((await judge('north', circling([2, 2, 1, 3, 4, 5, 1]))).calls).toEqual([]);
  });

  it('lowers the score, not the confidence', async () => {
    const reply = { justification: 'Listed.', score: 0.1, confidence: 0.35 };
    const { verdict } = await judge('north', circling([2, 1, 2, 1]), { reply });
    expect(verdict).toMatchObject({ kind: 'rejected', by: 'critic' });
    expect(verdict.score).toBeCloseTo(-0.3);
    expect(verdict.reason).toBe('Listed.; Room 2 (2) was entered 2 times in the last 5 arrivals');
  });
});

describe('a memory of the place', () => {
  const remembered = (locationMemory: string) => turnContext({ locationMemory });
  const asked = async (action: string, memory: string) =>
    (await judge(action, remembered(memory))).calls.length === 1;

  it.each([
    ['[FAILURE] push wall: nothing moves'],
    ['[FAILURE] take bell; push wall: nothing moves'],
    ['[DANGER] Pushing the wall kills: the roof comes down'],
    [
      '[NOTE] a: b\n\n⚠️  TENTATIVE MEMORIES (unconfirmed, may be invalidated):\n  [NOTE] wall push: fails',
    ],
  ])('that speaks against the action makes it doubtful: %s', async (memory) => {
    expect(await asked('push the wall', memory)).toBe(true);
  });

  it.each([
    ['[SUCCESS] push wall: it opens'],
    ['[FAILURE] push door: nothing moves'],
    ['[FAILURE] push bell; take wall: nothing moves'],
    ['[FAILURE] take coin: it is behind the wall; push the wall first'],
    ['[DANGER] Wall: pushing it brings the roof down'],
    ['[DANGER] pushing: the wallpaper peels'],
    ['⚠️  TENTATIVE MEMORIES (unconfirmed, may be invalidated):\n  [SUCCESS] push wall: opens'],
  ])('that does not leaves it alone: %s', async (memory) => {
    expect(await asked('push wall', memory)).toBe(false);
  });

  it('that the action worked weighs more than a list of failures, not more than a danger or another wording', async () => {
    const list = '[FAILURE] take bell; push wall: nothing moves';
    expect(await asked('Push wall', `${list}\n[SUCCESS] push wall: it opens`)).toBe(false);
    expect(await asked('take bell', `${list}\n[SUCCESS] push wall: it opens`)).toBe(true);
    expect(await asked('push wall', `${list}\n[SUCCESS] push wall twice: it opens`)).toBe(true);
    expect(await asked('push wall', '[DANGER] push wall\n[SUCCESS] push wall: it opens')).toBe(
      true,
    );
  });

  it('is about a walk only when it names the direction', async () => {
    expect(await asked('go north', '[DANGER] North is deadly: a ledge')).toBe(true);
    expect(await asked('north', '[DANGER] South is deadly: go north instead')).toBe(false);
  });
});
