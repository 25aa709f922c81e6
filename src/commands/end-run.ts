import type { RunResult } from '../compose/play-run.ts';
import type { RunServices } from '../compose/run-services.ts';
import type { World } from '../compose/world.ts';
import type { LoadedConfig } from '../config/load.ts';
import { note } from './output.ts';
import { exitFor, hasFailed } from './play-options.ts';

/**
 * What comes after playing: tells why episodes failed and what models cost (the offline player costs nothing), deletes older episodes and
 * writes the report when today's configuration says so, and sets the exit code.
 */
export async function endRun(
  world: World,
  services: RunServices,
  after: { readonly today: LoadedConfig; readonly result: RunResult },
): Promise<void> {
  const { config } = after.today;
  for (const { episode, stopDetail } of after.result.summaries.filter(hasFailed)) {
    note(world, `Episode ${episode} failed: ${stopDetail}`);
  }
  if (services.config.player !== 'offline') {
    const { describeSpent } = await import('../model/budget.ts');
    note(world, `Spent: ${describeSpent(services.budgets.spent)}.`);
  }
  if (config.episodes.keep !== null) {
    const { pruneAsConfigured } = await import('./prune-episodes.ts');
    await pruneAsConfigured(world, config);
  }
  if (config.report.atEndOfRun && after.result.summaries.length > 0) {
    const { writeReportAfterRun } = await import('../compose/report-after-run.ts');
    const file = await writeReportAfterRun(after.today);
    // A run from cron that went well says nothing.
    if (world.stderr.isTTY === true) note(world, `Report: ${file}`);
  }
  exitFor(after.result);
}
