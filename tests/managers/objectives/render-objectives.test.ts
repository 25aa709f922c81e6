import { describe, expect, it } from 'vitest';
import type { Objective } from '../../../src/domain/objective.ts';
import { locationId } from '../../../src/domain/ids.ts';
import { KnownWords } from '../../../src/managers/known-words.ts';
import type { ObjectiveMap } from '../../../src/managers/objectives/objective-sources.ts';
import { renderObjectives } from '../../../src/managers/objectives/render-objectives.ts';
import { NO_DICTIONARY } from '../../helpers/no-dictionary.ts';

function goals(count: number): Objective[] {
  return Array.from({ length: count }, (_, at) => ({
    text: `goal ${at + 1}`,
    target: null,
    origin: 'discovered',
    createdTurn: at,
    renewedTurn: at,
  }));
}

const NO_VIEW = { map: null };

describe('the open objectives', () => {
  it.each([
    [7, 7, undefined],
    [8, 8, undefined],
    [9, 8, '(1 more is open)'],
    [10, 8, '(2 more are open)'],
  ])('of %i are listed, in their order, as many as eight: %i', (count, shown, more) => {
    const lines = renderObjectives({ current: goals(count), completed: [] }, NO_VIEW, []).split(
      '\n',
    );
    expect(lines.slice(0, shown)).toEqual(
      goals(count)
        .slice(0, shown)
        .map(({ text }) => `- ${text}`),
    );
    expect(lines[shown]).toBe(more);
  });

  it.each([
    ['Open the chest', '- Open the chest\n    target: Location #4 (4)'],
    ['Open the chest in Location 4 (Hall)', '- Open the chest in Location 4 (Hall)'],
    ['Go from Location 3', '- Go from Location 3\n    target: Location #4 (4)'],
  ])('say once where they begin: %s', (text, told) => {
    const current = goals(1).map((one) => ({ ...one, text, target: locationId(4) }));
    expect(renderObjectives({ current, completed: [] }, NO_VIEW, [])).toBe(told);
  });

  it.each([
    ['Open the chest', 1, '- Open the chest\n    target: Hall (4), 2 steps'],
    ['Open the chest', 3, '- Open the chest\n    target: Hall (4), 1 step'],
    ['Open the chest', 4, '- Open the chest\n    target: Hall (4)'],
    ['Open the chest', 9, '- Open the chest\n    target: Hall (4)'],
    ['Open the chest', 5, '- Open the chest\n    target: Hall (4), no open way known'],
    [
      'Open the chest in Hall (4)',
      1,
      '- Open the chest in Hall (4)\n    target: Hall (4), 2 steps',
    ],
    ['Open the chest in Hall (4)', 4, '- Open the chest in Hall (4)'],
    ['Go from Room 3 to Room 4', 1, '- Go from Room 3 to Room 4\n    target: Hall (4), 2 steps'],
  ])('say how far it is to where they begin: %s, from room %i', (text, here, told) => {
    const current = goals(1).map((one) => ({ ...one, text, target: locationId(4) }));
    const map = {
      roomName: () => 'Hall',
      routeTo: (from: number) =>
        ({
          1: { commands: ['n', 'e'], isShut: false },
          3: { commands: ['e'], isShut: false },
          4: { commands: [], isShut: false },
          5: { commands: ['n', 'e'], isShut: true },
        })[from] ?? null,
    } as unknown as ObjectiveMap;
    const view = { map, here: locationId(here) };
    expect(renderObjectives({ current, completed: [] }, view, [])).toBe(told);
  });

  it.each([
    [7, '3 steps'],
    [6, '3 steps of the 6 turns left'],
    [3, '3 steps of the 3 turns left'],
    [2, '3 steps: farther than the turns that are left'],
  ])('set their distance beside the turns left once these are few: %i', (turnsLeft, told) => {
    const current = goals(1).map((one) => ({ ...one, target: locationId(4) }));
    const route = { commands: ['open door', 'n', 'e'], isShut: false };
    const map = { roomName: () => 'Hall', routeTo: () => route } as unknown as ObjectiveMap;
    const view = { map, here: locationId(1), turnsLeft };
    const lines = renderObjectives({ current, completed: [] }, view, []);
    expect(lines).toBe(`- goal 1\n    target: Hall (4), ${told}`);
  });

  it('say only where they begin once the player was there', () => {
    const current = goals(1).map((one) => ({ ...one, target: locationId(4) }));
    const told = (isBegun: boolean) =>
      renderObjectives(
        { current, completed: [] },
        { map: null, begun: { wasThere: () => isBegun, hasStarted: () => false } },
        [],
      );
    expect(told(true)).toBe('- goal 1\n    begins at Location #4 (4)');
    expect(told(false)).toBe('- goal 1\n    target: Location #4 (4)');
  });

  it('hold the turns left against no place that the player was at already', () => {
    const current = goals(1).map((one) => ({ ...one, target: locationId(4) }));
    const map = {
      roomName: () => 'Hall',
      routeTo: () => ({ commands: ['n', 'e'], isShut: false }),
    } as unknown as ObjectiveMap;
    const view = {
      map,
      here: locationId(1),
      turnsLeft: 1,
      begun: { wasThere: () => true, hasStarted: () => false },
    };
    const told = renderObjectives({ current, completed: [] }, view, []);
    expect(told).toBe('- goal 1\n    begins at Hall (4), 2 steps');
  });

  it('are not in doubt for what stands in brackets', () => {
    const words = new KnownWords(NO_DICTIONARY);
    const current = goals(1).map((one) => ({ ...one, text: 'Go on (the troll or the dragon)' }));
    const told = renderObjectives({ current, completed: [] }, { map: null, words }, []);
    expect(told).toBe('- Go on (the troll or the dragon)');
  });

  it('show what the agent set first, however many came since', () => {
    const own = (text: string, createdTurn: number) => ({
      ...({ text, target: null, origin: 'agent', createdTurn, renewedTurn: 9 } as const),
    });
    const current = [own('newer', 8), ...goals(8), own('win the game', 1)];
    const lines = renderObjectives({ current, completed: [] }, NO_VIEW, []).split('\n');
    expect(lines).toHaveLength(9);
    expect(lines.slice(6)).toEqual(['- goal 6', '- win the game', '(2 more are open)']);
  });

  it('hide what was discovered for the agent before what it set itself', () => {
    const own = goals(7).map((one, at) => ({
      ...one,
      text: `own ${at}`,
      origin: 'agent' as const,
    }));
    const [first, second] = goals(2);
    if (!first || !second) throw new Error('There are two.');
    const current = [...own.slice(0, 3), first, second, ...own.slice(3)];
    const lines = renderObjectives({ current, completed: [] }, NO_VIEW, []).split('\n');
    expect(lines.map((line) => line.replace('- ', ''))).toEqual([
      ...['own 0', 'own 1', 'own 2', 'goal 1', 'own 3', 'own 4', 'own 5', 'own 6'],
      '(1 more is open)',
    ]);
  });

  it('are whole, and say on a line of its own what is in doubt, until the game shows it', () => {
    const text = `Ask the troll for ${'the way and '.repeat(22)}the way`;
    const words = new KnownWords(NO_DICTIONARY);
    const shown = () => {
      const current = goals(1).map((one) => ({ ...one, text }));
      return renderObjectives({ current, completed: [] }, { map: null, words }, []);
    };
    expect(shown()).toBe(
      `- ${text}\n    in doubt: names the word troll, which the game has not printed`,
    );
    words.add('A troll is here.');
    expect(shown()).toBe(`- ${text}`);
  });

  it('are followed by what is told once', () => {
    expect(
      renderObjectives({ current: goals(1), completed: [] }, NO_VIEW, ['Dropped: "x": y']),
    ).toBe('- goal 1\nTold once:\n- Dropped: "x": y');
  });
});
