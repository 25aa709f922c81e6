import type { GameConfiguration } from '../../../src/config/schema.ts';
import { locationId, type LocationId } from '../../../src/domain/ids.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import type { ZorkEvent } from '../../../src/events/event.ts';
import { MapManager } from '../../../src/managers/map/map-manager.ts';
import type { ObjectivePorts } from '../../../src/managers/objectives/objective-advisor.ts';
import { ObjectiveManager } from '../../../src/managers/objectives/objective-manager.ts';
import type { ObjectiveSources } from '../../../src/managers/objectives/objective-sources.ts';
import { createAsk } from '../../../src/model/ask.ts';
import { createScriptedModel, type Script } from '../../helpers/scripted-model.ts';
import { settings } from '../../helpers/settings.ts';
import { shippedPrompts } from '../../helpers/shipped-prompts.ts';
import { MemoryFiles } from '../map/memory-file.ts';
import { exit, look, room, turn } from '../map/scene.ts';
import { memory } from '../../helpers/memory.ts';

/** Objectives over a real map, the shipped prompts and a scripted model. */
export function planning(
  script: Script,
  sources: Partial<ObjectiveSources> = {},
  options: Partial<GameConfiguration['objectives']> = {},
) {
  const model = createScriptedModel(script);
  const events: ZorkEvent[] = [];
  const ports: ObjectivePorts = {
    ask: createAsk(model),
    emit: (event) => void events.push(event),
    signal: new AbortController().signal,
    prompts: shippedPrompts,
    sources: {
      map: corridor(),
      memories: () => new Map(),
      knowledge: () => '',
      isWon: () => false,
      suggestion: () => '',
      ...sources,
    },
  };
  const manager = new ObjectiveManager(
    ports,
    settings({ objectives: options, episode: { maxTurns: 50 } }),
  );
  manager.goOnAs(1);
  const prompts = () => model.calls.map(({ messages }) => messages.at(-1)?.content ?? '');
  return { manager, model, events, ports, prompts };
}

export function emptyMap(exitsProbed = true): MapManager {
  const files = new MemoryFiles();
  const map = new MapManager(
    { file: files.open('map.json'), openFile: (path) => files.open(path), emit: () => undefined },
    { story: 'ZCODE-1-000000', exitsProbed },
  );
  map.resetEpisode(1);
  return map;
}

/**
 * Rooms 1, 2, 3 from west to east with no way back from 3, room 9 that no way leads to, and from room 2 an unexplored
 * exit down to room 4; the way from 2 to 1 is known but was never taken.
 */
export function corridor(): MapManager {
  const map = emptyMap();
  const visit = (id: number, exits: Parameters<typeof look>[1] = []) =>
    map.observe(look(room(id), exits));
  visit(9);
  visit(1, [exit('east', 2)]);
  map.record(turn(room(1), 'east', room(2)));
  visit(2, [exit('east', 3), exit('west', 1), exit('down', 4)]);
  map.record(turn(room(2), 'east', room(3)));
  visit(3);
  return map;
}

export function titled(title: string, differs: Partial<Memory> = {}): Memory {
  return memory({ title, text: `All about ${title}.`, turns: '4', scoreChange: null, ...differs });
}

/** Memories of rooms by id. */
export function remembered(
  rooms: Readonly<Record<number, readonly Memory[]>>,
): () => ReadonlyMap<LocationId, readonly Memory[]> {
  return () =>
    new Map(Object.entries(rooms).map(([id, memories]) => [locationId(Number(id)), memories]));
}
