import { expect, it } from 'vitest';
import { shutThings } from '../../src/prompts/shut-things.ts';
import { heldWords } from '../../src/prompts/wording.ts';
import { observation } from '../helpers/observation.ts';
import { realTurns } from '../helpers/real-turns.ts';

const TO_BEDROOM = ['n', 'n', 'ne', 'open window', 's', 'u'];
const WITH_KEY = ['n', 'n', 'e', 'open door', 'e', 'u', 'take brass key', 'd', 'w', 'w'];

it('what was locked in a real game is told with its room until it is open', () => {
  const turns = realTurns(...TO_BEDROOM, 'd');
  const now = turns.at(-1)?.after ?? observation();
  expect(shutThings(turns, now)).toContain("sea chest (locked, Keeper's Bedroom (66))");
  expect(shutThings(turns, now)).not.toContain('window');
  const opened = realTurns(...WITH_KEY, ...TO_BEDROOM.slice(2), 'unlock chest with brass key');
  const last = opened.at(-1)?.after ?? observation();
  expect(shutThings(opened, last)).toContain("sea chest (closed, Keeper's Bedroom (66))");
});

it('what lies in a satchel of a real game is told as held with it', () => {
  const turns = realTurns('take satchel', 'open satchel');
  const now = turns.at(-1)?.after ?? observation();
  expect(heldWords(now)).toContain('leather satchel (with folded letter)');
});
