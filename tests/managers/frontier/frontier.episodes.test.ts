import { expect, it } from 'vitest';
import { objectId } from '../../../src/domain/ids.ts';
import { observation, turn } from '../../helpers/observation.ts';
import { frontier, line } from './open-frontier.ts';

it('the verbs that this episode tried are told apart from those that only earlier ones did', () => {
  const { frontier: some } = frontier(line(31, 'key', 3, { tried: true, verbs: ['read'] }), {});
  const now = { inventory: [{ id: objectId(31), name: 'key' }] };
  some.record(turn(1, 'examine key', now, { ...now, moves: 1 }));
  expect(some.render(observation(now))).toBe(
    '- held, not put to use: key (tried: examine, tried before: read)',
  );
});
