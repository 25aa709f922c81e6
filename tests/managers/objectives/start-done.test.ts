import { describe, expect, it } from 'vitest';
import { observation, thing, turn } from '../../helpers/observation.ts';
import { AT_1, AT_2, found, play, wait } from './played-turns.ts';
import { planning } from './planning.ts';

const AT_3 = {
  location: { ...AT_2.location, id: AT_2.location.id + 1, name: 'Room 3' },
} as typeof AT_2;
const BELL = thing(7, 'handbell');
const CHEST = thing(8, 'sea chest', 'openable');
const lies = { ...AT_3, objects: [BELL, CHEST] };
const TAKES = turn(21, 'take handbell', lies, {
  objects: [{ ...BELL, held: true }, CHEST],
  inventory: [BELL],
});
const HOLDS = turn(21, 'wait', { ...AT_1, ...TAKES.after }, { ...TAKES.after, ...AT_1 });
const WALKS = turn(21, 'west', AT_2, AT_1);
const FETCH = 'Fetch the handbell from the boathouse and ring it for the bellman';

describe('once the first act of an objective is done, its start is no place to go to', () => {
  it.each([
    [FETCH, TAKES, true],
    ['Find the handbell and ring it', TAKES, true],
    ['Fetch the key from the boathouse', TAKES, false],
    ['Open the sea chest', TAKES, false],
    [
      'Open the sea chest',
      turn(21, 'open chest', lies, { objects: [{ ...CHEST, traits: ['open'] }] }),
      true,
    ],
    ['Explore west from Location 2 to find a well', WALKS, true],
    ['Explore from Location 2 to Location 1 and beyond', WALKS, true],
    ['Explore north from Location 2 to find a well', WALKS, false],
    ['Explore west from Location 2 to find a well', turn(21, 'west', AT_3, AT_2), false],
    [
      'Fetch the handbell; ring it',
      turn(21, 'wait', AT_1, { objects: [{ ...BELL, held: true }] }),
      true,
    ],
    ['Ring the handbell at Location 2', TAKES, false],
    ['Fetch the handbell, which is at Location 2', TAKES, false],
    ['Gather the two handbells', TAKES, false],
    ['Open the handbell', TAKES, false],
    ['Explore west from Location 2 to find a well', turn(21, 'west', AT_2, AT_2), false],
    // Who carries it needs the way to where it has to be.
    ['Carry the handbell to Location 2', HOLDS, false],
    ['Bring the handbell to Location 2', TAKES, false],
    ['Take the handbell through Location 1 to Location 2', TAKES, false],
    ['Get the handbell from Location 2', HOLDS, false],
  ])('%s, after: %j', async (text, played, isDone) => {
    const plan = planning(() => found([text, 2]));
    await play(plan, wait(20), played);
    const told = plan.manager.renderForAgent(AT_1.location.id);
    expect(/target:|begins at/.test(told)).toBe(!isDone);
    expect(plan.manager.destination(observation(AT_1)) === null).toBe(isDone);
  });

  it('and the player is sent where another one begins', async () => {
    const plan = planning(() => found([FETCH, 2], ['open the sea chest', 3]));
    await play(plan, wait(20));
    expect(plan.manager.destination(observation(AT_1))).toMatchObject({ target: 2 });
    await play(plan, TAKES);
    expect(plan.manager.destination(observation(AT_1))).toMatchObject({ target: 3 });
    // Set anew, it begins again.
    const dropped = turn(22, 'wait', AT_1);
    await play(plan, { ...dropped, decision: { ...dropped.decision, dropped: [FETCH] } }, wait(40));
    expect(plan.manager.destination(observation(AT_1))).toMatchObject({ target: 2 });
  });
});
