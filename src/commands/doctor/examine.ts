import { knownApiKeys } from '../../config/environment.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { ConfigError, unlessBroken } from '../../domain/errors.ts';
import { redact } from '../../domain/redact.ts';
import { checkRun } from '../../run/run-services.ts';
import { readTextFile } from '../../storage/read-file.ts';
import type { Call } from '../command.ts';
import { examineEndpoints, examineKey, examinePlayer } from './examine-models.ts';
import {
  examineCron,
  examineDisk,
  examineInterpreter,
  examineLock,
  examineNode,
  examineOrigins,
  examineStory,
  examineWorkdir,
} from './examine-settings.ts';
import { attempt, failedBy, ok, type Finding } from './finding.ts';

const CHECKS = [
  ['configuration', examineOrigins],
  ['story', examineStory],
  ['workdir', examineWorkdir],
  ['disk', examineDisk],
  ['lock', examineLock],
  ['player', examinePlayer],
  ['key', examineKey],
] as const;

/**
 * Checks everything that a run depends on. Unless `offline`, each endpoint is asked one question of play, and the agent's
 * ten tiny ones where the settings leave open how it is asked. Changes nothing but what is remembered of a model. No
 * finding holds a key; problems are findings, never errors.
 */
export async function examine(
  call: Call<{ readonly offline?: true }>,
): Promise<readonly Finding[]> {
  const machine = [
    examineNode(process.version),
    attempt('interpreter', () => examineInterpreter()),
  ];
  let loaded: LoadedConfig;
  try {
    loaded = await call.settings();
  } catch (error) {
    return [...machine, failedBy('configuration', error, 'config')];
  }
  const settled = CHECKS.map(([name, check]) => attempt(name, () => check(loaded)));
  const secrets = secretsOf(loaded);
  const endpoints = await examineEndpoints(loaded, call.options.offline !== true);
  const found = [...machine, ...settled, ...endpoints];
  const isWhole = found.every(({ status }) => status !== 'fail');
  // What is wrong already is not said twice.
  const run = isWhole ? [await examineRun(loaded)] : [];
  const all = [...found, ...run, await examineCron(loaded)];
  return all.map((finding) => withoutSecrets(finding, secrets));
}

async function examineRun(loaded: LoadedConfig): Promise<Finding> {
  try {
    await checkRun(loaded);
    return ok('run', 'would begin: all that it checks first is there');
  } catch (error) {
    return failedBy('run', error, 'config');
  }
}

/** Every key, to keep it out of what is said; a key file that cannot be read is a finding of its own. */
function secretsOf(loaded: LoadedConfig): readonly string[] {
  return unlessBroken(() => knownApiKeys(loaded, readTextFile), ConfigError) ?? [];
}

function withoutSecrets(finding: Finding, secrets: readonly string[]): Finding {
  const clean = (text: string) => redact(text, secrets);
  const { says, fix } = finding;
  return { ...finding, says: clean(says), fix: fix === null ? null : clean(fix) };
}
