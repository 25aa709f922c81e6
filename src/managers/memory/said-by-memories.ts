import { canonicalAction, normaliseAction, walkingDirection } from '../../domain/command.ts';
import { isFailure } from '../../domain/failure.ts';
import { type Memory, isBelieved, isLasting, memoryMentions } from '../../domain/memory.ts';
import { isNamedInPart, isNamedWhole, thingsNamedByCommand } from '../../domain/named-things.ts';
import { type Observation, isAnimate } from '../../domain/observation.ts';
import { looksOf, type TurnRecord } from '../../domain/turn-record.ts';
import { asksBack, isLongText, quotesWriting } from '../../domain/game-answer.ts';
import {
  hadNoOwnEffect,
  effectOf,
  gainedThings,
  hadNoEffect,
  lostThings,
  moved,
  outcomesOfEffect,
  scoreChange,
} from '../../domain/turn-effect.ts';
import { plainWords, wordsIn } from '../../domain/text.ts';
import { isSameWord } from '../../domain/word-forms.ts';
import type { KnownWords } from '../known-words.ts';
import { gainSteps, NO_WAYS } from './gain.ts';
import type { RoomMemories } from './memory-document.ts';
import { ownConditionFails } from './own-condition.ts';
import { broughtIntoReach, openedThings } from './thing-changes.ts';

const PART_END = /[;:.!?\n]/;

const OPENS = /\b(?:open|unlock)(?:s|ed|ing)?\b/i;

/** Whether a memory says that the turn's command works, for as many points. */
export function saysItWorks(memory: Memory, record: TurnRecord): boolean {
  const points = scoreChange(record);
  const isWorthIt = points === 0 || (memory.scoreChange ?? points) === points;
  return memory.category === 'SUCCESS' && isWorthIt && isOfCommand(memory, record);
}

export function saysItFails(record: TurnRecord, here: readonly Memory[]): boolean {
  return here.some((one) => one.category === 'FAILURE' && isOfCommand(one, record));
}

/** Each action of a title and each sentence is compared alone: words of two commands make no third. */
function isOfCommand({ status, title, text }: Memory, { decision }: TurnRecord): boolean {
  const parts = `${title}; ${text}`.split(PART_END);
  return status === 'ACTIVE' && parts.some((part) => tellsCommand(part, decision.action));
}

/** Whether a text names all of a command in order. "Give a card to a man for a key" is not "give him the key". */
function tellsCommand(text: string, action: string): boolean {
  if (!isNamedWhole(text, action)) return false;
  let said = wordsIn(text);
  return wordsIn(action).every((word) => {
    const isSame = (one: string) => isSameWord(one, word);
    if (!said.some(isSame)) return !wordsIn(text).some(isSame);
    said = said.slice(said.findIndex(isSame) + 1);
    return true;
  });
}

const LOSS =
  /\b(?:los[est]\w*|loss|steal\w*|stole\w*|snatch\w*|rob\w*|thie\w*|takes|gone|swept|seize\w*|confiscat\w*|break\w*|broke\w*|destroy\w*|burn\w*|used up|eat\w*)\b/i;

/** Whether memories of the room tell of every lost thing that it gets lost. */
export function memoriesSayLost(record: TurnRecord, here: readonly Memory[]): boolean {
  const isOfLoss = ({ category, title, text }: Memory) =>
    category === 'DANGER' || LOSS.test(`${title}\n${text}`);
  const isRule = (one: Memory) => isBelieved(one) && one.persistence === 'permanent';
  const rules = here.filter((one) => isRule(one) && isOfLoss(one));
  return lostThings(record).every(({ name }) =>
    rules.some((memory) => memoryMentions(memory, name)),
  );
}

/** Whether a memory has another command for the same points with the same thing or step, or for the same opening. */
export function saysItInOtherWords(
  memory: Memory,
  record: TurnRecord,
  recent: readonly TurnRecord[],
): boolean {
  const { status, persistence, category, title, text } = memory;
  if (status !== 'ACTIVE' || persistence === 'ephemeral' || category === 'FAILURE') return false;
  const names = ({ name }: { readonly name: string }) => memoryMentions(memory, name);
  const points = scoreChange(record);
  if (points !== 0) {
    const steps = moved(record) ? [record.after.location] : [];
    return memory.scoreChange === points && [...gainedThings(record), ...steps].some(names);
  }
  const opened = openedThings(record, recent);
  return opened.length > 0 && OPENS.test(`${title}\n${text}`) && opened.every(names);
}

/** Whether lasting memories of a room name every thing in it that its text prints, and have no more to say of them. */
export function memoriesSayAll({ text, objects }: Observation, there: readonly Memory[]): boolean {
  const entries = there.filter(isLasting);
  const told = entries.map(({ title, text: lesson }) => `${title}\n${lesson}`).join('\n');
  const things = objects.filter(({ held, isScenery }) => !held && isScenery !== true);
  const isShut = things.some(
    ({ traits }) => traits.includes('openable') && !traits.includes('open'),
  );
  return (
    things.length > 0 &&
    !isShut &&
    things.every(({ name }) => isNamedWhole(text, name) && isNamedWhole(told, name))
  );
}

