import { expect, it } from 'vitest';
import { ownConditionFails } from '../../../src/managers/memory/own-condition.ts';
import { observation, thing } from '../../helpers/observation.ts';

const open = observation({ objects: [thing(7, 'vault door', 'open')] });
const shut = observation({ objects: [thing(7, 'vault door', 'locked')] });
const held = observation({ inventory: [thing(9, 'purse')] });
const away = observation({ objects: [thing(8, 'desk')] });

it.each([
  ['give key to guard (refused while the vault door is open)', [open, away], false],
  ['give key to guard (refused while the vault door is open)', [open, shut, away], true],
  ['give key to guard (refused while the vault door is open)', [away], false],
  ['give key to guard: refused if the vault door is not locked', [shut, away], true],
  ['give key to guard: works once the vault door is open', [shut, away], false],
  ['push desk while the desk is closed', [away], false],
  ['wave while the guard is here', [open, away], true],
  ['wave while the desk is here', [open, away], false],
  ['wave while the desk is not here', [open, away], true],
  ['wave with the purse around', [held, open], true],
  ['wave with the purse around', [held], false],
  ['push desk while the vault door is closed', [open], true],
  ['push desk while the vault door is shut', [shut], false],
  ['push desk as long as the vault door is unlocked', [shut], true],
  ['push desk as long as the vault door is unlocked', [open], false],
  ['push desk when the vault door is still locked', [open], true],
] as const)('the condition of "%s" fails after %# looks: %s', (title, looks, fails) => {
  const now = looks.at(-1) ?? away;
  expect(ownConditionFails({ title }, now, looks.slice(0, -1))).toBe(fails);
});
