import { type MemoryLine, readNearDangers } from '../prompts/memory-lines.ts';
import { HEADING } from '../prompts/question.ts';
import { sentencesOf, thingNouns } from './lexicon.ts';
import { isMostlySurvived, memoriesHere } from './remembered.ts';
import type { Situation } from './situation.ts';

const DANGER = 14;
/** An exit that the description mentions together with danger; it is no danger in itself. */
const DANGEROUS_WAY = 5;
/** Entered after what is likely to help: what lies behind is lost else, in every later episode. */
const DEADLY_ROOM = 14;
/** Entered sooner if it is mostly survived. */
const SELDOM_DEADLY = 10;
const DANGEROUS =
  /\b(?:cliff|precipice|abyss|chasm|quicksand|bottomless|sheer|plunge|railing|rusted|crumbl\w+|rot|rotten|rotting|frayed|slimy|lava|fire|flames|deadly|certain death|steep drop|edge of|unsafe|treacherous|beware|danger\w*)\b/i;
const STAYING = /^about \d+ turns? after coming in\b/;
const FIGHT_OR_CHANCE = /^(?:(?:attack|kill|hit|fight) |by chance, also without doing anything$)/;
const NOW_AND_THEN = /\((?:was deadly (\d+) of (?!\1 )\d+ times|deadly (?:when|unless) )/;
/** Whoever waited there instead never died. */
const SAFE_TO_WAIT = /\bin 0 of [1-9]\d* with waiting\b/;

/** Dangers of being in a place: staying, a killer, somebody who strikes back, or chance. */
function isDeadly({ category, title, text }: MemoryLine): boolean {
  const isOfChance = FIGHT_OR_CHANCE.test(title) || NOW_AND_THEN.test(text);
  const isOfBeing = STAYING.test(title) || (isOfChance && !SAFE_TO_WAIT.test(text));
  return category === 'DANGER' && isOfBeing;
}

/** The added cost of a room in which earlier episodes died of staying, in a fight, or by chance. */
export function fearOfRooms({ sections }: Situation): (room: number | null) => number {
  const near = readNearDangers(sections.get(HEADING.nearby) ?? '').map(([room, told]) => {
    const deadly = told.filter(isDeadly);
    const fear = deadly.every(isMostlySurvived) ? SELDOM_DEADLY : DEADLY_ROOM;
    return [room, deadly.length === 0 ? 0 : fear] as const;
  });
  const fears = new Map<number | null, number>(near);
  return (room) => fears.get(room) ?? 0;
}

/** The added cost of an exit that the description mentions together with danger. */
export function fearOfExit(direction: string, to: number | null, { room }: Situation): number {
  const isAbout = (sentence: string) =>
    new RegExp(`\\b${direction}`).test(sentence) ||
    (direction === 'down' && thingNouns(sentence, 'deep').length > 0);
  const isFeared = sentencesOf(room.seen).some((said) => isAbout(said) && DANGEROUS.test(said));
  return isFeared ? (to === null ? DANGER : DANGEROUS_WAY) : 0;
}

const RISING =
  /\b(?:up to|reach(?:es|ed|ing)?|over|above) your (?:ankles?|shins?|knees?|thighs?|waist|chest|shoulders|neck|chin)\b/i;

/** Whether staying here is deadly: something rises, which the room does not always say, or an earlier episode found it. */
export function isUnsafeHere(situation: Situation): boolean {
  const { text, room } = situation;
  const isRising = RISING.test(text) && !RISING.test(room.scenery);
  const isOfStaying = ({ category, title }: MemoryLine) =>
    category === 'DANGER' && STAYING.test(title);
  return isRising || memoriesHere(situation).some(isOfStaying);
}
