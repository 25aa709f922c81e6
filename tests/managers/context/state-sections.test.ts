import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingState, type GameState } from '../../../src/domain/game-state.ts';
import { locationId } from '../../../src/domain/ids.ts';
import {
  lessonSections,
  stateSections,
  type Lore,
} from '../../../src/managers/context/state-sections.ts';
import { quote } from '../../../src/prompts/quote.ts';
import { readSceneWays } from '../../../src/prompts/scene-wording.ts';
import { renderQuestionSections } from '../../../src/prompts/question.ts';
import { estimateTokens, fitBudget } from '../../../src/managers/context/section.ts';
import { attempt, exit, observation, state, thing, turn } from '../../helpers/observation.ts';
import { NO_LORE } from './no-lore.ts';

const TOLD = { maxTurns: 50, folded: null, lookAgain: () => null, refusedWays: () => [] };

function body(name: string, current: GameState, known = NO_LORE) {
  return stateSections(current, known, TOLD).find((section) => section.name.startsWith(name))?.body;
}

const SHUT = { isLocked: true, isBarred: false, isDoor: false };

describe('the state block', () => {
  it('tell where known exits lead and hide the names of rooms nobody has seen', () => {
    const exits = [exit('north', 2, 'Vault'), exit('south', 3, 'Yard')];
    const visits = new Map([[locationId(3), 2]]);
    const text = body('Ways out', state({ observation: observation({ exits }), visits }), NO_LORE);
    expect(text).toBe(
      '- north: somewhere new (2), untried this episode\n- south: Yard (3), been there 2 times',
    );
  });

  it('tell of a way that was refused and never walked when that was', () => {
    const exits = [exit('north', 2, 'Vault'), { ...exit('west', 3), command: 'w' }];
    const refused = [turn(3, 'go west'), turn(4, 'west'), turn(5, 'wait')];
    const told = (given: object) =>
      body('Ways out', state({ observation: observation({ exits }), recent: refused, ...given }));
    expect(told({})).toBe(
      '- north: somewhere new (2), untried this episode\n- w: somewhere new (3), refused at turn 4',
    );
    expect(readSceneWays(told({}) ?? '').map(({ to, visits }) => [to, visits])).toEqual([
      [2, 0],
      [3, 0],
    ]);
    const elsewhere = refused.map((one) => ({
      ...one,
      before: { ...one.before, location: { id: locationId(8), name: 'Yard' } },
    }));
    expect(told({ recent: elsewhere })).not.toContain('refused');
    expect(told({ visits: new Map([[locationId(3), 1]]) })).not.toContain('refused');
  });

  it('name each place that ways lead to once, with the commands to play', () => {
    const exits = [
      { ...exit('northeast', 2), command: 'ne' },
      exit('east', 3),
      { ...exit('in', 2), command: 'in' },
    ];
    const text = body('Ways out', state({ observation: observation({ exits }) }));
    expect(text).toBe(
      '- ne, in: somewhere new (2), untried this episode\n- east: somewhere new (3), untried this episode',
    );
  });

  it('tell what a way takes from the hands, as it was found by trying it ahead', () => {
    const exits = [{ ...exit('north', 2), takes: [thing(8, 'amber egg')] }];
    expect(body('Ways out', state({ observation: observation({ exits }) }))).toBe(
      '- north: somewhere new (2), untried this episode; you lose amber egg (tried ahead by the engine, not by you)',
    );
    const said = exits.map((one) => ({ ...one, loss: 'A jackdaw snatches the egg.' }));
    expect(body('Ways out', state({ observation: observation({ exits: said }) }))).toMatch(
      / \(tried ahead by the engine, not by you\): A jackdaw snatches the egg\.$/,
    );
  });

  it('say who was here when the player left and is gone on coming back', () => {
    const pig = thing(9, 'pig', 'animate');
    const stool = thing(8, 'stool');
    const away = { location: { id: locationId(2), name: 'Pen' } };
    const left = turn(4, 'east', { objects: [pig, stool] }, away);
    const back = turn(7, 'west', away, { location: { id: locationId(1), name: 'Hall' } });
    const told = (now: object, recent = [left, back]) =>
      body('Now', state({ turn: 7, observation: observation(now), recent }));
    expect(told({})).toMatch(/\nWas here at turn 4 and is not now: pig$/);
    for (const now of [{ objects: [pig] }, { inventory: [pig] }, { isDark: true }])
      expect(told(now)).not.toContain('Was here');
    expect(told({}, [left, back, turn(8, 'wait')])).not.toContain('Was here');
  });

  it('name what lies in a closed bag in hand, as it was seen before it was closed', () => {
    const bag = { ...thing(10, 'bag', 'container', 'open'), held: true };
    const pin = { ...thing(11, 'pin'), inside: bag.id, held: true };
    const shut = { ...bag, traits: ['container' as const] };
    const closing = turn(4, 'close bag', { objects: [bag, pin] }, { objects: [shut] });
    const told = (now: object, recent = [closing]) =>
      body('Held', state({ turn: 4, observation: observation(now), recent }));
    expect(told({ objects: [shut] })).toBe('- bag: container\n- pin (in bag)');
    expect(told({ objects: [shut] }, [])).toBe('- bag: container');
    expect(told({ objects: [{ ...shut, held: false }] })).toBeUndefined();
    const lost = turn(5, 'open bag', { objects: [shut] }, { objects: [bag] });
    const again = turn(6, 'close bag', { objects: [bag] }, { objects: [shut] });
    expect(told({ objects: [shut] }, [closing, lost, again])).toBe('- bag: container');
  });

  it('say that exits are left out where they are', () => {
    const exits = [exit('north', 2)];
    const seen = state({ observation: observation({ exits, exitsTold: 'seen' }) });
    expect(body('Ways out', seen)).toMatch(/^- north: .*\n\(only ways that were walked are listed/);
    const safe = state({ observation: observation({ exits, exitsTold: 'safe' }) });
    expect(body('Ways out', safe)).toMatch(/^- north: .*\n\(any other direction leads nowhere, or/);
    const none = state({ observation: observation({ exitsTold: 'none' }) });
    expect(body('Ways out', none)).toBe('(not told; any direction may lead somewhere)');
    expect(body('Ways out', state())).toBe('(no direction leads anywhere now)');
  });

  it('say that the game waits for an answer where its question took no move and no way is open', () => {
    const ways = (text: string, differs: object = {}) => {
      const asked = turn(1, 'push button', {}, { text, ...differs });
      return body('Ways out', state({ observation: asked.after, recent: [asked] }));
    };
    const question = 'Which do you mean, the red one or the blue one?';
    expect(ways(question)).toBe('(the game waits for an answer to its question)');
    expect(ways('Please answer yes or no.>')).toBe(
      '(the game waits for an answer to its question)',
    );
    const opening = observation({ text: 'Shall I explain how to play? >' });
    expect(body('Ways out', openingState(1, 1, opening))).toContain('waits for an answer');
    expect(openingState(1, 1, opening).descriptions.size).toBe(0);
    expect(openingState(1, 1, observation()).descriptions.size).toBe(1);
    expect(ways('There is no button.')).toBe('(no direction leads anywhere now)');
    expect(ways('"Who goes there?"', { moves: 1 })).toBe('(no direction leads anywhere now)');
    expect(ways(question, { exits: [exit('north', 2)] })).toContain('- north');
  });

  it('ask for one key where the game waits for one, and then tell no exits', () => {
    const current = state({ observation: observation({ waitsFor: 'key' }) });
    expect(body('Now', current)).toContain('The game waits for one key');
    expect(body('Ways out', current)).toBe('(unknown until the key is pressed)');
    expect(body('Now', state())).not.toContain('key');
  });

  it('keep what is held and what the player is after, however much there is to tell of other things', () => {
    const objects = Array.from({ length: 15 }, (_, n) => ({
      ...thing(n + 5, `box ${n}`),
      held: true,
    }));
    const told = { ...NO_LORE, frontier: 'f'.repeat(4000), objectives: 'find a light' };
    const sections = stateSections(state({ observation: observation({ objects }) }), told, TOLD);
    const names = (tokens: number) => fitBudget(sections, tokens).map(({ name }) => name);
    expect(names(1000)).toEqual([
      'Now',
      'What earlier visits taught, and this one',
      'Objectives',
      'Held',
      'Ways out',
    ]);
    expect(names(1)).toEqual(['Now', 'Objectives', 'Ways out']);
    expect(fitBudget(sections, 1000)[0]?.body).toMatch(/\nLeft out for length: Left to try$/);
  });

  it('leave out an old description first, then what was tried but for the newest, then all of that', () => {
    const old = { text: 'd'.repeat(400), turn: 0, locationId: locationId(1) };
    const tried = Array.from({ length: 9 }, (_, at) => attempt(`push wall ${at}`));
    const current = state({
      turn: 30,
      descriptions: new Map([[locationId(1), old]]),
      attempts: new Map([[locationId(1), tried]]),
    });
    const told = { ...NO_LORE, completed: 'c'.repeat(400), frontier: 'lever' };
    const sections = stateSections(current, told, { ...TOLD, lookAgain: () => old.text });
    const left = (tokens: number) => {
      const kept = fitBudget(sections, tokens);
      const lines = kept.find(({ name }) => name === 'Tried here')?.body.split('\n').length ?? 0;
      return [/Left out for length: (.*)/.exec(kept[0]?.body ?? '')?.[1]?.split(' (')[0], lines];
    };
    expect(left(1000)).toEqual([undefined, 9]);
    expect(left(270)).toEqual(['Room description', 9]);
    expect(left(230)).toEqual(['Room description', 5]);
    const short = fitBudget(sections, 180);
    expect(short[0]?.body).toMatch(/Left out for length: Room description \([^)]*\), Tried here$/);
    expect(short.map(({ name }) => name)).toContain('Completed');
    expect(short.map(({ name }) => name)).toContain('Left to try');
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
    expect(text).toBe('- east: deadly (tried ahead by the engine, not by you)');
  });

  it('say "First visit" once, on coming in, and only where nothing is known of the room', () => {
    const memory = (differs: Partial<Lore>, current = state()) =>
      body('What earlier visits taught, and this one', current, { ...NO_LORE, ...differs });
    const away = { location: { id: locationId(2), name: 'Yard' } };
    const came = turn(1, 'north', away, { location: observation().location });
    expect(memory({})).toBe('First visit - no prior experiences');
    expect(memory({}, state({ recent: [came] }))).toBe('First visit - no prior experiences');
    expect(memory({}, state({ recent: [came, turn(2, 'look')] }))).toBeUndefined();
    expect(memory({}, state({ recent: [came], visits: new Map([[locationId(1), 2]]) }))).toBe(
      undefined,
    );
    expect(memory({ visitedEarlier: () => true })).toBeUndefined();
    expect(memory({ isRemembered: true })).toBeUndefined();
    expect(memory({ memories: '[NOTE] A: b' })).toBe('| [NOTE] A: b');
  });

  it('list only traits that are true, and where things lie', () => {
    const box = thing(4, 'box', 'container', 'open');
    const desk = thing(6, 'desk', 'supporter');
    const pearl = { ...thing(5, 'pearl'), inside: box.id };
    const book = { ...thing(7, 'book'), inside: desk.id };
    const text = body(
      'Things in reach',
      state({ observation: observation({ objects: [box, pearl, desk, book] }) }),
      NO_LORE,
    );
    expect(text).toBe(
      '- box: container, open\n- pearl (in box)\n- desk: supporter\n- book (on desk)',
    );
  });

  it('names a key as not tried, also where an objective names it, but not where a memory does', () => {
    const [chest, key] = [thing(5, 'sea chest', 'locked'), thing(6, 'brass key')];
    const held = { ...key, held: true };
    const at = observation({ objects: [chest, held], inventory: [key] });
    const shut = new Map([[chest.id, { ...SHUT, thing: chest, room: at.location }]]);
    const told = (lore: Partial<Lore>) =>
      body('Now', state({ observation: at, shut }), { ...NO_LORE, ...lore });
    const line = 'unlock sea chest with brass key';
    expect(told({ objectives: `- ${line}` })).toContain(
      'sea chest here, locked: brass key not tried',
    );
    expect(told({ memories: `[SUCCESS] ${line}` })).not.toContain('not tried');
  });

  it('say which turn of how many is played, the first one too', () => {
    expect(body('Now', state())).toMatch(/^Turn 1 of 50 \| /);
    expect(body('Now', state({ turn: 49 }))).toMatch(/^Turn 50 of 50 \| /);
  });

  it('tell of a fight while it is fresh and somebody is in reach', () => {
    const troll = [thing(7, 'troll', 'animate')];
    const now = (turnNumber: number, fightTurn: number | null, objects = troll) =>
      body('Now', state({ turn: turnNumber, fightTurn, observation: observation({ objects }) }));
    expect(now(5, 3, [thing(7, 'axe')])).not.toContain('combat');
    expect(now(5, 3)).toContain('| In combat');
    expect(now(6, 3)).not.toContain('combat');
  });
});

describe('the order of the state block', () => {
  it('tell what to type for a thing whose name the parser does not know', () => {
    const objects = [thing(7, 'yellowed paper', 'edible'), thing(8, 'key')];
    const nouns = {
      knows: (word: string) => word !== 'yellowed',
      objectsNamed: (word: string) => (word === 'paper' ? [7] : []),
    };
    const current = state({ observation: observation({ objects }) });
    const told = stateSections(current, NO_LORE, { ...TOLD, nouns });
    expect(told.find(({ name }) => name === 'Things in reach')?.body).toBe(
      '- yellowed paper: type "paper", edible\n- key',
    );
  });

  it.each([
    ['west', '- rope\n(no longer held since the last turn: prayer book, coin)'],
    ['drop coin', '- rope\n(no longer held since the last turn: prayer book)'],
    ['drop all', '- rope'],
  ])('say what went from the hands in a turn, but for what "%s" names', (command, lines) => {
    const [book, coin, rope] = [thing(4, 'prayer book'), thing(6, 'coin'), thing(5, 'rope')];
    const lost = turn(1, command, { inventory: [book, coin, rope] }, { inventory: [rope] });
    const now = state({ recent: [lost], observation: lost.after });
    expect(body('Held', now)).toBe(lines);
  });

  it('ends with what can be done: what is held, what is in reach, the ways out', () => {
    const objects = [thing(4, 'box'), { ...thing(5, 'rope'), held: true }];
    const attempts = new Map([[locationId(1), [attempt('push wall')]]]);
    const told = {
      ...NO_LORE,
      frontier: '- x',
      objectives: '- o',
      route: 'r',
      warning: 'w',
      instruction: '| i',
    };
    const here = observation({ objects });
    const sections = stateSections(state({ observation: here, attempts }), told, TOLD);
    expect(sections.map(({ name }) => name)).toEqual([
      'Now',
      'What earlier visits taught, and this one',
      'Instruction of the person who lets you play',
      'Objectives',
      'Route',
      'Warning',
      'Tried here',
      'Left to try',
      'Held',
      'Things in reach',
      'Ways out',
    ]);
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
          const rendered = renderQuestionSections([{ name: 'Game text', body: quote(text) }]);
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

  it('says in one line what went, in the order of the sections, and nothing where all fits', () => {
    const bodies = (budget: number) => fitBudget(sections, budget).map(({ body }) => body);
    expect(bodies(1000)).toEqual(sections.map(({ body }) => body));
    expect(bodies(250)[0]).toBe(`${'b'.repeat(400)}\nLeft out for length: A`);
    expect(bodies(1)).toEqual([`${'c'.repeat(400)}\nLeft out for length: A, B`]);
  });

  it('believes the calibration that reported usage taught', () => {
    expect(estimateTokens('x'.repeat(400), 1.5)).toBe(150);
    expect(fitBudget(sections, 400, 2).map(({ name }) => name)).toEqual(['C']);
  });
});
