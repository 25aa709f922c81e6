import type { RunResult } from '../compose/play-run.ts';
import type { World } from '../compose/world.ts';
import type { LoadedConfig } from '../config/load.ts';
import { note } from './output.ts';
import { exitFor } from './play-options.ts';

/** What a run ends with once everything played is told: the report, unless it is switched off, and the exit code. */
export async function endRun(world: World, loaded: LoadedConfig, result: RunResult): Promise<void> {
  if (loaded.config.report.atEndOfRun && result.summaries.length > 0) {
    const { writeReportAfterRun } = await import('../compose/report-after-run.ts');
    const file = await writeReportAfterRun(loaded);
    // A run from cron that went well says nothing.
    if (world.stderr.isTTY === true) note(world, `Report: ${file}`);
  }
  exitFor(result);
}
