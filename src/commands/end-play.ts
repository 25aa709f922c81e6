import type { RunServices } from '../compose/run-services.ts';
import type { World } from '../compose/world.ts';
import type { GameConfiguration } from '../config/schema.ts';
import { note } from './output.ts';

/**
 * What comes after playing: tells what models cost (the offline player costs nothing) and deletes older episodes when
 * today's configuration says so.
 */
export async function endPlay(
  world: World,
  { config: { player }, budgets }: RunServices,
  config: GameConfiguration,
): Promise<void> {
  if (player !== 'offline') {
    const { describeSpent } = await import('../model/budget.ts');
    note(world, `Spent: ${describeSpent(budgets.spent)}.`);
  }
  if (config.episodes.keep === null) return;
  const { pruneAsConfigured } = await import('./prune-episodes.ts');
  await pruneAsConfigured(world, config);
}
