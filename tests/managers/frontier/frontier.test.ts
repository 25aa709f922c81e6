import { describe, expect, it } from 'vitest';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import type { VisibleObject } from '../../../src/domain/observation.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';
import { frontier, line } from './open-frontier.ts';

const CELLAR = locationId(5);
const TRIED = { tried: true, verbs: ['open'] };
const LOOKED_AT = { tried: true, verbs: ['examine', 'search'] };

describe('what is left to try', () => {
  it('is told for here, for what is held, and for other places, the nearest first, with dangers on the way', () => {
    const text =
      line(20, 'lever', 5) +
      line(21, 'chest', 3) +
      line(22, 'rug', 1, TRIED) +
      line(31, 'rope', 1, { tried: true, verbs: ['take', 'examine'] }) +
      line(23, 'desk', 1, LOOKED_AT);
    const { frontier: some } = frontier(text, { 1: ['up', 'west'], 3: ['east'], 5: ['n', 's'] });
    const now = observation({
      objects: [thing(30, 'bell'), thing(22, 'rug'), thing(23, 'desk')],
      inventory: [{ id: objectId(31), name: 'rope' }],
    });
    expect(some.render(now).split('\n')).toEqual([
      '- here, ways: up; west',
      '- here, things: desk (tried before: examine, search); bell',
      '- held, not put to use: rope (tried before: examine)',
      '- elsewhere: Room 3 (3), 3 steps, first down: 1 way, 1 thing; Room 5 (5), 5 steps past remembered dangers, first down: 2 ways, 1 thing',
    ]);
  });

  it('has one way where two words lead to the same room', () => {
    const { frontier: some } = frontier('', { 1: ['s', 'east', 'out'], 3: ['out', 's'] });
    expect(some.render(observation())).toBe(
      '- here, ways: s; east\n- elsewhere: Room 3 (3), 3 steps, first down: 1 way',
    );
  });

  it('tells of scenery here only where nothing else is left here', () => {
    const sky = { ...thing(30, 'sky'), isScenery: true as const };
    const told = (ends: Readonly<Record<number, readonly string[]>>, ...others: VisibleObject[]) =>
      frontier('', ends).frontier.render(observation({ objects: [sky, ...others] }));
    expect(told({ 1: ['east'] })).not.toContain('sky');
    expect(told({}, thing(31, 'bell'))).toBe('- here, things: bell');
    expect(told({ 3: ['east'] })).toMatch(/^- here, scenery: sky\n- elsewhere: Room 3/);
    expect(told({})).toBe('- here, scenery: sky');
  });

  it.each([
    ['take ring with pole', 'fallen', ''],
    ['unlock ring with pole', undefined, '- held, not put to use: pole'],
    ['take pole', undefined, '- held, not put to use: pole'],
    ['ask owl about pole', 'told', '- held, not put to use: pole (tried: ask)'],
  ])('takes what a command is done with for used: %s, scene %s', (command, scene, told) => {
    const inventory = [{ id: objectId(33), name: 'pole' }];
    const objects = [{ ...thing(33, 'pole'), held: true }, thing(34, 'ring')];
    const now = { inventory, objects };
    const { frontier: some } = frontier('', {});
    const after = { ...now, moves: 1, ...(scene !== undefined && { scene }) };
    some.record(turn(1, command, now, after));
    expect(some.render(observation({ ...now, objects: objects.slice(0, 1) }))).toBe(told);
  });

  it('tells of scenery that the description names, after other things, but of no backdrop', () => {
    const scenery = { isScenery: true as const };
    const objects = [
      { ...thing(30, 'sky'), ...scenery, isBackdrop: true as const, hasRoutine: true as const },
      { ...thing(31, 'painted signboard'), ...scenery },
      { ...thing(32, 'gravel'), ...scenery },
      thing(33, 'bell'),
    ];
    const now = observation({ objects });
    const text = 'Under the sky a signboard leans.';
    const { frontier: some } = frontier('', { 1: ['east'] });
    const told = (description: string, at = now) =>
      some.render(at, { description }).split('\n').slice(1);
    const bell = '- here, things: bell';
    expect(told(text)).toEqual([bell, '- here, scenery: painted signboard']);
    expect(told('')).toEqual([bell]);
    // Whoever goes to the signboard dies: it is the way.
    const to = { id: locationId(9), name: 'Signboard' };
    const seen = (deadly: boolean) =>
      observation({ objects, exits: [{ direction: 'south', command: 's', to, deadly }] });
    expect(told(text, seen(false))).toHaveLength(2);
    expect(told(text, seen(true))).toEqual([bell]);
    some.record(turn(1, 'read signboard', { objects }, { objects, moves: 1 }));
    expect(told(text)).toEqual([bell]);
  });

  it('counts no walk as a try of what changed meanwhile', () => {
    const torch = { ...thing(30, 'torch'), held: true };
    const inventory = [{ id: objectId(30), name: 'torch' }];
    const lit = { objects: [{ ...torch, traits: ['on' as const] }], inventory };
    const told = (command: string) => {
      const { frontier: some } = frontier('', {});
      some.record(turn(1, command, { objects: [torch], inventory }, { ...lit, moves: 1 }));
      return some.render(observation(lit));
    };
    expect(told('ne')).toBe('- held, not put to use: torch');
    expect(told('light all')).toBe('');
  });

  it.each([
    [11, ['container'], true],
    [11, ['worn'], false],
    [11, [], true],
  ] as const)(
    'tells of what is held and was never used for %i turns, %j: %s',
    (turns, traits, isTold) => {
      const inventory = [{ id: objectId(31), name: 'satchel' }];
      const objects = [{ ...thing(31, 'satchel', ...traits), held: true }];
      const { frontier: some } = frontier('', {});
      some.record(turn(1, 'take satchel', {}, { inventory, objects, moves: 1 }));
      some.record(turn(turns + 1, 'wait', { inventory, objects }));
      const told = some.render(observation({ inventory, objects }));
      expect(told).toBe(isTold ? '- held, not put to use: satchel' : '');
    },
  );

  it.each([
    ['open', ['open']],
    ['closed', []],
  ] as const)(
    'tells of what was put into a held thing, which is %s, but that is no use of it',
    (_, traits) => {
      const satchel = { ...thing(31, 'satchel', 'container', 'open'), held: true };
      const whistle = { ...thing(32, 'whistle'), held: true };
      const bag = { id: objectId(31), name: 'satchel' };
      const before = {
        inventory: [bag, { id: objectId(32), name: 'whistle' }],
        objects: [satchel, whistle],
      };
      const stowed = { inventory: [bag], objects: [satchel, { ...whistle, inside: bag.id }] };
      const { frontier: some } = frontier('', {});
      some.record(turn(1, 'put whistle in satchel', before, { ...stowed, moves: 1 }));
      const closed = { inventory: [bag], objects: [{ ...satchel, traits }] };
      const now = observation(traits.length > 0 ? stowed : closed);
      expect(some.render(now)).toBe('- held, not put to use: whistle (tried: put)');
    },
  );

  it.each([
    ['trapdoor', ['door', 'open'], ''],
    ['trapdoor', ['door'], '- here, things: trapdoor (not opened yet)'],
    ['hatch', ['door', 'open'], '- here, things: hatch'],
    ['trapdoor', ['container', 'open'], '- here, things: trapdoor'],
  ] as const)(
    'takes a door that a walk led through for tried on both sides: %s, %j',
    (name, traits, told) => {
      const { frontier: some } = frontier('', {});
      const above = { objects: [thing(30, 'trapdoor', 'door', 'open')] };
      const below = {
        location: { id: locationId(71), name: 'Cave' },
        objects: [thing(31, name, ...traits)],
      };
      some.record(turn(1, 'down', above, { ...below, moves: 1 }));
      expect(some.render(observation(below)).split('\n')[0]).toBe(told);
    },
  );

  it('keeps somebody who was spoken to, with what they were not asked about', () => {
    const objects = [thing(30, 'clerk', 'animate')];
    const now = { objects, inventory: [{ id: objectId(31), name: 'key' }] };
    const nouns = {
      knows: () => true,
      objectsNamed: (word: string) => (word === 'key' ? [31] : word === 'clerk' ? [30] : []),
    };
    const known = line(31, 'key', 3, { tried: true, used: true });
    const { frontier: some } = frontier(known, {}, true, nouns);
    some.record(turn(1, 'ask clerk about rain', now, { moves: 1, text: '"Take the key."' }));
    expect(some.render(observation(now))).toBe('- here, not asked about: clerk (key)');
  });

  it('offers nothing that the parser has no noun for, held, here or elsewhere', () => {
    const nouns = {
      knows: (word: string) => word === 'bell',
      objectsNamed: (word: string) => (word === 'bell' ? [30] : []),
    };
    const { frontier: some } = frontier(line(40, 'order', 3), {}, true, nouns);
    const inventory = [{ id: objectId(34), name: 'self' }];
    const now = observation({ objects: [thing(30, 'brass bell'), thing(31, 'Parts')], inventory });
    expect(some.render(now)).toBe('- here, things: brass bell');
  });

  it('comes first in an episode that explores, where it is more than scenery', () => {
    const sky = { ...thing(30, 'sky'), isScenery: true as const };
    const first = (ends: readonly string[], ...objects: VisibleObject[]) =>
      frontier('', { 1: ends })
        .frontier.render(observation({ objects: [sky, ...objects] }), {
          description: 'The sky.',
          explores: true,
        })
        .split('\n')[0];
    expect(first(['up'], thing(31, 'bell'))).toBe(
      '- first in this episode, before you go on: up; bell',
    );
    expect(first([])).toBe('- here, scenery: sky');
  });

  it.each([
    [['examine', 'unlock'], true],
    [['examine', 'open'], true],
    [['examine', 'open', 'push'], false],
    [['open', 'push', 'pull'], false],
  ])('comes first only where at most one verb was tried in vain: %o, %s', (verbs, isFirst) => {
    const { frontier: some } = frontier(
      line(31, 'chest', 1, { verbs, tried: true, shut: true }),
      {},
    );
    const now = observation({ objects: [thing(31, 'chest', 'openable')] });
    const told = some.render(now, { explores: true });
    expect(told).toContain('- here, things: chest');
    expect(told.includes('- first in this episode')).toBe(isFirst);
  });

  it('names scenery that the story has a routine for among the things, and nothing of it elsewhere', () => {
    const bell = { ...thing(30, 'bell'), isScenery: true as const, hasRoutine: true as const };
    const sky = { ...thing(32, 'sky'), isScenery: true as const };
    const { frontier: some } = frontier('', {});
    expect(some.render(observation({ objects: [bell, sky] }))).toBe('- here, things: bell');
    const away = { location: { id: locationId(2), name: 'Hall' }, objects: [thing(33, 'mat')] };
    expect(some.render(observation(away))).toContain(
      'elsewhere: Room 1 (1), 1 step, first down: 1 thing',
    );
  });

  it('takes scenery that stands in several rooms for a backdrop', () => {
    const sea = { ...thing(30, 'sea'), isScenery: true as const, hasRoutine: true as const };
    const { frontier: some } = frontier('', {});
    const here = observation({ objects: [sea, thing(31, 'mat')] });
    expect(some.render(here)).toBe('- here, things: sea; mat');
    some.render(observation({ location: { id: locationId(2), name: '' }, objects: [sea] }));
    expect(some.render(here)).toBe('- here, things: mat');
  });

  it('keeps what nobody has seen open, first of all, until it stands open', () => {
    const { frontier: some, file } = frontier('', {});
    const door = thing(30, 'oak door', 'door', 'locked');
    const shut = { objects: [thing(31, 'mat'), door] };
    some.record(turn(1, 'open oak door', shut, { ...shut, moves: 1 }));
    expect(some.render(observation(shut))).toBe(
      '- here, things: oak door (locked, tried: open); mat',
    );
    const open = { objects: [thing(31, 'mat'), thing(30, 'oak door', 'door', 'open')] };
    some.record(turn(2, 'open oak door', shut, { ...open, moves: 2, scene: 'open' }));
    expect(some.render(observation(shut))).toBe('- here, things: mat');
    expect(file.text).toBe('');
  });

  it('keeps what nobody had a hand free for, with what it takes, until somebody holds it', async () => {
    const { frontier: some, file } = frontier('', {});
    const here = { objects: [thing(30, 'brass bell')] };
    some.record({ ...turn(1, 'take bell', here, { ...here, moves: 1 }), needsHands: true });
    expect(some.render(observation(here))).toBe(
      '- here, things: brass bell (hands were too full for it, tried: take)',
    );
    await some.save();
    const held = { objects: [{ ...thing(30, 'brass bell'), held: true }] };
    const inventory = [{ id: objectId(30), name: 'brass bell' }];
    const next = frontier(file.text ?? '', {});
    expect(next.frontier.render(observation(here))).toContain('hands were too full');
    next.frontier.record(turn(2, 'take bell', here, { ...held, inventory, moves: 2 }));
    await next.frontier.save();
    // Who kept the older knowledge does not bring it back.
    next.frontier.record({
      ...turn(3, 'take bell', here, { ...here, moves: 3 }),
      needsHands: true,
    });
    expect(next.frontier.render(observation(here))).not.toContain('hands were too full');
  });

  it('counts a thing where it is: held in what is held, closed or not, and where it was seen last', () => {
    const { frontier: some } = frontier(line(20, 'letter', 5) + line(21, 'chest', 3), {});
    const bag = { ...thing(40, 'bag'), held: true };
    const letter = { ...thing(20, 'letter'), held: true, inside: bag.id };
    const holding = { inventory: [{ id: bag.id, name: 'bag' }] };
    expect(some.render(observation({ ...holding, objects: [bag, letter] }))).toMatch(
      /^- held, not put to use: letter\n- elsewhere: Room 3/,
    );
    expect(some.render(observation({ ...holding, objects: [bag] }))).not.toContain('Room 5');
    const away = { id: locationId(2), name: 'Hall' };
    some.render(observation({ location: away, objects: [thing(21, 'chest')] }));
    expect(some.render(observation())).toContain('Room 2 (2), 2 steps, first down: 1 thing');
  });

  it.each([
    [4, false],
    [5, true],
    [6, false],
  ])(
    'offers verbs that no episode used, once, after %i turns without news: %s',
    (turns, offered) => {
      const { frontier: some } = frontier('', {});
      // The first turn brings the answer.
      for (let number = 0; number <= turns; number += 1)
        some.record(turn(number + 1, 'x wall', {}, { text: 'A wall.', moves: 1 }));
      expect(some.render(observation())).toBe(offered ? '- verbs never used: about; bypass' : '');
    },
  );

  it.each([
    ['(For advice, use "Help".)', 'help'],
    ['(Please type in HELP for instructions.)', 'help'],
    ['Type About or Help if you are lost.', 'about'],
    ['If you are lost, type help or about.', 'help'],
    ['You cannot help it.', null],
    ['HELP THE KING\nBy nobody', null],
    ['Exercise is "helping" others.', null],
  ])('offers once, at once, a verb that the opening tells to type: %s', (text, verb) => {
    const { frontier: some } = frontier('', {});
    const opening = observation({ text });
    some.render({ ...opening, waitsFor: 'key' });
    some.record(turn(1, 'space', { ...opening, waitsFor: 'key' }));
    expect(some.render(observation())).toBe(verb === null ? '' : `- verbs never used: ${verb}`);
    some.record(turn(2, 'wait'));
    expect(some.render(observation({ text }))).toBe('');
  });

  it('remembers which verbs were used, by any of their words', async () => {
    const { frontier: some, file } = frontier('', {});
    some.record(turn(1, 'Help'));
    await some.save();
    expect(file.text).toContain('{"verbs":["about"]}\n');
  });

  it('has what was taken from the player, though it was taken and used before', async () => {
    const { file, frontier: some } = frontier('', {});
    const egg = { id: objectId(8), name: 'egg' };
    const [lying, held] = [{ objects: [thing(8, 'egg')] }, { inventory: [egg] }];
    some.record(turn(1, 'take egg', lying, { ...held, objects: [], moves: 9 }));
    some.record(turn(2, 'polish egg', held, { moves: 9 }));
    some.record(turn(3, 'put egg on mat', held, { ...lying, inventory: [], moves: 9 }));
    expect(some.render(observation(lying))).toBe('');
    some.record(turn(4, 'take egg', lying, { ...held, objects: [], moves: 9 }));
    some.record(turn(5, 'west', held, { inventory: [], moves: 9 }));
    expect(some.render(observation(lying))).toBe('- here, things: egg (you lost it)');
    await some.save();
    expect(new TextDecoder().decode(file.read() ?? undefined)).toMatch(/^(?!.*lost).*egg/s);
  });

  it('is no more told of a room of what left it', () => {
    const { frontier: some } = frontier('', {});
    const cave = { location: { id: locationId(3), name: 'Cave' } };
    const rat = { objects: [thing(8, 'rat', 'animate')] };
    some.record(turn(1, 'look', { ...cave, ...rat }, { ...cave, ...rat }));
    expect(some.render(observation())).toContain('Room 3 (3), 3 steps, first down: 1 thing');
    some.record(turn(2, 'wait', { ...cave, ...rat }, { ...cave, objects: [] }));
    expect(some.render(observation())).toBe('');
  });

  it('has no verb of a command that brought a thing for another', () => {
    const { frontier: some } = frontier('', {});
    const [key, card] = [
      { id: objectId(8), name: 'key' },
      { id: objectId(9), name: 'card' },
    ];
    const before = { inventory: [card], objects: [thing(8, 'key')] };
    some.record(turn(1, 'give card to clerk', before, { inventory: [key], objects: [], moves: 9 }));
    expect(some.render(observation({ inventory: [key] }))).toBe('- held, not put to use: key');
  });

  it('says of what is shut whether a key is wanted', () => {
    const told = (door: Partial<VisibleObject>) => {
      const { frontier: some } = frontier('', {});
      const objects = [{ ...thing(30, 'gate', 'door', 'openable', 'locked'), ...door }];
      return some.render(observation({ objects }));
    };
    expect(told({})).toBe('- here, things: gate (locked)');
    expect(told({ isBarred: true })).toBe('- here, things: gate (barred)');
    const fromHere = { isBarred: true, opensHere: true } as const;
    expect(told(fromHere)).toBe('- here, things: gate (not opened yet)');
    expect(told({ traits: ['door', 'openable'] })).toBe('- here, things: gate (not opened yet)');
  });

  it('is nothing at a key prompt, after the end, and where everything was tried', () => {
    const { frontier: none } = frontier('', {});
    expect(none.render(observation())).toBe('');
    const { frontier: some } = frontier('', { 1: ['up'] });
    expect(some.render(observation({ waitsFor: 'key' }))).toBe('');
    expect(some.render(observation({ ended: 'death' }))).toBe('');
  });

  it('begins where the last episode ended: what it tried is in the file', async () => {
    const { frontier: some, file } = frontier(line(21, 'chest', 1), {});
    const here = {
      objects: [thing(21, 'chest'), thing(22, 'rug')],
      location: { id: CELLAR, name: '' },
    };
    some.record(turn(1, 'open chest', here, { ...here, moves: 1 }));
    await some.save();
    expect(file.text).toContain(
      line(21, 'chest', 1, { ...TRIED, served: false }) + line(22, 'rug', 5),
    );
    const next = frontier(file.text ?? '', {}).frontier;
    expect(next.render(observation())).toBe(
      '- elsewhere: Room 5 (5), 5 steps past remembered dangers, first down: 1 thing',
    );
  });
});
