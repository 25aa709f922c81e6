import path from 'node:path';
import { keyFinder } from '../../config/api-key.ts';
import { LEAVES } from '../../config/leaves.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { ZorkGptError } from '../../domain/errors.ts';
import { needsKey, PLAYERS } from '../../model/players.ts';
import { checkRun } from '../../run/run-services.ts';
import { loadSettings, type Flags } from '../../run/settings.ts';
import { readTextFile } from '../../storage/read-file.ts';
import { PROGRAM, quotedForCron } from '../command-line.ts';
import { ok, warn, type Finding } from './finding.ts';

const USUAL_KEY_FILE = '/etc/zorkgpt/key';

/** Settings that the line names by flags, where they do not come from the configuration file. */
const FLAGS = {
  story: '--story',
  player: '--player',
  workdir: '--workdir',
  'models.model': '--model',
  'models.baseUrl': '--base-url',
} as const;

/** What a crontab line must say of this configuration: cron knows neither this shell's path nor its variables. */
interface CronPlan {
  readonly file: string | null;
  readonly flags: Flags;
  readonly environment: Readonly<Record<string, string>>;
}

/** The line for crontab, and whether it would play. */
export async function examineCron(loaded: LoadedConfig): Promise<Finding> {
  const plan = planFor(loaded);
  const line = cronLine(plan);
  const wrong = await whyNot(plan);
  if (wrong === null) return ok('cron', line);
  const keyFile = plan.environment['ZORKGPT_API_KEY_FILE'];
  const fix = `Put the key into ${keyFile}, for you alone to read (chmod 600): cron sees no variable of this shell.`;
  return warn('cron', line, keyFile === undefined ? `This line would not play: ${wrong}` : fix);
}

function planFor(loaded: LoadedConfig): CronPlan {
  const { file, origins, environment } = loaded;
  const isFromFile = (key: string) =>
    file !== null && ['file', '.env'].includes(origins[key] ?? '');
  const isNamed = (key: string) => file === null || origins[key] !== 'default';
  const flags = Object.keys(FLAGS).flatMap((key) => {
    const value = valueOf(loaded, key);
    return value === null || isFromFile(key) || !isNamed(key) ? [] : [[key, value] as const];
  });
  const variables = LEAVES.flatMap(({ path: keys, env }) => {
    const key = keys.join('.');
    const isFlag = key in FLAGS;
    return origins[key] === 'environment' && !isFlag
      ? [[env, environment[env] ?? ''] as const]
      : [];
  });
  const keyFile = keyFileFor(loaded);
  return {
    file,
    flags: Object.fromEntries(flags),
    environment: {
      ...(keyFile !== null && { ZORKGPT_API_KEY_FILE: keyFile }),
      ...Object.fromEntries(variables),
    },
  };
}

function valueOf({ config, origins }: LoadedConfig, key: string): string | null {
  const { story, player, workdir, models } = config;
  // The player has an address of its own.
  const address = origins['models.baseUrl'] === 'default' ? null : models.baseUrl;
  const values = { story, player, workdir, 'models.model': models.model };
  return { ...values, 'models.baseUrl': address }[key] ?? null;
}

/** Absolute path of the file that cron takes the key from; null when no endpoint wants one. */
function keyFileFor(loaded: LoadedConfig): string | null {
  const { config, environment } = loaded;
  const named = environment['ZORKGPT_API_KEY_FILE'] ?? '';
  const { player, models } = config;
  if (player === null || PLAYERS[player].addresses(models).length === 0) return null;
  if (named !== '') return path.resolve(named);
  const hasKey = keyFinder(loaded, readTextFile)('default') !== null;
  return needsKey(player, models) || hasKey ? USUAL_KEY_FILE : null;
}

function cronLine({ file, flags, environment }: CronPlan): string {
  const named = Object.entries(FLAGS).flatMap(([key, flag]) =>
    flags[key] === undefined ? [] : [flag, String(flags[key])],
  );
  const settings = [...(file === null ? [] : ['--config', file]), ...named];
  const words = [...PROGRAM, 'run', ...settings].map(quotedForCron);
  const prefix = Object.entries(environment).map(
    ([name, value]) => `${name}=${quotedForCron(value)} `,
  );
  return `15 3 * * * ${prefix.join('')}${words.join(' ')} --episodes 5 --display none --if-locked skip >/dev/null`;
}

/** Why that line would not play, started as cron starts it; null when it would. */
async function whyNot({ file, flags, environment }: CronPlan): Promise<string | null> {
  try {
    const loaded = loadSettings({ cwd: '/', environment }, flags, file ?? undefined);
    await checkRun(loaded);
    return null;
  } catch (error) {
    if (error instanceof ZorkGptError) return error.message;
    throw error;
  }
}
