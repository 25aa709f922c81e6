import {
  canonicalAction,
  isFreeSpeech,
  isPassive,
  walkingDirection,
} from '../../domain/command.ts';
import { bestOutcomeOf, type GameState, type Outcome } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import type { Memory } from '../../domain/memory.ts';
import { namesSomebody, thingsNamed, thingsNamedByCommand } from '../../domain/named-things.ts';
import { readsCommand } from '../../domain/vocabulary.ts';
import { isOrdinaryWord, wordForms } from '../../domain/word-forms.ts';
import { type Observation, tellsAllExits, thingsSeen } from '../../domain/observation.ts';
import { plainWords, wordsIn, sentencesOf } from '../../domain/text.ts';
import type { Interpreter } from '../../interpreter/interpreter.ts';
import type { vainTrial } from '../in-snapshot.ts';
import { isOutdated } from './room-start.ts';
import { attemptsHere, isDone, namesOnlyAbsent, stepLeft } from './title-steps.ts';
import { isGain, type KnownWays, type Progress } from './gain.ts';
import { isGainOver } from './kind-gain.ts';
import { SHUT, isOpenNow, isSettled, textNow } from './settled.ts';

/** The state of an episode that decides which memories are of use. `plan` holds the player's objectives in its words. */
export type Moment = Progress &
  Pick<GameState, 'observation' | 'descriptions' | 'recent'> & { readonly plan?: string };

export type Story = Pick<Interpreter, 'reach' | 'dictionary'> & {
  /** The story's answer to a command that would change nothing now. Null if it would change something. */
  readonly vainAnswer?: (command: string, now: Observation) => ReturnType<typeof vainTrial>;
};

/** Asks the story about each command only once in a moment. */
export function askedOnce(story: Story): Story {
  const { vainAnswer } = story;
  if (vainAnswer === undefined) return story;
  const answers = new Map<string, ReturnType<typeof vainAnswer>>();
  return {
    ...story,
    vainAnswer(command, now) {
      if (!answers.has(command)) answers.set(command, vainAnswer(command, now));
      return answers.get(command) ?? null;
    },
  };
}

export interface Place {
  readonly now: Moment;
  readonly map: KnownWays;
  /** Absent if the story cannot be asked. */
  readonly story?: Story | undefined;
  readonly memories: readonly Memory[];
  /** Whether a failure is a stock answer, which the story gives in any room. */
  readonly isStock: (memory: Memory) => boolean;
}

/** The commands of a memory that can matter now. Null if the memory says nothing useful. */
export function commandsThatMatter(
  memory: Memory,
  room: LocationId,
  place: Place,
): readonly string[] | null {
  if (isOver(memory, place)) return null;
  const commands = memory.title.split(';').map((command) => command.trim());
  const matters = (command: string) =>
    isHearsay(memory, room, place) || canMatter(command, memory, place);
  if (memory.category === 'FAILURE') {
    const left = commands.filter(matters);
    if (left.length === 0) return null;
    // What stands after a colon is said of all of them: `west; east: both are dead ends`.
    return commands.some((command) => command.includes(': ')) ? commands : left;
  }
  if (memory.category === 'SUCCESS' && isGain(memory)) {
    if (!isOpenGain(memory, room, place)) return null;
    // The first of several steps may be done while the points are still to be won.
    if (/,|\b(?:then|and)\b/i.test(memory.title)) return commands;
    const next = commands.findIndex(matters);
    return next === -1 ? null : commands.slice(next);
  }
  return matters(commands[0] ?? '') ? commands : null;
}

/** Whether a fact was heard elsewhere: its title may name what was done there, its text is about what is here. */
function isHearsay({ category, about }: Memory, room: LocationId, { now }: Place): boolean {
  const isFact = category === 'NOTE' || category === 'DISCOVERY';
  return isFact && about !== undefined && room !== now.observation.location.id;
}

/** Whether a memory is told elsewhere, or what it tells of is over. */
function isOver(memory: Memory, { now, isStock }: Place): boolean {
  if (isToldAnyway(memory, now) || isStock(memory)) return true;
  if (isSettled(memory, now) || isOpenNow(memory, now)) return true;
  return memory.persistence === 'core' && isOutdated(memory, now);
}

/** Whether a room's start is not told because a part of it is so no more, though it says more than the game printed. */
export function isStartInPart(memory: Memory, { now }: Pick<Place, 'now'>): boolean {
  const isStart = memory.persistence === 'core' && isOutdated(memory, now);
  return isStart && textNow(memory, { now }) !== '' && !isToldAnyway(memory, now);
}

/** Whether points can be won here and now: they are not won yet, and a walk to them is open. */
export function isOpenGain(memory: Memory, room: LocationId, { now, map }: Place): boolean {
  if (!isGain(memory) || isGainOver(room, memory, now, map)) return false;
  const direction = walkingDirection(memory.title);
  return direction === null || wayOut(direction, now.observation) !== undefined;
}

