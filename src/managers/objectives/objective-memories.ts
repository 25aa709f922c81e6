import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type Memory, isLasting } from '../../domain/memory.ts';
import { firstFew, oneLine } from '../../domain/text.ts';
import { DONE_NOW, memoryDoubtWords } from '../../prompts/memory-lines.ts';
import { numberedRoomWords } from '../../prompts/room-wording.ts';
import { objectivePlaceName, type ObjectiveSources, stepsWords } from './objective-sources.ts';

const MOST_PER_ROOM = 5;
const SEPARATOR = '\n\n';
const ORDER = ['DANGER', 'SUCCESS', 'DISCOVERY', 'FAILURE', 'NOTE'];

interface Place {
  readonly id: LocationId;
  readonly name: string;
  /** `Infinity` if no known way leads there. */
  readonly steps: number;
  readonly memories: readonly Memory[];
}

/**
 * All core and permanent memories, by the room that each is about: the nearest room first, at most five of a room, doubtful
 * ones last. Every room is named, and a memory says if its points are won already. Over `budget` (characters), the farthest
 * rooms lose texts first, then titles.
 */
export function objectiveMemories(
  state: GameState,
  { map, memories, isWon }: Pick<ObjectiveSources, 'map' | 'memories' | 'isWon'>,
  budget: number,
): string {
  if (map === null || memories === null) return 'No memory data available';
  const distances = map.distancesFrom(state.observation.location.id);
  const told = (id: LocationId, memory: Memory) =>
    isWon(id, memory, state) ? { ...memory, title: memory.title + DONE_NOW } : memory;
  const lasting = [...memories()].flatMap(([id, all]) =>
    all.filter(isLasting).map((memory) => ({ of: usefulAt(id, memory), told: told(id, memory) })),
  );
  const places = [...new Set(lasting.map(({ of }) => of))]
    .map((id) => ({
      id,
      name: objectivePlaceName(map, id),
      steps: distances.get(id) ?? Infinity,
      memories: lasting.filter(({ of }) => of === id).map((memory) => memory.told),
    }))
    .sort((a, b) => (a.steps === b.steps ? a.id - b.id : a.steps - b.steps));
  const title = '## All Game Memories (Sorted by Distance from Current Location)';
  const left = budget - title.length - places.length * SEPARATOR.length;
  const blocks = places.length === 0 ? ['  (No memories)'] : fitPlaces(places, left);
  return [title, ...blocks].join(SEPARATOR);
}

/** The room that a memory is about, else the one where it was learnt. */
function usefulAt(learnt: LocationId, { about }: Memory): LocationId {
  return typeof about === 'number' ? about : learnt;
}

/** Whether a memory holds in every episode and is not in doubt. */
export function isStrategic(memory: Memory): boolean {
  return memory.status === 'ACTIVE' && isLasting(memory);
}

/** At most five memories as list entries, dangers first and doubtful ones last, then the number of the others. */
export function objectiveMemoryLines(memories: readonly Memory[], withTexts = true): string {
  if (memories.length === 0) return '  (No memories)';
  const lines = memories
    .toSorted((a, b) => rank(a) - rank(b))
    .map((memory) => formatMemory(memory, withTexts));
  return firstFew(lines, MOST_PER_ROOM, (more) => `  (${more} more not shown)`).join('\n');
}

function formatMemory(memory: Memory, withText: boolean): string {
  const { category, title, text, status } = memory;
  const mark = status === 'ACTIVE' ? '' : ` [${status}: ${memoryDoubtWords(memory)}]`;
  const head = `  - [${oneLine(category, 20)}] ${oneLine(title)}${mark}`;
  return withText ? `${head}\n    | ${oneLine(text)}` : head;
}

function rank({ category, status }: Memory): number {
  const place = ORDER.indexOf(category);
  const inDoubt = status === 'ACTIVE' ? 0 : ORDER.length + 1;
  return inDoubt + (place === -1 ? ORDER.length : place);
}

/** Renders every place as fully as the budget allows: first titles for as many as possible, then texts. */
function fitPlaces(places: readonly Place[], budget: number): readonly string[] {
  const blocks = places.map((place) => `${heading(place)} ${place.memories.length} memories`);
  let left = budget - blocks.reduce((sum, block) => sum + block.length, 0);
  for (const withTexts of [false, true]) {
    for (const [index, place] of places.entries()) {
      const richer = `${heading(place)}\n${objectiveMemoryLines(place.memories, withTexts)}`;
      const cost = richer.length - (blocks[index]?.length ?? 0);
      if (cost > left) continue;
      blocks[index] = richer;
      left -= cost;
    }
  }
  return blocks;
}

function heading(place: Place): string {
  return `**${numberedRoomWords(place)} - ${stepsWords(place.steps)}:**`;
}
