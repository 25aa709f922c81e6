import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GameState } from '../../../src/domain/game-state.ts';
import { locationId } from '../../../src/domain/ids.ts';
import {
  lessonSections,
  stateSections,
  type Lore,
} from '../../../src/managers/context/state-sections.ts';
import { quote } from '../../../src/prompts/quote.ts';
import { renderSections } from '../../../src/prompts/question.ts';
import { estimateTokens, fitBudget } from '../../../src/managers/context/section.ts';
import { exit, observation, state, thing } from '../../helpers/observation.ts';
import { NO_LORE } from './no-lore.ts';

function body(name: string, current: GameState, known = NO_LORE) {
  return stateSections(current, known, 50).find((section) => section.name.startsWith(name))?.body;
}

describe('the state block', () => {
  it('tell where known exits lead and hide the names of rooms nobody has seen', () => {
    const exits = [exit('north', 2, 'Vault'), exit('south', 3, 'Yard')];
    const visits = new Map([[locationId(3), 2]]);
    const text = body('Ways out', state({ observation: observation({ exits }), visits }), NO_LORE);
    expect(text).toBe(
      '- north: somewhere new (2), untried this episode\n- south: Yard (3), been there 2 times',
    );
  });

  it('say the direction of an exit, and the command where it differs', () => {
    const exits = [{ ...exit('northeast', 2), command: 'ne' }];
    const text = body('Ways out', state({ observation: observation({ exits }) }));
    expect(text).toBe('- northeast (ne): somewhere new (2), untried this episode');
  });

  it('say that exits are left out where they are', () => {
    const exits = [exit('north', 2)];
    const seen = state({ observation: observation({ exits, exitsTold: 'seen' }) });
    expect(body('Ways out', seen)).toMatch(/^- north: .*\n\(only ways that were walked are listed/);
    const none = state({ observation: observation({ exitsTold: 'none' }) });
    expect(body('Ways out', none)).toBe('(not told; any direction may lead somewhere)');
    expect(body('Ways out', state())).toBe('(no direction leads anywhere now)');
  });

  it('ask for one key where the game waits for one, and then tell no exits', () => {
    const current = state({ observation: observation({ waitsFor: 'key' }) });
    expect(body('Now', current)).toContain('The game waits for one key');
    expect(body('Ways out', current)).toBe('(unknown until the key is pressed)');
    expect(body('Now', state())).not.toContain('key');
  });

  it('keep what is held however much there is to tell of other things', () => {
    const objects = Array.from({ length: 15 }, (_, n) => ({
      ...thing(n + 5, `box ${n}`),
      held: true,
    }));
    const told = { ...NO_LORE, frontier: 'f'.repeat(4000), objectives: 'o'.repeat(4000) };
    const sections = stateSections(state({ observation: observation({ objects }) }), told, 50);
    const kept = fitBudget(sections, 1000).map(({ name }) => name);
    expect(kept).toContain('Held');
    expect(kept).not.toContain('Objectives');
  });

  it('say that the score is unknown, never nothing', () => {
    const current = state({ observation: observation({ score: null, maxScore: null }) });
    expect(body('Now', current)).toContain(' | Score: unknown |');
    expect(body('Now', state())).toContain(' | Score: 0/100 |');
  });

  it('say where a probe found death, and not where a game put the player then', () => {
    const deadly = { ...exit('east', 7, 'Forest'), deadly: true };
    const visits = new Map([[locationId(7), 1]]);
    const text = body('Ways out', state({ observation: observation({ exits: [deadly] }), visits }));
    expect(text).toBe('- east: leads to death when last tried');
  });

  it('say "First visit" only where nothing is known of the room', () => {
    const memory = (differs: Partial<Lore>) =>
      body('What earlier', state(), { ...NO_LORE, ...differs });
    expect(memory({})).toBe('First visit - no prior experiences');
    expect(memory({ visitedEarlier: () => true })).toBe('Visited before, nothing learnt');
    expect(memory({ locationMemory: '[NOTE] A: b' })).toBe('[NOTE] A: b');
  });

  it('list only traits that are true, and where things lie', () => {
    const box = thing(4, 'box', 'container', 'open');
    const pearl = { ...thing(5, 'pearl'), inside: box.id };
    const text = body(
      'Things in reach',
      state({ observation: observation({ objects: [box, pearl] }) }),
      NO_LORE,
    );
    expect(text).toBe('- box: container, open\n- pearl (in box)');
  });

  it("show the room's description from any earlier turn, unless the newest text holds it", () => {
    const shown = (text: string, turnNumber: number, room = 1) =>
      stateSections(
        state({
          turn: turnNumber,
          observation: observation({ text }),
          descriptions: new Map([
            [locationId(room), { text: 'Hall\nDust.', turn: 0, locationId: locationId(room) }],
          ]),
        }),
        NO_LORE,
        50,
      ).find((section) => section.name.startsWith('Room description'));
    expect(shown('No.', 0)).toMatchObject({ name: 'Room description', body: '| Hall\n| Dust.' });
    expect(shown('No.', 1)?.name).toBe('Room description (1 turn ago)');
    expect(shown('No.', 150)?.name).toBe('Room description (150 turns ago)');
    expect(shown('You walk on.\n\nHall\nDust.', 0)).toBeUndefined();
    expect(shown('No.', 3, 2)).toBeUndefined();
  });

  it('say which turn of how many is played, the first one too', () => {
    expect(body('Now', state())).toMatch(/^Turn 1 of 50 \| /);
    expect(body('Now', state({ turn: 49 }))).toMatch(/^Turn 50 of 50 \| /);
  });

  it('tell of a fight while it is fresh', () => {
    const now = (turnNumber: number, fightTurn: number | null) =>
      body('Now', state({ turn: turnNumber, fightTurn }));
    expect(now(5, 3)).toContain('| In combat');
    expect(now(6, 3)).not.toContain('combat');
    expect(now(6, null)).not.toContain('combat');
  });
});

describe('what earlier episodes taught', () => {
  it('is knowledge and the places known by id and name; nothing of either is no section', () => {
    const places = [{ id: locationId(0), name: 'Cave' }];
    expect(lessonSections(NO_LORE)).toEqual([]);
    expect(lessonSections({ ...NO_LORE, knowledge: '| - Rule.', places })).toMatchObject([
      { body: '| - Rule.' },
      { body: '- Cave (0)' },
    ]);
  });
});

describe('untrusted text in a prompt', () => {
  it('cannot start a section, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('#', ' ', '\n', '\r', '\u2028', '|', 'a') }),
        (text) => {
          const rendered = renderSections([{ name: 'Game text', body: quote(text) }]);
          expect(rendered.match(/(^|[\n\r\u0085\u2028\u2029])## /g)?.length).toBe(1);
        },
      ),
    );
  });
});

describe('fitBudget', () => {
  const sections = [
    { name: 'A', body: 'a'.repeat(400), priority: 5 },
    { name: 'B', body: 'b'.repeat(400), priority: 7 },
    { name: 'C', body: 'c'.repeat(400), priority: 10 },
  ];

  it('drops whole sections, least important first, and never an essential one', () => {
    const names = (budget: number) => fitBudget(sections, budget).map(({ name }) => name);
    expect(names(1000)).toEqual(['A', 'B', 'C']);
    expect(names(250)).toEqual(['B', 'C']);
    expect(names(1)).toEqual(['C']);
  });

  it('believes the calibration that reported usage taught', () => {
    expect(estimateTokens('x'.repeat(400), 1.5)).toBe(150);
    expect(fitBudget(sections, 400, 2).map(({ name }) => name)).toEqual(['C']);
  });
});