/** The commands that worked before and would change nothing now, with the story's answer; none on creatures. */
export function failingNow(commands: readonly string[], { now, story }: Place) {
  const { observation } = now;
  if (story?.vainAnswer === undefined || observation.waitsFor === 'key') return [];
  const { vainAnswer, dictionary } = story;
  const isDeed = (command: string) =>
    walkingDirection(command) === null && !isPassive(command) && !isFreeSpeech(command);
  const asked = commands.map((title) => title.split(': ')[0] ?? title);
  return asked.flatMap((command) => {
    const isAsked = isDeed(command) && readsCommand(command, dictionary);
    if (!isAsked || namesSomebody(command, observation)) return [];
    const vain = vainAnswer(command, observation);
    // The parser refuses what is absent, and also the words of a title that is no command.
    const isAbsent = wordsIn(command).some((word) =>
      namesOnlyAbsent(word, dictionary, observation),
    );
    return vain === null || (vain.isUnread && !isAbsent) ? [] : [{ command, answer: vain.text }];
  });
}

/** Whether a memory names a thing in reach or held, or a way out, deadly ones included. Null if it names neither. */
export function isAtHand(commands: readonly string[], { observation }: Moment): boolean | null {
  const directions = commands.flatMap((command) => walkingDirection(command) ?? []);
  if (observation.exits.some(({ direction }) => directions.includes(direction))) return true;
  if (thingsNamed(commands.join('\n'), thingsSeen(observation)).length > 0) return true;
  return directions.length === 0 ? null : false;
}

function canMatter(command: string, memory: Memory, place: Place): boolean {
  const { category } = memory;
  const { now, story } = place;
  const direction = walkingDirection(command);
  if (direction !== null) return category !== 'FAILURE' || wallMatters(memory, direction, place);
  const step = category === 'SUCCESS' ? stepLeft(command, place) : command;
  if (step === null) return false;
  const isCommand = story !== undefined && readsCommand(step, story.dictionary);
  const [, ...named] = wordsIn(step);
  if (isCommand && named.some((word) => story.reach(word) === 'absent')) return false;
  if (category === 'FAILURE') {
    const isOver = isOpenedSince(command, memory, now) || isDone(command, now.observation);
    return !hasWorked(command, memory, place) && !isOver;
  }
  const [act = step] = step.split(': ');
  return category === 'DANGER' || !isDone(act, now.observation);
}

/** Whether a way that failed is worth telling: it is shut now, and the answer says more than that there is no way. */
function wallMatters(
  { text }: Memory,
  direction: NonNullable<ReturnType<typeof walkingDirection>>,
  { now: { observation }, story }: Place,
): boolean {
  if (wayOut(direction, observation) !== undefined) return false;
  if (!tellsAllExits(observation.exitsTold ?? 'probed')) return true;
  const names = (word: string) =>
    wordForms(word).some((form) => (story?.dictionary.objectsNamed(form).length ?? 0) > 0);
  return wordsIn(text).some((word) => !isOrdinaryWord(word) && names(word));
}

function wayOut(direction: string, { exits }: Observation) {
  return exits.find((exit) => exit.direction === direction && !exit.deadly);
}

/** Whether a failed command worked since, in this episode or by another memory of the room. */
function hasWorked(command: string, { text }: Memory, { now, memories }: Place): boolean {
  const action = canonicalAction(command);
  const isIt = (other: string) => canonicalAction(other) === action;
  const worked = ({ brought, response }: Outcome) =>
    (brought === 'changed' || brought === 'moved') &&
    !plainWords(text).includes(plainWords(response));
  const tried = attemptsHere(now).filter((one) => isIt(one.action));
  const isKnown = ({ category, status, title }: Memory) =>
    category === 'SUCCESS' && status === 'ACTIVE' && title.split(';').some(isIt);
  return tried.map(bestOutcomeOf).some(worked) || memories.some(isKnown);
}

/** Whether a failure is about a shut or locked thing that was changed here in this episode. */
function isOpenedSince(command: string, { text }: Memory, now: Moment): boolean {
  if (!SHUT.test(text)) return false;
  const things = thingsSeen(now.observation);
  const meant = new Set(thingsNamedByCommand(command, things).map(({ id }) => id));
  const changed = attemptsHere(now).filter(({ brought }) => brought === 'changed');
  return changed.some(({ action }) =>
    thingsNamedByCommand(action, things).some(({ id }) => meant.has(id)),
  );
}

/** Whether the newest texts, or the attempts here in this episode, say all that a memory says. */
function isToldAnyway(memory: Memory, now: Moment): boolean {
  const { category, episode, title } = memory;
  if (category === 'FAILURE') {
    const tried = new Set(attemptsHere(now).map(({ action }) => canonicalAction(action)));
    const isTried = (command: string) => tried.has(canonicalAction(command));
    return episode === now.episode && title.split(';').every(isTried);
  }
  if (isGain(memory) || category === 'DANGER') return false;
  const { text, location } = now.observation;
  const described = now.descriptions.get(location.id)?.text ?? '';
  const printed = now.recent.flatMap(({ before, after }) => [before.text, after.text]);
  const told = plainWords([text, described, ...new Set(printed)].join('\n'));
  const said = plainWords(memory.text);
  const name = plainWords(location.name);
  // Text that follows the room's name directly is what the game printed on entering.
  const at = said.endsWith(name) ? -1 : said.lastIndexOf(`${name} `);
  const parts = [said, ...(said.endsWith(name) ? [name] : []), ...(at < 0 ? [] : [said.slice(at)])];
  return parts.some((part) => sentencesOf(part).every((one) => told.includes(one)));
}
