import type { Recipe } from '../domain/recipe.ts';
import type { TryoutPorts } from './tryout.ts';
import { walk } from './walk.ts';

/** A way and the points before its first command, after each and after its last, in one game after the other. */
interface PaidWay {
  readonly commands: readonly string[];
  readonly points: readonly (readonly number[])[];
}

/** Games on more seeds, in which ways that came out everywhere are tried once more: chance that is met seldom needs many. */
export class FurtherGames {
  readonly #ports: TryoutPorts;
  readonly #ways: PaidWay[] = [];

  constructor(ports: TryoutPorts) {
    this.#ports = ports;
  }

  /** A recipe with these seeds beside those that it was tried on, as far as the steps suffice. */
  widen(recipe: Recipe): Recipe {
    const { commands } = recipe;
    const { seeds } = this.#ports;
    const isOn = (way: PaidWay) => commands.every((one, at) => one === way.commands[at]);
    const { points } = this.#ways.find(isOn) ?? this.#play(commands);
    const tried = seeds.slice(0, points.length);
    const isEarned = (at: number) => (points[at]?.[commands.length] ?? -1) >= recipe.points;
    const others = (some: readonly number[]) => some.filter((seed) => !seeds.includes(seed));
    return {
      ...recipe,
      seeds: [...others(recipe.seeds), ...tried],
      reached: [...others(recipe.reached), ...tried.filter((_, at) => isEarned(at))],
    };
  }

  #play(commands: readonly string[]): PaidWay {
    const { seeds, steps, open } = this.#ports;
    const points: (readonly number[])[] = [];
    for (const seed of seeds) {
      if (!steps.affords(commands.length)) break;
      const game = open(seed);
      const score = () => game.facts().score ?? 0;
      const opening = score();
      points.push([0, ...walk(game, commands, steps, () => score() - opening).seen]);
    }
    const way = { commands, points };
    this.#ways.push(way);
    return way;
  }
}
