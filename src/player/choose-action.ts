import { walkingDirection } from '../domain/command.ts';
import { applyingChoices } from './applying.ts';
import type { Choice } from './choice.ts';
import { isUnsafe } from './fears.ts';
import { fiddlingChoices } from './fiddling.ts';
import { freeHands } from './free-hands.ts';
import { handlingChoices } from './handling.ts';
import { lookingChoices } from './looking.ts';
import { flights, foesOf } from './fighting.ts';
import { ownVerbChoices } from './own-verbs.ts';
import { peopleChoices } from './people.ts';
import { recipeChoice, walksOfRecipe } from './recipe.ts';
import { avoidance, rememberedChoices } from './remembered.ts';
import type { Situation } from './situation.ts';
import { repliesTo, talkChoices } from './talking.ts';
import { untriedHere } from './leftovers.ts';
import { lightChoices, unlockChoices } from './tools.ts';
import { treasureChoices } from './treasure.ts';
import { walkingChoices } from './walking.ts';

const KEY_PROMPT = /waits for one key/;
const KEYS = ['y', 'n', 'space', '1', 'q'];
const LOOKING = /^(?:examine|read|open|wear) /;
/** What costs more is not worth coming back for. */
const WORTH_RETURNING = 12;

export interface Decision {
  readonly action: string;
  readonly why: string;
  /** The cost of the best that is left to do here when the player walks on; null where nothing is. */
  readonly left: number | null;
  /** Where the walk is to end that this action begins or goes on with; null where it is no walk, or nobody knows. */
  readonly goal: number | null;
  /** Where else it may go. */
  readonly walks: readonly Choice[];
}

/**
 * What a patient beginner would type, from the prompt alone: the best of everything that comes to mind, by what such
 * things are usually worth. Never what the prompt says was refused, had no effect, or failed or hurt here before. Taste
 * decides between what is equally good.
 */
export function chooseAction(situation: Situation): Decision {
  const avoided = avoidance(situation);
  if (KEY_PROMPT.test(situation.sections.get('Now') ?? '')) return keyChoice(avoided);
  const { isTried, taste } = situation;
  const sooner = untriedHere(situation);
  const isOpen = ({ action, again }: Choice) =>
    !avoided(action) && (again === true || !isTried(action));
  const local = [
    ...lightChoices(situation),
    ...repliesTo(situation),
    ...(isUnsafe(situation) ? flights(situation) : []),
    ...(situation.isDark ? [] : seeingChoices(situation)),
  ]
    .filter(isOpen)
    .map((choice) => ({
      ...choice,
      cost: choice.cost - sooner(choice.action) + taste(choice.action) / 2 ** 33,
    }));
  const advised = recipeChoice(situation, local);
  const walks =
    advised === null
      ? walkingChoices(situation)
          .filter(({ action }) => !avoided(action))
          .map((choice) => ({ ...choice, cost: choice.cost - sooner(choice.action) }))
      : walksOfRecipe(situation);
  // what is held can be looked at anywhere
  const isHere = ({ action }: Choice) =>
    !LOOKING.test(action) || !situation.held.some(({ word }) => action.endsWith(` ${word}`));
  const best = least(local.filter(isHere));
  const chosen = advised ?? least([...local, ...freeHands(situation), ...walks, WAIT]) ?? WAIT;
  const isLeaving =
    advised === null ? walks.includes(chosen) : walkingDirection(advised.action) !== null;
  return {
    action: chosen.action,
    why: chosen.why,
    left: isLeaving ? worthOf(best) : null,
    goal: walks.find((walk) => walk === chosen)?.target ?? null,
    walks,
  };
}

/** What is noted of the best that is left to do; null where it is not worth coming back for. */
function worthOf(best: Choice | null): number | null {
  return best === null || best.cost > WORTH_RETURNING ? null : Math.max(0, Math.ceil(best.cost));
}

/** What takes eyes; while somebody is to be fought, only what cannot wait. */
function seeingChoices(situation: Situation): readonly Choice[] {
  const foes = foesOf(situation);
  const isAtFoe = ({ action }: Choice) => foes.some(({ word }) => action.endsWith(` ${word}`));
  const needful = [
    ...rememberedChoices(situation),
    ...handlingChoices(situation).filter((choice) => !isAtFoe(choice)),
    ...peopleChoices(situation),
  ];
  if (foes.length > 0) return needful;
  return [
    ...needful,
    ...unlockChoices(situation),
    ...treasureChoices(situation),
    ...talkChoices(situation),
    ...lookingChoices(situation),
    ...fiddlingChoices(situation),
    ...applyingChoices(situation),
    ...ownVerbChoices(situation),
  ];
}

const WAIT: Choice = { action: 'wait', why: 'Nothing here is left to try.', cost: 99 };

function least(choices: readonly Choice[]): Choice | null {
  return choices.reduce<Choice | null>(
    (best, next) => (best === null || next.cost < best.cost ? next : best),
    null,
  );
}

function keyChoice(avoided: (action: string) => boolean): Decision {
  const action = KEYS.find((key) => !avoided(key)) ?? 'enter';
  return { action, why: 'The game waits for a key.', left: null, goal: null, walks: [] };
}
