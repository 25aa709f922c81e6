import type { GameState } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { type Memory, isBelieved, memoryNamesUnshown } from '../../domain/memory.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import { isAnimate, type VisibleObject } from '../../domain/observation.ts';
import { looksOf } from '../../domain/turn-record.ts';
import { isAboutPlace, isAboutThing } from './about.ts';
import { isOfClock } from './alarms.ts';
import { type EvidenceBook, evidenceAbout, isHarmlessWarning } from './evidence.ts';
import type { Filed } from './memory-document.ts';
import { isSettled } from './settled.ts';
import type { MetThere } from './takings.ts';
import { lastSeen, thingsThatThreaten, threatsAmong } from './threats.ts';

/** The newest turns, the present look, the attempts, and the episode. */
export type Looks = Pick<GameState, 'recent' | 'observation' | 'attempts' | 'episode'>;

interface Known {
  readonly evidence: EvidenceBook;
  readonly metIn?: (room: LocationId) => readonly MetThere[];
  readonly isInRoom?: (thing: number, room: LocationId) => boolean;
}

/**
 * Tells the dangers of a neighbouring room, and of things last seen or met there. Leaves out those of things that are
 * elsewhere by `now`, of other rooms and of clocks, unseen ones and harmless ones. Those only heard of elsewhere are left out
 * once the player was there with all that is held now and that they name.
 */
export function nearbyDangers(
  id: LocationId,
  now: Looks | null,
  { evidence, metIn, isInRoom }: Known,
) {
  const isSafe = ([room, memory]: Filed) => {
    const found = evidenceAbout(evidence, room, memory);
    return found !== undefined && isHarmlessWarning(found);
  };
  const seen = now === null ? null : lastSeen(now);
  const there = thingsThere(id, now, metIn?.(id) ?? []);
  const isOfThing = (memory: Memory) => thingsThatThreaten(memory, there).length > 0;
  const isOfRoom = (memory: Memory) =>
    (memory.about === undefined || memory.about === id || isOfThing(memory)) && !isOfClock(memory);
  const isAbout = isAboutPlace({ location: { id, name: '' }, objects: [], inventory: [] });
  const hasLeft = (one: VisibleObject) => isAnimate(one) && isInRoom?.(one.id, id) === false;
  const away = seen === null ? [] : [...seen.away(id), ...seen.there(id).filter(hasLeft)];
  const isOver = (memory: Memory) =>
    away.some((thing) => isAboutThing(memory, thing)) || (now !== null && isSettled(memory, now));
  const isHearsay = ([room, memory]: Filed) =>
    room === id
      ? isOfOtherRoom(memory, id)
      : now !== null && wasThere(id, now, memory) && !isOfThing(memory);
  return {
    isOfUse: (one: Memory) => isAbout(one) || (isBelieved(one) && isOfThing(one)),
    isTold: (filed: Filed) => {
      const [, memory] = filed;
      const isDanger = memory.category === 'DANGER' && isOfRoom(memory) && !isOver(memory);
      return isDanger && !isHearsay(filed) && !memoryNamesUnshown(memory) && !isSafe(filed);
    },
  };
}

/** Whether a memory is of use in another room than where it was learnt. */
export function isOfOtherRoom({ about }: Memory, learntAt: LocationId): boolean {
  return typeof about === 'number' && about !== learntAt;
}

/** What may threaten there: as last seen in this episode, else as met in earlier ones. */
function thingsThere(id: LocationId, now: Looks | null, met: readonly MetThere[]) {
  const isSeen = now?.recent.some(({ after }) => after.location.id === id) === true;
  const lying: readonly Lying[] =
    now !== null && isSeen
      ? lastSeen(now).there(id)
      : met.map(({ thing, name }) => ({ id: thing, name }));
  return now === null ? lying : threatsAmong(lying, now, met);
}

type Lying = Pick<VisibleObject, 'name'> &
  Partial<Pick<VisibleObject, 'held' | 'isBackdrop' | 'traits'>> & { readonly id: number };

/** Whether the player was there in this episode, with each held thing that the memory names. */
function wasThere(
  id: LocationId,
  { recent, observation }: Looks,
  { title, text }: Memory,
): boolean {
  const visits = looksOf(recent).filter(({ location }) => location.id === id);
  const named = thingsNamed(`${title}\n${text}`, observation.inventory);
  const hadIt = (thing: number) =>
    visits.some(({ inventory }) => inventory.some((one) => one.id === thing));
  return visits.length > 0 && named.every((one) => hadIt(one.id));
}
