/** @module-tag slow */
import { afterEach, describe, expect, it } from 'vitest';
import { closeProviders, playAgainst, says } from '../helpers/play-against.ts';

afterEach(closeProviders);

interface Body {
  readonly max_tokens: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: {
    readonly json_schema: { readonly schema: { readonly properties: Record<string, Shape> } };
  };
}

interface Shape {
  readonly enum?: readonly string[];
  readonly maxLength?: number;
}

const bodies = (played: Awaited<ReturnType<typeof playAgainst>>) =>
  played.provider.requests
    .map(({ body }) => body as unknown as Body)
    .filter(({ messages }) => messages.some(({ content }) => content.includes('## Game text')));

const shapeOf = (body: Body | undefined) => body?.response_format?.json_schema.schema.properties;

describe('structured: choice', () => {
  it('offers commands from the first question on, and asks for little beside them', async () => {
    const played = await playAgainst([says('examine sea')], {
      turns: 1,
      models: { structured: 'choice' },
    });
    const [body] = bodies(played);
    const commands = shapeOf(body)?.['action']?.enum ?? [];
    expect(Object.keys(shapeOf(body) ?? {})).toEqual(['thinking', 'action']);
    expect(shapeOf(body)?.['thinking']?.maxLength).toBe(150);
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.length).toBeLessThanOrEqual(40);
    expect(body?.messages.at(-1)?.content).toMatch(
      new RegExp(`${commands.map((command) => `- ${command}`).join('\n')}$`),
    );
  });

  it('plays what the model says where a server does not hold it to the list', async () => {
    const { commands } = await playAgainst([says('sing')], {
      turns: 1,
      models: { structured: 'choice' },
    });
    expect(commands).toEqual(['sing']);
  });
});

it('after two refusals in a turn the third question offers commands, none of them refused', async () => {
  const replies = [says('frobnicate sea'), says('take lamp. north'), says('examine sea')];
  const played = await playAgainst(replies, { turns: 1 });
  const enums = bodies(played).map((body) => shapeOf(body)?.['action']?.enum);
  expect(enums.map((one) => one === undefined)).toEqual([true, true, false]);
  expect(enums[2]).toContain('examine sea');
  expect(played.commands).toEqual(['examine sea']);
});

describe.each(['off', 'object', 'auto'])(
  'structured: %s, where nothing holds a reply to a list',
  (structured) => {
    const play = (...last: readonly string[]) =>
      playAgainst([says('frobnicate sea'), says('frobnicate sea'), ...last], {
        turns: 1,
        models: { structured },
      });

    it('the third question of a turn has a numbered list, and a number or the words of it are played', async () => {
      const played = await play('2');
      const [, second = ''] =
        /\n2\. (.+)/.exec(bodies(played)[2]?.messages.at(-1)?.content ?? '') ?? [];
      expect(played.commands).toEqual([second]);
      expect((await play(`Option 2.`)).commands).toEqual([second]);
      expect((await play(`{"action": 2}`)).commands).toEqual([second]);
      expect((await play(`2. ${second}`)).commands).toEqual([second]);
      expect((await play(`I will ${second}.`)).commands).toEqual([second]);
    });

    it('what was refused twice and what is not listed is asked again, and never played', async () => {
      const { commands, turns } = await play(says('sing'), says('frobnicate sea'), '99', says('2'));
      expect(commands).toHaveLength(1);
      expect(turns[0]?.decision).toMatchObject({ overridden: false });
      const insists = await play(says('frobnicate sea'));
      expect(insists.prompts).toHaveLength(7);
      // An endpoint that was sent the list as a grammar took no notice of it.
      const isPlayed = structured === 'auto';
      expect(insists.commands).toEqual(isPlayed ? ['frobnicate sea'] : []);
      expect(insists.summary.stopReason).toBe(isPlayed ? 'max-turns' : 'model-failed');
    });
  },
);

it('an example in a question that is asked again is a command that the story takes', async () => {
  const replies = ['I cannot say.', 'Hm.', 'Hm.', says('look')];
  const played = await playAgainst(replies, { turns: 1 });
  const said = bodies(played).map(({ messages }) => messages.at(-1)?.content ?? '');
  const [, example = ''] = /as in \{"action":"([^"]+)"\}\.$/.exec(said[3] ?? '') ?? [];
  expect(said[3]).toMatch(/as in \{"action":"[a-z ]+"\}\.$/);
  const taken = await playAgainst([says(example)], { turns: 1 });
  expect(taken.turns[0]?.decision).toMatchObject({ action: example, overridden: false });
  expect(taken.turns[0]?.after.text).not.toMatch(/verb I|only understood|see any such/);
});

it('objectives that are reached or given up can only be open ones; without any there are none', async () => {
  const goal = { ...(JSON.parse(says('examine sea')) as object), newObjective: 'Find the lamp' };
  const played = await playAgainst([JSON.stringify(goal), says('wait')], { turns: 2 });
  const [before, after] = bodies(played).map(shapeOf);
  expect(before?.['completed']).toEqual({ type: 'null' });
  expect(JSON.stringify(after?.['completed'])).toContain('"enum":["Find the lamp"]');
  expect(JSON.stringify(after?.['dropped'])).toContain('"enum":["Find the lamp"]');
});

it('a model that says no by itself plays nothing, unless the game asks', async () => {
  const { commands } = await playAgainst(['No.', says('examine sea')], { turns: 1 });
  expect(commands).toEqual(['examine sea']);
});

it.each(['Look at the options carefully before acting', 'Wait for more of what comes'])(
  'prose that begins with a verb plays nothing: %s',
  async (prose) => {
    const { commands } = await playAgainst([prose, says('examine sea')], { turns: 1 });
    expect(commands).toEqual(['examine sea']);
  },
);

it('what copies the example of the prompt sets no objective and is no reason', async () => {
  const copied = {
    thinking: 'Nothing here is left to try, so I look further.',
    action: 'examine sea',
    newObjective: 'Find out where the paved road ends',
  };
  const { turns } = await playAgainst([JSON.stringify(copied)], { turns: 1 });
  expect(turns[0]?.decision).toMatchObject({ reasoning: '', newObjective: null });
});

it('structured: late asks for a thought in no form, then for the action alone with the same beginning', async () => {
  const replies = ['I see a letter. Reading it is best.', '{"action":"read letter"}'];
  const played = await playAgainst(replies, { turns: 1, models: { structured: 'late' } });
  const [thought, action, ...more] = bodies(played);
  expect(more).toEqual([]);
  expect(thought?.response_format).toBeUndefined();
  expect(thought?.max_tokens).toBe(200);
  expect(action?.messages.slice(0, 2)).toEqual(thought?.messages);
  expect(action?.messages[2]).toEqual({ role: 'assistant', content: replies[0] });
  expect(Object.keys(shapeOf(action) ?? {})).toEqual(['action']);
  expect(played.turns[0]?.decision).toMatchObject({
    action: 'read letter',
    reasoning: replies[0],
  });
});

it('a lesson that is lost after asking again is counted and told once', async () => {
  const { err, summary } = await playAgainst([says('examine sea'), says('north')], {
    turns: 4,
    lessons: ['{"should_remember": true, "memory_title": "Half"}'],
  });
  expect(summary).toMatchObject({ lessonsLost: expect.any(Number) as number });
  expect(err.match(/lessons? lost/g)).toHaveLength(1);
});
