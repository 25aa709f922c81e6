import { walkingDirection } from '../domain/command.ts';
import type { Choice } from './choice.ts';
import { doingChoices } from './doing.ts';
import { isUnsafe } from './fears.ts';
import { companyOf, fightChoices, flights } from './fighting.ts';
import { allows } from './grammar.ts';
import { untriedHere } from './leftovers.ts';
import { avoidance, rememberedChoices } from './memories.ts';
import { ownVerbChoices } from './own-verbs.ts';
import { peopleChoices, repliesTo, suggestedChoices } from './people.ts';
import { recipeChoice, walksOfRecipe } from './recipe.ts';
import type { Situation } from './situation.ts';
import { isLamp } from './things.ts';
import { freeHands, treasureChoices } from './treasure.ts';
import { walkingChoices } from './walking.ts';

const KEY_PROMPT = /waits for one key/;
const KEYS = ['y', 'n', 'space', '1', 'q'];
const LOOKING = /^(?:examine|read|open|wear) /;
/** What costs more is not worth coming back for. */
const WORTH_RETURNING = 12;
const LIGHT_VERBS = ['turn on', 'switch on', 'light'];
const WAIT: Choice = { action: 'wait', why: 'Nothing here is left to try.', cost: 99 };

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
  const { isTried, taste, held } = situation;
  if (KEY_PROMPT.test(situation.sections.get('Now') ?? '')) {
    const action = KEYS.find((key) => !avoided(key)) ?? 'enter';
    return { action, why: 'The game waits for a key.', left: null, goal: null, walks: [] };
  }
  const sooner = untriedHere(situation);
  const weigh = (choice: Choice) => ({ ...choice, cost: choice.cost - sooner(choice.action) });
  const local = [
    ...lightChoices(situation),
    ...repliesTo(situation),
    ...(isUnsafe(situation) ? flights(situation) : []),
    ...(situation.isDark ? [] : seeingChoices(situation)),
  ]
    .filter(({ action, again }) => !avoided(action) && (again === true || !isTried(action)))
    .map(weigh)
    .map((choice) => ({ ...choice, cost: choice.cost + taste(choice.action) / 2 ** 33 }));
  const advised = recipeChoice(situation, local);
  const walks =
    advised === null
      ? walkingChoices(situation)
          .filter(({ action }) => !avoided(action))
          .map(weigh)
      : walksOfRecipe(situation);
  const chosen = advised ?? least([...local, ...freeHands(situation), ...walks, WAIT]) ?? WAIT;
  const isLeaving =
    advised === null ? walks.includes(chosen) : walkingDirection(advised.action) !== null;
  // what is held can be looked at anywhere
  const isHere = ({ action }: Choice) =>
    !LOOKING.test(action) || !held.some(({ word }) => action.endsWith(` ${word}`));
  return {
    action: chosen.action,
    why: chosen.why,
    left: isLeaving ? worthOf(least(local.filter(isHere))) : null,
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
  const company = companyOf(situation);
  const { people, isFought, isLeft } = company;
  const doing = doingChoices(situation);
  const isAtFoe = ({ action }: Choice) => people.some(({ word }) => action.endsWith(` ${word}`));
  return [
    ...rememberedChoices(situation),
    ...fightChoices(situation, company),
    ...(isFought ? doing.filter((choice) => isPressing(choice) && !isAtFoe(choice)) : doing),
    ...(isLeft ? [] : peopleChoices(situation, company)),
    ...(isFought
      ? []
      : [
          ...treasureChoices(situation),
          ...suggestedChoices(situation),
          ...ownVerbChoices(situation),
        ]),
  ];
}

/** Taking, opening and reading. */
function isPressing({ action }: Choice): boolean {
  return /^(?:take|open|read) /.test(action);
}

/** A light for the dark. */
function lightChoices({ isDark, held, grammar }: Situation): readonly Choice[] {
  const isUnlit = (thing: Situation['held'][number]) =>
    (isLamp(thing) || thing.traits.includes('switchable')) && !thing.traits.includes('on');
  const verbs = LIGHT_VERBS.filter((verb) => allows(grammar, verb, 'X'));
  return (isDark ? held.filter(isUnlit) : []).flatMap(({ word }) =>
    verbs.map((verb, rank) => ({
      action: `${verb} ${word}`,
      cost: -20 + rank,
      why: 'It is dark here.',
    })),
  );
}

function least(choices: readonly Choice[]): Choice | null {
  return choices.reduce<Choice | null>(
    (best, next) => (best === null || next.cost < best.cost ? next : best),
    null,
  );
}
