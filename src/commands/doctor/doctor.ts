import type { Command } from 'commander';
import type { Finding } from './finding.ts';
import { acting, answer, type CommonOptions } from '../command.ts';
import type { World } from '../world.ts';
import { EXIT, CommandExit, type ExitCode } from '../exit-codes.ts';

interface DoctorOptions extends CommonOptions {
  readonly offline?: true;
}

/** `zorkgpt doctor`: whether a run would work here, and what to do where it would not. */
export function registerDoctor(program: Command, world: World): void {
  program
    .command('doctor')
    .description('check everything a run depends on, and say the fix')
    .option('--offline', 'ask no endpoint')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  zorkgpt doctor --offline')
    .action(acting(world, () => doctor));
}

async function doctor(world: World, options: DoctorOptions): Promise<void> {
  const { examine } = await import('./examine.ts');
  const findings = await examine(world, options);
  const exitCode = codeFor(findings);
  const healthy = exitCode === EXIT.done;
  answer(world, options, { healthy, exitCode, findings }, () => findings.map(lineOf).join('\n'));
  if (!healthy) throw new CommandExit(exitCode);
}

/** A missing setting outranks a refused key, which outranks an outage. */
function codeFor(findings: readonly Finding[]): ExitCode {
  const has = (wanted: Finding['consequence']) =>
    findings.some(({ consequence }) => consequence === wanted);
  if (has('config')) return EXIT.badConfig;
  if (has('key')) return EXIT.keyRefused;
  return has('later') ? EXIT.tryLater : EXIT.done;
}

function lineOf({ check, status, says, fix }: Finding): string {
  const line = `${status.padEnd(5)}${check.padEnd(14)} ${says}`;
  return fix === null ? line : `${line}\n${' '.repeat(20)}${fix}`;
}
