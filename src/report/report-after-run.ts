import type { LoadedConfig } from '../config/load.ts';
import { StorageError } from '../domain/errors.ts';
import { openRedactor } from '../run/redactor.ts';
import { defaultReportFile, writeReport } from './write-report.ts';

/**
 * Writes the page of the newest episodes into the workdir, as many as `report.last` says, and resolves with its path.
 * What could not be read is told in the page. Rejects with StorageError, which says that no episode is lost.
 */
export async function writeReportAfterRun(loaded: LoadedConfig): Promise<string> {
  const { report, workdir } = loaded.config;
  const file = defaultReportFile(workdir);
  const redact = openRedactor(loaded);
  const request = { workdir, last: report.last, focus: null, now: new Date(), redact };
  try {
    await writeReport(request, file);
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause;
    const says = `The episodes are saved, their page is left to zorkgpt report: ${cause.message}`;
    throw new StorageError(says, { path: cause.path, cause });
  }
  return file;
}
