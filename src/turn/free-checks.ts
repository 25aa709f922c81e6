import { isAnimate } from '../domain/observation.ts';
import {
  canonicalAction,
  isFreeSpeech,
  isMetaCommand,
  isPassive,
  isSeveralCommands,
  isWaiting,
  normaliseAction,
  openedNoun,
  takenNouns,
  walkingDirection,
} from '../domain/command.ts';
import { memoryActions } from '../domain/memory.ts';
import { isNamedWhole, namesSomebody } from '../domain/named-things.ts';
import type { Proposal, RejectionKind, Verdict } from '../domain/proposal.ts';
import { endsInQuestion, firstParagraph, oneLine, plainWords } from '../domain/text.ts';
import { LONGEST_REFUSAL } from '../domain/game-answer.ts';
import { quoteName, wholeSentences } from '../prompts/quote.ts';
import { isVerbOf, unknownWordIn } from '../domain/vocabulary.ts';
import { sharedWords } from '../domain/word-forms.ts';
import { inSnapshot, vainAnswer } from '../managers/in-snapshot.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { TurnContext } from './turn-context.ts';

/** What the free checks ask of the engine. */
export type Engine = Pick<
  Interpreter,
  'dictionary' | 'facts' | 'fingerprint' | 'reach' | 'scene' | 'snapshot' | 'restore' | 'step'
>;

const SENTENCE_ENDS = /[.;\n]|\s(?:and\s+)?then\s/i;
const COMMAND_ENDS = /[.;\n,]|\s(?:(?:and\s+)?then|and)\s/i;

const ON_SESSION = 'it acts on the session, not on the world';
const ONE_AT_A_TIME = 'one command per turn';

/** The most characters of an earlier answer that are told again. */
const LONGEST_ANSWER = 500;
/** Words that no story has. */
const MADE_UP = ['qzxvk', 'vkqzx'];

/** A check without a model call. Null if it has no objection. */
type FreeCheck = (action: string, context: TurnContext, engine: Engine) => Verdict | null;

const CHECKS: readonly FreeCheck[] = [
  metaCommand,
  severalCommands,
  unknownWord,
  noSuchExit,
  unreachableObject,
  knownFailure,
  failedBefore,
];

/** The first free check that refuses the proposal, or null. Its facts come from the engine, this episode and memories. */
export function freeRejection(
  { action }: Pick<Proposal, 'action'>,
  context: TurnContext,
  engine: Engine,
): Verdict | null {
  // A key is no command; none of the checks can judge it.
  if (context.observation.waitsFor === 'key') return null;
  for (const check of CHECKS) {
    const verdict = check(action, context, engine);
    if (verdict !== null) return verdict;
  }
  return null;
}

/** Refuses what is never one turn of play, whoever chose it: a command for the session, or several commands. Else null. */
export function sessionCheck(
  action: string,
  { verbs }: Pick<Engine['dictionary'], 'verbs'>,
): string | null {
  if (metaCommand(action) !== null) return ON_SESSION;
  return isSeveralCommands(action, isVerbOf(verbs)) ? ONE_AT_A_TIME : null;
}

/** Parsers begin a new command after a full stop or "then". After a comma or "and" they do so if a verb follows. */
function metaCommand(action: string): Verdict | null {
  const parts = action.split(isFreeSpeech(action) ? SENTENCE_ENDS : COMMAND_ENDS);
  if (![action, ...parts].some(isMetaCommand)) return null;
  return reject('meta-command', -1, ON_SESSION, true);
}

function severalCommands(action: string, _: TurnContext, engine: Engine): Verdict | null {
  const { dictionary } = engine;
  // In "take pump and lamp", "lamp" is a thing in a list, so it begins no command.
  const isThing = (noun: string) =>
    engine.reach(noun) === 'possible' && dictionary.objectsNamed(noun).length > 0;
  if (isSeveralCommands(action, isVerbOf(dictionary.verbs), isThing))
    return reject('several-commands', -0.6, ONE_AT_A_TIME);
  if (takenNouns(action).length < 2 || takesAnything(action, engine)) return null;
  return (
    outOfReach(takenNouns(action), engine) ??
    reject('several-commands', -0.6, 'take one thing at a time')
  );
}

/** Asks the story in a snapshot whether it takes anything with a command that names several things. */
function takesAnything(action: string, engine: Engine): boolean {
  const held = new Set(engine.facts().inventory.map(({ id }) => id));
  const taken = inSnapshot(engine, () => {
    engine.step(action);
    return engine.facts().inventory.filter(({ id }) => !held.has(id));
  });
  return taken !== null && taken.length > 0;
}

/**
 * Refuses a word that the dictionary does not hold, if the story answers it (in a snapshot) like a made-up word. Refuses a
 * number as the verb if it changes nothing. Answers to questions and the words of a speech are not checked.
 */
