import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/domain/errors.ts';
import type { Attempt } from '../../src/domain/game-state.ts';
import { locationId } from '../../src/domain/ids.ts';
import type { Memory } from '../../src/domain/memory.ts';
import type { Observation } from '../../src/domain/observation.ts';
import type { JudgedProposal } from '../../src/domain/proposal.ts';
import type { ZorkEvent } from '../../src/events/event.ts';
import type { Interpreter } from '../../src/interpreter/interpreter.ts';
import { createAsk } from '../../src/model/ask.ts';
import type { ModelRequest } from '../../src/model/model.ts';
import { createScriptedModel } from '../helpers/scripted-model.ts';
import { critique, type CriticSettings } from '../../src/turn/critique.ts';
import type { TurnContext } from '../../src/turn/turn-context.ts';
import { attempt, exit, observation, turn } from '../helpers/observation.ts';
import { shippedPrompts } from '../helpers/shipped-prompts.ts';
import { turnContext } from '../helpers/turn-context.ts';
import { memory } from '../helpers/memory.ts';

const SETTINGS = {
  mode: 'auto',
  recentTurns: 3,
  revisit: { revisitWindow: 5, revisitPenalty: -0.2 },
} as const;

const interpreter = {
  dictionary: { verbs: ['push', 'take', 'north'], knows: (word: string) => word !== 'frobnicate' },
  reach: (noun: string) => (noun === 'coin' ? 'absent' : 'possible'),
} as unknown as Interpreter;

