import { expect, it } from 'vitest';
import { isPaid } from '../../../src/managers/memory/gain.ts';
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
