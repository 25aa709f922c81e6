import { describe, expect, it } from 'vitest';
import { locationId, type LocationId } from '../../src/domain/ids.ts';
import type { Lore } from '../../src/managers/context/state-sections.ts';
import { RouteGuide } from '../../src/managers/map/route-guide.ts';
import { without } from '../../src/run/left-out.ts';
import { contextualise, type Managers } from '../../src/turn/contextualise.ts';
import { exit, observation, state } from '../helpers/observation.ts';
import { objective } from '../managers/objectives/outcome.ts';
import { corridor } from '../managers/objectives/planning.ts';

/** Memories of rooms that are of no use now. */
const HIDDEN: Readonly<Record<number, readonly string[]>> = {
  1: ['nest'],
  2: ['nest', 'egg', 'coin'],
};

/** What the agent is told in a room of the corridor, with managers that have nothing to say but the map's. */
function told(
  here: number,
  target: number,
  dangers: (room: LocationId) => string = () => '',
  goesThere = false,
  frontier = '',
  suggests = false,
) {
  let told: Lore | undefined;
  const map = corridor();
  const managers: Managers = {
    map,
    maxTurns: () => 50,
    routes: new RouteGuide(map, () => null),
    memory: {
      sync: () => undefined,
      failuresAt: () => [],
      recall: () => ({ text: '', memories: [], ids: ['told'], hidden: HIDDEN[here] ?? [] }),
      openGains: (_, { commandsTo, ahead }) =>
        `gains: ${String(commandsTo(locationId(here), locationId(1)))}${ahead === null ? '' : `, beside ${ahead.length}`}`,
      dangersAt(room) {
        const text = dangers(room);
        return {
          text,
          memories: [],
          ids: text === '' ? [] : [text === 'As here.' ? 'told' : text],
        };
      },
      isRemembered: () => false,
      alarms: () => ({ text: '', ids: [] }),
    },
    state: { stuckWarning: () => '', instruction: () => '' },
    knowledge: { promptDigest: () => '', newest: (_, plan) => plan },
    objectives: {
      renderForAgent: (_, left) => `- see it\n    target: Room 3 (3), 2 steps of ${left}`,
      renderCompleted: () => '',
      current: () => [objective('see it', target)],
      completedObjectives: () => [],
      places: () => [locationId(target)],
      destination: () => ({ text: 'see it', target: locationId(target) }),
    },
    recipe: {
      ...without.recipe,
      gainsAhead: () => (suggests ? [{ command: 'wave', room: 7, points: 5 }] : null),
    },
    frontier: { render: () => frontier, record: () => undefined },
    returns: { render: () => '', record: () => undefined },
    context: {
      record: () => undefined,
      summarisedTurn: () => null,
      inShort: async () => null,
      agentMessages(_, lore) {
        told = lore;
        return [
          { role: 'system', content: '' },
          { role: 'user', content: '' },
        ];
      },
    },
  };
  const location = { id: locationId(here), name: `Room ${here}` };
  const exits = [exit('east', here + 1)];
  const named = goesThere ? locationId(target) : null;
  const now = state({ observation: observation({ location, exits }), target: named });
  const { onRoute, towards } = contextualise(now, managers);
  return told === undefined ? undefined : { ...told, onRoute, towards };
}

it.each([
  [1, '(also remembered, not shown: nest)'],
  [2, '(also remembered, not shown: nest; egg; coin)'],
  [3, ''],
])(
  'where no memory is of use, the titles of those of its start are told: room %i',
  (room, line) => {
    expect(told(room, 5)?.memories).toBe(line);
  },
);

it('the objectives are told beside the turns left, also without a recipe', () => {
  expect(told(1, 3)?.objectives).toContain('2 steps of 50');
});

describe('the route that the agent is told', () => {
  it('is the way to where its objective begins', () => {
    expect(told(1, 3)?.route).toBe('Route to Room 3 (3), for: see it: east, then east');
  });

  it('does not lead away from ways of the room that nobody tried, but to the place that the agent named', () => {
    const untried = '- here, ways: up\n- here, things: lever';
    expect(told(1, 3, undefined, false, untried)?.route).toBe('');
    expect(told(1, 3, undefined, true, untried)?.route).toBe(
      'Route to Room 3 (3): east, then east',
    );
    expect(told(1, 3, undefined, false, '- here, things: lever')?.route).toContain('Route to');
  });
});

describe('the plan that notes of this episode serve', () => {
  it('is the texts of the objectives, whatever else is told with them', () => {
    expect(told(1, 3)?.proposals).toBe('see it');
  });
});

describe('the points that are not won yet', () => {
  it('are told with the way, or that it is shut, also beside a suggestion', () => {
    expect(told(2, 3)?.objectives).toMatch(/gains: shut$/);
    expect(told(1, 3)?.objectives).toMatch(/gains: $/);
    expect(told(1, 3, undefined, false, '', true)?.objectives).toMatch(/gains: , beside 1$/);
  });
});

describe('the first step that nobody doubts', () => {
  it('is that of the way to the place that the agent named, not to where an objective begins', () => {
    expect(told(1, 3, undefined, true)?.onRoute).toEqual(['east']);
    expect(told(1, 3)?.onRoute).toEqual([]);
  });
});

describe('the walks that have an aim', () => {
  it('are those towards a place of an objective, and into a room with ways that nobody went', () => {
    expect(new Set(told(2, 3)?.towards)).toEqual(new Set(['east']));
    expect(new Set(told(1, 9)?.towards)).toEqual(new Set(['east']));
    expect(told(3, 1)?.towards).toEqual([]);
  });
});

describe('the dangers one step away', () => {
  it('are told with the place, which has a name only when somebody was there', () => {
    expect(told(2, 2, () => 'It bites.')?.nearby).toBe(
      'At Room 1 (1):\n| It bites.\nAt Room 3 (3):\n| It bites.\nAt somewhere new (4):\n| It bites.',
    );
  });

  it('are not told again where the memories of this room tell them', () => {
    const dangers = (room: number) => (room === 1 ? 'As here.' : '');
    expect(told(2, 2, dangers)?.nearby).toBe('');
  });
});
