import { isPartOf } from '../../domain/asked-back.ts';
import { canonicalAction, normaliseAction } from '../../domain/command.ts';
import { areWantedFacts, factsInReach } from '../../domain/facts.ts';
import { type Attempt, type GameState, bestOutcomeOf } from '../../domain/game-state.ts';
import { thingsNamedByCommand } from '../../domain/named-things.ts';
import { type Observation, thingsSeen } from '../../domain/observation.ts';
import { wordsIn } from '../../domain/text.ts';
import type { Interpreter } from '../../interpreter/interpreter.ts';

/** What is left to do of the steps that a memory's title names. */

type Now = Pick<GameState, 'attempts' | 'observation'>;
type Nouns = Pick<Interpreter['dictionary'], 'objectsNamed'>;

interface Scene {
  readonly now: Now;
  /** Absent if the story cannot be asked. */
  readonly story?: { readonly dictionary: Nouns } | undefined;
}

/**
 * The first step of a title that is still to be done. The whole title if it has one step; null if all are done. Things in a
 * list, as in `take coin, lamp`, are no steps.
 */
export function stepLeft(command: string, place: Scene): string | null {
  const [act = command] = command.split(': ');
  const seen = thingsSeen(place.now.observation);
  const steps = act
    .split(/,\s*(?:then\s+)?|\s+then\s+/)
    .filter((part, at) => at === 0 || !seen.some(({ name }) => isPartOf(part, name)));
  return steps.length === 1 ? command : (steps.find((step) => !isStepDone(step, place)) ?? null);
}

/** Whether a step has nothing left to do, or has put out of reach what it needs. */
function isStepDone(step: string, { now, story }: Scene): boolean {
  if (isDone(step, now.observation)) return true;
  const isGone = wordsIn(step).some(
    (word) => story !== undefined && namesOnlyAbsent(word, story.dictionary, now.observation),
  );
  const isIt = ({ action }: Attempt) => canonicalAction(action) === canonicalAction(step);
  const tried = attemptsHere(now).filter(isIt).map(bestOutcomeOf);
  return isGone && tried.some(({ brought }) => brought === 'changed');
}

/** Whether a command has nothing left to do: the thing is held, open, lit. */
export function isDone(command: string, observation: Observation): boolean {
  const action = normaliseAction(command);
  const meant = thingsNamedByCommand(action, thingsSeen(observation));
  return areWantedFacts(action, meant, factsInReach(observation));
}

/** Whether a word is for things of the story, none of which is in reach or held. */
export function namesOnlyAbsent(word: string, dictionary: Nouns, now: Observation): boolean {
  const meant = dictionary.objectsNamed(word);
  return meant.length > 0 && !thingsSeen(now).some(({ id }) => meant.includes(id));
}

export function attemptsHere({ attempts, observation }: Now): readonly Attempt[] {
  return attempts.get(observation.location.id) ?? [];
}
