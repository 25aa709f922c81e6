import { describe, expect, it } from 'vitest';
import { type GameState } from '../../../src/domain/game-state.ts';
import { locationId } from '../../../src/domain/ids.ts';
import { addShutThings } from '../../../src/domain/shut-things.ts';
import {
  objectivePlayContext,
  objectiveStateContext,
  discoveryMap,
} from '../../../src/managers/objectives/objective-questions.ts';
import { memory } from '../../helpers/memory.ts';
import { exit, observation, state, thing, turn } from '../../helpers/observation.ts';
import { room } from '../map/scene.ts';
import { corridor, emptyMap } from './planning.ts';

const room2 = { location: room(2) };

const mapTold = (
  here: number,
  map: ReturnType<typeof corridor> | null,
  shut: GameState['shut'] = new Map(),
) => {
  const now = state({ observation: observation({ location: room(here) }), shut });
  return discoveryMap(now, { map, memories: null, knowledge: () => '' });
};

describe('the map in the discovery prompt', () => {
  it('is a Mermaid picture, the exits of this room alone, and counts', () => {
    const text = mapTold(2, corridor());
    expect(text).toContain('graph LR');
    expect(text).toContain('L1["Room 1 (1)"]');
    expect(text).toContain('**Current location**: L2');
    expect(text).toContain('## Current Location: 2 (Room 2)');
    expect(text.match(/^ {2}- .* → .*$/gm)).toEqual([
      '  - east → Location 3 (Room 3)',
      '  - west → Location 1 (Room 1)',
      '  - down → Location 4 (somewhere new)',
    ]);
    expect(text).toContain(
      '- Rooms visited, in all episodes: 4; known only as where an exit leads: 1',
    );
    expect(text).not.toContain('deadly or shut');
    expect(text).toContain('- Current location: Room 2 (2)');
  });

  it('counts rooms behind deadly exits apart from those that an open exit leads to', () => {
    const map = corridor();
    const exits = [
      exit('west', 1),
      exit('east', 3),
      exit('down', 4),
      { ...exit('up', 8), deadly: true },
    ];
    map.observe(observation({ location: room(2), exits }));
    const text = mapTold(2, map);
    expect(text).toContain('known only as where an exit leads: 1\n');
    expect(text).toContain('- Rooms to which only deadly or shut exits are known: 1');
  });

  it('names unexplored exits with where they lead, and leaves out those into rooms already seen', () => {
    expect(mapTold(1, corridor()).match(/^- Location .*step.*$/gm)).toEqual([
      '- Location 2 (Room 2), 1 step away: down → Location 4',
    ]);
  });

  it('names them by the steps to their rooms, then by number, also where no way leads there', () => {
    const map = corridor();
    for (const id of [3, 9, 8])
      map.observe(observation({ location: room(id), exits: [exit('up', 20 + id)] }));
    expect(mapTold(3, map).match(/(?<=^- Location )\d+ .*(?=:)/gm)).toEqual([
      '3 (Room 3), 0 steps away',
      '2 (Room 2), unreachable by any known way',
      '8 (Room 8), unreachable by any known way',
      '9 (Room 9), unreachable by any known way',
    ]);
    expect(mapTold(1, map).match(/(?<=^- Location )\d+ .*away(?=:)/gm)).toEqual([
      '2 (Room 2), 1 step away',
      '3 (Room 3), 2 steps away',
    ]);
  });

  it('says of a room without known exits that there are none', () => {
    expect(mapTold(9, corridor())).toContain('  - No mapped exits');
    expect(mapTold(1, emptyMap())).toContain('  (None known)');
  });

  it('says of ways that are shut now that they are, also of those that no route uses any more', () => {
    const map = corridor();
    for (let times = 0; times < 4; times += 1) {
      if (times < 1) map.record(turn(times + 1, 'west', room2, room2));
      map.record(turn(times + 1, 'east', room2, room2));
    }
    const text = mapTold(2, map);
    expect(text).toContain('  - east → Location 3 (Room 3), shut when last tried');
    expect(text).toContain('  - west → Location 1 (Room 1), shut when last tried');
    expect(text).toContain('L2 -->|"east (shut when last seen)"| L3');
    expect(text).toContain('L2 -->|"west (shut when last seen)"| L1');
    expect(text).toContain('L2 -->|"down"| L4');
  });

  it('names the doors that were shut when they were last seen among the ways not gone, and no chest', () => {
    const objects = [
      thing(5, 'hatch', 'door', 'openable'),
      thing(6, 'chest', 'openable', 'locked'),
      thing(7, 'gate', 'door', 'openable', 'open'),
    ];
    const shut = addShutThings(new Map(), { objects, location: room(2) });
    const told = mapTold(1, corridor(), shut);
    expect(told).toContain(
      '- Location 2 (Room 2), 1 step away: down → Location 4\n- shut when last seen: hatch in Room 2 (2), closed\n',
    );
    expect(told).not.toContain('chest');
  });

  it('says that there is no map', () => {
    expect(mapTold(1, null)).toBe('No map data available\nNo routing data available');
  });
});

