import { HEADING } from '../prompts/headings.ts';
import { readNearDangers, type MemoryLine } from '../prompts/memory-lines.ts';
import { wordsOfKind } from './lexicon.ts';
import type { Situation } from './situation.ts';
import { sentencesOf } from './texts.ts';
import { isMostlySurvived, memoriesHere } from './told.ts';

const DANGER = 14;
/** A way that the description speaks of together with danger, and that is no danger in itself. */
const DANGEROUS_WAY = 5;
/** Entered when everything else was tried; to wait is better where something was won that a death may cost. */
const DEADLY_ROOM = 30;
const MUST_NOT = 200;
/** Entered in time where it is mostly survived. */
const SELDOM_DEADLY = 10;

const DANGEROUS =
  /\b(?:cliff|precipice|abyss|chasm|quicksand|bottomless|sheer|plunge|railing|rusted|crumbl\w+|rot|rotten|rotting|frayed|slimy|lava|fire|flames|deadly|certain death|steep drop|edge of|unsafe|treacherous|beware|danger\w*)\b/i;
const STAYING = /^about \d+ turns? after coming in\b/;
const FIGHT_OR_CHANCE = /^(?:(?:attack|kill|hit|fight) |by chance, also without doing anything$)/;
const NOW_AND_THEN = /\((?:was deadly (\d+) of (?!\1 )\d+ times|deadly (?:when|unless) )/;

/** Dangers of being there: of staying, of somebody who kills or who strikes back, and what came true only now and then. */
function isDeadly({ category, title, text }: MemoryLine): boolean {
  const isOfBeing = STAYING.test(title) || FIGHT_OR_CHANCE.test(title) || NOW_AND_THEN.test(text);
  return category === 'DANGER' && isOfBeing;
}

/** How much later the player enters a room in which earlier episodes died of staying, in a fight, or by chance. */
export function fearOfRooms({ sections, gains }: Situation): (room: number | null) => number {
  const most = gains.length > 0 ? MUST_NOT : DEADLY_ROOM;
  const near = readNearDangers(sections.get(HEADING.nearby) ?? '').map(([room, told]) => {
    const deadly = told.filter(isDeadly);
    const fear = deadly.every(isMostlySurvived) ? SELDOM_DEADLY : most;
    return [room, deadly.length === 0 ? 0 : fear] as const;
  });
  const fears = new Map<number | null, number>(near);
  return (room) => fears.get(room) ?? 0;
}

/** How much later a way is taken that the description speaks of together with danger. */
export function fearOfWay(direction: string, to: number | null, { room }: Situation): number {
  const isAbout = (sentence: string) =>
    new RegExp(`\\b${direction}`).test(sentence) ||
    (direction === 'down' && wordsOfKind('deep', sentence).length > 0);
  const isFeared = sentencesOf(room.seen).some((said) => isAbout(said) && DANGEROUS.test(said));
  return isFeared ? (to === null ? DANGER : DANGEROUS_WAY) : 0;
}

/** Whether to stay is deadly here, as an earlier episode found out. */
export function isUnsafe(situation: Situation): boolean {
  return memoriesHere(situation).some(
    ({ category, title }) => category === 'DANGER' && STAYING.test(title),
  );
}
