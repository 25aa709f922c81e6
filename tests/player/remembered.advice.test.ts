import { describe, expect, it } from 'vitest';
import { isAvoided } from '../../src/player/remembered.ts';
import { chooseAction } from '../../src/player/offline-player.ts';
import { HEADING } from '../../src/prompts/question.ts';
import { choose, situationOf } from './situations.ts';

const ROOM = `## Room description (2 turns ago)
| Yard
| A muddy yard.
| A rusty sword and a brass lamp lie here.

## Ways out
- south: Hall (1), been there 2 times`;

function onTheWay(step: number, commands = ['open door', 'take lamp', 'south', 'ring bell']) {
  const later = commands.slice(step);
  return `## Checked way to points
4 commands that earn 5 points:
| ${commands.join('; ')}

${ROOM}

## Route
Suggestion: the checked way to points from command ${step} of 4 on, +5 in 4 turns: ${commands[step - 1]}${later.length === 0 ? '' : `, then ${later.join(', ')}`}.`;
}

describe('on a checked way', () => {
  it('plays the next command', () => {
    expect(choose(onTheWay(1))).toBe('open door');
    expect(choose(onTheWay(3))).toBe('south');
  });

  it('does not count what was played elsewhere, or before the player went away, as played in vain', () => {
    const at = (place: number) => ({ action: 'south', note: { place } });
    expect(choose(onTheWay(3), [at(4), at(4)])).not.toBe('south');
    expect(choose(onTheWay(3), [at(7), at(7)])).toBe('south');
    expect(choose(onTheWay(3), [at(4), at(7), at(4)])).toBe('south');
  });

  it('gives the way up when its next command did not get on twice, though the way has it several times', () => {
    const knocks = onTheWay(3, ['knock', 'knock', 'knock', 'south']);
    const knocked = (times: number) => Array.from({ length: times }, () => ({ action: 'knock' }));
    expect(choose(knocks, knocked(3))).toBe('knock');
    expect(choose(knocks, knocked(4))).not.toBe('knock');
  });

  it('notes what is left to do in a room that the way leaves', () => {
    const chest = '\n\n## Things in reach\n- oak chest: container, openable';
    const leftAt = (step: number, prompt = '') =>
      chooseAction(situationOf(onTheWay(step) + prompt, [{ action: 'take chest' }])).left;
    expect(leftAt(3, chest)).toBe(1);
    expect(leftAt(1, chest)).toBe(null);
  });
});

describe('on a way that needs luck', () => {
  const COMMANDS = ['open door', 'attack rat', 'south', 'ring bell'];
  const way = (step: number, commands = COMMANDS, worked = 5) =>
    `${onTheWay(1, ['take lamp'])}
Or, the way that needs luck (worked in ${worked} of 10 games) from command ${step} of ${commands.length} on, +9 in 4 turns: ${commands[step - 1]}, then look.

## Way to more points that needs luck
4 commands that earned 9 points:
| ${commands.join('; ')}`;
  const RAT = '\n\n## Things in reach\n- rat: animate\n\n## Held\n- rusty sword';

  it('plays its next command rather than that of the checked way, and no blow at one who is gone', () => {
    expect(choose(way(1))).toBe('open door');
    expect(choose(way(2))).toBe('south');
    expect(choose(way(3))).toBe('south');
  });

  it.each([
    [4, 'take lamp'],
    [5, 'open door'],
    [6, 'open door'],
  ])('that worked in %d of 10 games plays %s', (worked, next) => {
    expect(choose(way(1, COMMANDS, worked))).toBe(next);
  });

  it('fights who fights, as fights are fought, before it goes on', () => {
    const struck = [
      { action: 'attack rat with sword', text: 'The rat dodges.', note: { place: 4 } },
    ];
    const now = '\n\n## Now\nTurn 9 | Location: Yard (4) | Score: 0 | In combat';
    expect(choose(way(3) + RAT + now, struck)).toMatch(/^attack rat/);
  });

  it('is left for the checked one where it did not get on twice', () => {
    const opened = [{ action: 'open door' }, { action: 'open door' }];
    expect(choose(way(1), opened)).not.toBe('open door');
  });
});

describe('what failed here in an earlier episode', () => {
  const told = `## ${HEADING.memories}
| [FAILURE] pull grate; take grate; open grate: It is stuck.

## Ways out
- south: Hall (1), been there 2 times`;
  const avoids = (action: string, text: string, wanted: string) =>
    isAvoided(situationOf(told, [{ action, text }]))(wanted);

  it('is tried again when the thing was moved, and not when it gave no way', () => {
    expect(avoids('push grate', 'The grate slides aside.', 'take grate')).toBe(false);
    expect(avoids('push grate', "You can't move it.", 'take grate')).toBe(true);
  });

  it('is only opened again when a lock was opened', () => {
    expect(avoids('unlock grate with key', 'The grate is unlocked.', 'open grate')).toBe(false);
    expect(avoids('unlock grate with key', 'The grate is unlocked.', 'take grate')).toBe(true);
  });
});
