import { expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { observation, thing } from '../../helpers/observation.ts';
import { frontier } from './open-frontier.ts';

it.each([
  ['lawn', true, ''],
  ['lawn', false, '- here, things: lawn'],
  ['bell', true, '- here, things: bell'],
  ['bog', false, ''],
])('what is deadly is not left to try: %s, beside a deadly exit %s', (name, deadly, told) => {
  const to = { id: locationId(9), name: 'Room 9' };
  const scenery = { ...thing(31, name), isScenery: true as const, hasRoutine: true as const };
  const exits = [{ direction: 'south' as const, command: 's', to, deadly }];
  const { frontier: some } = frontier('', {});
  expect(some.render(observation({ objects: [scenery], exits }))).toBe(told);
  // Nor is it told of from elsewhere.
  const away = { location: { id: locationId(3), name: 'Room 3' } };
  expect(some.render(observation(away)).includes('1 thing')).toBe(told !== '');
  // A memory may name a thing as bait; that is no reason not to try it.
  const loose = frontier('', {}).frontier.render(observation({ objects: [thing(32, 'bog')] }));
  expect(loose).toBe('- here, things: bog');
});