describe('recent play in the discovery prompt', () => {
  it('is the last ten turns by their own numbers, each with its whole text', () => {
    const recent = Array.from({ length: 12 }, (_, index) =>
      turn(index + 1, `act ${index + 1}`, {}, { text: `${index} ${'x'.repeat(400)}` }),
    );
    const text = objectivePlayContext(recent);
    expect(text.match(/(?<=^Turn )\d+/gm)?.map(Number)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(text.match(/^\| \d+ x{400}$/gm)).toHaveLength(10);
  });

  it('holds a letter that was read before them', () => {
    const letter = turn(1, 'read letter', {}, { text: 'Dear keeper,\nGIVE HIM NOTHING.' });
    const since = Array.from({ length: 12 }, (_, index) => turn(index + 2, `act ${index}`));
    expect(objectivePlayContext([letter, ...since])).toContain('| GIVE HIM NOTHING.');
  });

  it('shows for a repeated action the response that each turn really got', () => {
    const recent = [1, 2].map((number) => turn(number, 'look', {}, { text: `sight ${number}` }));
    expect(objectivePlayContext(recent).match(/sight \d/g)).toEqual(['sight 1', 'sight 2']);
  });

  it('says that an episode has just begun', () => {
    expect(objectivePlayContext([])).toBe('## Recent Actions\n(No actions yet - start of episode)');
  });
});

describe('the state in the discovery prompt', () => {
  const now = observation({ score: 5, inventory: [thing(7, 'lamp'), thing(8, 'rope')] });

  it('comes from the engine, and says which turn of how many comes next', () => {
    expect(objectiveStateContext(state({ turn: 36, observation: now }), 50)).toBe(
      '- Turn 37 of 50 comes next\n- score 5 of 100\n- at Hall (1)\n- holding lamp, rope',
    );
    expect(
      objectiveStateContext(state({ observation: observation({ score: null }) }), null),
    ).toContain('- Turn 1 comes next\n- score unknown');
  });

  it('says what the last turn brought', () => {
    const took = turn(1, 'take lamp', { score: 1 }, { score: 5, inventory: [thing(7, 'lamp')] });
    const opened = turn(2, 'pull rope', {}, { exits: [exit('up', 3)] });
    const brought = (record: typeof took) =>
      objectiveStateContext(state({ recent: [record], observation: now }), 50).split('\n')[1];
    expect(brought(took)).toBe('- the last turn brought: +4 points; changed: lamp');
    expect(brought(opened)).toBe('- the last turn brought: a way out opened');
    expect(brought(turn(3, 'wait'))).toBe('- the last turn brought: nothing that the engine sees');
  });

  it('names what lies in the things held', () => {
    const satchel = { ...thing(7, 'satchel', 'container', 'open'), held: true };
    const letter = { ...thing(8, 'letter'), held: true, inside: satchel.id };
    const now = observation({ inventory: [satchel], objects: [satchel, letter] });
    expect(objectiveStateContext(state({ observation: now }), 50)).toContain(
      '- holding satchel (with letter)',
    );
  });

  it('names no key as left for what a lesson tells the key of', () => {
    const chest = thing(7, 'sea chest', 'locked');
    const now = observation({ objects: [chest], inventory: [thing(8, 'brass key')] });
    const shut = addShutThings(new Map(), now);
    const told = (...titles: readonly string[]) =>
      objectiveStateContext(state({ observation: now, shut }), 50, {
        sources: {
          knowledge: () => '',
          memories: () => new Map([[locationId(3), titles.map((title) => memory({ title }))]]),
        },
      });
    expect(told('Rusty key under the mat')).toContain(
      'sea chest here, locked: brass key not tried',
    );
    expect(told('Sea chest takes the rusty key')).toMatch(/sea chest here, locked$/m);
  });

  it('names what was locked or closed when it was last seen, and where', () => {
    const chest = thing(4, 'sea chest', 'container', 'openable', 'locked');
    const box = (...open: readonly 'open'[]) => thing(5, 'box', 'container', 'openable', ...open);
    const bench = thing(6, 'bench', 'supporter');
    const attic = { id: locationId(9), name: 'Attic' };
    const here = observation({ objects: [chest, box('open'), bench] });
    const now = observation({
      location: attic,
      objects: [thing(8, 'hatch', 'door', 'openable')],
    });
    const shut = addShutThings(addShutThings(new Map(), here), now);
    expect(objectiveStateContext(state({ observation: now, shut }), 50)).toContain(
      '\n- locked or closed when last seen: sea chest in Hall (1), locked; hatch here, closed',
    );
  });
});
