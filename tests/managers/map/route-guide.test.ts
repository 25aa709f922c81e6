import { describe, expect, it } from 'vitest';
import type { GameState } from '../../../src/domain/game-state.ts';
import { locationId } from '../../../src/domain/ids.ts';
import type { Decision } from '../../../src/domain/proposal.ts';
import { RouteGuide } from '../../../src/managers/map/route-guide.ts';
import { decision, state, thing, turn } from '../../helpers/observation.ts';
import { corridor, emptyMap } from '../objectives/planning.ts';
import { opening, playShipped, walkthrough } from '../objectives/shipped-play.ts';
import { exit, look, room } from './scene.ts';

const at = (id: number) => ({ location: { id: locationId(id), name: `Room ${id}` } });
const goal = (text: string, target: number) => ({ text, target: locationId(target) });

/** A guide over the corridor, asked turn by turn in one room, with what is done there after each. */
function guided(here: number, target: number | null = null, maxTurns: number | null = null) {
  const guide = new RouteGuide(corridor(), () => maxTurns);
  let now: GameState = { ...state({ target: null }), observation: look(room(here)) };
  return {
    ask: (to: ReturnType<typeof goal> | null = null) =>
      guide.tell({ ...now, target: target === null ? null : locationId(target) }, to),
    do(action: string, said: Partial<Decision> = {}, to = here) {
      const record = { ...turn(now.turn + 1, action, at(here), at(to)) };
      const played = { ...record, decision: decision(action, said) };
      now = { ...now, turn: played.turn, recent: [...now.recent, played] };
    },
  };
}

describe('the route that is told', () => {
  it('leads to the place that the agent named, first step first', () => {
    expect(guided(1, 3).ask()).toBe('Route to Room 3 (3): east, then east');
    expect(guided(1, 2).ask(goal('find the lamp', 3))).toBe('Route to Room 2 (2): east');
  });

  it('names no room that nobody was in, and says where no way is known', () => {
    expect(guided(2, 4).ask()).toBe('Route to somewhere new (4): down');
    expect(guided(3, 4).ask(goal('x', 1))).toBe('No way to somewhere new (4) is known yet.');
  });

  it('says once that no way is known, then leads to the objective, until another place was named', () => {
    const own = guided(1, 9);
    expect(own.ask(goal('look', 2))).toBe('No way to Room 9 (9) is known yet.');
    own.do('look', { target: locationId(9) });
    expect(own.ask(goal('look', 2))).toBe('Route to Room 2 (2), for: look: east');
    own.do('wait', { target: locationId(9) });
    expect(own.ask()).toBe('');
  });

  it('leads without a target to where the objective begins, and says which', () => {
    expect(guided(1).ask(goal('find the lamp.', 3))).toBe(
      'Route to Room 3 (3), for: find the lamp: east, then east',
    );
    expect(guided(1).ask(goal('far', 9))).toBe('');
  });

  it('is none where the player is there and has something to do', () => {
    expect(guided(1).ask(goal('find the lamp', 1))).toBe('');
    expect(guided(1, 1).ask()).toBe('');
  });

  it.each([
    [2, true],
    [3, false],
    [4, false],
  ])(
    'to a place of its own is told no more after %i turns in a row in which something else was done',
    (turns, isTold) => {
      const own = guided(1, 3);
      own.ask();
      for (let count = 0; count < turns; count += 1) {
        own.do('look');
        if (count < turns - 1) own.ask();
      }
      expect(own.ask() !== '').toBe(isTold);
      expect(own.ask(goal('find the lamp', 3))).not.toBe('');
    },
  );

  it('to an objective is told as long as it stands first, whatever is done', () => {
    const lamp = guided(1);
    for (let count = 0; count < 5; count += 1) {
      expect(lamp.ask(goal('find the lamp', 3))).toMatch(/^Route to Room 3 \(3\)/);
      lamp.do('look', { target: null });
    }
  });

  it.each([
    [1, ''],
    [2, 'Route to Room 3 (3), for: find the lamp: east, then east'],
    [null, 'Route to Room 3 (3), for: find the lamp: east, then east'],
  ])('is never longer than the turns that are left: %s', (left, told) => {
    expect(guided(1, null, left).ask(goal('find the lamp', 3))).toBe(told);
    const own = left === 1 ? 'No way to Room 3 (3) is short enough for the turns left.' : /^Route/;
    expect(guided(1, 3, left).ask()).toMatch(own);
  });

  it('is told on while it is taken, in whatever words, and again when its place is named again', () => {
    const own = guided(1, 3);
    for (const action of ['look', 'look', 'go east', 'look', 'look']) {
      expect(own.ask()).not.toBe('');
      own.do(action);
    }
    expect(own.ask()).not.toBe('');
    own.do('look');
    expect(own.ask()).toBe('');
    own.do('look', { target: 3 });
    expect(own.ask()).toBe('Route to Room 3 (3): east, then east');
  });

  it.each([
    [2, true],
    [3, false],
  ])('is not kept by replies that only repeat the place: after %i turns', (turns, isTold) => {
    const own = guided(1, 3);
    own.do('look', { target: 3 });
    for (let count = 0; count < turns; count += 1) {
      expect(own.ask()).not.toBe('');
      own.do('look', { target: 3 });
    }
    expect(own.ask() !== '').toBe(isTold);
    own.do('north', { target: 3 }, 2);
    expect(own.ask()).not.toBe('');
  });

  it('leads through no way that is shut, as far as is known', () => {
    const map = corridor();
    const guide = new RouteGuide(map, () => null);
    map.observe(look(room(2), [exit('west', 1)]));
    const now = { ...state(), observation: look(room(2)) };
    expect(guide.tell(now, goal('there', 3))).toBe('');
    expect(guide.tell(now, goal('elsewhere', 1))).toBe('Route to Room 1 (1), for: elsewhere: west');
    expect(guide.tell({ ...now, target: locationId(3) }, null)).toBe(
      'No open way to Room 3 (3) is known.',
    );
  });
});

