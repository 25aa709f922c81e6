/** @module-tag slow */
import { afterEach, describe, expect, it } from 'vitest';
import { closeProviders, playAgainst, says } from '../helpers/play-against.ts';

afterEach(closeProviders);

describe('a rejected proposal', () => {
  it('goes back to the agent with its reason, in the same prompt, above what can be done', async () => {
    const { prompts, commands } = await playAgainst(
      [says('frobnicate'), says('take lamp. north'), says('look')],
      { turns: 1 },
    );
    const [first = '', second = '', third = ''] = prompts;
    expect(commands).toEqual(['look']);
    const refused =
      '## Refused this turn\n- frobnicate: this story does not know the word "frobnicate"\nPropose something else.\n\n';
    const [told, whatCanBeDone] = first.split(/(?=## Held)/);
    expect(second).toBe(`${told}${refused}${whatCanBeDone}`);
    expect(third).toContain('- take lamp. north: one command per turn\n');
    expect(third.split('## Game text').length).toBe(2);
  });

  it('is not what is remembered: the action played and its own reasoning are', async () => {
    const { turns, conversations } = await playAgainst(
      [says('frobnicate', 'Magic.'), says('look', 'To see more.'), says('wait')],
      { turns: 2 },
    );
    expect(turns[0]?.decision).toMatchObject({ action: 'look', reasoning: 'To see more.' });
    expect(conversations.at(-1)).toContain(
      'assistant: {"thinking":"To see more.","action":"look"}',
    );
    expect(conversations.at(-1)).not.toContain('Magic.');
  });

  it('is not played after two others, but the command of a list is, however little it is worth', async () => {
    const { turns, prompts } = await playAgainst(
      [says('frobnicate'), says('look. wait'), says('1')],
      { turns: 1 },
    );
    expect(prompts.length).toBe(3);
    const [, first] = /\n1\. (.+)/.exec(prompts[2] ?? '') ?? [];
    expect(turns[0]?.decision).toMatchObject({ action: first, overridden: false });
  });

  it('that is forbidden is never played: an agent with nothing else ends the episode resumable', async () => {
    const { summary, commands } = await playAgainst([says('look'), says('quit')]);
    expect(commands).toEqual(['look']);
    expect(summary).toMatchObject({ stopReason: 'model-failed', turns: 1 });
  });
});
