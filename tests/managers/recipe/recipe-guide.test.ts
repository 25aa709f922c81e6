import { describe, expect, it } from 'vitest';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import type { RecipePlan, RecipeUse } from '../../../src/domain/recipe.ts';
import type { Standing } from '../../../src/domain/standing.ts';
import type { Ahead } from '../../../src/managers/recipe/checked-way.ts';
import { RecipeGuide, type RecipePorts } from '../../../src/managers/recipe/recipe-guide.ts';
import { observation, thing, turn } from '../../helpers/observation.ts';

function at(room: number, score: number, ...held: readonly number[]) {
  return observation({
    location: { id: locationId(room), name: `Room ${room}` },
    score,
    inventory: held.map((id) => ({ id: objectId(id), name: `thing ${id}` })),
    scene: `${room} ${held.join()}`,
  });
}

function standing(room: number, score: number, held = ''): Standing {
  return { room, score, held, isOver: false };
}

const PLAN: RecipePlan = {
  commands: ['north', 'take lamp', 'drop lamp'],
  points: 5,
  checkedSeeds: 10,
  standings: [standing(1, 0), standing(2, 0), standing(2, 0, '7'), standing(2, 5)],
  turns: 3,
  earned: 5,
};

/** Nobody knows a way, nothing is tried ahead, and the episode has no end; a test names what it is about. */
const PORTS: RecipePorts = {
  routeTo: () => null,
  knownToPay: () => [],
  maxTurns: () => null,
  tryAhead: () => [],
};

function guideOf(
  plan: RecipePlan | null,
  use: RecipeUse,
  luck: RecipePlan | null = null,
  ports: Partial<RecipePorts> = {},
): RecipeGuide {
  return new RecipeGuide(plan, use, { luck, ports: { ...PORTS, ...ports } });
}

/** How things stand after a command that was tried ahead. */
function ahead(standings: readonly Standing[]): readonly Ahead[] {
  return standings.map((one) => ({ ...one, scene: `${one.room} ${one.held}` }));
}

/** Where each player is. */
const places = new WeakMap<RecipeGuide, Observation>();

function played(guide: RecipeGuide, command: string, after = at(2, 0)): void {
  guide.record(turn(1, command, places.get(guide) ?? at(1, 0), after));
  places.set(guide, after);
}

