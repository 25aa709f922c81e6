import { walkingDirection } from '../domain/command.ts';
import { avoidance, recipeChoice, rememberedChoices } from './advice.ts';
import { doingChoices } from './affordances.ts';
import { placeToAskFor } from './goals.ts';
import { companyOf, flights, repliesTo, type Company } from './people.ts';
import type { Choice, Situation } from './situation.ts';
import { freeHands } from './taking.ts';
import { isUnsafe, isBlow } from './told.ts';
import { cheaperUntried, FIRST, newWays, walkingChoices } from './walking.ts';

const KEYS = ['y', 'n', 'space', '1', 'q'];
const LOOKING = /^(?:examine|read|open|wear) /;
/** What costs more is not worth coming back for. */
const WORTH_RETURNING = 12;
const WAIT: Choice = { action: 'wait', why: 'Nothing here is left to try.', cost: 99 };

/**
 * What a patient beginner would type: the best choice by what such choices are usually worth, never one that was refused,
 * failed or hurt here. Taste decides between equals. Beside it what the player notes: the cost of the best that is left here
 * when it walks on, where the walk ends, and the place to ask the way to.
 */
export function chooseAction(situation: Situation) {
  const avoided = avoidance(situation);
  const { isTried, taste, held, waitsForKey } = situation;
  if (waitsForKey) {
    const action = KEYS.find((key) => !avoided(key) && !isTried(key)) ?? 'enter';
    const why = 'The game waits for a key.';
    return { action, why, left: null, goal: null, wish: null };
  }
  const cheaper = cheaperUntried(situation);
  const weigh = (choice: Choice) => ({ ...choice, cost: choice.cost - cheaper(choice.action) });
  const company = companyOf(situation);
  const local = localChoices(situation, company)
    .filter(({ action, again }) => !avoided(action) && (again === true || !isTried(action)))
    .map(weigh)
    .map((choice) => ({ ...choice, cost: choice.cost + taste(choice.action) / 2 ** 33 }));
  const advised = recipeChoice(situation, company);
  const walks = walkingChoices(situation).filter(({ action }) => !avoided(action));
  const all = [...local, ...freeHands(situation), ...walks.map(weigh), WAIT];
  const best = least(all) ?? WAIT;
  const chosen = cheaper(best.action) === FIRST ? best : (advised ?? best);
  const isLeaving = walkingDirection(chosen.action) !== null || chosen.target !== undefined;
  // what is held can be looked at anywhere
  const isHere = ({ action }: Choice) =>
    !LOOKING.test(action) || !held.some(({ word }) => action.endsWith(` ${word}`));
  const ahead = newWays(situation).filter(({ action }) => !avoided(action));
  const others = [...local.filter(isHere), ...ahead];
  const rest = least(others.filter(({ action }) => action !== chosen.action));
  const place = placeToAskFor(situation);
  const isWished = place !== undefined && (isLeaving || !rest || rest.cost > place[1]);
  return {
    action: chosen.action,
    why: chosen.why,
    left: isLeaving && rest ? worthOf(rest) : null,
    goal: chosen.target ?? null,
    wish: isWished ? place[0] : null,
  };
}

/** What is noted of the best that is left to do; null where it is not worth coming back for. */
function worthOf({ cost }: Choice): number | null {
  return cost > WORTH_RETURNING ? null : Math.max(0, Math.ceil(cost));
}

/** What can be done here; in the dark only what takes no eyes, and in a fight only what cannot wait. */
function localChoices(situation: Situation, company: Company): readonly Choice[] {
  const { isDark } = situation;
  const { isFought, isLeft, people } = company;
  const doing = doingChoices(situation, company);
  const isPressing = ({ action }: Choice) =>
    isBlow(action) ||
    (/^(?:take|open|read) /.test(action) &&
      !people.some(({ word }) => action.endsWith(` ${word}`)));
  return [
    ...repliesTo(situation),
    ...(isUnsafe(situation) || (isLeft && !isDark) ? flights(situation) : []),
    ...(isFought && !isDark ? doing.filter(isPressing) : doing),
    ...(isDark ? [] : rememberedChoices(situation)),
  ];
}

function least(choices: readonly Choice[]): Choice | null {
  return choices.reduce<Choice | null>(
    (best, next) => (best === null || next.cost < best.cost ? next : best),
    null,
  );
}
