import type { Observation } from '../../domain/observation.ts';
import {
  isWhole,
  standingOf,
  standsAs,
  type RecipePlan,
  type RecipeUse,
} from '../../domain/recipe.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { luckWords, recipeWords, suggestionWords } from '../../prompts/recipe-wording.ts';
import { AdvisedWay, isSameCommand } from './advised-way.ts';

/** Leads along the recipe of an episode: tells the player of it, or says what the tool plays. */
export class RecipeGuide {
  /** What the player is told of; null where there is nothing to tell. */
  readonly #advised: AdvisedWay | null;
  readonly #lucky: AdvisedWay | null;
  /** What the tool plays; null where it plays nothing. */
  readonly #played: RecipePlan | null;
  /** Commands of the played recipe that came out as they should. */
  #done = 0;
  /** Whether something else was played, or came out. */
  #isLeft = false;

  /** Advice is given only of a recipe that can be followed to its end, or of one that says that it needs luck. */
  constructor(plan: RecipePlan | null, use: RecipeUse, luck: RecipePlan | null = null) {
    const isAdvice = use === 'advice';
    this.#advised = isAdvice && plan !== null && isWhole(plan) ? new AdvisedWay(plan) : null;
    this.#lucky = use === 'off' || luck === null ? null : new AdvisedWay(luck);
    this.#played = use === 'play' ? plan : null;
  }

  /** The whole checked way, for the beginning of the conversation; empty where there is none to tell. */
  lesson(): string {
    return this.#advised === null ? '' : recipeWords(this.#advised.plan);
  }

  /** The whole way that needs luck, for the same place. */
  luckLesson(): string {
    return this.#lucky === null ? '' : luckWords(this.#lucky.plan);
  }

  /** What the ways suggest next, where they still pay; empty where they do not lead on from here. */
  route(now: Observation): string {
    const [advised, lucky] = [this.#advised, this.#lucky];
    const step = advised?.step(now) ?? null;
    const luck = lucky?.step(now) ?? null;
    return suggestionWords(
      advised === null || step === null ? null : { ...step, plan: advised.plan },
      lucky === null || luck === null ? null : { ...luck, plan: lucky.plan },
    );
  }

  /** The next commands of the ways that `route` tells of. */
  nextCommands(now: Observation): readonly string[] {
    return [this.#advised, this.#lucky].flatMap((way) => way?.nextCommands(now) ?? []);
  }

  /** What the tool plays now without asking anybody; null where the player is asked. */
  nextMove(): string | null {
    if (this.#played === null || this.#isLeft || this.#done >= this.#played.turns) return null;
    return this.#played.commands[this.#done] ?? null;
  }

  /** Takes in a turn. */
  record(turn: Pick<TurnRecord, 'decision' | 'before' | 'after'>): void {
    this.#advised?.record(turn);
    this.#lucky?.record(turn);
    const { commands, standings } = this.#played ?? NO_PLAN;
    const [command, expected] = [commands[this.#done], standings[this.#done + 1]];
    if (command === undefined || expected === undefined) return;
    const isNext = isSameCommand(turn.decision.action, command);
    if (isNext && standsAs(expected, standingOf(turn.after))) this.#done += 1;
    else this.#isLeft = true;
  }
}

const NO_PLAN = { commands: [], standings: [] } as const;
