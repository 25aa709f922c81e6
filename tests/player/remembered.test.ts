import { describe, expect, it } from 'vitest';
import { chooseAction } from '../../src/player/offline-player.ts';
import { choose, situationOf } from './situations.ts';

const NEW_WAY = '- n: somewhere new (3), untried this episode';
const WAYS = `## Ways out\n- s: Hall (2), been there once\n- e: Porch (6), been there 3 times\n${NEW_WAY}`;
const THINGS = `## Things in reach\n- gold coin\n\n${WAYS}`;
/** Two rooms that nobody saw, and a danger of the one in the west. */
const TWO_WAYS = (danger: string) =>
  `## Ways out\n- w: somewhere new (9), untried this episode\n${NEW_WAY}\n\n## Dangers one step away\nAt Den (9):\n| [DANGER] ${danger}\nAt Cave (3):\n| [DANGER] `;
/** A fight that so many of so many lost. */
const ODDS = (deaths: number, tries: number) =>
  `attack bat: It bites. (With other random numbers: death in ${deaths} of ${tries} tries with "attack bat".)`;
const TAUGHT = '\n\n## What earlier visits taught, and this one\n';
const STAYING = '[DANGER] about 3 turns after coming in: death: It comes.';

describe('what is feared', () => {
  it('leaves where an earlier episode died of staying', () => {
    expect(choose(`${THINGS}${TAUGHT}| ${STAYING}`)).toBe('e');
    expect(choose(`${THINGS}${TAUGHT}|   ${STAYING}`)).toBe('e');
    expect(choose(`${THINGS}${TAUGHT}| ${STAYING.replace('coming in', 'the start')}`)).not.toBe(
      'e',
    );
  });

  it('leaves where something rises around it, not where the room is always like that', () => {
    const rises = (text: string, room = '') =>
      choose(`${THINGS}${room}`, [{ action: 'push button', text }]);
    expect(rises('Click.\nThe water is now up to your ankles.')).toBe('e');
    expect(rises('You look up to your left.')).toBe('take coin');
    const snow = 'Snow reaches your knees.';
    const room = `\n\n## Room description (as printed 5 turns ago)\n| Yard\n| ${snow}`;
    expect(rises(snow, room)).toBe('take coin');
  });

  it('does other things before it enters next door where an earlier episode died of staying, in a fight or by chance', () => {
    const won = [{ action: 'take cup', note: { score: -5 } }];
    const near = (danger: string) => choose(`${TWO_WAYS(ODDS(2, 5))}${danger}`, won);
    expect(near('jump: death: You fall.')).toBe('n');
    expect(near('jump: death: You fall. (was deadly 3 of 3 times)')).toBe('n');
    expect(near('jump: death: You fall. (was deadly 2 of 3 times)')).not.toBe('n');
    expect(near('attack bat: death: It bites.')).not.toBe('n');
    expect(near('by chance, also without doing anything: It bites.')).not.toBe('n');
    expect(near('about 3 turns after coming in: death: It comes.')).not.toBe('n');
  });

  it('is less what fewer than half died of under other random numbers', () => {
    const won = [{ action: 'take cup', note: { score: -5 } }];
    const near = (danger: string) => choose(`${TWO_WAYS(ODDS(1, 2))}${danger}`, won);
    expect(near(ODDS(2, 5))).toBe('n');
    expect(near(ODDS(1, 2))).toBe('w');
    expect(near(ODDS(3, 5))).toBe('w');
    const bat = '## Held\n- sword\n\n## Things in reach\n- bat: animate';
    const fight = (deaths: number) =>
      choose(`${bat}${TAUGHT}| [DANGER] ${ODDS(deaths, 5)}`, [
        { action: 'wait', text: 'The bat attacks you.' },
      ]);
    expect(fight(2)).toMatch(/^attack bat/);
    expect(fight(3)).not.toBe('attack bat');
  });

  it('is not left to do in a room that is left', () => {
    const left = (danger: string) =>
      chooseAction(
        situationOf(`${WAYS}\n- w: somewhere new (8), untried this episode\n\n${danger}`, [
          { action: 'take cup', note: { score: -5 } },
        ]),
      ).left;
    expect(left('')).toBe(3);
    expect(
      left('## Dangers one step away\nAt Cave (3):\n| [DANGER] attack bat: death: It bites.'),
    ).toBe(null);
  });

  it('does not do again what an earlier episode died of some turns later', () => {
    const lever = '## Things in reach\n- brass lever';
    const taken = [{ action: 'take lever' }];
    expect(choose(lever, taken)).toBe('pull lever');
    const danger = `${TAUGHT}| [DANGER] about 9 turns after "pull lever": death: The roof falls.`;
    expect(choose(lever + danger, taken)).not.toBe('pull lever');
  });
});
