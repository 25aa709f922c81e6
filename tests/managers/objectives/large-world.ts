import type { GameState } from '../../../src/domain/game-state.ts';
import { locationId, type LocationId } from '../../../src/domain/ids.ts';
import type { Memory } from '../../../src/domain/memory.ts';
import { NO_OBJECTIVES } from '../../../src/managers/objectives/objective-list.ts';
import {
  discoveryQuestion,
  type Wording,
} from '../../../src/managers/objectives/objective-questions.ts';
import { DISCOVERY_TOKENS } from '../../../src/managers/objectives/objective-manager.ts';
import { observation, state, turn } from '../../helpers/observation.ts';
import { shippedPrompts } from '../../helpers/shipped-prompts.ts';
import { exit, look, room } from '../map/scene.ts';
import { emptyMap, titled } from './planning.ts';

const ROOMS = 110;
const MEMORIES = 600;
const CATEGORIES = ['NOTE', 'DANGER', 'SUCCESS', 'DISCOVERY', 'FAILURE'];
const WISDOM =
  'Keep the strongest light for the deepest rooms, and come back with what opens them. ';

/** Asks for the discovery messages in a world of 110 rooms, 600 memories and 3,000 tokens of knowledge. */
export function largeDiscovery(maxTokens = DISCOVERY_TOKENS) {
  const wording: Wording = {
    prompts: shippedPrompts,
    sources: {
      map: grid(),
      memories: filled(),
      knowledge: () => WISDOM.repeat(145),
      isWon: () => false,
      suggestion: () => '',
    },
  };
  const now = midGame();
  return () =>
    discoveryQuestion(
      { state: now, list: NO_OBJECTIVES, shown: new Map(), maxTurns: 200 },
      wording,
      maxTokens,
    );
}

/** Ten rows of eleven rooms, all of them visited. */
function grid() {
  const map = emptyMap();
  const named = (id: number) => room(id, `Chamber of the ${id}th Lantern`);
  for (let id = 1; id <= ROOMS; id += 1) {
    const exits = [
      ...(id > 1 ? [exit('west', id - 1)] : []),
      ...(id < ROOMS ? [exit('east', id + 1)] : []),
      ...(id + 11 <= ROOMS ? [exit('south', id + 11)] : []),
    ];
    map.observe(
      look(
        named(id),
        exits.map((way) => ({ ...way, to: named(way.to.id) })),
      ),
    );
  }
  return map;
}

function filled(): () => ReadonlyMap<LocationId, readonly Memory[]> {
  const rooms = new Map<LocationId, Memory[]>();
  for (let index = 0; index < MEMORIES; index += 1) {
    const id = locationId((index % ROOMS) + 1);
    const title = `Lesson ${index} about the lever`;
    const text = `${WISDOM}The lever of kind ${index} moves only when both wheels stand still.`;
    const category = CATEGORIES[index % CATEGORIES.length] ?? 'NOTE';
    rooms.set(id, [...(rooms.get(id) ?? []), titled(title, { category, text })]);
  }
  return () => rooms;
}

function midGame(): GameState {
  const recent = Array.from({ length: 40 }, (_, index) =>
    turn(index + 1, `push wheel ${index}`, {}, { text: WISDOM.repeat(4) }),
  );
  return state({ turn: 40, recent, observation: observation({ location: room(50) }) });
}
