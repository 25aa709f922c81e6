import type { Call, Command } from '../command.ts';
import { EXIT, CommandExit, type ExitCode } from '../errors.ts';
import { BESIDE_FROM, hanging } from '../layout.ts';
import { PLAYER_OPTIONS } from '../run/run.ts';
import type { Finding } from './finding.ts';

export const DOCTOR_COMMANDS: readonly Command[] = [
  {
    path: 'doctor',
    says: 'check everything a run depends on, and say the fix',
    options: { '--offline': 'ask no endpoint', ...PLAYER_OPTIONS },
    examples: ['zorkgpt doctor --offline', 'zorkgpt doctor --player ollama --model qwen3:8b'],
    run: doctor,
  },
];

async function doctor(call: Call<{ readonly offline?: true }>): Promise<void> {
  const { examine } = await import('./examine.ts');
  const findings = await examine(call);
  const exitCode = codeFor(findings);
  const healthy = exitCode === EXIT.done;
  call.answer({ healthy, exitCode, findings }, (width) => ({
    broken: findings.map((finding) => linesOf(finding, width)).join('\n'),
  }));
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

const INDENT = 20;

function linesOf({ check, status, says, fix }: Finding, width: number): string {
  const label = `${status.padEnd(5)}${check.padEnd(14)}`;
  // The line for cron is for pasting, so it stays one line.
  const pasted = check === 'cron' ? [says] : [];
  const texts = [...(check === 'cron' ? [] : [says]), ...(fix === null ? [] : [fix])];
  if (width < BESIDE_FROM || pasted.length > 0) {
    const below = texts.map((text) => hanging('', text, 2, width));
    return [label.trimEnd(), ...pasted, ...below].join('\n');
  }
  return texts.map((text, at) => hanging(at === 0 ? label : '', text, INDENT, width)).join('\n');
}