/** The memories that a turn refutes: a failure that works, not by the clock alone, or a success whose last step fails. */
export function memoriesContradictedBy(
  record: TurnRecord,
  recent: readonly TurnRecord[],
  here: readonly Memory[],
): readonly Memory[] {
  const { action } = record.decision;
  const names = (step: string) =>
    walkingDirection(action) === null
      ? isNamedWhole(step, action)
      : canonicalAction(step) === canonicalAction(action);
  const looks = looksOf(recent);
  const holds = (one: Memory) => isBelieved(one) && !ownConditionFails(one, record.before, looks);
  const of = (category: string) => here.filter((one) => one.category === category && holds(one));
  const failed = of('FAILURE').filter((one) => gainSteps(one, NO_WAYS).some(names));
  const worked = of('SUCCESS').filter((one) => gainSteps(one, NO_WAYS).slice(-1).some(names));
  if (failed.length > 0 && worked.length > 0) return [];
  if (isFailure(record)) return wasHandled(record, recent) ? [] : worked;
  const isNone = hadNoOwnEffect(record) || record.cause === 'clock' || asksBack(record.after.text);
  return isNone || !showsEffect(record) ? [] : failed;
}

/** Whether the turn had a visible effect. With creatures, other effects may be only what they remember. */
function showsEffect(record: TurnRecord): boolean {
  const { before, after, decision } = record;
  const meant = thingsNamedByCommand(decision.action, before.objects);
  if (!meant.some(isAnimate)) return true;
  const effect = effectOf(before, after);
  if (effect === null) return false;
  return outcomesOfEffect(effect).length > 0 || effect.brought.size > 0 || broughtIntoReach(record);
}

function wasHandled(record: TurnRecord, recent: readonly TurnRecord[]): boolean {
  const [, ...about] = canonicalAction(record.decision.action).split(' ');
  return recent.some(
    (one) =>
      one.before.location.id === record.before.location.id &&
      !hadNoEffect(one) &&
      !moved(one) &&
      isNamedInPart(about.join(' '), one.decision.action),
  );
}

const ASKS_ADVICE = /^(?:hints?|help|clues?)\b/;
/** A shorter sentence is a heading, or tells which keys to press. */
const LEAST_WORDS = 5;

/** Whether a turn asked the story for advice, or turned the pages of a menu. */
function isAdvice({ before, decision }: TurnRecord): boolean {
  return before.waitsFor === 'key' || ASKS_ADVICE.test(normaliseAction(decision.action));
}

/** Whether a text has a sentence that neither a turn nor a memory tells. The topics of a menu are no sentences. */
function advisesNew(
  text: string,
  recent: readonly TurnRecord[],
  believed: readonly Memory[],
): boolean {
  const printed = recent.flatMap(({ before, after }) => [before.text, after.text]);
  const known = plainWords([...printed, ...believed.map((one) => one.text)].join('\n'));
  return text
    .split(SENTENCE_OR_LINE)
    .filter((one) => /[.!?]["”’)\]]*$/.test(one.trim()) && !/\bpress\b/i.test(one))
    .map(plainWords)
    .some((one) => one.split(' ').length >= LEAST_WORDS && !known.includes(one));
}

const SENTENCE_OR_LINE = /\n|(?<=[.!?]["”’)\]]*)\s+/;

/**
 * Whether an answer names or quotes what neither the game printed before nor a memory has. Asked before the turn is heard;
 * `recent` holds the turns before. Without known words, every long answer may.
 */
export function tellsNews(
  record: TurnRecord,
  words: Pick<KnownWords, 'newNames'> | undefined,
  rooms: ReadonlyMap<unknown, RoomMemories>,
  recent: readonly TurnRecord[],
): boolean {
  const { text } = record.after;
  if (words === undefined) return isLongText(text);
  const believed = [...rooms.values()].flatMap(({ memories }) => memories.filter(isBelieved));
  const isTold = (name: string) => believed.some((memory) => memoryMentions(memory, name));
  if (words.newNames(record).some((name) => !isTold(name))) return true;
  if (isAdvice(record)) return isLongText(text) && advisesNew(text, recent, believed);
  const isQuoted = isLongText(text) && quotesWriting(text);
  if (!isQuoted || recent.some(({ after }) => after.text === text)) return false;
  const thing = normaliseAction(record.decision.action).replace(/^\S+ ?/, '');
  const rules = believed.filter(({ persistence }) => persistence !== 'core');
  return thing !== '' && !rules.some((memory) => memoryMentions(memory, thing));
}
