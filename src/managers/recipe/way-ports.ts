import type { LocationId } from '../../domain/ids.ts';
import type { Standing } from '../../domain/recipe.ts';

/** How things stand after a command that was tried ahead. */
export interface Ahead extends Standing {
  /** Equal where everything in reach is as it was; see Observation. */
  readonly scene: string;
}

/** What a way asks of the map and the engine. */
export interface WayPorts {
  /** Null where no way is known. */
  routeTo(
    from: LocationId,
    to: LocationId,
  ): { readonly commands: readonly string[]; readonly isShut: boolean } | null;
  /** The commands of each memory that knows of points in a room, whether they are won or not. */
  knownToPay(room: LocationId): readonly (readonly string[])[];
  /** How things stand after each of these commands, tried ahead while the player lives; `game` chooses the random numbers. */
  tryAhead(commands: readonly string[], game: number): readonly Ahead[];
}