describe('advice', () => {
  const LONG: RecipePlan = {
    commands: ['take ring', 'north', 'open door', 'east', 'take lamp', 'south', 'read sign'],
    points: 12,
    checkedSeeds: 10,
    standings: [
      standing(1, 0),
      standing(1, 4, '3'),
      standing(2, 4, '3'),
      standing(2, 4, '3'),
      standing(3, 9, '3'),
      standing(3, 12, '3,7'),
      standing(4, 12, '3,7'),
      standing(4, 12, '3,7'),
    ],
    turns: 7,
    earned: 12,
  };

  it('holds the commands one after the other, and where they come from', () => {
    const lesson = guideOf(PLAN, 'advice').lesson();
    expect(lesson).toContain('| north; take lamp; drop lamp');
    expect(lesson).toMatch(/3 commands .* earn 5 points.*simulated.* 10 other seeds/);
  });

  it('names the next command as long as the way is followed, however it is spelt', () => {
    const guide = guideOf(PLAN, 'advice');
    expect(guide.route(at(1, 0))).toBe(
      'Suggestion: the checked way to points from command 1 of 3 on, +5 in 3 turns: north, then take lamp, drop lamp.',
    );
    played(guide, 'go N');
    expect(guide.route(at(2, 0))).toMatch(
      /command 2 of 3 .* 2 turns: take lamp, then drop lamp\.$/,
    );
    played(guide, 'take lamp', at(2, 0, 7));
    expect(guide.route(at(2, 0, 7))).toMatch(/command 3 of 3 on, \+5 in 1 turn: drop lamp\.$/);
    played(guide, 'drop lamp', at(2, 5));
    expect(guide.route(at(2, 5))).toBe('');
  });

  it('gives the next command alone, and none where the way is left', () => {
    const guide = guideOf(PLAN, 'advice');
    expect(guide.nextCommands(at(1, 0))).toEqual(['north']);
    expect(guide.nextCommands(at(3, 0))).toEqual([]);
    expect(guideOf(PLAN, 'off').nextCommands(at(1, 0))).toEqual([]);
  });

  it('leads back after a detour, and says nothing where the map knows no way', () => {
    const guide = guideOf(PLAN, 'advice', null, {
      routeTo: (from) => (from === 3 ? { commands: ['up', 'west'], isShut: from !== 3 } : null),
      tryAhead: (commands) =>
        commands.join() === 'up,west,north,take lamp,drop lamp'
          ? ahead([standing(4, 0), standing(1, 0), ...PLAN.standings.slice(1)])
          : [],
    });
    played(guide, 'south', at(3, 0));
    expect(guide.route(at(3, 0))).toBe(
      'Suggestion: the checked way to points from command 1 of 3 on, +5 in 5 turns: up, then west, north ... (back to it: up, west)',
    );
    expect(guide.nextCommands(at(3, 0))).toEqual(['up']);
    expect(guide.gainsAhead(at(3, 0))).toEqual([{ command: 'drop lamp', room: 2, points: 5 }]);
    expect(guide.gainsAhead(at(4, 0))).toBeNull();
    expect(guide.route(at(4, 0))).toBe('');
    expect(guide.nextCommands(at(4, 0))).toEqual([]);
  });

  it('says nothing where the rest would not come out after what was done aside', () => {
    const aside = (seen: readonly Standing[]) => {
      const guide = guideOf(PLAN, 'advice', null, { tryAhead: () => ahead(seen) });
      played(guide, 'north');
      played(guide, 'break lamp', { ...at(2, 0), scene: 'shards' });
      return guide.route({ ...at(2, 0), scene: 'shards' });
    };
    expect(aside([standing(2, 0), standing(2, 0)])).toBe('');
    expect(aside([standing(2, 0), standing(2, 5)])).toContain('+5');
    expect(aside([])).toBe('');
  });

  it.each([
    [2, null],
    [3, '+5 in 3 turns; 0 turns are left after it: north, then take lamp, drop lamp.'],
    [4, '+5 in 3 turns; 1 turn is left after it: north,'],
  ])('tells how many turns are left after it: %i left', (left, words) => {
    const guide = guideOf(PLAN, 'advice', null, { maxTurns: () => left });
    if (words === null) expect(guide.route(at(1, 0))).toBe('');
    else expect(guide.route(at(1, 0))).toContain(words);
  });

  it('goes no further than the points that the turns suffice for', () => {
    const guide = guideOf(LONG, 'advice', null, { maxTurns: () => 4 });
    expect(guide.route(at(1, 0))).toContain('+9 in 4 turns; 0 turns are left after it: take ring,');
  });

  it('takes nothing along that the way itself takes later', () => {
    const room = { room: 'Hall', isNeeded: false };
    const along = [
      { ...room, after: 1, command: 'take Lamp', thing: 'lamp' },
      { ...room, after: 2, command: 'take lamp', thing: 'lamp' },
    ];
    const guide = guideOf({ ...PLAN, along }, 'advice');
    expect(guide.lesson().match(/take lamp \(lamp\)/gi)).toHaveLength(1);
    played(guide, 'north');
    expect(guide.route(at(2, 0))).toMatch(/in 2 turns: take lamp, then drop lamp\.$/);
  });

  it('leads to what is taken along before the next command of the way, once, not to what is held, and counts it', () => {
    const along = [3, 4].map((id) => ({
      after: 1,
      command: `get thing ${id}`,
      thing: `thing ${id}`,
      room: 'Hall',
      isNeeded: id === 4,
    }));
    const guide = guideOf({ ...PLAN, along }, 'advice');
    expect(guide.lesson()).toContain('| north; take lamp; drop lamp\nTaken along');
    expect(guide.lesson()).toMatch(
      /\n\| before command 2, in Hall: get thing 3 \(thing 3\)\n\| before .*; of use after this way$/,
    );
    expect(guide.route(at(1, 0))).toContain('+5 in 5 turns: north,');
    played(guide, 'north');
    expect(guide.route(at(2, 0))).toMatch(
      /command 2 of 3 on, \+5 in 4 turns: get thing 3, then take lamp, drop lamp\. \(takes along: thing 3\)$/,
    );
    expect(guide.route(at(2, 0, 3))).toContain('turns: get thing 4,');
    played(guide, 'get thing 3');
    expect(guide.route(at(2, 0))).toContain('turns: get thing 4,');
    played(guide, 'get thing 4', at(2, 0, 4));
    expect(guide.route(at(2, 0, 4))).toContain('turns: take lamp,');
  });

  it('still leads to what was to be taken along before, as long as that is in reach, until it is tried for', () => {
    const one = { after: 1, room: 'Hall', isNeeded: true };
    const along = [
      { ...one, command: 'get thing 3', thing: 'thing 3' },
      { ...one, command: 'light thing 3', thing: 'thing 3' },
    ];
    const guide = guideOf({ ...PLAN, along }, 'advice');
    played(guide, 'north');
    played(guide, 'take lamp', at(2, 0, 7));
    expect(guide.route(at(2, 0, 7))).toContain('turn: drop lamp.');
    const near = [thing(3, 'thing 3')];
    const passed = guide.route({ ...at(2, 0, 7), objects: near });
    expect(passed).toContain('turns: get thing 3, then drop');
    played(guide, 'get thing 3', at(2, 0, 3, 7));
    const held = { ...at(2, 0, 3, 7), objects: near };
    expect(guide.route(held)).toContain('turns: light thing 3, then drop');
    const lit = { ...held };
    played(guide, 'light thing 3', lit);
    expect(guide.route(lit)).toContain('turn: drop lamp.');
  });

  it('leads to what lights a thing once that is held, and not before', () => {
    const along = ['get thing 3', 'light thing 3'].map((command) => {
      return { after: 1, command, thing: 'thing 3', room: 'Hall', isNeeded: true };
    });
    const guide = guideOf({ ...PLAN, along }, 'advice');
    played(guide, 'north');
    played(guide, 'get thing 3');
    expect(guide.route(at(2, 0))).toContain('turns: take lamp,');
    expect(guide.route(at(2, 0, 3))).toContain('turns: light thing 3,');
    played(guide, 'light thing 3', at(2, 0, 3));
    expect(guide.route(at(2, 0, 3))).toContain('turns: take lamp,');
  });

  it('does not go on when the right command came out otherwise', () => {
    const guide = guideOf(PLAN, 'advice');
    played(guide, 'north', at(1, 0));
    expect(guide.route(at(1, 0))).toContain('turns: north,');
  });

  it('says what is still to earn, and no command after the last points', () => {
    const guide = guideOf(LONG, 'advice');
    expect(guide.route(at(1, 0))).toMatch(
      /command 1 of 7 on, \+12 in 5 turns: take ring, then north, open door \.\.\.$/,
    );
  });

  it('is given of nothing that cannot be followed to its end, and nothing is played', () => {
    const guide = guideOf({ ...PLAN, turns: 2 }, 'advice');
    expect([guide.lesson(), guide.route(at(1, 0)), guide.nextMove()]).toEqual(['', '', null]);
    expect(guideOf(PLAN, 'off').lesson()).toBe('');
    expect(guideOf(PLAN, 'advice').nextMove()).toBe(null);
  });
});

