import type { GameConfiguration } from '../config/schema.ts';
import { isJsonObject } from '../domain/json.ts';

/** The configuration of an episode's first turns if it differs from the rest: a fork has it from its parent. */
export interface Stage {
  /** The last of these turns. */
  readonly turns: number;
  readonly episode: number;
  readonly config: GameConfiguration;
}

/** The stage of a turn. Null if it is the episode's own. Pure. */
export function stageAt(stages: readonly Stage[], turn: number): Stage | null {
  return stages.find(({ turns }) => turn <= turns) ?? null;
}

/** A configuration that changes in place with each stage, and is `own` after the last; see {@link FIXED_SETTINGS}. */
export function stagedConfig(own: GameConfiguration, stages: readonly Stage[]) {
  const at = (turn: number) => stageAt(stages, turn)?.config ?? own;
  const config = structuredClone(at(0));
  return { config, at, goOnTo: (turn: number) => replaceIn(config, at(turn)) };
}

/** Gives an object the values of another. Its sections stay the same objects. */
function replaceIn(target: object, source: object): void {
  for (const key of Object.keys(target)) if (!(key in source)) Reflect.deleteProperty(target, key);
  for (const [key, value] of Object.entries(source) as [string, unknown][]) {
    const held: unknown = Reflect.get(target, key);
    if (isJsonObject(held) && isJsonObject(value)) replaceIn(held, value);
    else Reflect.set(target, key, structuredClone(value));
  }
}

export const FIXED_SETTINGS: readonly string[] =
  'story workdir seed exits causes names prompts'.split(' ');
