import { describe, expect, it } from 'vitest';
import { choose } from './situations.ts';

const SYSTEM = `## This story's verbs
Each line has the words that mean the same
ask: X about Y
examin, x: X
give: X to Y
sing: -; to X

End`;
const asked = (prompt: string, turns: Parameters<typeof choose>[1] = []) =>
  choose(prompt, turns, { system: SYSTEM });

const CLERK = '## Things in reach\n- desk clerk';
const known = ['take clerk', 'examine clerk'].map((action) => ({ action }));

describe('talking', () => {
  it('asks who is here about a key where something is locked, not who is no person', () => {
    const locked = { action: 'open gate', text: 'It seems to be locked.', note: { place: 7 } };
    expect(asked(CLERK, [locked])).toBe('ask clerk about key');
    expect(asked(CLERK.replace('desk clerk', 'desk'), [locked])).not.toMatch(/^ask/);
  });

  it('offers first what somebody spoke of when asked', () => {
    const held = `${CLERK}\n\n## Held\n- old coin\n- blue card`;
    const ask = { action: 'ask clerk about key', text: 'Show me your card.' };
    expect(asked(held, [ask, ...known])).toBe('give card to clerk');
  });

  it('does not give back what somebody handed over', () => {
    const held = `${CLERK}\n\n## Held\n- brass key`;
    const given = (text: string) => [{ action: 'give coin to clerk', text }, ...known];
    expect(asked(held, given('He wants to see the key.'))).toBe('give key to clerk');
    expect(asked(held, given('He gives you the key to the vault.'))).not.toBe('give key to clerk');
  });

  it('asks nobody any more who twice had nothing to say', () => {
    const say = (topic: string, text: string) => ({ action: `ask clerk about ${topic}`, text });
    const locked = { action: 'open gate', text: 'It is locked.', note: { place: 7 } };
    const once = [locked, ...known, say('x', 'He shrugs.')];
    expect(asked(CLERK, once)).toBe('ask clerk about key');
    expect(asked(CLERK, [...once, say('y', 'He shrugs.')])).not.toMatch(/^ask/);
  });

  it('keeps what it won when it is asked whether to be brought back', () => {
    const killed = 'You got yourself killed. Do you want me to try to reincarnate you?';
    expect(asked(CLERK, [{ action: 'n', text: killed }])).toBe('no');
  });

  it.each(['Do you want me to help you out?', 'Please answer yes or no.>', 'Are you sure? (y/n)'])(
    'answers where it is asked: %s',
    (question) => {
      const turns = [{ action: 'jump', text: question }];
      expect(asked(CLERK, turns)).toBe('yes');
      expect(asked(CLERK, [...turns, { action: 'yes', text: question }])).toBe('no');
      expect(asked(CLERK, [{ action: 'jump', text: 'He asks: do you want this? Fine.' }])).not.toBe(
        'yes',
      );
    },
  );
});
