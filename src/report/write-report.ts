import path from 'node:path';
import type { LoadedConfig } from '../config/load.ts';
import { StorageError } from '../domain/errors.ts';
import { openRedactor } from '../run/settings.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { loadReportData, type ReportRequest } from './load-report-data.ts';
import { readPageAssets } from './page.ts';
import { VIEWER_MODULES, renderReport } from './render-report.ts';

/** Where the report of a workdir is written when nobody says otherwise. */
export function defaultReportFile(workdir: string): string {
  return path.join(workdir, 'report.html');
}

/** Writes the report of a workdir, whole or not at all. Rejects with ConfigError and StorageError. */
export async function writeReport(request: ReportRequest, file: string) {
  const data = await loadReportData(request);
  const page = Buffer.from(renderReport(data, readPageAssets(VIEWER_MODULES)));
  writeFileAtomic(file, page);
  const { episodes, notices } = data;
  return { file, bytes: page.length, episodes: episodes.length, notices };
}

/** Writes the page of the newest episodes. Rejects with StorageError, which says that no episode is lost. */
export async function writeReportAfterRun(loaded: LoadedConfig): Promise<void> {
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
}
