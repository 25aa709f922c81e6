import { expect, it } from 'vitest';
import { isPaid, openGains } from '../../../src/managers/memory/gain.ts';
import { memory } from '../../helpers/memory.ts';
import { attempt } from '../../helpers/observation.ts';
import { at, moment } from './memory-world.ts';

it.each([
  ['put egg, comb and whistle on altar', 'You did.', true],
  ['put comb and whistle on altar', 'You did.', false],
  ['put all on altar', 'silver whistle: Done.\namber egg: It settles.', true],
  ['put all on altar', 'silver whistle: Done.', false],
])('"%s", answered by %j, wins the points of the egg: %s', (action, response, isWon) => {
  const title = 'put amber egg on altar: +6 points';
  const gain = memory({ category: 'SUCCESS', persistence: 'permanent', title, scoreChange: 6 });
  const tried = [attempt(action, { brought: 'changed', response })];
  const now = moment({ room: [2, 'Here'] }, { attempts: new Map([[at(1), tried]]) });
  expect(isPaid(at(1), gain, now, { waysFrom: () => [] })).toBe(isWon);
});

it('beside a suggestion only the points are told that it does not win, without a way', () => {
  const gain = (title: string) => memory({ category: 'SUCCESS', title, scoreChange: 5 });
  const filed = [[at(1), gain('take egg')] as const, [at(3), gain('ring bell')] as const];
  const told = (ahead: Parameters<typeof openGains>[2]['map']['ahead']) => {
    const commandsTo = () => (ahead === null ? ['n'] : null);
    const map = { waysFrom: () => [], roomName: () => 'Room', commandsTo, ahead };
    const now = moment({ room: [2, 'Here'] });
    return openGains(filed, now, { map, evidence: new Map(), told: [] }).split('\n');
  };
  expect(told([{ command: 'take egg', room: 1, points: 5 }])).toEqual([
    'Other points known and not won yet, which the suggestion does not count:',
    '- +5 ring bell, at Room (3)',
  ]);
  expect(told([{ command: 'take cup', room: 1, points: 5 }]).join()).toContain('take egg');
  expect(told([{ command: 'north', room: 1, points: 5 }]).join()).not.toContain('take egg');
  expect(told(null)).toEqual([
    'Other points known and not won yet:',
    '- +5 take egg, at Room (1): n',
    '- +5 ring bell, at Room (3): n',
  ]);
});