describe('play', () => {
  it('plays command after command to the end, and tells nothing', () => {
    const guide = guideOf(PLAN, 'play');
    const moves = [at(2, 0), at(2, 0, 7), at(2, 5)].map((after) => {
      const move = guide.nextMove() ?? '';
      played(guide, move, after);
      return move;
    });
    expect(moves).toEqual(PLAN.commands);
    expect([guide.nextMove(), guide.lesson(), guide.route(at(1, 0))]).toEqual([null, '', '']);
  });

  it.each([
    ['another room', at(1, 0)],
    ['another score', at(2, 1)],
    ['another thing in hand', at(2, 0, 8)],
    ['an end', { ...at(2, 0), ended: 'death' as const }],
  ])('stops for good at the first outcome that is other than expected: %s', (_, after) => {
    const guide = guideOf(PLAN, 'play');
    played(guide, 'north', after);
    expect(guide.nextMove()).toBe(null);
    played(guide, 'north', at(2, 0));
    expect(guide.nextMove()).toBe(null);
  });

  it('expects nothing of what differs between the seeds', () => {
    const standings = PLAN.standings.with(1, { ...standing(2, 0), held: null });
    const guide = guideOf({ ...PLAN, standings }, 'play');
    played(guide, 'north', at(2, 0, 8));
    expect(guide.nextMove()).toBe('take lamp');
  });

  it('plays no more than comes out as expected', () => {
    const guide = guideOf({ ...PLAN, turns: 1 }, 'play');
    expect(guide.nextMove()).toBe('north');
    played(guide, 'north');
    expect(guide.nextMove()).toBe(null);
  });
});

