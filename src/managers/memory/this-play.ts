import type { GameState } from '../../domain/game-state.ts';
import type { Memory } from '../../domain/memory.ts';
import { isNamedWhole, thingsNamed } from '../../domain/named-things.ts';
import { type VisibleObject, heldThings, isAnimate, thingsSeen } from '../../domain/observation.ts';
import { looksOf } from '../../domain/turn-record.ts';
import { memoryNotHereWords, memoryThisPlayWords } from '../../prompts/memory-lines.ts';
import { thingWords } from '../../prompts/thing-wording.ts';
import { commandWords } from '../../prompts/wording.ts';
import { awayFromStart } from './room-start.ts';
import { type Deed, SHUT, deedsIn, isGift, isSince } from './settled.ts';

/** Tells beside a memory what is other now than it says. */

type Moment = Pick<GameState, 'attempts' | 'observation' | 'recent' | 'episode'>;

const PART_END = /[.;:!?\n]/;
/** Words for a thing that nobody has fetched yet. */
const UNFETCHED =
  /\b(?:not|never)(?: yet)?(?: been)? (?:brought|carried|collected|fetched|got(?:ten)?|held|obtained|taken)\b|\b(?:to be|to) (?:bring|collect|collected|fetch|fetched)\b|\b(?:uncollected|untaken)\b/i;

/** `(not here now: jackdaw) (this play: handbell held; give loaf to jackdaw in turn 45)`. Empty if nothing is other. */
export function otherNowWords(memory: Memory, now: Moment): string {
  const away = memoryNotHereWords(awayFromStart(memory, now));
  const changed = [
    ...fetchedOf(memory, now).map((one) => `${thingWords(one)} held`),
    ...openOf(memory, now).map((one) => `${thingWords(one)} open`),
    ...giftsTo(memory, now).map(({ action, turn }) => `${commandWords(action)} in turn ${turn}`),
  ];
  return [away, memoryThisPlayWords(changed)].filter(Boolean).join(' ');
}

/** The things held that a memory calls not fetched yet. A part without a thing is about the title's. */
function fetchedOf(memory: Memory, { observation }: Moment) {
  const held = heldThings(observation);
  const parts = partsOf(memory).filter((part) => UNFETCHED.test(part));
  return [
    ...new Set(
      parts.flatMap((part) => {
        const named = thingsNamed(part, held);
        return named.length > 0 ? named : thingsNamed(`${memory.title}\n${memory.about}`, held);
      }),
    ),
  ];
}

/** The things that a memory calls shut and that were open when last seen. What is not in reach must be named whole. */
function openOf(memory: Memory, { observation, recent }: Moment): readonly VisibleObject[] {
  const looks = [...looksOf(recent), observation].map(({ objects }) => objects);
  const last = [...new Map(looks.flat().map((one) => [one.id, one])).values()];
  const isHere = ({ id }: VisibleObject) => observation.objects.some((one) => one.id === id);
  const parts = partsOf(memory).filter((part) => SHUT.test(part));
  const named = parts.flatMap((part) =>
    thingsNamed(part, last).filter((one) => isHere(one) || isNamedWhole(part, one.name)),
  );
  return [...new Set(named)].filter((one) => one.traits.includes('open') && !isAnimate(one));
}

/** What this episode gave to somebody in reach whom a memory names, unless it was learnt by that. */
function giftsTo(memory: Memory, now: Moment): readonly Deed[] {
  const { category, title, text } = memory;
  if (category !== 'DANGER' && category !== 'DISCOVERY' && category !== 'NOTE') return [];
  const named = now.observation.objects.filter(
    (one) => isAnimate(one) && isNamedWhole(`${title}\n${text}`, one.name),
  );
  return deedsIn(now).filter(
    (deed) =>
      isGift(deed) &&
      !isSince(memory, deed, now) &&
      thingsNamed(deed.action, thingsSeen(deed.moment)).some(({ id }) =>
        named.some((one) => one.id === id),
      ),
  );
}

function partsOf({ title, text }: Memory): readonly string[] {
  return `${title}\n${text}`.split(PART_END);
}