const failedOnce = attempt('push wall');

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
    expect(user?.content).toContain(
      '- it was tried here 1x without effect 1x (the newest answer: "No.")',
    );
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

  it.each([
    [0.29, 'accepted'],
    [0.3, 'rejected'],
    [0.31, 'rejected'],
    [null, 'rejected'],
  ])('that is sure of itself by %d: %s', async (confidence, kind) => {
    const reply = { justification: 'Perhaps not.', score: -0.9, confidence };
    expect((await judge('push wall', doubtful, { reply })).verdict.kind).toBe(kind);
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

describe('an earlier failure', () => {
  const tried = (times: number, failures: number, failedInScene: string): Attempt => ({
    ...failedOnce,
    times,
    failures,
    failedInScene,
  });
  it.each([
    ['never failed', tried(1, 0, 'scene-1'), false],
    ['failed in this scene, once of twice', tried(2, 1, 'scene-1'), true],
    ['failed in another scene, once of twice', tried(2, 1, 'scene-2'), false],
    ['failed in another scene, twice of twice', tried(2, 2, 'scene-2'), true],
  ])('of an action that %s is a doubt or none', async (_, attempt, isDoubt) => {
    const { calls } = await judge('push wall', turnContext({ attempts: [attempt] }));
    expect(calls.length === 1).toBe(isDoubt);
  });
});

describe('what code decides', () => {
  const here = { id: locationId(1), name: 'Hall' };
  const failed = { ...failedOnce, action: 'north' };
  const ways = (...directions: readonly ('north' | 'east')[]) =>
    observation({ exits: directions.map((direction, at) => exit(direction, 2 + at)) });
  const closed = turn(
    1,
    'pull chain',
    { location: here, exits: ways('east').exits },
    ways('east', 'north'),
  );
  const at = (now: Observation, differs: Partial<TurnContext> = {}) =>
    turnContext({ observation: now, attempts: [failed], ...differs });
  const asked = async (
    action: string,
    context: TurnContext,
    mode: CriticSettings['mode'] = 'auto',
  ) => (await judge(action, context, { mode })).calls.length === 1;

  it('is a way that was not open when the player last looked, until it is walked', async () => {
    const now = ways('east', 'north');
    expect(await asked('north', at(now))).toBe(true);
    expect(await asked('go north', at(now, { recent: [closed] }))).toBe(false);
    expect(await asked('go north', at(now, { recent: [closed] }), 'always')).toBe(false);
    const walked = turn(2, 'n', { ...now }, { location: { id: locationId(2), name: 'Yard' } });
    expect(await asked('north', at(now, { recent: [closed, walked] }))).toBe(true);
    const seen = { ...now, exitsTold: 'seen' as const };
    expect(await asked('north', at(seen, { recent: [closed] }))).toBe(true);
  });

  it('is the only way out, where it is not deadly', async () => {
    const [north] = ways('north').exits;
    expect(await asked('north', at(ways('north')))).toBe(false);
    expect(await asked('north', at(ways('north', 'east')))).toBe(true);
    const deadly = observation({ exits: north === undefined ? [] : [{ ...north, deadly: true }] });
    expect(await asked('north', at(deadly))).toBe(true);
  });

  it('is neither of them where a memory warns of it', async () => {
    const memories = [remember('[DANGER] North is deadly')];
    expect(await asked('north', at(ways('north'), { memories }))).toBe(true);
  });

  it('is the next command of the checked way, whatever is remembered', async () => {
    const memories = [remember('[DANGER] push wall')];
    const context = turnContext({ attempts: [failedOnce], memories });
    expect(await asked('push wall', context)).toBe(true);
    expect(await asked('Push wall', { ...context, advised: ['take bell', 'push wall'] })).toBe(
      false,
    );
    expect(await asked('push wall', { ...context, advised: ['take bell'] })).toBe(true);
  });
});

describe('a circle of rooms', () => {
  const ids = (...rooms: number[]) => rooms.map((id) => locationId(id));
  const circling = (arrivals: readonly number[]) =>
    turnContext({
      observation: observation({ exits: [exit('north', 2), exit('east', 9)] }),
      arrivals: ids(...arrivals),
    });

  it('is doubtful from the second return within five arrivals', async () => {
    expect((await judge('north', circling([1, 2, 1]))).calls).toEqual([]);
    const { calls } = await judge('north', circling([2, 1, 2, 1]));
    expect(prompt(calls)).toContain('- Room 2 (2) was entered 2 times in the last 5 arrivals');
    expect((await judge('north', circling([2, 2, 1, 3, 4, 5, 1]))).calls).toEqual([]);
  });

  it('is none where the walk leads towards an aim', async () => {
    const aiming = { ...circling([2, 1, 2, 1]), towards: ['north'] };
    expect((await judge('north', aiming)).calls).toEqual([]);
  });

  it('lowers the score, not the confidence', async () => {
    const reply = { justification: 'Listed.', score: 0.1, confidence: 0.35 };
    const { verdict } = await judge('north', circling([2, 1, 2, 1]), { reply });
    expect(verdict).toMatchObject({ kind: 'rejected', by: 'critic' });
    expect(verdict.score).toBeCloseTo(-0.3);
    expect(verdict.reason).toBe('Listed.; Room 2 (2) was entered 2 times in the last 5 arrivals');
  });
});

/** A memory as `[CATEGORY] title`, tentative with a `?` behind. */
function remember(line: string): Memory {
  const [, category = '', title = '', doubt] = /^\[(\w+)\] (.*?)(\?)?$/.exec(line) ?? [];
  return memory({
    category,
    title,
    text: 'The wall, the coin and what lies north are spoken of here.',
    status: doubt === undefined ? 'ACTIVE' : 'TENTATIVE',
  });
}

describe('a memory of the place', () => {
  const judged = (action: string, lines: readonly string[]) =>
    judge(action, turnContext({ memories: lines.map(remember) }));
  const asked = async (action: string, ...lines: readonly string[]) =>
    (await judged(action, lines)).calls.length === 1;

  it.each([
    ['[FAILURE] push wall'],
    ['[FAILURE] take bell; push wall'],
    ['[DANGER] Pushing the wall kills'],
    ['[DANGER] Trap: push wall'],
    ['[FAILURE] push wall?'],
    ['[FAILURE] push heavy wall without a lever'],
    ['[DANGER] never push the wall'],
  ])('that speaks against the action makes it doubtful: %s', async (memory) => {
    expect(await asked('push the wall', '[NOTE] a', memory)).toBe(true);
  });

  it.each([
    ['[SUCCESS] push wall'],
    ['[NOTE] push wall'],
    ['[FAILURE] push door'],
    ['[FAILURE] push bell; take wall'],
    ['[FAILURE] take coin'],
    ['[DANGER] Wall'],
    ['[DANGER] pushing the wallpaper'],
    ['[SUCCESS] push wall?'],
    ['[NOTE] push wall?'],
    ['[FAILURE] wall: shut but not fastened, give it a push'],
    ['[FAILURE] push bell while the wall is wet'],
    ['[DANGER] The wall, if you push the bell'],
  ])('that does not leaves it alone: %s', async (memory) => {
    expect(await asked('push wall', memory)).toBe(false);
  });

  it('is told to the critic in one line', async () => {
    const { calls } = await judged('push wall', ['[DANGER] Trap: push wall']);
    expect(prompt(calls)).toContain('- a memory: [DANGER] Trap: push wall: The wall');
  });

  it('that the action worked weighs more than a list of failures, not more than a danger or another wording', async () => {
    const list = '[FAILURE] take bell; push wall';
    expect(await asked('Push wall', list, '[SUCCESS] push wall')).toBe(false);
    expect(await asked('take bell', list, '[SUCCESS] push wall')).toBe(true);
    expect(await asked('push wall', list, '[SUCCESS] push wall twice')).toBe(true);
    expect(await asked('push wall', '[DANGER] push wall', '[SUCCESS] push wall')).toBe(true);
  });

  it('is about a walk only when it names the direction', async () => {
    expect(await asked('go north', '[DANGER] North is deadly')).toBe(true);
    expect(await asked('north', '[DANGER] South is deadly')).toBe(false);
    expect(await asked('north', '[DANGER] Trap: never go north')).toBe(true);
    expect(await asked('north', '[DANGER] Going south from the north gate')).toBe(false);
  });
});
