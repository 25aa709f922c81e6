import * as fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import {
  memoryGainWords,
  readMemoryGainLines,
  memoryAlsoFailedLine,
  memoryNotNowWords,
  readMemories,
  readMemoryNotNow,
  readNearDangers,
} from '../../src/prompts/memory-lines.ts';
import { memoryActions } from '../../src/domain/memory.ts';
import { quote } from '../../src/prompts/quote.ts';

const word = fc.stringMatching(/^[a-z]{1,9}$/);
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
const title = fc.array(words, { minLength: 1, maxLength: 3 }).map((some) => some.join('; '));

describe('what memory lines tell', () => {
  it('is read quoted or not, in a block of its own or not', () => {
    const told =
      '[DANGER] jump: You fall: far. #ab2cde\n\nHead:\n  [SUCCESS] open box; take pin: Good.';
    const read = [
      { category: 'DANGER', title: 'jump', text: 'You fall: far. #ab2cde' },
      { category: 'SUCCESS', title: 'open box; take pin', text: 'Good.' },
    ];
    expect(readMemories(told)).toEqual(read);
    expect(readMemories(quote(told))).toEqual(read);
  });

  it('says of each command that would change nothing now what the story answers, in a few words', () => {
    const answer = `Your load is too heavy (${'x'.repeat(190)}).\n\nIt rains.`;
    const words = ['take bar', 'take key'].map((command) => memoryNotNowWords({ command, answer }));
    const read = readMemoryNotNow(`Scores 5. (worked 1 of 3 times) ${words.join(' ')} #ab2cde`);
    expect(read.map(({ command }) => command)).toEqual(['take bar', 'take key']);
    for (const one of read) expect(one.answer).toMatch(/^Your load is too heavy x+\.{3}$/);
  });

  it('names the failures that are told without texts, and why they failed where that is told', () => {
    const failures = fc.record({
      titles: fc.array(title, { minLength: 1 }),
      reasons: fc.array(words),
    });
    fc.assert(
      fc.property(failures, ({ titles, reasons }) => {
        const some = titles.map((one, at) => ({ title: one, reason: reasons[at] ?? null }));
        const read = readMemories(
          quote(`[NOTE] a: b\n${memoryAlsoFailedLine(some)}\n(#ab2cde)`),
        ).slice(1);
        expect(read.flatMap(memoryActions)).toEqual(
          titles.flatMap((one) => memoryActions({ title: one })),
        );
        const told = some.filter(({ reason }) => reason !== null);
        expect(read.slice(0, told.length)).toEqual(
          told.map(({ title: one, reason }) => ({ category: 'FAILURE', title: one, text: reason })),
        );
      }),
    );
  });

  it('is by room where it is about rooms one step away', () => {
    const near = 'At Roof (4) (7):\n| [DANGER] jump: You fall.\nAt Pit (9):\n| [DANGER] wait: Gas.';
    expect(readNearDangers(near)).toEqual([
      [7, [{ category: 'DANGER', title: 'jump', text: 'You fall.' }]],
      [9, [{ category: 'DANGER', title: 'wait', text: 'Gas.' }]],
    ]);
  });
});

const command = fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6})?$/);
const gain = fc.record({
  room: fc.record({
    id: fc.nat().map(locationId),
    name: fc.stringMatching(/^[A-Z][a-z]{0,8}( \([a-z]{1,5}\))?$/),
  }),
  points: fc.integer({ min: 1, max: 99 }),
  commands: fc.array(command, { minLength: 1, maxLength: 3 }),
  condition: fc.constantFrom('', '(sure once lid is open)'),
  way: fc.oneof(fc.constantFrom('shut' as const, null), fc.array(command, { maxLength: 9 })),
});

it('points with an open way elsewhere are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(gain, { maxLength: 4 }), fc.boolean(), (gains, isBeside) => {
      const read = readMemoryGainLines(
        gains.map((one) => memoryGainWords(one, isBeside)).join('\n'),
      );
      const open = gains.filter(({ way }) => !isBeside && Array.isArray(way) && way.length > 0);
      expect(read).toEqual(
        open.map(({ room, commands, way }) => ({
          room: Number(room.id),
          commands,
          first: way?.[0],
          steps: way?.length,
        })),
      );
    }),
  );
});
