/** Commands that earn points from the start of an episode, checked in the engine on seeds that were not played. */
export interface Recipe {
  readonly commands: readonly string[];
  /** The score that they end with. */
  readonly points: number;
  /** The seeds it was tried on, and of these the ones on which it reached its points. */
  readonly seeds: readonly number[];
  readonly reached: readonly number[];
}

/** Whether a recipe reached its points wherever it was tried, so that it can be trusted. */
export function isSure({ seeds, reached }: Recipe): boolean {
  return seeds.length > 0 && seeds.every((seed) => reached.includes(seed));
}

/** The sure recipe that earns most, the shortest of these; null when there is none. */
export function bestRecipe(recipes: readonly Recipe[]): Recipe | null {
  const [best] = recipes
    .filter(isSure)
    .toSorted((a, b) => b.points - a.points || a.commands.length - b.commands.length);
  return best ?? null;
}
