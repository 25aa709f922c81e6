import { isFailure } from '../../domain/failure.ts';
import { type ZObject, cameIntoReach, heldThings, isAnimate } from '../../domain/observation.ts';
import { isBelieved } from '../../domain/memory.ts';
import { addShutThings } from '../../domain/shut-things.ts';
import {
  gainedThings,
  hadNoEffect,
  isDeath,
  knownScoreChange,
  lostThings,
  moved,
} from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { oneLine } from '../../domain/text.ts';
import { waysTriedAhead } from '../../prompts/scene-wording.ts';
import { shutThings } from '../../prompts/shut-wording.ts';
import { FOUND, turnStateWords, thingWords } from '../../prompts/thing-wording.ts';
import type { Known } from './remembering.ts';
import type { Occasion } from './synthesis-trigger.ts';

interface Moment extends Pick<Known, 'here' | 'there'> {
  readonly record: TurnRecord;
  readonly occasion: Occasion;
  readonly earlier: readonly TurnRecord[];
}

/** The engine's facts about a turn, for the question about it. */
export function factsOf(situation: Moment): string {
  const { record, occasion } = situation;
  if (isArrival(record)) {
    const entered = `turn ${record.turn}; the room is entered for the first time`;
    const come = record.turn === 0 ? 'the episode begins here' : entered;
    return [come, ...shutFacts(situation), ...waysAhead(record)].join('; ');
  }
  const points = knownScoreChange(record);
  const change = points === null ? 'unknown' : `${points < 0 ? '' : '+'}${points}`;
  return [
    `turn ${record.turn}`,
    `score ${change}`,
    moved(record) ? `moved to location ${record.after.location.id}` : 'did not move',
    ...(moved(record) && occasion.firstVisit ? shutFacts(situation) : []),
    describeInventory(record),
    ...turnStateWords(record),
    ...cameToLight(record),
    ...unchanged(record),
    ...waysAhead(record),
    ...(isDeath(record) ? ['the player DIED'] : []),
  ].join('; ');
}

/** The things that a turn brought into reach, such as what lay under another one. Somebody may just have come. */
function cameToLight(record: TurnRecord): readonly string[] {
  if (moved(record)) return [];
  const held = new Set(heldThings(record.after).map(({ id }) => id));
  const people = new Set<number>(record.after.objects.filter(isAnimate).map(({ id }) => id));
  const found = cameIntoReach(record.before, record.after).filter(
    ({ id }) => !held.has(id) && !people.has(id),
  );
  return found.length === 0 ? [] : [`${FOUND} ${found.map(thingWords).join(', ')}`];
}

/** The deadly and costly exits that the engine found, where they are not as before. */
function waysAhead(record: TurnRecord): readonly string[] {
  const { before, after } = record;
  const [was, is] = [before, after].map(({ exits }) => waysTriedAhead(exits));
  const isNews = isArrival(record) || moved(record) || is !== was;
  return is === undefined || is === '' || !isNews ? [] : [`ways out: ${is}`];
}

function unchanged(record: TurnRecord): readonly string[] {
  if (record.changedUnseen === true) return ['something changed that cannot be seen'];
  if (hadNoEffect(record)) return ['nothing in reach changed'];
  const isVain = isFailure(record);
  return isVain ? ['nothing in reach changed that waiting would not change'] : [];
}

/** The shut doors and containers of a room, and the held keys that nobody is known to have tried on them. */
function shutFacts({ record: { after }, here, there, earlier }: Moment): readonly string[] {
  const failed = earlier.filter(isFailure).map(({ decision, after: { text } }) => {
    return `[FAILURE] ${decision.action}: ${oneLine(text)}`;
  });
  const believed = [...here, ...there].filter(isBelieved);
  const known = believed.map(({ category, title, text }) => `[${category}] ${title}: ${text}`);
  const inRoom = { ...after, objects: after.objects.filter(({ held }) => !held) };
  const seen = {
    shut: addShutThings(new Map(), inRoom),
    attempts: new Map(),
    observation: after,
  };
  const shut = shutThings(seen, 'all', [...failed, ...known].join('\n'));
  return shut === '' ? [] : [`the engine knows as locked or closed: ${shut}`];
}

function describeInventory(record: TurnRecord): string {
  const [gained, lost] = [gainedThings(record), lostThings(record)];
  const name = (sign: string) => (one: { name: string }) => sign + JSON.stringify(thingWords(one));
  const moved = handled(record).map((one) => `${JSON.stringify(thingWords(one))} in hand`);
  const changed = [...gained.map(name('+')), ...lost.map(name('-')), ...moved];
  return changed.length === 0 ? 'inventory unchanged' : `inventory ${changed.join(' ')}`;
}

/** What the turn took into the hands out of something that is held. */
function handled({ before, after }: TurnRecord): readonly ZObject[] {
  const held = heldThings(before);
  const wasInHand = new Set<number>(before.inventory.map(({ id }) => id));
  return after.inventory.filter(
    ({ id }) => !wasInHand.has(id) && held.some((one) => one.id === id),
  );
}

/** Whether the turn did nothing but show a room for the first time. */
export function isArrival({ before, after }: TurnRecord): boolean {
  return before === after;
}
