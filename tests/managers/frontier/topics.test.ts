import { describe, expect, it } from 'vitest';
import { objectId } from '../../../src/domain/ids.ts';
import { Topics } from '../../../src/managers/frontier/topics.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';

const CLERK = thing(9, 'library clerk', 'animate');
const THINGS: Readonly<Record<string, readonly number[]>> = {
  clerk: [9],
  gates: [20],
  key: [21],
  keys: [21],
  it: [22],
};
const nouns = { objectsNamed: (word: string) => THINGS[word] ?? [] };

describe('what somebody was not asked about', () => {
  const card = { id: objectId(30), name: 'ID card' };
  const now = observation({ objects: [CLERK], inventory: [card] });
  const asked = (...talks: readonly (readonly [string, string])[]) => {
    const topics = new Topics(nouns);
    talks.forEach(([action, text], at) =>
      topics.record(turn(at + 1, action, { objects: [CLERK] }, { text })),
    );
    return topics.unasked(now);
  };

  it.each([
    ['nothing before they were spoken to', [], undefined],
    ['nothing held', [['ask clerk about rain', '"It rains."']], undefined],
    [
      'what they named',
      [['ask clerk about rain', '"The gates keep the keys dry."']],
      ['gates', 'keys'],
    ],
    [
      'nothing that only the story names',
      [['ask clerk about rain', '"No." The gates rust.']],
      undefined,
    ],
    ['what the story suggests', [['ask clerk', '[You can ASK CLERK ABOUT GATES.]']], ['gates']],
    [
      'nothing asked since',
      [
        ['ask clerk about rain', '"The gates rust. Take the keys."'],
        ['ask clerk about gates', '"No."'],
      ],
      ['keys'],
    ],
    ['nothing shown', [['show card to clerk', 'The clerk nods.']], undefined],
    ['no talk', [['examine clerk', 'The clerk keeps the keys.']], undefined],
  ] as const)('is %s', (_, talks, about) => {
    expect(asked(...talks)).toEqual(about === undefined ? [] : [{ name: 'library clerk', about }]);
  });

  it('is told only while they are here', () => {
    const topics = new Topics(nouns);
    const text = '"Mind the gates."';
    topics.record(turn(1, 'ask clerk about rain', { objects: [CLERK] }, { text }));
    expect(topics.unasked(observation({ inventory: [card] }))).toEqual([]);
  });
});
