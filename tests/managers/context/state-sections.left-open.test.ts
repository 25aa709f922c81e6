import { expect, it } from 'vitest';
import { openingState } from '../../../src/domain/game-state.ts';
import { locationId } from '../../../src/domain/ids.ts';
import { stateSections } from '../../../src/managers/context/state-sections.ts';
import { recordTurn } from '../../../src/turn/record.ts';
import { thing, turn } from '../../helpers/observation.ts';
import { NO_LORE } from './no-lore.ts';

const TOLD = { maxTurns: 50, folded: null, lookAgain: () => null, refusedWays: () => [] };

it('a door that the player opened and left is told where an objective names its key', () => {
  const [door, key] = [
    thing(7, 'rare door', 'door', 'openable'),
    { ...thing(8, 'key'), held: true },
  ];
  const open = { ...door, traits: [...door.traits, 'open' as const] };
  const opens = turn(1, 'open door with key', { objects: [door, key] }, { objects: [open, key] });
  const lobby = { location: { id: locationId(2), name: 'Lobby' }, objects: [key] };
  const leaves = turn(2, 'east', opens.after, lobby);
  const now = [opens, leaves].reduce(recordTurn, openingState(1, 1, opens.before));
  const told = (objectives: string) =>
    stateSections(now, { ...NO_LORE, objectives }, TOLD).find(({ name }) => name === 'Now')?.body;
  expect(told('- Return the key')).toContain(
    '\nOf your plan, left open by you: rare door in Hall (1)',
  );
  expect(told('- Find a book')).not.toContain('Left open');
});
