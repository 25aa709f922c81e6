import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { storageErrno } from '../storage/storage.ts';
import { type Call, type Command, wholeNumber } from './command.ts';
import type { World } from './world.ts';

interface Asked {
  readonly last?: number;
  readonly all?: true;
  readonly out?: string;
  readonly episode?: number;
  readonly turn?: number;
  readonly open?: true;
}

/** `zorkgpt report`: the page to read in the morning. `run` and `resume` write it for the newest episodes. */
export const REPORT_COMMANDS: readonly Command[] = [
  {
    path: 'report',
    reads: true,
    says: 'write what was played and learnt as one HTML page that opens from disk',
    options: {
      '--last <n>': wholeNumber('so many of the newest episodes (report.last, 10)'),
      '--all': 'every episode; of hundreds of nights the page is large',
      '--out <file>': 'where to write it (report.html in the workdir)',
      '--episode <n>': wholeNumber('open at this episode'),
      '--turn <n>': wholeNumber('and at this turn'),
      '--open': 'and show it in the browser',
    },
    examples: [
      'zorkgpt report --last 10 --open',
      'zorkgpt report --out /tmp/night.html --episode 7 --turn 143',
    ],
    fleet: 'records',
    run: report,
  },
];

async function report(call: Call<Asked>): Promise<void> {
  const { out, episode, turn, open, home } = call.options;
  checkOptions(call);
  const { defaultReportFile, writeReport } = await import('../report/report.ts');
  const { openSettingsRedactor } = await import('../run/settings.ts');
  const { askedStory } = await import('./learnt-place.ts');
  const loaded = await call.settings();
  const { workdir, report: page } = loaded.config;
  const asked = askedStory(call, loaded);
  const focus = episode === undefined ? null : { episode, turn: turn ?? 1 };
  const written = await writeReport(
    {
      workdir,
      last: mostShown(call.options, page.last),
      focus,
      ofStory: asked?.ifid ?? null,
      now: new Date(),
      redact: openSettingsRedactor(loaded),
    },
    out === undefined ? defaultReportFile(home ?? workdir) : path.resolve(call.world.cwd, out),
  );
  const none = asked !== null && written.episodes === 0 ? [asked.nothing] : [];
  for (const notice of [...written.notices, ...none]) call.tell(notice);
  const fragment = focus === null ? '' : `#ep=${focus.episode}&t=${focus.turn}`;
  const link = `${pathToFileURL(written.file).href}${fragment}`;
  call.answer({ ...written, link }, () => (focus === null ? written.file : link));
  if (open === true) await show(call, link);
}

/** How many of the newest episodes are shown. Null for all. */
function mostShown({ last, all }: Asked, otherwise: number): number | null {
  if (all !== true) return last ?? otherwise;
  // Collecting garbage early keeps the memory small: little of what is read of hundreds of episodes is kept.
  setFlagsFromString('--heap-growing-percent=50');
  return null;
}

async function show({ world, tell }: Call<Asked>, link: string): Promise<void> {
  const problem = await openInBrowser(world, link);
  if (problem !== null) tell(`No browser was opened (${problem}); the page is ${link}.`);
}

function checkOptions(call: Call<Asked>): void {
  const { last, all, episode, turn, out } = call.options;
  if (turn !== undefined && episode === undefined) call.refuse('--turn needs --episode');
  if (out === '-') call.refuse('--out needs a file: a page opens from disk');
  if (all === true && last !== undefined) call.refuse('--all and --last exclude each other');
}

/** The program that opens an address on each system, with its first arguments. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser of this machine. Resolves to the reason of a failure, else to null. */
async function openInBrowser({ environment, cwd }: World, url: string): Promise<string | null> {
  const { spawn } = await import('node:child_process');
  const [program = 'xdg-open', ...before] = OPENERS[process.platform] ?? [];
  return new Promise((resolve) => {
    const child = spawn(program, [...before, url], {
      cwd,
      env: environment,
      stdio: 'ignore',
      detached: true,
    });
    child.on('error', (error) => {
      resolve(storageErrno(error) === 'ENOENT' ? `there is no ${program} here` : error.message);
    });
    child.on('spawn', () => {
      child.unref();
      resolve(null);
    });
  });
}
