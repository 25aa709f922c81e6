import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GameState } from '../../../src/domain/game-state.ts';
import { locationId } from '../../../src/domain/ids.ts';
import { agentSections, type Lore } from '../../../src/managers/context/agent-sections.ts';
import { quote } from '../../../src/prompts/quote.ts';
import {
  estimateTokens,
  fitBudget,
  renderSections,
} from '../../../src/managers/context/section.ts';
import { exit, observation, state, thing, turn } from '../../helpers/observation.ts';

const lore: Lore = {
  knowledge: '',
  summary: '',
  objectives: '',
  locationMemory: '',
  dangersNearby: '',
  route: '',
  stuckWarning: '',
  visitedEarlier: () => false,
};
const windows = { reasoningTurns: 3, roomDescriptionAgeWindow: 10 };

function body(name: string, current: GameState, known = lore) {
  return agentSections(current, known, windows).find((section) => section.name.startsWith(name))
    ?.body;
}

describe('agentSections', () => {
  it('end with the newest game text, so that consecutive prompts share their beginning', () => {
    expect(agentSections(state(), lore, windows).at(-1)?.name).toBe('Newest game text');
  });

  it('tell where known exits lead and hide the names of rooms nobody has seen', () => {
    const exits = [exit('north', 2, 'Vault'), exit('south', 3, 'Yard')];
    const visits = new Map([[locationId(3), 2]]);
    const text = body('Ways out', state({ observation: observation({ exits }), visits }), lore);
    expect(text).toBe(
      '- north: somewhere new (2), untried this episode\n- south: Yard (3), been there 2 times',
    );
  });

  it('print an exit by the command that leads there', () => {
    const exits = [{ ...exit('northeast', 2), command: 'ne' }];
    const text = body('Ways out', state({ observation: observation({ exits }) }));
    expect(text).toBe('- ne: somewhere new (2), untried this episode');
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

  it('say that the score is unknown, never nothing', () => {
    const current = state({ observation: observation({ score: null, maxScore: null }) });
    expect(body('Now', current)).toContain(' | Score: unknown |');
    expect(body('Now', state())).toContain(' | Score: 0/100 |');
  });

  it('do not give away where a probe found death', () => {
    const deadly = { ...exit('east', 7, 'Forest'), deadly: true };
    const visits = new Map([[locationId(7), 1]]);
    const text = body('Ways out', state({ observation: observation({ exits: [deadly] }), visits }));
    expect(text).toBe('- east: somewhere new, untried this episode');
  });

  it('say "First visit" only where nothing is known of the room', () => {
    const memory = (differs: Partial<Lore>) =>
      body('What earlier', state(), { ...lore, ...differs });
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
      lore,
    );
    expect(text).toBe('- box: container, open\n- pearl (in box)');
  });

  it('show a room description up to the age window, with its age, and only in its room', () => {
    const description = (turnNumber: number, id = 1) =>
      agentSections(
        state({
          turn: turnNumber,
          observation: observation({ text: 'No.' }),
          roomDescription: { text: 'Hall. Dust.', turn: 0, locationId: locationId(id) },
        }),
        lore,
        windows,
      ).find((section) => section.name.startsWith('Room description'))?.name;
    expect(description(0)).toBe('Room description');
    expect(description(1)).toBe('Room description (1 turn ago)');
    expect(description(10)).toBe('Room description (10 turns ago)');
    expect(description(11)).toBeUndefined();
    expect(description(3, 2)).toBeUndefined();
  });

  it('show a room description exactly as long as the window that is set', () => {
    const shown = (age: number, roomDescriptionAgeWindow: number) =>
      agentSections(
        state({
          turn: age,
          observation: observation({ text: 'No.' }),
          roomDescription: { text: 'Hall. Dust.', turn: 0, locationId: locationId(1) },
        }),
        lore,
        { reasoningTurns: 3, roomDescriptionAgeWindow },
      ).some((section) => section.name.startsWith('Room description'));
    expect([shown(10, 10), shown(11, 10), shown(11, 15), shown(15, 15), shown(16, 15)]).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('have no room description where none is known, not an empty one', () => {
    expect(body('Room description', state({ roomDescription: null }))).toBeUndefined();
  });

  it('tell of a fight while it is fresh', () => {
    const now = (turnNumber: number, fightTurn: number | null) =>
      body('Now', state({ turn: turnNumber, fightTurn }));
    expect(now(5, 3)).toContain('| In combat');
    expect(now(6, 3)).not.toContain('combat');
    expect(now(6, null)).not.toContain('combat');
  });

  it('show the last three turns with the response each of them really got', () => {
    const recent = [1, 2, 3, 4].map((number) =>
      turn(number, 'look', {}, { text: `answer ${number}` }),
    );
    const text = body('Recent turns', state({ recent, turn: 4 }), lore) ?? '';
    expect(text.match(/^Turn \d+:/gm)).toEqual(['Turn 2:', 'Turn 3:', 'Turn 4:']);
    expect(text.match(/^Response: answer \d/gm)).toEqual([
      'Response: answer 2',
      'Response: answer 3',
      'Response: answer 4',
    ]);
  });
});

describe('untrusted text in a prompt', () => {
  it('cannot start a section, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('#', ' ', '\n', '\r', '\u2028', '|', 'a') }),
        (text) => {
          const rendered = renderSections([
            { name: 'Newest game text', body: quote(text), priority: 10 },
          ]);
          expect(rendered.match(/(^|[\n\r\u0085\u2028\u2029])## /g)?.length).toBe(1);
        },
      ),
      { numRuns: 5000 },
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