describe('explore', () => {
  const explorer = (use: RecipeUse, plan: RecipePlan | null = { ...PLAN, turns: 1 }) =>
    new RecipeGuide(plan, use, { onwards: PLAN, ports: PORTS });

  it('plays the way, then says that the episode is for what is left, and how the best way goes on', () => {
    const guide = explorer('explore');
    expect([guide.nextMove(), guide.explores()]).toEqual(['north', false]);
    played(guide, 'north');
    expect([guide.nextMove(), guide.explores()]).toEqual([null, true]);
    expect(guide.route(at(2, 0))).toContain('from command 2 of 3 on, +5 in 2 turns');
  });

  it('says how many turns are left after what is suggested', () => {
    const spare = (turns: number | null) => {
      const guide = guideOf(PLAN, 'advice', null, { maxTurns: () => turns });
      return guide.turnsToSpare(at(1, 0));
    };
    expect([null, 4, 3, 2].map(spare)).toEqual([Infinity, 1, 0, null]);
  });

  it('is nothing where no way is known, or the best one is merely played', () => {
    expect(explorer('explore', null).explores()).toBe(false);
    const guide = explorer('play');
    played(guide, 'north');
    expect([guide.explores(), guide.route(at(2, 0))]).toEqual([false, '']);
  });
});

describe('a way that needs luck', () => {
  const LUCK: RecipePlan = {
    commands: ['north', 'hit rat', 'hit rat', 'take lamp'],
    points: 9,
    checkedSeeds: 5,
    triedSeeds: 10,
    standings: [
      standing(1, 0),
      standing(2, 0),
      standing(2, 0),
      standing(2, 0),
      standing(2, 9, '7'),
    ],
    turns: 4,
    earned: 9,
  };

  it('is told whole, with how often it came out, and not in the checked way', () => {
    const guide = guideOf(null, 'advice', LUCK);
    expect(guide.luckLesson()).toContain('| north; hit rat; hit rat; take lamp');
    expect(guide.luckLesson()).toMatch(/4 commands .* earned 9 points .*simulated.* 5 of 10 games/);
    expect(guide.lesson()).not.toContain('hit rat');
    expect(guideOf(PLAN, 'advice').luckLesson()).toBe('');
  });

  it('is led along past what was not needed this time', () => {
    const guide = guideOf(null, 'advice', LUCK);
    played(guide, 'north');
    played(guide, 'hit rat');
    expect(guide.route(at(2, 0))).toBe(
      'Suggestion: the way that needs luck (worked in 5 of 10 games) from command 3 of 4 on, +9 in 2 turns: hit rat, then take lamp.',
    );
    played(guide, 'take lamp', at(2, 9, 7));
    expect(guide.route(at(2, 9, 7))).toBe('');
  });

  it('is not told beside a sure one that leads elsewhere', () => {
    const guide = guideOf(PLAN, 'advice', LUCK);
    expect(guide.luckLesson()).toBe('');
    expect(guide.route(at(1, 0))).toMatch(/^Suggestion: the checked way to points .*: north, .*$/);
  });

  it('is told where the sure one that it begins with has nothing left to earn', () => {
    const whole: RecipePlan = {
      ...PLAN,
      commands: [...PLAN.commands, 'hit rat'],
      points: 9,
      checkedSeeds: 5,
      triedSeeds: 10,
      standings: [...PLAN.standings, standing(2, 9)],
    };
    const guide = guideOf(PLAN, 'advice', whole);
    expect(guide.luckLesson()).toContain('| north; take lamp; drop lamp; hit rat');
    expect(guide.route(at(1, 0))).toContain('the checked way to points from command 1 of 3');
    played(guide, 'north');
    played(guide, 'take lamp', at(2, 0, 7));
    played(guide, 'drop lamp', at(2, 5));
    expect(guide.route(at(2, 5))).toBe(
      'Suggestion: the way that needs luck (worked in 5 of 10 games) from command 4 of 4 on, +4 in 1 turn: hit rat.',
    );
    expect(guide.nextCommands(at(2, 5))).toEqual(['hit rat']);
  });

  it('leaves out only what repeats the command before it: the rest prepares', () => {
    const prepared: RecipePlan = {
      ...LUCK,
      commands: ['north', 'light lamp', 'hit rat', 'east'],
      standings: [standing(1, 0), standing(2, 0), standing(2, 0), standing(2, 0), standing(3, 9)],
    };
    const guide = guideOf(null, 'advice', prepared);
    played(guide, 'north');
    played(guide, 'hit rat');
    expect(guide.route(at(2, 0))).toContain('command 2 of 4 on, +9 in 3 turns: light lamp,');
    const twice = guideOf(null, 'advice', LUCK);
    for (const command of ['north', 'hit rat']) played(twice, command);
    played(twice, 'take lamp', at(2, 9, 7));
    expect(twice.route(at(2, 9, 7))).toBe('');
  });

  it('is told where the tool plays another, too, and never played', () => {
    const guide = guideOf(null, 'play', LUCK);
    expect(guide.luckLesson()).toContain('| north; hit rat');
    expect(guide.nextMove()).toBe(null);
    expect(guideOf(PLAN, 'off', LUCK).luckLesson()).toBe('');
  });
});