function unknownWord(action: string, { observation }: TurnContext, engine: Engine): Verdict | null {
  if (endsInQuestion(observation.text)) return null;
  const command = normaliseAction(action);
  const unknown = unknownWordIn(command, engine.dictionary);
  const isNumber = /^\d/.test(command) && vainAnswer(action, observation, engine) !== null;
  if (isNumber) return reject('unknown-word', -0.8, 'a number is no verb of this story');
  if (unknown === undefined) return null;
  const madeUp = MADE_UP.find((word) => word !== unknown && !engine.dictionary.knows(word));
  if (madeUp === undefined || !answersAlike(command, unknown, madeUp, engine)) return null;
  return reject('unknown-word', -0.8, `this story does not know the word "${unknown}"`);
}

function answersAlike(command: string, word: string, other: string, engine: Engine): boolean {
  const answer = (said: string) =>
    inSnapshot(engine, () => {
      const { text } = engine.step(command.replace(word, said));
      return normaliseAction(text).replaceAll(said, '*');
    });
  const answered = answer(word);
  return answered !== null && answered === answer(other);
}

/** Refuses a direction without an exit, unless the description names it: the answer may tell what is in the way. */
function noSuchExit(action: string, { observation, description }: TurnContext): Verdict | null {
  const direction = walkingDirection(action);
  const { exits, exitsTold } = observation;
  if (direction === null || exits.length === 0 || exitsTold !== undefined) return null;
  if (exits.some((exit) => exit.direction === direction)) return null;
  // Most descriptions have these two words, and mean no exit.
  const isAlsoPreposition = direction === 'in' || direction === 'out';
  if (!isAlsoPreposition && isNamedWhole(description, action)) return null;
  return reject('no-exit', -0.7, 'no way leads there now');
}

/** Refuses a thing that is certainly out of reach. The last word of a noun phrase names the thing. */
function unreachableObject(action: string, _: TurnContext, engine: Engine): Verdict | null {
  const taken = takenNouns(action);
  // A command that names several things is played for those that can be taken.
  if (taken.length > 1) return null;
  return outOfReach([...taken, openedNoun(action) ?? ''], engine);
}

function outOfReach(nouns: readonly string[], engine: Engine): Verdict | null {
  for (const noun of nouns) {
    const reach = engine.reach(noun.split(' ').at(-1) ?? '');
    if (reach === 'absent') return reject('absent-object', -0.9, `no ${noun} is within reach`);
    if (reach === 'closed-in') {
      return reject('closed-container', -0.8, `no ${noun} is within reach now`);
    }
  }
  return null;
}

/** A command may change nothing in one scene so many times. */
const MOST_IN_VAIN = 2;

/**
 * Refuses a command that certainly changes nothing here, or that changed nothing twice while no creature is here. The story
 * confirms it in a snapshot. Waiting is exempt, because its effect may become visible later; so is the direction that the
 * engine walked with.
 */
function knownFailure(
  action: string,
  { attempts, observation, untried }: TurnContext,
  engine: Engine,
): Verdict | null {
  const command = normaliseAction(action);
  if (isWaiting(command) || observation.exits.some((exit) => exit.command === command)) return null;
  const attempt = attempts.find((one) => one.action === canonicalAction(action));
  if (attempt === undefined || attempt.failedInScene !== observation.scene) return null;
  const isLoop = !observation.objects.some(isAnimate) && attempt.inVain >= MOST_IN_VAIN;
  if (!attempt.confirmed && !isLoop) return null;
  if (isPassive(command)) {
    return reject('answered', -0.5, oneLine(attempt.response, LONGEST_ANSWER));
  }
  const answer = vainAnswer(action, observation, engine);
  if (answer === null || (!isLoop && beginning(answer) !== beginning(attempt.response)))
    return null;
  const left = untried === '' ? '' : `; left to try here: ${untried}`;
  const told = quoteName(wholeSentences(firstParagraph(answer), LONGEST_REFUSAL));
  const reason = `tried here before without effect, and the answer would be ${told} now${left}`;
  return reject('known-failure', -0.5, reason);
}

/** A memory tells of an answer if its text has so many of the answer's longer words. */
const HALF = 0.5;

/**
 * Refuses what a memory of this room calls a failure, if the story (in a snapshot) changes nothing now either and answers as
 * the memory tells: another answer may tell of a change that no fact shows, such as a lock that now is open. An action on
 * a creature is played: the snapshot would reveal what chance decides. So is the next step of a suggested way, which could
 * not go on else.
 */
function failedBefore(
  action: string,
  { observation, failures, advised }: TurnContext,
  engine: Engine,
): Verdict | null {
  const isIt = (other: string) => canonicalAction(other) === canonicalAction(action);
  const told = failures.filter((one) => memoryActions(one).some(isIt));
  if (advised.some(isIt) || told.length === 0) return null;
  if (isPassive(action) || namesSomebody(action, observation)) return null;
  const answer = vainAnswer(action, observation, engine);
  const said = firstParagraph(answer ?? '');
  if (answer === null || !told.some(({ text }) => sharedWords(text, said) >= HALF)) return null;
  const now = oneLine(answer, LONGEST_ANSWER);
  return reject('known-failure', -0.5, `it failed here before, and would now: ${now}`);
}

/** Two answers are compared by their beginning; events around the player may follow it. */
const beginning = (answer: string) => plainWords(firstParagraph(answer));

function reject(by: RejectionKind, score: number, reason: string, forbidden = false): Verdict {
  return { kind: 'rejected', by, score, reason, forbidden };
}