describe('a way that a command opens', () => {
  it.each([
    ['locked', 'is none'],
    ['door', 'is one'],
  ] as const)('where the thing was %s when it was seen last, %s', (trait, is) => {
    const led = (steps: string) =>
      is === 'is one' ? `Route to somewhere new (2), for: see it${steps}` : '';
    const map = emptyMap();
    map.observe(look(room(1), [exit('west', 3)]));
    const opened = { ...look(room(1)), exits: [exit('west', 3), exit('east', 2)] };
    map.record({
      ...turn(1, 'open gate'),
      before: look(room(1), [exit('west', 3)]),
      after: opened,
    });
    map.resetEpisode(2);
    map.observe(look(room(1), [exit('west', 3)]));
    const guide = new RouteGuide(map, () => null);
    const gate = thing(7, 'iron gate', 'openable', trait);
    const here = { ...look(room(1), [exit('west', 3)]), objects: [gate] };
    expect(guide.tell({ ...state(), observation: here }, goal('see it', 2))).toBe(
      led(': open gate, then east'),
    );
    // Another room is judged by its newest look.
    const left = { ...turn(1, 'west'), before: here, after: look(room(3), [exit('east', 1)]) };
    map.observe(left.after);
    const there = { ...state(), observation: left.after, recent: [left] };
    expect(guide.tell(there, goal('see it', 2))).toBe(led(': east, then open gate, east'));
  });
});

it.each([
  ['is as long as to open it', [3], 'w, then n'],
  ['is longer', [4, 5], 'open gate, then e'],
])(
  'of a shut way that a command opens and a way round that %s, the route takes: %s',
  (_, between, led) => {
    const map = emptyMap();
    const walk = (from: number, action: string, to: number) => {
      const way = { ...exit(action === 'n' ? 'north' : 'west', to), command: action };
      map.observe(look(room(from), [way]));
      map.record({
        ...turn(1, action),
        before: look(room(from), [way]),
        after: look(room(to)),
      });
    };
    const east = { ...exit('east', 2), command: 'e' };
    const shut = look(room(1), [{ ...exit('west', between[0] ?? 0), command: 'w' }]);
    map.record({
      ...turn(1, 'open gate'),
      before: shut,
      after: { ...shut, exits: [...shut.exits, east] },
    });
    [1, ...between].forEach((from, at) => {
      const to = between[at];
      walk(from, to === undefined || from !== 1 ? 'n' : 'w', to ?? 2);
    });
    map.resetEpisode(2);
    map.observe(shut);
    const told = new RouteGuide(map, () => null).tell(
      { ...state(), observation: shut, target: locationId(2) },
      null,
    );
    expect(told).toContain(led);
  },
);

describe('a route of the shipped story', () => {
  /** The map after these commands in one episode, at the beginning of the next. */
  function nextNight(...commands: readonly string[]) {
    const map = emptyMap();
    for (const { turn: record } of playShipped(...commands)) {
      map.observe(record.before);
      map.record(record);
      map.observe(record.after);
    }
    map.resetEpisode(2);
    map.observe(opening().observation);
    const guide = new RouteGuide(map, () => null);
    return (to: number) => guide.tell({ ...opening(), target: locationId(to) }, null);
  }

  it('says with which command the window was opened before, as it is shut again', () => {
    const route = nextNight(...walkthrough(1, 10));
    expect(route(49)).toBe('Route to Kitchen (49): n, then n, ne, open window, s');
  });

  it('says nothing of opening while the window stands open', () => {
    const map = emptyMap();
    const guide = new RouteGuide(map, () => null);
    const played = playShipped(...walkthrough(1, 6), 'south', 'north', 'south', 'north', 'out');
    for (const { turn: record } of played) {
      map.observe(record.before);
      map.record(record);
    }
    const now = played.at(-1)?.state ?? opening();
    map.observe(now.observation);
    expect(now.observation.location.id).toBe(43);
    expect(guide.tell({ ...now, target: locationId(58) }, null)).toBe(
      'Route to Parlour (58): s, then s',
    );
  });

  it('does not lead through a door that needed a key', { tags: ['slow'] }, () => {
    const route = nextNight(...walkthrough(1, 41));
    expect(route(97)).toBe('No open way to Boathouse (97) is known.');
    expect(route(93)).toBe('Route to Slipway (93): n, then e');
  });

  it('goes round a door that was opened from its other side', () => {
    const route = nextNight(...walkthrough(1, 16));
    expect(route(58)).toBe('Route to Parlour (58): n, then n, ne, open window, s, s');
  });
});
