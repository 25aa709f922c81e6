import { describe, expect, it } from 'vitest';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import type { RecipePlan, Standing } from '../../../src/domain/recipe.ts';
import { RecipeGuide } from '../../../src/managers/recipe/recipe-guide.ts';
import { observation, turn } from '../../helpers/observation.ts';

function at(room: number, score: number, ...held: readonly number[]) {
  const inventory = held.map((id) => ({ id: objectId(id), name: `thing ${id}` }));
  return observation({
    location: { id: locationId(room), name: `Room ${room}` },
    score,
    inventory,
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

function played(guide: RecipeGuide, command: string, after = at(2, 0)): void {
  guide.record(turn(1, command, {}, after));
}

describe('advice', () => {
  it('holds the commands one after the other, and where they come from', () => {
    const lesson = new RecipeGuide(PLAN, 'advice').lesson();
    expect(lesson).toContain('| north; take lamp; drop lamp');
    expect(lesson).toMatch(/3 commands .* earn 5 points.*simulated.* 10 other seeds/);
  });

  it('names the next command as long as the way is followed, however it is spelt', () => {
    const guide = new RecipeGuide(PLAN, 'advice');
    expect(guide.route(at(1, 0))).toMatch(
      /command 1 of 3\. Then: take lamp, drop lamp\.\nNext command: north$/,
    );
    played(guide, 'go N');
    expect(guide.route(at(2, 0))).toMatch(
      /command 2 of 3\. Then: drop lamp\.\nNext command: take lamp$/,
    );
    played(guide, 'take lamp', at(2, 0, 7));
    expect(guide.route(at(2, 0, 7))).toMatch(/command 3 of 3\.\nNext command: drop lamp$/);
    played(guide, 'drop lamp', at(2, 5));
    expect(guide.route(at(2, 5))).toBe('');
  });

  it('gives the next command alone, and none where the way is left', () => {
    const guide = new RecipeGuide(PLAN, 'advice');
    expect(guide.nextCommands(at(1, 0))).toEqual(['north']);
    expect(guide.nextCommands(at(3, 0))).toEqual([]);
    expect(new RecipeGuide(PLAN, 'off').nextCommands(at(1, 0))).toEqual([]);
  });

  it('is silent where things stand otherwise, and speaks again when the player is back on the way', () => {
    const guide = new RecipeGuide(PLAN, 'advice');
    played(guide, 'south', at(3, 0));
    expect(guide.route(at(3, 0))).toBe('');
    expect(guide.route(at(1, 0))).toContain('Next command: north');
  });

  it('leads to what is taken along before the next command of the way, once, and not to what is held', () => {
    const along = [3, 4].map((id) => ({
      after: 1,
      command: `get thing ${id}`,
      thing: `thing ${id}`,
      room: 'Hall',
      isNeeded: id === 4,
    }));
    const guide = new RecipeGuide({ ...PLAN, along }, 'advice');
    expect(guide.lesson()).toContain('| north; take lamp; drop lamp\nTaken along');
    expect(guide.lesson()).toMatch(
      /\n\| before command 2, in Hall: get thing 3 \(thing 3\)\n\| before .*; needed to go on$/,
    );
    played(guide, 'north');
    expect(guide.route(at(2, 0))).toMatch(
      /command 2 of 3\. Taken along here in the best episode: thing 3\. Then: take lamp, drop lamp\.\nNext command: get thing 3$/,
    );
    expect(guide.route(at(2, 0, 3))).toContain('Next command: get thing 4');
    played(guide, 'get thing 3');
    expect(guide.route(at(2, 0))).toContain('Next command: get thing 4');
    played(guide, 'get thing 4', at(2, 0, 4));
    expect(guide.route(at(2, 0, 4))).toContain('Next command: take lamp');
  });

  it('goes on with more things and points than the way needs, not with fewer', () => {
    const guide = new RecipeGuide(PLAN, 'advice');
    played(guide, 'take sword', at(1, 2, 9));
    expect(guide.route(at(1, 2, 9))).toContain('Next command: north');
    played(guide, 'north', at(2, 2, 9));
    played(guide, 'take lamp', at(2, 2, 7, 9));
    expect(guide.route(at(2, 2, 7, 9))).toContain('Next command: drop lamp');
    expect(guide.route(at(2, 2, 9))).toBe('');
    expect(guide.route(at(2, -1, 7, 9))).toBe('');
  });

  it('does not go on when the right command came out otherwise', () => {
    const guide = new RecipeGuide(PLAN, 'advice');
    played(guide, 'north', at(1, 0));
    expect(guide.route(at(1, 0))).toContain('Next command: north');
  });

  it('is given of nothing that cannot be followed to its end, and nothing is played', () => {
    const guide = new RecipeGuide({ ...PLAN, turns: 2 }, 'advice');
    expect([guide.lesson(), guide.route(at(1, 0)), guide.nextMove()]).toEqual(['', '', null]);
    expect(new RecipeGuide(PLAN, 'off').lesson()).toBe('');
    expect(new RecipeGuide(PLAN, 'advice').nextMove()).toBe(null);
  });
});

describe('play', () => {
  it('plays command after command to the end, and tells nothing', () => {
    const guide = new RecipeGuide(PLAN, 'play');
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
    const guide = new RecipeGuide(PLAN, 'play');
    played(guide, 'north', after);
    expect(guide.nextMove()).toBe(null);
    played(guide, 'north', at(2, 0));
    expect(guide.nextMove()).toBe(null);
  });

  it('expects nothing of what differs between the seeds', () => {
    const standings = PLAN.standings.with(1, { ...standing(2, 0), held: null });
    const guide = new RecipeGuide({ ...PLAN, standings }, 'play');
    played(guide, 'north', at(2, 0, 8));
    expect(guide.nextMove()).toBe('take lamp');
  });

  it('plays no more than comes out as expected', () => {
    const guide = new RecipeGuide({ ...PLAN, turns: 1 }, 'play');
    expect(guide.nextMove()).toBe('north');
    played(guide, 'north');
    expect(guide.nextMove()).toBe(null);
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
    const guide = new RecipeGuide(PLAN, 'advice', LUCK);
    expect(guide.luckLesson()).toContain('| north; hit rat; hit rat; take lamp');
    expect(guide.luckLesson()).toMatch(/4 commands .* earned 9 points .*simulated.* 5 of 10 games/);
    expect(guide.lesson()).not.toContain('hit rat');
    expect(new RecipeGuide(PLAN, 'advice').luckLesson()).toBe('');
  });

  it('is led along beside the checked way, and past what was not needed this time', () => {
    const guide = new RecipeGuide(PLAN, 'advice', LUCK);
    expect(guide.route(at(1, 0))).toMatch(
      /Next command: north\nOn the way that needs luck, command 1 of 4\.\nNext command by luck: north$/,
    );
    played(guide, 'north');
    played(guide, 'hit rat');
    expect(guide.route(at(2, 0))).toContain('command 3 of 4.\nNext command by luck: hit rat');
    expect(guide.route(at(3, 0))).toBe('');
    played(guide, 'take lamp', at(2, 9, 7));
    expect(guide.route(at(2, 9, 7))).not.toContain('luck');
  });

  it('is told where the tool plays another, too, and never played', () => {
    const guide = new RecipeGuide(null, 'play', LUCK);
    expect(guide.luckLesson()).toContain('| north; hit rat');
    expect(guide.nextMove()).toBe(null);
    expect(new RecipeGuide(PLAN, 'off', LUCK).luckLesson()).toBe('');
  });
});
