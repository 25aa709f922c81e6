import { describe, expect, it } from 'vitest';
import { chooseAction } from '../../src/player/offline-player.ts';
import { walkingChoices } from '../../src/player/walking.ts';
import { choose, situationOf } from './situations.ts';

const been = (place: number, action: string) => ({
  action,
  text: `Room ${place} next\nSomewhere.`,
  note: { place },
});

describe('walking', () => {
  it('tries directions where the prompt does not tell all ways', () => {
    const told =
      '## Ways out\n- n: somewhere new (2), been there once\n(any other direction may lead somewhere, too)';
    const turns = [been(2, 's')];
    expect(choose(told, turns)).toBe('e');
    expect(choose(`${told}\n\n## Tried here\n- e: nothing`, turns)).toBe('s');
  });

  it('plays the word that the prompt names for a way', () => {
    const ways = '## Ways out\n- ne: somewhere new (2), untried this episode';
    expect(choose(ways)).toBe('ne');
    const other = '- sw, out: somewhere new (3), untried this episode';
    expect(choose(`${ways}\n${other}\n\n## Tried here\n- northeast: nothing`)).toBe('sw');
  });

  it('asks the way to where it left something, and goes it as it is told', () => {
    const ways = '## Ways out\n- w: Attic (3), been there once\n- e: Hall (2), been there 3 times';
    const turns = [{ action: 'd', note: { place: 7, left: 3 } }, been(3, 'e')];
    expect(chooseAction(situationOf(ways, turns))).toMatchObject({ action: 'w', wish: 7 });
    const route = '\n\n## Route\nRoute to Cellar (7): e, then u';
    expect(choose(ways + route, turns)).toBe('e');
    const nothing = { action: 'd', note: { place: 7 } };
    expect(choose(ways + route, [nothing, ...turns.slice(1)])).toBe('w');
  });

  it('goes back where something was left to do', () => {
    const ways = '## Ways out\n- w: Attic (3), been there once';
    const turns = [{ ...been(3, 'e'), note: { place: 3, left: 3 } }];
    expect(choose(ways, turns)).toBe('w');
  });

  it('goes back into the dark only with a light that it did not have there', () => {
    const ways = '## Ways out\n- down: Cellar (7), been there once\n- w: Shed (8), been there once';
    const dark = { ...been(4, 'down'), text: 'It is pitch dark.' };
    const turns = [dark, { action: 'up', note: { place: 7, left: 2 } }, been(8, 'e')];
    expect(chooseAction(situationOf(ways, turns)).wish).toBeNull();
    const taken = [...turns, { action: 'take lamp', text: 'Taken.' }];
    expect(choose(`${ways}\n\n## Held\n- lamp: light`, taken)).toBe('down');
  });

  it('sets out for a dark place of earlier episodes only with a light', () => {
    const left =
      '## Places known from earlier episodes\n- Attic (3)\n\n## Left to try\n- elsewhere: Cellar (7), 2 steps, first down: dark, needs light';
    const targets = (held: string) =>
      walkingChoices(situationOf(`${left}\n\n## Held\n- ${held}`, [been(8, 'e')])).map(
        ({ target }) => target,
      );
    expect(targets('spoon')).not.toContain(7);
    expect(targets('lamp: light')).toContain(7);
  });

  it('takes a way that the description speaks of as dangerous after the others', () => {
    const room =
      '## Room description (1 turn ago)\n| Yard\n| To the east the railing is rusted. A path leads west.';
    const ways =
      '## Ways out\n- e: somewhere new (2), untried this episode\n- w: somewhere new (3), untried this episode';
    expect(choose(`${room}\n\n${ways}`)).toBe('w');
  });

  it('never goes where the prompt says that death is', () => {
    const death = '## Ways out\n- n: deadly (tried ahead by the engine, not by you)';
    expect(choose(`${death}\n- s: somewhere new (3), untried this episode`)).toBe('s');
    expect(choose(death)).toBe('wait');
  });

  it('enters a place where staying or a fight was deadly late, also with points to lose, and one where a command was as any other', () => {
    const ways =
      '## Ways out\n- e: somewhere new (2), untried this episode\n- w: somewhere new (3), untried this episode';
    const near = (title: string) =>
      `## Dangers one step away\nAt Den (2):\n[DANGER] ${title}: It bites. #abc123\n\n${ways}`;
    expect(choose(near('about 5 turns after coming in'))).toBe('w');
    expect(choose(near('attack bear with stick'))).toBe('w');
    expect(choose(near('attack bear').replace(/^\[/m, '  ['))).toBe('w');
    expect(choose(near('open chest'))).toBe('e');
    const tried = '\n\n## Tried here\n- w: nothing';
    const last = near('about 5 turns after coming in') + tried;
    expect(choose(last)).toBe('e');
    const won = last.replace(
      /^/,
      '## Now\nTurn 9 | Location: Yard (4) | Score: 5/100 | Moves: 8\n\n',
    );
    expect(choose(won, [been(4, 'take crown')])).toBe('e');
    expect(choose(`${last}\n\n## Things in reach\n- low bench`)).toMatch(/bench$/);
  });

  it('goes on with a walk before it begins another', () => {
    const ways = '## Ways out\n- e: Porch (2), been there once\n- w: Hall (3), been there once';
    const left = [2, 3].map((place) => ({ action: 'e', note: { place, left: 2 } }));
    expect(choose(ways, left)).toBe('e');
    const going = { action: 'w', text: 'Yard', note: { place: 5, goal: 3 } };
    expect(choose(ways, [...left, going])).toBe('w');
  });
});
