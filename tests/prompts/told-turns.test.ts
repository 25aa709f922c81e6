import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { toldTurns } from '../../src/prompts/told-turns.ts';
import { exit, thing, turn } from '../helpers/observation.ts';

const AMPLE = 100_000;
const told = (number: number, action: string, text: string): TurnRecord =>
  turn(number, action, {}, { text });
const LETTER = `Dear keeper,\n\n${'The tide comes in at eight, and nobody leaves. '.repeat(12)}\n\nGIVE HIM NOTHING.`;

describe('turns in a question that plans or learns', () => {
  it('are told with their whole text, paragraph by paragraph', () => {
    const text = toldTurns([told(7, 'read letter', LETTER)], AMPLE);
    const quoted = LETTER.split('\n').map((line) => `| ${line}`.trimEnd());
    expect(text).toBe(['Turn 7, Hall (1)', '| > read letter', ...quoted].join('\n'));
  });

  it('say where a line was printed before instead of saying it again', () => {
    const room = `Hall\nA quiet hall with ${'a very high ceiling and '.repeat(3)}two doors.\n[${'Your score is up. '.repeat(5)}]`;
    const text = toldTurns(
      [
        told(1, 'look', `${room}\nThere is a lamp here.`),
        told(2, 'take lamp', 'Taken.'),
        told(3, 'look', room),
        told(4, 'take rope', 'Taken.'),
      ],
      AMPLE,
    );
    expect(text.match(/very high/g)).toHaveLength(3);
    expect(text.match(/^\| \[Your score/gm)).toHaveLength(2);
    expect(text).toContain(
      'Turn 3, Hall (1)\n| > look\n| Hall\n(the paragraph that begins "A quiet hall with" as in turn 1)\n| [Your',
    );
    expect(text.match(/Taken\./g)).toHaveLength(2);
  });

  it.each([
    [49, false],
    [50, false],
    [51, true],
  ])(
    'repeat a line of %i characters unless naming its beginning and turn is shorter',
    (length, isNamed) => {
      const line = `a b c d ${'y'.repeat(length - 8)}`;
      const text = toldTurns([told(1, 'look', line), told(2, 'sing', line)], AMPLE);
      expect(text.endsWith('(the paragraph that begins "a b c d" as in turn 1)')).toBe(isNamed);
    },
  );

  it('tell once what the engine found of the ways out of a room by trying them ahead', () => {
    const deadly = { ...exit('south', 9), deadly: true };
    const costly = { ...exit('north', 2), takes: [thing(7, 'amber egg')], loss: 'A bird has it!' };
    const exits = [deadly, costly, exit('west', 3)];
    const text = toldTurns(
      [turn(1, 'east', {}, { text: 'Hall', exits }), turn(2, 'wait', { exits }, { text: 'Well.' })],
      AMPLE,
    );
    expect(text).toBe(
      'Turn 1, Hall (1)\n| > east\n| Hall\nWays out of Hall (1): south: deadly; north: you lose amber egg (tried ahead by the engine, not by you)\nTurn 2, Hall (1)\n| > wait\n| Well.',
    );
  });

  it('that are the same in a row are told once, with their number', () => {
    const same = [1, 2, 3].map((number) => told(number, 'wait', 'Time passes.'));
    expect(toldTurns(same, AMPLE)).toBe(
      'Turn 1, Hall (1), 3 times in a row\n| > wait\n| Time passes.',
    );
    const apart = same.filter(({ turn }) => turn !== 2);
    expect(toldTurns(apart, AMPLE)).not.toContain('in a row');
  });

  it('lose the oldest when they are too long, never a part of a text', () => {
    const turns = [1, 2, 3].map((number) => told(number, `act ${number}`, `${number}`.repeat(400)));
    const whole = toldTurns(turns, AMPLE);
    const most = Math.ceil(whole.length / 4);
    expect(toldTurns(turns, most)).toBe(whole);
    const less = toldTurns(turns, most - 1);
    expect(less).toMatch(/^\(1 earlier turn left out\)\nTurn 2, /);
    expect(less).toContain(`| ${'2'.repeat(400)}\n`);
    expect(less).not.toContain('1111');
  });

  it('tell a text whole where one that they refer to is left out', () => {
    const long = 'A long story of the sea and of those who went out on it. '.repeat(9).trim();
    const turns = [told(1, 'read log', long), told(2, 'wait', 'x'), told(3, 'recall log', long)];
    expect(toldTurns(turns, AMPLE)).toContain(
      '| > recall log\n(the paragraph that begins "A long story of" as in turn 1)',
    );
    const newest = toldTurns(turns, 150);
    expect(newest).toContain(`| > recall log\n| ${long}`);
    expect(newest).toContain('(2 earlier turns left out)');
  });

  it('end a text that alone is too long at the end of a paragraph, and say so', () => {
    const text = toldTurns([told(1, 'read book', `${'a'.repeat(90)}\n${'b'.repeat(90)}`)], 40);
    expect(text).toBe(
      `Turn 1, Hall (1)\n| > read book\n| ${'a'.repeat(90)}\n(90 characters of this text are left out)`,
    );
  });

  it('keep what was read earlier, each text once, the newest as far as there is room', () => {
    const older = [
      told(1, 'read letter', LETTER),
      told(2, 'read letter', LETTER),
      told(3, 'look', 'A plain look at the hall.'),
      told(4, 'examine map', 'm'.repeat(199)),
      told(5, 'x chart', 'c'.repeat(200)),
    ];
    const window = [told(6, 'wait', 'Time passes.')];
    const text = toldTurns(window, AMPLE, older);
    expect(text.match(/^Turn \d+/gm)).toEqual(['Turn 2', 'Turn 5', 'Turn 6']);
    expect(text).toContain('| GIVE HIM NOTHING.');
    expect(toldTurns(window, 100, older).match(/^Turn \d+/gm)).toEqual(['Turn 6']);
    expect(toldTurns([told(6, 'read letter', LETTER)], AMPLE, older)).not.toContain('Turn 2');
  });

  it.each([
    ['look through spyglass', 200, true],
    ['look through spyglass', 199, false],
    ['search desk', 200, true],
    ['ask ann about key', 200, true],
    ['ask ann about key', 199, false],
    ['open desk', 200, false],
    ['look', 200, false],
  ])('keep the earlier turn "%s" with %i characters: %s', (action, length, isKept) => {
    const older = [told(1, action, 'a'.repeat(length))];
    const text = toldTurns([told(6, 'wait', 'Time passes.')], AMPLE, older);
    expect(text.includes('Turn 1')).toBe(isKept);
  });

  it('count among those left out none that is kept because it was read', () => {
    const rest = [2, 3, 4].map((number) => told(number, `act ${number}`, `${number}`.repeat(300)));
    const text = toldTurns([told(1, 'read note', 'Beware.'), ...rest], 130);
    expect(text).toMatch(
      /^\(2 earlier turns left out\)\nEarlier turns that read, asked or looked at something:\nTurn 1, .*\n.*\n\| Beware\.\nThe newest turns:\nTurn 4, /,
    );
  });

  it('say that there are none', () => {
    expect(toldTurns([], AMPLE)).toBe('(none)');
  });

  it('stay within their bound unless they are one turn, and leave no line of it untold', () => {
    const lines = fc.constantFrom(
      '',
      'short',
      'one of the longer lines of the text',
      'z'.repeat(60),
    );
    const texts = fc.array(fc.array(lines, { maxLength: 4 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 300 }), (all, most) => {
        const turns = all.map((text, at) => told(at + 1, `act ${at}`, text.join('\n')));
        const bounded = toldTurns(turns, most);
        const shown = bounded.match(/^Turn \d+/gm) ?? [];
        if (shown.length > 1) expect(bounded.length).toBeLessThanOrEqual(most * 4);
        expect(bounded).toContain(`Turn ${turns.length}, `);
        const whole = toldTurns(turns, AMPLE);
        for (const line of all.flat()) expect(whole).toContain(line);
      }),
    );
  });
});
