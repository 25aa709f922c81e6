import { describe, expect, it } from 'vitest';
import { chooseAction } from '../../../src/model/offline/choose-action.ts';
import { freeHands } from '../../../src/model/offline/free-hands.ts';
import { readSections } from '../../../src/model/offline/read-prompt.ts';

interface Told {
  readonly action: string;
  readonly response: string;
}

const TOO_MUCH = 'Your load is too heavy.';
const REFUSED: Told = { action: 'take anvil', response: TOO_MUCH };

function prompt(turns: readonly Told[], rest = ''): string {
  const recent = turns.map(
    ({ action, response }, i) =>
      `Turn ${i + 1}:\nReasoning: none\nAction: ${action}\nResponse: ${response}`,
  );
  return `## Held
- brass lamp: light
- old boot
- coil of wire
- pebble (in old boot)
- silver cup

${rest}

## Recent turns
${recent.join('\n')}`;
}

function free(turns: readonly Told[], rest?: string): string | null {
  const sections = readSections([{ role: 'user', content: prompt(turns, rest) }]);
  return freeHands(sections)?.action ?? null;
}

const dropped = (thing: string): Told => ({ action: `drop ${thing}`, response: 'Dropped.' });

describe('freeHands', () => {
  it('puts down two things for one that was too much, then takes it', () => {
    expect(free([REFUSED])).toBe('drop boot');
    expect(free([REFUSED, dropped('boot')], '## Tried here\n- drop boot: had an effect')).toBe(
      'drop wire',
    );
    expect(free([REFUSED, dropped('boot'), dropped('wire')])).toBe('take anvil');
  });

  it('keeps what gives light, what lies in something, and what is spoken of elsewhere', () => {
    const elsewhere = '## Knowledge\n| "take cup" scores, "examine boot" and "pull wire" help';
    expect(free([REFUSED], elsewhere)).toBeNull();
  });

  it('gives up what stayed too much', () => {
    const turns = [REFUSED, dropped('boot'), dropped('wire')];
    expect(free(turns, '## Tried here\n- take anvil (2x): no effect then')).toBe('take anvil');
    expect(free(turns, '## Tried here\n- take anvil (3x): no effect then')).toBeNull();
  });

  it('does nothing where nothing was too much', () => {
    expect(free([{ action: 'take anvil', response: 'Taken.' }])).toBeNull();
    expect(free([])).toBeNull();
  });
});

describe('chooseAction', () => {
  const choose = (content: string): string =>
    chooseAction(readSections([{ role: 'user', content }])).action;

  it('does not take back what it put down here', () => {
    const room =
      '## Tried here\n- drop boot: had an effect\n\n## Things in reach\n- old boot\n- rug';
    expect(choose(room)).toBe('take rug');
  });

  it('does not take what it holds, though taking it worked here before', () => {
    const memory =
      '## What earlier visits taught about this place\n[SUCCESS] take boot: Taken.\n[SUCCESS] pull chain: A door opens.';
    expect(choose(`${memory}\n\n## Held\n- old boot`)).toBe('pull chain');
  });
});
