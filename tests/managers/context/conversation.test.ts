import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conversationMessages,
  exchangeOf,
  exchangesToFold,
  conversationFirstDescription,
  foldConversation,
  type Conversation,
  type Exchange,
} from '../../../src/managers/context/conversation.ts';
import { toldGameText } from '../../../src/prompts/told-turns.ts';
import { decision, turn } from '../../helpers/observation.ts';

const opening = toldGameText('Hall\nDust.');

function conversation(...exchanges: readonly Exchange[]): Conversation {
  return { opening, fold: null, exchanges };
}

const played = (number: number, text = `Answer ${number}.`) =>
  exchangeOf(turn(number, `step ${number}`, {}, { text }), { isNewRoom: false });

const contents = (messages: ReturnType<typeof conversationMessages>) =>
  messages.map(({ role, content }) => `${role}: ${content}`);

const GROUND = { isNewRoom: false, isKnown: true };

describe('the conversation', () => {
  it('begins with the lessons and the opening, then alternates replies and game texts', () => {
    expect(contents(conversationMessages(conversation(played(1)), '## Lessons\nOne.'))).toEqual([
      'user: ## Lessons\nOne.\n\n## Game text\n| Hall\n| Dust.',
      'assistant: {"thinking":"because of step 1","action":"step 1"}',
      'user: ## Game text\n| Answer 1.',
    ]);
  });

  it('holds all that the game printed, and of the reasoning 300 characters', () => {
    const text = 'A long answer. '.repeat(400);
    const record = turn(1, 'read book', {}, { text });
    const reasoned = (length: number) => {
      const reasoning = 'r'.repeat(length);
      return exchangeOf(
        { ...record, decision: decision('read book', { reasoning }) },
        { isNewRoom: false },
      );
    };
    expect(reasoned(300).told).toBe(`## Game text\n| ${text.trim()}`);
    expect(JSON.parse(reasoned(300).reply ?? '')).toMatchObject({ thinking: 'r'.repeat(300) });
    expect(JSON.parse(reasoned(301).reply ?? '')).toMatchObject({
      thinking: `${'r'.repeat(300)}...`,
    });
  });

  it('says what the reply set as target and objective, also where the target is 0', () => {
    const record = turn(1, 'north');
    const chosen = decision('north', { target: 0, newObjective: 'Find the well.' });
    expect(
      JSON.parse(exchangeOf({ ...record, decision: chosen }, { isNewRoom: false }).reply ?? ''),
    ).toEqual({
      thinking: 'because of north',
      action: 'north',
      newObjective: 'Find the well.',
      target: 0,
    });
  });

  it('keeps of a turn on known ground the last sentences and the name of the room, once another turn follows', () => {
    const known = (number: number, text: string) => {
      const record = turn(number, 'north', {}, { text });
      const chosen = decision('north', {
        reasoning: 'I look around. Then I think of what comes next.',
      });
      const description = conversationFirstDescription(record.after);
      const ground = { isNewRoom: false, isKnown: true, description };
      return exchangeOf({ ...record, decision: chosen }, ground);
    };
    const described = (length: number) =>
      `You climb.\n\nHall\n${'d'.repeat(length)}\nA bell is here.`;
    const both = conversation(known(1, described(61)), known(2, described(61)));
    const told = contents(conversationMessages(both, 'L'));
    expect(told[1]).toBe(
      'assistant: {"thinking":"(...) Then I think of what comes next.","action":"north"}',
    );
    expect(told[2]).toBe(
      'user: ## Game text\n| You climb.\n|\n| Hall\n| (room description left out)\n| A bell is here.',
    );
    expect(told[3]).toContain('"I look around. Then I think of what comes next."');
    expect(told[4]).toContain('d'.repeat(61));
    const short = contents(
      conversationMessages(conversation(known(1, described(60)), played(2)), 'L'),
    );
    expect(short[2]).toContain('d'.repeat(60));
    const unknown = contents(
      conversationMessages(conversation(played(1, described(61)), played(2)), 'L'),
    );
    expect(unknown[2]).toContain('d'.repeat(61));
  });

  it('names a room that it did not name before, and says so when the game was silent', () => {
    const record = turn(1, 'north', {}, { text: ' ' });
    expect(exchangeOf(record, { isNewRoom: true }).told).toBe(
      '## Game text\n| (nothing)\nNew place: Hall (1)',
    );
  });

  it('tells a turn that no model answered as the words of the one who played it, and still alternates', () => {
    const record = turn(2, 'north', {}, { text: 'Yard.' });
    const by = { ...record, decision: decision('north', { by: 'recipe' }) };
    const messages = conversationMessages(
      conversation(played(1), exchangeOf(by, { isNewRoom: false }), played(3)),
      '',
    );
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(messages[2]?.content).toBe(
      '## Game text\n| Answer 1.\n\nTurn 2 was played by a recipe, not by you:\n| > north\n\n## Game text\n| Yard.',
    );
  });

  it('only grows: each longer one begins with the shorter one, letter by letter', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('#', ' ', '\n', '|', 'a', '"') }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(texts, (answers) => {
        const exchanges = answers.map((text, index) => played(index + 1, text));
        const written = (count: number) =>
          contents(conversationMessages(conversation(...exchanges.slice(0, count)), 'L')).join(
            '\n',
          );
        for (let count = 1; count <= exchanges.length; count += 1) {
          expect(written(count).startsWith(written(count - 1))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('folding', () => {
  const exchanges = [1, 2, 3, 4].map((number) => played(number));
  const size = Math.ceil(
    ((exchanges[0]?.reply ?? '').length + (exchanges[0]?.told ?? '').length) / 4,
  );

  it('begins above the limit, and leaves the newer half word for word', () => {
    const turns = (limit: number, calibration = 1) =>
      exchangesToFold({ exchanges }, limit, calibration).map(({ turn: number }) => number);
    expect(turns(size * 4 + 1)).toEqual([]);
    expect(turns(size * 4)).toEqual([]);
    expect(turns(size * 4 - 1)).toEqual([1, 2, 3]);
    expect(turns(size * 3)).toEqual([1, 2, 3]);
    expect(turns(size * 4, 1.5)).toEqual([1, 2, 3]);
    expect(turns(1)).toEqual([1, 2, 3]);
  });

  it('puts one quoted text in the place of the turns and keeps the rest as it was', () => {
    const after = foldConversation(
      conversation(...exchanges),
      exchanges.slice(0, 3),
      'Went\n## far.',
    );
    const messages = conversationMessages(after, 'L');
    expect(contents(messages)).toEqual([
      'user: L\n\n## Turns 1 to 3 in short\n| Went\n| ## far.',
      ...contents(conversationMessages(conversation(...exchanges), 'L')).slice(-2),
    ]);
  });

  it('leaves the last sentences of the thinking of turns older than ten, and all of the newest ten', () => {
    const reasoning = 'The door is wide. It may open. I try the 2.5 feet.';
    const exchanges = Array.from({ length: 14 }, (_, at) => {
      const record = turn(at + 1, `step ${at + 1}`);
      const chosen = decision(`step ${at + 1}`, { reasoning, newObjective: 'Open it.' });
      return exchangeOf({ ...record, decision: chosen }, { isNewRoom: false });
    });
    const after = foldConversation(conversation(...exchanges), exchanges.slice(0, 2), 'Went.');
    const replies = after.exchanges.map(({ reply }): unknown => JSON.parse(reply ?? ''));
    expect(replies).toEqual(
      [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((number) => ({
        thinking: number < 5 ? '(...) It may open. I try the 2.5 feet.' : reasoning,
        action: `step ${number}`,
        newObjective: 'Open it.',
      })),
    );
  });

  it.each([
    [29, 'I look. '],
    [30, ''],
    [31, ''],
  ])('keeps of older thinking that ends in %i characters before them: %j', (length, before) => {
    const end = `${'a'.repeat(length - 1)}.`;
    const exchanges = [1, 2].map((number) => {
      const chosen = decision('step', { reasoning: `I see. I look. ${end}` });
      return exchangeOf({ ...turn(number, 'step'), decision: chosen }, GROUND);
    });
    const [, reply] = conversationMessages(conversation(...exchanges), 'L');
    expect(JSON.parse(reply?.content ?? '')).toMatchObject({ thinking: `(...) ${before}${end}` });
  });

  it('never takes the newest turn, however long it is', () => {
    expect(exchangesToFold({ exchanges: [played(1, 'x'.repeat(9000))] }, 10, 1)).toEqual([]);
  });
});
