import { describe, expect, it } from 'vitest';
import { objectId } from '../../../src/domain/ids.ts';
import type { Attempt } from '../../../src/domain/game-state.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import { triedLines } from '../../../src/managers/context/tried-lines.ts';
import { attempt, exit, observation, thing } from '../../helpers/observation.ts';

const COAT = thing(4, 'oilskin coat');
const CHEST = thing(5, 'sea chest', 'container', 'locked');
const KEY = thing(6, 'brass key');
const held = (...things: readonly (typeof COAT)[]): Partial<Observation> => ({
  objects: things.map((one) => ({ ...one, held: true })),
  inventory: things.map(({ id, name }) => ({ id, name })),
});

function line(tried: Parameters<typeof attempt>, now: Partial<Observation> = {}) {
  return triedLines([attempt(...tried)], observation(now));
}

describe('what was tried here', () => {
  it.each([
    ['moved', 'moved you'],
    ['nothing', 'nothing'],
    ['death', 'killed you'],
  ] as const)('says what it brought: %s', (brought, words) => {
    expect(line(['read letter', { brought }])).toBe(`- read letter: ${words}`);
  });

  it.each([
    ['a'.repeat(299), true],
    ['a'.repeat(300), true],
    ['a'.repeat(301), false],
  ])('says a sentence whole or not at all: %s', (response, isTold) => {
    const told = line(['examine sign', { brought: 'told', response, lastTurn: 4 }]);
    expect(told).toBe(`- examine sign: ${isTold ? `"${response}"` : 'told something (turn 4)'}`);
  });

  it('says a text of several sentences as one, without its own quotation marks', () => {
    const told = (response: string) => line(['read letter', { brought: 'told', response }]);
    expect(told('It says: "Go home."\n\nNothing else.')).toBe(
      '- read letter: "It says: Go home. Nothing else."',
    );
  });

  it('quotes of a long look what tells most, and only of its first paragraph', () => {
    const told = (response: string) =>
      line(['examine book', { brought: 'told', response, lastTurn: 4 }]);
    const opening = `It is an old and heavy book, ${'bound in the finest calf, '.repeat(10)}and torn.`;
    const clue = 'On the last page someone wrote: give him nothing.';
    const part = `- examine book: "(...) ${clue}`;
    expect(told(`${opening} ${clue}`)).toBe(`${part}" (turn 4)`);
    expect(told(`${opening} ${clue} ${opening}`)).toBe(`${part} (...)" (turn 4)`);
    expect(told(`${opening} ${clue}\n\n[The score has just gone up.]`)).toBe(`${part}" (turn 4)`);
    const noise = 'Far off, a wave breaks on the shingle.';
    expect(told(`${opening} ${clue}\n\n${noise}`)).toBe(`${part}" (turn 4)`);
    expect(told(`${opening} ${clue}\n\n"${noise}" says ben.`)).toBe(`${part}" (turn 4)`);
    expect(told(`${clue} ${clue} ${clue}\n\n${noise} ${noise}`)).toBe(
      `- examine book: "${clue} ${clue} ${clue} (...)" (turn 4)`,
    );
  });

  it('quotes what was read from its beginning', () => {
    const letter = 'Bring the six gifts to the altar.\n\nDo it soon, and mind the bird. ';
    const response = `${letter}${'I remain your servant. '.repeat(20)}`;
    expect(line(['read letter', { brought: 'told', response, lastTurn: 4 }])).toMatch(
      /^- read letter: "Bring the six gifts to the altar\. Do it soon, and mind the bird\. .* \(\.\.\.\)" \(turn 4\)$/,
    );
  });

  it('keeps what a command once brought, and says what came of it last', () => {
    const lamp = thing(8, 'lamp');
    const best = {
      brought: 'changed' as const,
      response: 'The lamp begins to glow.',
      prior: observation({ objects: [lamp] }),
      moment: observation({ objects: [thing(8, 'lamp', 'on')] }),
      lastTurn: 3,
    };
    const now = { objects: [lamp] };
    const again = { times: 2, lastTurn: 9, response: 'Nothing happens.', moment: observation(now) };
    expect(line(['light lamp', { ...again, best }], now)).toBe(
      '- light lamp (2x): lamp on; at turn 9 refused: Nothing happens.',
    );
    const glows = 'It glows. '.repeat(20).trim();
    const long = { ...best, response: 'It glows. '.repeat(21), moment: best.prior };
    expect(line(['light lamp', { ...again, best: long }], now)).toBe(
      `- light lamp (2x): "${glows} (...)" (turn 3); at turn 9 refused: Nothing happens.`,
    );
    const told = { ...long, brought: 'told' as const, lastTurn: 2 };
    expect(line(['wait', { ...again, brought: 'nothing', best: told }])).toBe(
      `- wait (2x): "${long.response.trim()}"; at turn 9 nothing`,
    );
  });

  it('leaves out what brought nothing with things that are not here any more', () => {
    const moment = observation({ objects: [CHEST, KEY] });
    const told = (action: string, ...here: readonly (typeof COAT)[]) =>
      line([action, { moment }], { objects: here });
    expect(told('take chest', KEY)).toBe('');
    expect(told('take chest', CHEST)).not.toBe('');
    expect(told('unlock chest with key', KEY)).not.toBe('');
    expect(told('take moon', KEY)).not.toBe('');
    expect(line(['read chest', { brought: 'told', moment }])).not.toBe('');
  });

  it('says which ways a command opened, and who of its answer is out of sight', () => {
    const bird = thing(20, 'bird', 'animate');
    const [snake, dwarf] = [thing(21, 'snake', 'animate'), thing(22, 'dwarf', 'animate')];
    const [north, south] = [exit('north', 5), { ...exit('south', 6), command: 's' }];
    const freed = (moment: Partial<Observation>) => {
      const prior = observation({ ...held(bird), objects: [snake, dwarf], exits: [north] });
      const response = 'The bird drives the snake away.\n\nThe dwarf slips off.';
      const after = observation(moment);
      return line(['free bird', { brought: 'changed', response, prior, moment: after }], moment);
    };
    const loose = { objects: [bird], exits: [north] };
    const gone = 'snake out of sight, bird not held any more';
    const said = '"The bird drives the snake away. The dwarf slips off."';
    expect(freed(loose)).toBe(`- free bird: ${gone}: ${said}`);
    const opens = `- free bird: ${gone}, opens s: ${said}`;
    expect(freed({ ...loose, exits: [north, south] })).toBe(opens);
    const deadly = { ...south, deadly: true };
    expect(freed({ ...loose, exits: [north, deadly] })).toBe(`- free bird: ${gone}: ${said}`);
    expect(freed({ objects: [bird, snake], exits: [] })).toContain('bird not held any more: ');
  });

  it('says what a command changed, as the engine has it, things before creatures, else what it answered', () => {
    const changed = (prior: Partial<Observation>, moment: Partial<Observation>) =>
      line([
        'push stud',
        {
          brought: 'changed',
          response: 'Click.',
          prior: observation(prior),
          moment: observation(moment),
        },
      ]);
    expect(changed({ objects: [COAT] }, held(COAT))).toBe('- push stud: oilskin coat held');
    expect(changed(held(COAT), { objects: [COAT] })).toBe(
      '- push stud: oilskin coat not held any more: "Click."',
    );
    const open = thing(5, 'sea chest', 'container', 'locked', 'open');
    expect(changed({ objects: [CHEST] }, { objects: [open, KEY] })).toBe(
      '- push stud: sea chest open, brass key in reach',
    );
    expect(changed({ objects: [CHEST] }, { objects: [CHEST] })).toBe('- push stud: "Click."');
    const cat = thing(9, 'cat', 'animate');
    const [bag, pin] = [thing(10, 'bag'), { ...thing(11, 'pin'), inside: objectId(10) }];
    expect(changed({}, { objects: [cat, KEY] })).toBe('- push stud: brass key, cat in reach');
    expect(changed({ objects: [bag, pin] }, held(bag, pin))).toBe('- push stud: bag held');
    expect(changed(held(bag), held(bag, pin))).toBe('- push stud: pin in bag');
    const [agape, shut] = [thing(10, 'bag', 'container', 'open'), thing(10, 'bag', 'container')];
    expect(changed(held(agape, pin), held(shut))).toBe('- push stud: bag not open any more');
    const fur = { ...thing(12, 'fur'), inside: cat.id };
    expect(changed({}, { objects: [fur, cat] })).toBe('- push stud: cat in reach');
    const ajar = thing(5, 'sea chest', 'open');
    const lit = [thing(13, 'lamp', 'on'), thing(14, 'hat', 'worn'), ajar];
    const unlit = lit.map((one) => ({ ...one, traits: [] }));
    const all = ['lamp on', 'hat worn', 'sea chest open', 'brass key in reach'];
    expect(changed({ objects: unlit }, { objects: [...lit, KEY] })).toContain(all.join(', '));
    const more = [...unlit, thing(15, 'box')];
    const opened = [...lit, KEY, thing(15, 'box', 'locked')];
    expect(changed({ objects: more }, { objects: opened })).toMatch(/sea chest open, 2 more$/);
    expect(line(['push stud', { brought: 'changed', response: 'Click.' }])).toBe(
      '- push stud: "Click."',
    );
  });

  it.each([
    [12, '+12, '],
    [-5, '-5, '],
  ])('says what points it won or lost: %i', (points, words) => {
    const best = { ...attempt('put ring on altar', { brought: 'changed', points }) };
    const told = `- put ring on altar: ${words}"No."`;
    expect(line(['put ring on altar', best])).toBe(told);
    expect(line(['put ring on altar', { best, lastTurn: 4 }])).toContain(`${told}; at turn 4 `);
  });

  it('calls refused what cost no move, and says of the rest that no change was seen', () => {
    const told = (moves: number) =>
      line([
        'unlock grate',
        {
          response: 'The grate is unlocked.',
          prior: observation({ moves: 4 }),
          moment: observation({ moves }),
        },
      ]);
    expect(told(4)).toBe('- unlock grate: refused: The grate is unlocked.');
    expect(told(5)).toBe('- unlock grate: told, no change seen: The grate is unlocked.');
  });

  it('takes an answer for told where nothing else was answered so, the same command included', () => {
    const said = (response: string, more: Partial<Attempt> = {}) => ({
      response,
      prior: observation({ moves: 4 }),
      moment: observation({ moves: 5 }),
      ...more,
    });
    const lines = triedLines(
      [
        attempt('learn glow', said('You prepare the glow chant.')),
        attempt('turn lever', said('It does not turn.', { times: 2, confirmed: true })),
        attempt('pull lever', said('The lever is fixed in place.')),
        attempt('pull wheel', said('The wheel is fixed in place.')),
      ],
      observation(),
    );
    expect(lines.match(/^- .*?(?=:)|told(?=, no)/gm)?.join()).toBe(
      '- learn glow,told,- turn lever (2x),- pull lever,- pull wheel',
    );
  });

  it.each([
    [450, true],
    [451, false],
  ])('says what somebody said whole, up to the length of a reading: %i', (length, isTold) => {
    const response = `"${'a'.repeat(length)}"`;
    const told = line(['ask ben about key', { brought: 'told', response, lastTurn: 4 }]);
    expect(told.includes('told something')).toBe(!isTold);
  });

  it('says of a long talk what was said, not what was done meanwhile', () => {
    const does = `Ben looks ${'around and '.repeat(20)}away.`;
    const response = `Ben says, "Opposites attract." ${does} "So they say," says Ben. ${does}`;
    expect(line(['ask ben about magnet', { brought: 'told', response, lastTurn: 4 }])).toBe(
      '- ask ben about magnet: "(...) Opposites attract. So they say," (turn 4)',
    );
  });

  it('says why it was refused, in the first paragraph of the answer, and how often it was tried', () => {
    const response = 'The chest is locked. You sigh. "No!"\n\nThe tide turns.';
    expect(line(['open chest', { response, times: 2 }])).toBe(
      '- open chest (2x): refused: The chest is locked. You sigh. "No!"',
    );
  });

  it('does not say of what came by itself that the command brought it', () => {
    const came = {
      brought: 'changed' as const,
      response: 'Click.',
      prior: observation(),
      moment: observation({ objects: [CHEST, KEY] }),
      idle: { came: [CHEST.id], lost: [], points: 0 },
    };
    expect(line(['push stud', came])).toBe('- push stud: brass key in reach');
  });

  it('leaves out walks that led on, which stand under the ways out', () => {
    expect(line(['north', { brought: 'moved' }])).toBe('');
    expect(line(['enter hole', { brought: 'moved' }])).toBe('- enter hole: moved you');
  });

  it('tells an act from its beginning, and what became of several things alike once', () => {
    const three = [thing(1, 'egg'), thing(2, 'comb'), thing(3, 'ring')];
    const inHand = { objects: [], ...held(...three) };
    const altar = thing(4, 'altar', 'supporter');
    const laid = 'You lay them on the altar, and each settles with a click.';
    const response = `${laid} ${'The sea lies still. '.repeat(8)}\n\n"Far off," says ben.`;
    const told = line([
      'put all on altar',
      {
        brought: 'changed',
        response,
        lastTurn: 4,
        prior: observation({ ...inHand, objects: [altar, ...inHand.objects] }),
        moment: observation({ objects: [altar, ...three] }),
      },
    ]);
    const start = '- put all on altar: egg, comb, ring not held any more: "You lay them';
    expect(told.startsWith(start)).toBe(true);
    expect(told).toMatch(/ The sea lies still\. \(\.\.\.\)" \(turn 4\)$/);
  });

  it('marks no gap where nothing is left out', () => {
    const told = (response: string) =>
      line([
        'push jar',
        { brought: 'told', response, moment: observation({ objects: [thing(1, 'jar')] }) },
      ]);
    const first = `You push it, ${'and push, '.repeat(17)}and rest.`;
    const last = 'At last the jar gives way.';
    expect(told(`${first} ${last}`)).toContain(`"${first} ${last}"`);
    expect(told(`${first} You sweat. ${last}`)).toContain(`"${first} (...) ${last}"`);
  });

  it('says what was said last of the thing of an act, and that it is dark now', () => {
    const jar = thing(1, 'jar');
    const noise =
      'The guests go on talking of the weather, of the game and of the price of houses. ';
    const response = `You pick up the jar. ${noise.repeat(3)}\n\nAnn takes the jar away. She smiles.`;
    const dark = { isDark: true as const };
    const told = (then: object, now: object) =>
      line([
        'take jar',
        {
          ...{ brought: 'changed', response, lastTurn: 4 },
          prior: observation({ objects: [jar], ...then }),
          moment: observation({ objects: [jar], ...now }),
        },
      ]);
    const words = told({}, {});
    expect(words).toMatch(
      /^- take jar: "You pick up the jar\. .*\(\.\.\.\) Ann takes the jar away\."/,
    );
    expect(told({}, dark)).toBe('- take jar: dark now');
    expect(told(dark, {})).toBe('- take jar: light now');
  });

  it('says where somebody was asked or looked at what was said, however much comes before', () => {
    const ben = thing(1, 'ben', 'animate');
    const moment = observation({ objects: [ben] });
    const looks = 'He is an old man, bent by the years, in a coat too large for him.';
    const response = `${looks} ${looks}\n\n"Bring me the key," says ben.`;
    const told = (action: string) =>
      line([action, { brought: 'told', response, lastTurn: 4, moment, prior: moment }]);
    expect(told('ask ben about key')).toContain('Bring me the key, says ben.');
    expect(told('examine ben')).toContain('Bring me the key, says ben.');
    expect(told('examine coat')).toBe(`- examine coat: "${looks} ${looks} (...)" (turn 4)`);
  });

  it('tells of what works now what it was answered when it did not', () => {
    const moment = observation({ objects: [{ ...KEY, held: true }], inventory: [KEY] });
    const vain = { response: 'Did you close the door?\n\nA clock ticks.', lastTurn: 34 };
    expect(
      line([
        'take key',
        { times: 2, brought: 'changed', prior: observation({ objects: [KEY] }), moment, vain },
      ]),
    ).toBe('- take key (2x): brass key held; at turn 34 no change seen: Did you close the door?');
  });

  it.each([
    [14, true],
    [15, false],
  ])('keeps the newest of %i: the first too is %s', (count, isKept) => {
    const many = Array.from({ length: count }, (_, at) => attempt(`push wall ${at}`));
    expect(triedLines(many, observation()).includes('push wall 0:')).toBe(isKept);
  });

  it('counts nothing for what a check refused', () => {
    const response = 'no lamp is within reach';
    expect(line(['take lamp', { times: 0, response }])).toBe(
      '- take lamp: refused: no lamp is within reach',
    );
  });
});

describe('what a command brought, where more than one thing changed or changed back', () => {
  const LOAF = thing(7, 'loaf');
  const BIRD = thing(8, 'jackdaw', 'animate');

  it('a gift is told with its answer, also where its taker walks off', () => {
    const response = 'The jackdaw eats it. It will not steal from you again.';
    const moment = observation();
    const prior = { ...held(LOAF), objects: [BIRD, ...(held(LOAF).objects ?? [])] };
    const told = line([
      'give loaf to jackdaw',
      { brought: 'changed', response, prior: { ...observation(prior), moves: 1 }, moment },
    ]);
    expect(told).toContain('loaf not held any more');
    expect(told).toContain('It will not steal from you again.');
  });

  it('a thing put into what is held, or taken out of it, is told by its new place', () => {
    const bag = { ...thing(9, 'satchel', 'container', 'open'), held: true };
    const inHand = [bag, { ...LOAF, held: true }];
    const inBag = [bag, { ...LOAF, held: true, inside: objectId(9) }];
    const tell = (action: string, [from, to]: readonly (readonly (typeof bag)[])[]) =>
      line([
        action,
        {
          brought: 'changed',
          prior: { ...observation({ objects: from ?? [] }), moves: 1 },
          moment: observation({ objects: to ?? [] }),
        },
      ]);
    expect(tell('take loaf', [inBag, inHand])).toBe('- take loaf: loaf in hand');
    expect(tell('put loaf in satchel', [inHand, inBag])).toBe(
      '- put loaf in satchel: loaf in satchel',
    );
  });

  it('a way that it opened and that is shut again is worth trying again', () => {
    const opened = {
      brought: 'changed',
      prior: { ...observation(), exits: [exit('east', 2)], moves: 1 },
      moment: { ...observation(), exits: [exit('east', 2), exit('down', 3)] },
    } as const;
    const tell = (exits: Observation['exits']) => line(['open trap door', opened], { exits });
    expect(tell([exit('east', 2), exit('down', 3)])).toBe('- open trap door: opens down');
    const climbed = line(['climb tree', { ...opened, brought: 'moved' }], { exits: [] });
    expect(climbed).toBe('- climb tree: moved you');
    expect(tell([exit('east', 2)])).toBe(
      '- open trap door: opens down; worth trying again: no way down now',
    );
  });
});
