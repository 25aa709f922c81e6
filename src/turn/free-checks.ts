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
import { isNamedWhole, namesSomebody } from '../domain/naming.ts';
import type { Proposal, RejectionKind, Verdict } from '../domain/proposal.ts';
import { firstParagraph, oneLine, plainWords } from '../domain/text.ts';
import { endsInQuestion } from '../domain/answer.ts';
import { isVerbOf, unknownWordIn } from '../domain/vocabulary.ts';
import { inSnapshot, vainAnswer } from '../managers/in-snapshot.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { TurnContext } from './turn-context.ts';

/** What the checks ask of the engine. */
export type Engine = Pick<
  Interpreter,
  'dictionary' | 'facts' | 'reach' | 'scene' | 'snapshot' | 'restore' | 'step'
>;

const SENTENCE_ENDS = /[.;\n]|\s(?:and\s+)?then\s/i;
const COMMAND_ENDS = /[.;\n,]|\s(?:(?:and\s+)?then|and)\s/i;

const ON_SESSION = 'it acts on the session, not on the world';
const ONE_AT_A_TIME = 'one command per turn';

/** Most that is told again of an answer of the game, in characters. */
const LONGEST_ANSWER = 500;
/** No story has these words. */
const MADE_UP = ['qzxvk', 'vkqzx'];

/** A check that costs no model call: a rejection, or null when it has nothing to say. */
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

/** The first free check that refuses the proposal, or null. Facts come from the engine, this episode and what was learnt. */
export function freeRejection(
  { action }: Pick<Proposal, 'action'>,
  context: TurnContext,
  engine: Engine,
): Verdict | null {
  // a key is no command: none of the checks can judge it
  if (context.observation.waitsFor === 'key') return null;
  for (const check of CHECKS) {
    const verdict = check(action, context, engine);
    if (verdict !== null) return verdict;
  }
  return null;
}

/** Why a command is never one turn of play, whoever chose it: it acts on the session, or is several. Null when it may be. */
export function freeCheckOfSession(
  action: string,
  { verbs }: Pick<Engine['dictionary'], 'verbs'>,
): string | null {
  if (metaCommand(action) !== null) return ON_SESSION;
  return isSeveralCommands(action, isVerbOf(verbs)) ? ONE_AT_A_TIME : null;
}

/** Parsers begin a new command after a full stop or "then", and after a comma or "and" where a verb follows. */
function metaCommand(action: string): Verdict | null {
  const parts = action.split(isFreeSpeech(action) ? SENTENCE_ENDS : COMMAND_ENDS);
  if (![action, ...parts].some(isMetaCommand)) return null;
  return reject('meta-command', -1, ON_SESSION, true);
}

function severalCommands(action: string, _: TurnContext, engine: Engine): Verdict | null {
  const { dictionary } = engine;
  // "take pump and lamp": the word of a thing that is in a list of things begins no command.
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

/** Whether the parser takes something with a command that names several things: the story is asked in a snapshot. */
function takesAnything(action: string, engine: Engine): boolean {
  const held = new Set(engine.facts().inventory.map(({ id }) => id));
  const taken = inSnapshot(engine, () => {
    engine.step(action);
    return engine.facts().inventory.filter(({ id }) => !held.has(id));
  });
  return taken !== null && taken.length > 0;
}

/**
 * A word that the dictionary does not hold, where the story, asked in a snapshot, answers it as it answers one that is
 * made up; a number for a verb, where it changes nothing. Never after a question, and not for the words of a speech.
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

/** A way that the room's description names is played, though no exit was found: the answer may tell what is in the way. */
function noSuchExit(action: string, { observation, description }: TurnContext): Verdict | null {
  const direction = walkingDirection(action);
  const { exits, exitsTold } = observation;
  if (direction === null || exits.length === 0 || exitsTold !== undefined) return null;
  if (exits.some((exit) => exit.direction === direction)) return null;
  // These two stand in most descriptions without telling a way.
  const isAlsoPreposition = direction === 'in' || direction === 'out';
  if (!isAlsoPreposition && isNamedWhole(description, action)) return null;
  return reject('no-exit', -0.7, 'no way leads there now');
}

/** Refuses a thing only when it is certainly out of reach; the last word of a noun phrase names it. */
function unreachableObject(action: string, _: TurnContext, engine: Engine): Verdict | null {
  const taken = takenNouns(action);
  // What names several things is played for those that can be taken.
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

/** So often a command may change nothing in a scene, whatever the game answers. */
const MOST_IN_VAIN = 2;

/**
 * What certainly changes nothing here, or did not twice while no creature is here, and would not now, as the story says in a
 * snapshot. Waiting is exempt, for its effect may become visible later, and so is the word that the engine walked with.
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
  const hasCreatures = observation.objects.some(({ traits }) => traits.includes('animate'));
  const isLoop = !hasCreatures && attempt.inVain >= MOST_IN_VAIN;
  if (!attempt.confirmed && !isLoop) return null;
  if (isPassive(command)) {
    return reject('answered', -0.5, oneLine(attempt.response, LONGEST_ANSWER));
  }
  const answer = vainAnswer(action, observation, engine);
  if (answer === null || (!isLoop && beginning(answer) !== beginning(attempt.response)))
    return null;
  const left = untried === '' ? '' : `; not tried here: ${untried}`;
  const reason = `tried here before without effect, and nothing changed since${left}`;
  return reject('known-failure', -0.5, reason);
}

/**
 * What a memory of this room says that it fails, where the story, asked in a snapshot, changes nothing now either. What is
 * done to somebody who acts is played: the answer would tell how chance decides.
 */
function failedBefore(
  action: string,
  { observation, failures }: TurnContext,
  engine: Engine,
): Verdict | null {
  const isIt = (other: string) => canonicalAction(other) === canonicalAction(action);
  if (!failures.some((one) => memoryActions(one).some(isIt))) return null;
  if (isPassive(action) || namesSomebody(action, observation)) return null;
  const answer = vainAnswer(action, observation, engine);
  if (answer === null) return null;
  const told = oneLine(answer, LONGEST_ANSWER);
  return reject('known-failure', -0.5, `it failed here before, and would now: ${told}`);
}

/** What an answer is told by; what goes on around the player may follow it. */
const beginning = (answer: string) => plainWords(firstParagraph(answer));

function reject(by: RejectionKind, score: number, reason: string, forbidden = false): Verdict {
  return { kind: 'rejected', by, score, reason, forbidden };
}
