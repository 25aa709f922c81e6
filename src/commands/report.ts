import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { InvalidArgumentError, type Command } from 'commander';
import type { World } from './world.ts';
import type { Focus } from '../report/report-data.ts';
import { note, print, printJson } from './output.ts';

interface ReportOptions {
  readonly config?: string;
  readonly last?: number;
  readonly out?: string;
  readonly episode?: number;
  readonly turn?: number;
  readonly json?: true;
}

/** `zorkgpt report`: the page to look at in the morning; `run` and `resume` leave it for the newest episodes. */
export function addReport(program: Command, world: World): void {
  program
    .command('report')
    .description('write what was played and learnt as one HTML page that opens from disk')
    .option('--last <n>', 'only the newest episodes', positive)
    .option('--out <file>', 'where to write it (report.html in the workdir)')
    .option('--episode <n>', 'open at this episode', positive)
    .option('--turn <n>', 'and at this turn', positive)
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((_: ReportOptions, command: Command) => report(world, command));
}

const EXAMPLES = `
Examples:
  zorkgpt report --last 10
  zorkgpt report --out /tmp/night.html --episode 7 --turn 143`;

async function report(world: World, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ReportOptions>();
  if (options.turn !== undefined && options.episode === undefined) {
    command.error('error: --turn needs --episode');
  }
  const { loadSettings } = await import('../run/settings.ts');
  const { defaultReportFile, writeReport } = await import('../report/write-report.ts');
  const { openRedactor } = await import('../run/redactor.ts');
  const loaded = loadSettings(world, {}, options.config);
  const { config } = loaded;
  const focus = focusOf(options);
  const written = await writeReport(
    {
      workdir: config.workdir,
      last: options.last ?? null,
      focus,
      now: new Date(),
      redact: openRedactor(loaded),
    },
    options.out === undefined
      ? defaultReportFile(config.workdir)
      : path.resolve(world.cwd, options.out),
  );
  for (const notice of written.notices) note(world, notice);
  const link = `${pathToFileURL(written.file).href}${fragment(focus)}`;
  if (options.json) printJson(world, { ...written, link });
  else print(world, focus === null ? written.file : link);
}

function focusOf({ episode, turn }: ReportOptions): Focus | null {
  return episode === undefined ? null : { episode, turn: turn ?? 1 };
}

function fragment(focus: Focus | null): string {
  return focus === null ? '' : `#ep=${focus.episode}&t=${focus.turn}`;
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('It is a whole number of at least 1.');
}
