import path from 'node:path';
import { keyFinder } from '../../config/keys.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { LEAVES, resolvedValueAt } from '../../config/resolve.ts';
import { ZorkGptError } from '../../domain/errors.ts';
import { PLAYERS, playersNeedKey } from '../../model/players.ts';
import { checkRunServices } from '../../run/run-services.ts';
import { loadSettings } from '../../run/settings.ts';
import { readTextFile } from '../../storage/read-file.ts';
import { PROGRAM, quotedInCronLine } from '../command-line.ts';
import { type Finding, okFinding, warnFinding } from './finding.ts';

const USUAL_KEY_FILE = '/etc/zorkgpt/key';

/** Settings that the line has to name as flags, because the configuration file does not have them. */
const FLAGS = {
  story: '--story',
  player: '--player',
  workdir: '--workdir',
  'models.model': '--model',
  'models.baseUrl': '--base-url',
} as const;

export async function examineCron(loaded: LoadedConfig): Promise<Finding> {
  const plan = planFor(loaded);
  const line = cronLine(plan);
  const wrong = await whyNot(plan);
  const limit = limitWords(loaded);
  if (wrong === null) return { ...okFinding('cron', line), fix: limit };
  const keyFile = plan.environment['ZORKGPT_API_KEY_FILE'];
  const fix =
    keyFile === undefined
      ? `This line would not play: ${wrong}`
      : `Put the key into ${keyFile}, for you alone to read (chmod 600): cron sees no variable of this shell.`;
  return warnFinding('cron', line, limit === null ? fix : `${fix} ${limit}`);
}

/** What to add where nothing limits what a night costs. Null for a player that needs no key. */
function limitWords({ config: { budget, player, models } }: LoadedConfig): string | null {
  const isLimited = Object.values(budget).some(({ costUsd }) => costUsd !== null);
  if (isLimited || player === null || !playersNeedKey(player, models)) return null;
  return 'It has no limit of money; add one, such as --max-cost 2, or set budget.day.costUsd.';
}

/** The crontab line for this configuration. Cron knows neither this shell's path nor its variables. */
function planFor(loaded: LoadedConfig) {
  const { file, origins, environment, config } = loaded;
  const isInFile = (key: string) =>
    file !== null && ['file', '.env', 'default'].includes(origins[key] ?? '');
  const flags = Object.keys(FLAGS).flatMap((key) => {
    const value = resolvedValueAt(config, key.split('.')) as string | null;
    // The player has its own address.
    const isOwn = key === 'models.baseUrl' && origins[key] === 'default';
    return value === null || isOwn || isInFile(key) ? [] : [[key, value] as const];
  });
  const variables = LEAVES.flatMap(({ path: keys, env }) => {
    const key = keys.join('.');
    const isTaken = key in FLAGS || origins[key] !== 'environment';
    return isTaken ? [] : [[env, environment[env] ?? ''] as const];
  });
  const keyFile = keyFileFor(loaded);
  return {
    file,
    flags: Object.fromEntries(flags),
    environment: {
      ...(keyFile !== null && { ZORKGPT_API_KEY_FILE: keyFile }),
      ...Object.fromEntries(variables),
    } as Readonly<Record<string, string>>,
  };
}

function keyFileFor(loaded: LoadedConfig): string | null {
  const { config, environment } = loaded;
  const named = environment['ZORKGPT_API_KEY_FILE'] ?? '';
  const { player, models } = config;
  if (player === null || PLAYERS[player].addresses(models).length === 0) return null;
  if (named !== '') return path.resolve(named);
  const hasKey = keyFinder(loaded, readTextFile)('default') !== null;
  return playersNeedKey(player, models) || hasKey ? USUAL_KEY_FILE : null;
}

type CronPlan = ReturnType<typeof planFor>;

function cronLine({ file, flags, environment }: CronPlan): string {
  const named = Object.entries(FLAGS).flatMap(([key, flag]) =>
    flags[key] === undefined ? [] : [flag, flags[key]],
  );
  const settings = [...(file === null ? [] : ['--config', file]), ...named];
  const words = [...PROGRAM, 'run', ...settings].map(quotedInCronLine);
  const prefix = Object.entries(environment).map(
    ([name, value]) => `${name}=${quotedInCronLine(value)} `,
  );
  return `15 3 * * * ${prefix.join('')}${words.join(' ')} --episodes 5 --display none --if-locked skip >/dev/null`;
}

/** Why that line would not play if cron started it. Null if it would. */
async function whyNot({ file, flags, environment }: CronPlan): Promise<string | null> {
  try {
    const loaded = loadSettings({ cwd: '/', environment }, flags, file ?? undefined);
    await checkRunServices(loaded);
    return null;
  } catch (error) {
    if (error instanceof ZorkGptError) return error.message;
    throw error;
  }
}
