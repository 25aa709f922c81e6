import { canonicalAction } from '../../domain/command.ts';
import type { Observation } from '../../domain/observation.ts';
import {
  isWhole,
  standingOf,
  standsAs,
  standsAtLeastAs,
  type RecipePlan,
  type RecipeUse,
  type TakenAlong,
} from '../../domain/recipe.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { recipeStepWords, recipeWords } from '../../prompts/recipe-wording.ts';

/** Leads along the recipe of an episode: tells the player of it, or says what the tool plays. */
export class RecipeGuide {
  /** What the player is told of; null where there is nothing to tell. */
  readonly #advised: RecipePlan | null;
  /** What the tool plays; null where it plays nothing. */
  readonly #played: RecipePlan | null;
  /** Commands of the recipe that were played in their order and came out as they should. */
  #done = 0;
  /** Things to take along that were tried for, whatever came of it. */
  readonly #asked = new Set<TakenAlong>();
  /** Whether something else was played, or came out. */
  #isLeft = false;

  /** Advice is given only of a recipe that can be followed to its end. */
  constructor(plan: RecipePlan | null, use: RecipeUse) {
    this.#advised = use === 'advice' && plan !== null && isWhole(plan) ? plan : null;
    this.#played = use === 'play' ? plan : null;
  }

  /** The whole way, for the beginning of the conversation; empty where there is none to tell. */
  lesson(): string {
    return this.#advised === null ? '' : recipeWords(this.#advised);
  }

  /** What comes next on the way while things stand as they do on it, or better; empty where they do not. */
  route(now: Observation): string {
    if (this.#advised === null) return '';
    const { commands, standings } = this.#advised;
    const expected = standings[this.#done];
    const held = now.inventory.map(({ name }) => name);
    const along = this.#along().find(({ thing }) => !held.includes(thing)) ?? null;
    if (expected === undefined || (this.#done >= commands.length && along === null)) return '';
    if (!standsAtLeastAs(expected, standingOf(now))) return '';
    return recipeStepWords(commands, this.#done, along);
  }

  /** What is to be taken along before the next command and was not tried for. */
  #along(): readonly TakenAlong[] {
    const { along = [] } = this.#advised ?? NO_PLAN;
    return along.filter((one) => one.after === this.#done && !this.#asked.has(one));
  }

  /** What the tool plays now without asking anybody; null where the player is asked. */
  nextMove(): string | null {
    if (this.#played === null || this.#isLeft || this.#done >= this.#played.turns) return null;
    return this.#played.commands[this.#done] ?? null;
  }

  /** Takes in a turn: the next command of the way, come out as it should, is one step on it. */
  record({ decision, after }: Pick<TurnRecord, 'decision' | 'after'>): void {
    const along = this.#along().find((one) => isSame(decision.action, one.command));
    if (along !== undefined) {
      this.#asked.add(along);
      return;
    }
    const { commands, standings } = this.#advised ?? this.#played ?? NO_PLAN;
    const [command, expected] = [commands[this.#done], standings[this.#done + 1]];
    if (command === undefined || expected === undefined) return;
    const isAsExpected = this.#advised === null ? standsAs : standsAtLeastAs;
    const isNext = isSame(decision.action, command);
    if (isNext && isAsExpected(expected, standingOf(after))) this.#done += 1;
    else this.#isLeft = true;
  }
}

const NO_PLAN = { commands: [], standings: [], along: [] } as const;

function isSame(action: string, command: string): boolean {
  return canonicalAction(action) === canonicalAction(command);
}
