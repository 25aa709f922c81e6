import { coversIn } from '../../domain/covers.ts';
import type { RoomMemories } from '../../managers/memory/memory-document.ts';
import type { Evidence } from '../../managers/memory/evidence.ts';

/** What trying superseded memories again came to. */
export interface Unlearnt {
  /** That could be tried. */
  readonly tried: number;
  /** Of these, those that held every time. */
  readonly held: number;
  /** Of those that held, the ones that no believed memory of the room says: they were unlearnt. */
  readonly unlearnt: number;
}

/** The rooms with their superseded memories as if they were believed, and none of the others. */
export function supersededIn(rooms: Iterable<RoomMemories>): readonly RoomMemories[] {
  return [...rooms].map((room) => ({
    ...room,
    memories: room.memories
      .filter(({ status }) => status === 'SUPERSEDED')
      .map((memory) => ({ ...memory, status: 'ACTIVE' as const })),
  }));
}

/** Counts what was true among superseded memories, from the evidence of each. */
export function countUnlearnt(
  rooms: Iterable<RoomMemories>,
  evidence: readonly Evidence[],
): Unlearnt {
  const held = evidence.filter(({ verdict }) => verdict === 'confirmed');
  const byId = new Map([...rooms].map((room) => [Number(room.id), room.memories]));
  const isSaid = ({ location, title, category, episode, turns }: Evidence) => {
    const here = byId.get(location.id) ?? [];
    const gone = here.find(
      (one) =>
        one.title === title &&
        one.category === category &&
        one.episode === episode &&
        one.turns === turns,
    );
    return (
      gone !== undefined &&
      here.some((one) => one.status !== 'SUPERSEDED' && coversIn(here, one, gone))
    );
  };
  return {
    tried: evidence.filter(({ tried }) => tried > 0).length,
    held: held.length,
    unlearnt: held.filter((one) => !isSaid(one)).length,
  };
}

/** `3 of 20 superseded memories that could be tried hold; 1 of these is said by no believed one (5 %).` */
export function unlearntWords({ tried, held, unlearnt }: Unlearnt): string {
  const share = tried === 0 ? 0 : Math.round((100 * unlearnt) / tried);
  return `${held} of ${tried} superseded memories that could be tried hold; ${unlearnt} of them no believed one says (${share} %).`;
}
