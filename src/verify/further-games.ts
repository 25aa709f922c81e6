import { InterpreterError } from '../domain/errors.ts';
import type { Recipe } from '../domain/recipe.ts';
import type { TryoutPorts } from './tryout.ts';

/** A way and the scores before its first command, after each and after its last, in one game after the other. */
interface ScoredWay {
  readonly commands: readonly string[];
  readonly scores: readonly (readonly number[])[];
}

/** Games on more seeds, in which ways that came out everywhere are tried once more: chance that is met seldom needs many. */
export class FurtherGames {
  readonly #ports: TryoutPorts;
  readonly #ways: ScoredWay[] = [];

  constructor(ports: TryoutPorts) {
    this.#ports = ports;
  }

  /** A recipe with these seeds beside those that it was tried on, as far as the steps suffice. */
  widen(recipe: Recipe): Recipe {
    const { commands, points } = recipe;
    const { seeds, opening } = this.#ports;
    const isOn = (way: ScoredWay) => commands.every((one, at) => one === way.commands[at]);
    const { scores } = this.#ways.find(isOn) ?? this.#play(commands);
    const tried = seeds.slice(0, scores.length);
    const isEarned = (at: number) => (scores[at]?.[commands.length] ?? -1) - opening >= points;
    const others = (some: readonly number[]) => some.filter((seed) => !seeds.includes(seed));
    return {
      ...recipe,
      seeds: [...others(recipe.seeds), ...tried],
      reached: [...others(recipe.reached), ...tried.filter((_, at) => isEarned(at))],
    };
  }

  #play(commands: readonly string[]): ScoredWay {
    const { seeds, steps } = this.#ports;
    const scores: (readonly number[])[] = [];
    for (const seed of seeds) {
      if (!steps.affords(commands.length)) break;
      scores.push(this.#scoresOf(seed, commands));
    }
    const way = { commands, scores };
    this.#ways.push(way);
    return way;
  }

  #scoresOf(seed: number, commands: readonly string[]): readonly number[] {
    const game = this.#ports.open(seed);
    const scores = [game.facts().score ?? 0];
    try {
      for (const command of commands) {
        this.#ports.steps.take();
        const { died, ended } = game.step(command);
        if (died || (ended !== null && ended !== 'victory')) break;
        scores.push(game.facts().score ?? 0);
      }
    } catch (error) {
      if (!(error instanceof InterpreterError)) throw error;
    }
    return scores;
  }
}
