import type { Finding } from './finding.ts';
import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import { EXIT, CommandExit, type ExitCode } from '../exit-codes.ts';

/** `zorkgpt doctor`: whether a run would work here, and what to do where it would not. */
export const DOCTOR_COMMANDS: readonly Command[] = [
  {
    path: 'doctor',
    says: 'check everything a run depends on, and say the fix',
    options: { '--offline': 'ask no endpoint' },
    examples: ['zorkgpt doctor --offline'],
    run: doctor,
  },
];

async function doctor(call: Call<{ readonly offline?: true }>): Promise<void> {
  const { examine } = await import('./examine.ts');
  const findings = await examine(call);
  const exitCode = codeFor(findings);
  const healthy = exitCode === EXIT.done;
  call.answer({ healthy, exitCode, findings }, () => findings.map(lineOf).join('\n'));
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
