import type { Observation } from '../../domain/observation.ts';
import {
  playsRecipes,
  isWholeRecipe,
  type RecipePlan,
  type RecipeUse,
} from '../../domain/recipe.ts';
import { standingOf, standsAs } from '../../domain/standing.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import {
  luckWords,
  recipeStepCommands,
  recipeWords,
  suggestionWords,
} from '../../prompts/recipe-wording.ts';
import { AdvisedWay } from './advised-way.ts';
import { isCommandOfWay, type OpenGain, type WayPorts } from './checked-way.ts';
import { isAdvisedStep } from './rejoin.ts';

export interface RecipePorts extends WayPorts {
  /** Null if an episode has no end. Looked up for each use. */
  readonly maxTurns: () => number | null;
}

/** Leads along the recipe of an episode: advises the player, or plays it. */
export class RecipeGuide {
  readonly #advised: AdvisedWay | null;
  /** Advised only if no sure way is left. */
  readonly #lucky: AdvisedWay | null;
  /** The recipe that the tool plays. Null if it plays none. */
  readonly #played: RecipePlan | null;
  readonly #isExploring: boolean;
  readonly #ports: RecipePorts;
  /** Commands of the played recipe that came out as recorded. */
  #done = 0;
  /** Whether the play departed from the recipe. */
  #isLeft = false;
  #turn = 0;

  /** Only a recipe that can be followed to its end is advised, or one marked as needing luck. */
  constructor(
    plan: RecipePlan | null,
    use: RecipeUse,
    {
      luck = null,
      onwards = null,
      ports,
    }: {
      readonly luck?: RecipePlan | null;
      readonly onwards?: RecipePlan | null;
      readonly ports: RecipePorts;
    },
  ) {
    const told = use === 'advice' ? plan : use === 'explore' ? onwards : null;
    this.#advised = told !== null && isWholeRecipe(told) ? new AdvisedWay(told, ports) : null;
    const isLuck = use !== 'off' && (this.#advised === null || continuesWay(luck, plan));
    this.#lucky = isLuck && luck !== null ? new AdvisedWay(luck, ports) : null;
    this.#played = playsRecipes(use) ? plan : null;
    this.#isExploring = use === 'explore' && plan !== null;
    this.#ports = ports;
  }

  /** The whole checked way, for the beginning of the conversation. Empty if there is none. */
  lesson(): string {
    return this.#advised === null ? '' : recipeWords(this.#advised.plan);
  }

  luckLesson(): string {
    return this.#lucky === null ? '' : luckWords(this.#lucky.plan);
  }

  /** The next suggestion. Empty if the way cannot go on from here, or nothing is left to earn. */
  route(now: Observation): string {
    const way = this.#told(now);
    const turnsLeft = this.#turnsLeft();
    const step = way?.step(now, turnsLeft) ?? null;
    return way === null || !isAdvisedStep(step)
      ? ''
      : suggestionWords({ plan: way.plan, turnsLeft, step });
  }

  /** The gains of the suggested way. Null if there is none. An agent with a suggestion is sent nowhere else. */
  gainsAhead(now: Observation): readonly OpenGain[] | null {
    const way = this.#told(now);
    return isAdvisedStep(way?.step(now, this.#turnsLeft()) ?? null) ? (way?.open() ?? null) : null;
  }

  nextCommands(now: Observation): readonly string[] {
    return this.#told(now)?.nextCommands(now, this.#turnsLeft()) ?? [];
  }

  /** The turns that are left after all suggestions. Null if there are none. */
  turnsToSpare(now: Observation): number | null {
    const turnsLeft = this.#turnsLeft();
    const step = this.#told(now)?.step(now, turnsLeft) ?? null;
    if (!isAdvisedStep(step)) return null;
    return turnsLeft - recipeStepCommands(step).length - (step.alongLater ?? 0);
  }

  /** The sure way while something is left to earn on it. */
  #told(now: Observation): AdvisedWay | null {
    const isOver = this.#advised?.step(now, this.#turnsLeft()) === null;
    return isOver ? this.#lucky : (this.#advised ?? this.#lucky);
  }

  /** Infinity if an episode has no end. */
  #turnsLeft(): number {
    return (this.#ports.maxTurns() ?? Infinity) - this.#turn;
  }

  /** The command that the tool plays now. Null if the player is asked. */
  nextMove(): string | null {
    if (this.#played === null || this.#isLeft || this.#done >= this.#played.turns) return null;
    return this.#played.commands[this.#done] ?? null;
  }

  /** Whether the tool played a way to where something is untried, and the player goes on from there. */
  explores(): boolean {
    return this.#isExploring && this.nextMove() === null;
  }

  record(turn: Pick<TurnRecord, 'turn' | 'decision' | 'before' | 'after'>): void {
    this.#turn = turn.turn;
    this.#advised?.record(turn);
    this.#lucky?.record(turn);
    const { commands, standings } = this.#played ?? NO_PLAN;
    const [command, expected] = [commands[this.#done], standings[this.#done + 1]];
    if (command === undefined || expected === undefined) return;
    const isNext = isCommandOfWay(turn.decision.action, command);
    if (isNext && standsAs(expected, standingOf(turn.after))) this.#done += 1;
    else this.#isLeft = true;
  }
}

const NO_PLAN = { commands: [], standings: [] } as const;

export function continuesWay(way: RecipePlan | null, other: RecipePlan | null): boolean {
  if (way === null || other === null) return false;
  return other.commands.every((command, at) => command === way.commands[at]);
}
