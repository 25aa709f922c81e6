import { expect, it } from 'vitest';
import { ownConditionFails } from '../../../src/managers/memory/own-condition.ts';
import { observation, thing } from '../../helpers/observation.ts';

const open = observation({ objects: [thing(7, 'vault door', 'open')] });
const shut = observation({ objects: [thing(7, 'vault door', 'locked')] });
const away = observation({ objects: [thing(8, 'desk')] });

it.each([
  ['give key to guard (refused while the vault door is open)', [open, away], false],
  ['give key to guard (refused while the vault door is open)', [open, shut, away], true],
  ['give key to guard (refused while the vault door is open)', [away], false],
  ['give key to guard: refused if the vault door is not locked', [shut, away], true],
  ['give key to guard: works once the vault door is open', [shut, away], false],
  ['push desk while the desk is closed', [away], false],
  ['wave while the guard is here', [open, away], true],
] as const)('the condition of "%s" fails after %# looks: %s', (title, looks, fails) => {
  const now = looks.at(-1) ?? away;
  expect(ownConditionFails({ title }, now, looks.slice(0, -1))).toBe(fails);
});
