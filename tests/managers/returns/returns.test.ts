import { describe, expect, it } from 'vitest';
import {
  mergeReturns,
  printReturns,
  Returns,
  returnsOf,
} from '../../../src/managers/returns/returns.ts';
import { FakeDurableFile } from '../../helpers/fake-durable-file.ts';
import { observation, turn } from '../../helpers/observation.ts';

/** Episodes in each of which one command was given first, and what came of it. */
function bookOf(given: readonly (readonly [string, number])[]) {
  return given
    .map(([command, score], at) => returnsOf([turn(1, command, {}, { score })], at + 1))
    .reduce(mergeReturns);
}

function told(given: readonly (readonly [string, number])[], isTold = true): readonly string[] {
  const returns = new Returns(
    new FakeDurableFile(Buffer.from(printReturns(bookOf(given))).toString()),
    () => isTold,
  );
  return returns
    .render(observation())
    .split('\n')
    .filter((line) => line !== '');
}

const twice = (command: string, score: number) =>
  [
    [command, score],
    [command, score],
  ] as const;

describe('what the player is told of returns', () => {
  it('is the best commands first and the worst last, with the episodes that paid', () => {
    expect(told([...twice('wait', 0), ['light lamp', 9], ['light lamp', 0]])).toEqual([
      '- light lamp: points later in 1 of 2 episodes',
      '- wait: points later in 0 of 2 episodes',
    ]);
  });

  it('is at most three lines', () => {
    const given = [1, 2, 3, 4].flatMap((points) => twice(`push ${points}`, points));
    expect(told(given)).toEqual([
      '- push 4: points later in 2 of 2 episodes',
      '- push 3: points later in 2 of 2 episodes',
      '- push 1: points later in 2 of 2 episodes',
    ]);
  });

  it('leaves out what was given in one episode alone, and what makes no difference', () => {
    expect(told([['wait', 0], ...twice('light lamp', 9)])).toEqual([]);
    expect(told([...twice('wait', 8.5), ...twice('light lamp', 9)])).toEqual([]);
    expect(told([...twice('wait', 8), ...twice('light lamp', 9)])).toHaveLength(2);
  });

  it('is nothing where it is not to be told', () => {
    expect(told([...twice('wait', 0), ...twice('light lamp', 9)], false)).toEqual([]);
  });

  it('has what this episode brought only after it was saved, as the next one reads it', async () => {
    const file = new FakeDurableFile(null);
    for (const [episode, command, score] of [
      [1, 'wait', 0],
      [2, 'wait', 0],
      [3, 'ring bell', 4],
      [4, 'ring bell', 4],
    ] as const) {
      const returns = new Returns(file, () => true);
      returns.goOnAs(episode);
      returns.record(turn(1, command, {}, { score }));
      expect(returns.render(observation())).toBe('');
      await returns.save();
    }
    const next = new Returns(file, () => true);
    expect(next.render(observation())).toContain('ring bell: points later in 2 of 2');
  });

  it('has every turn of the episode, though it is told before each whose it is', async () => {
    const file = new FakeDurableFile(null);
    const returns = new Returns(file, () => true);
    for (const [number, command] of ['wait', 'ring bell', 'pray'].entries()) {
      returns.goOnAs(1);
      returns.record(turn(number + 1, command));
    }
    await returns.save();
    expect(file.text?.match(/"command"/g)).toHaveLength(3);
  });

  it('has nothing of the turns that a fork took over', async () => {
    const file = new FakeDurableFile(null);
    const returns = new Returns(file, () => true);
    for (const [episode, command] of [
      [1, 'wait'],
      [2, 'ring bell'],
    ] as const) {
      returns.goOnAs(episode);
      returns.record(turn(episode, command));
    }
    await returns.save();
    expect(file.text).toContain('ring bell');
    expect(file.text).not.toContain('wait');
  });
});
