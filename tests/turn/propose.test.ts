import { describe, expect, it } from 'vitest';
import { createAsk } from '../../src/model/ask.ts';
import { createScriptedModel } from '../helpers/scripted-model.ts';
import type { Managers } from '../../src/turn/contextualise.ts';
import { propose } from '../../src/turn/propose.ts';
import type { TurnDeps } from '../../src/turn/turn-deps.ts';
import { turnContext } from '../helpers/turn-context.ts';
import { corridor } from '../managers/objectives/planning.ts';

/** What the turn makes of a reply of the agent, with the map of the corridor. */
function proposal(reply: object) {
  const model = createScriptedModel(() => ({
    json: { thinking: 'So.', action: 'look', ...reply },
  }));
  const map: Managers['map'] = corridor();
  const deps = {
    ask: createAsk(model),
    signal: new AbortController().signal,
    managers: { map } as unknown as TurnDeps['managers'],
  };
  return propose(turnContext(), [], deps);
}

describe('a target', () => {
  it.each([
    [3, 3],
    [0, 0],
    ['3', 3],
    ['L3', 3],
    ['location 3', 3],
    ['Room 3 (3)', 3],
    ['Room 3', 3],
    ['the ROOM 3', 3],
    ['Room 77', null],
    ['somewhere new', null],
    ['', null],
    [null, null],
  ])('that the agent names as %j is room %j', async (target, room) => {
    expect((await proposal({ target })).target).toBe(room);
  });
});

describe('objectives that the agent says are reached', () => {
  it('are taken as they are named; none is nothing', async () => {
    expect((await proposal({ completed: ['Reach it'] })).completed).toEqual(['Reach it']);
    expect(await proposal({ completed: [] })).not.toHaveProperty('completed');
    expect(await proposal({ completed: null })).not.toHaveProperty('completed');
  });
});
