import path from 'node:path';
import { keyFinder } from '../../config/api-key.ts';
import { readTextFile } from '../../storage/read-file.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { needsKey, PLAYERS } from '../../model/players.ts';
import { PROGRAM, quoted } from '../command-line.ts';
import { ok, warn, type Finding } from './finding.ts';

const USUAL_KEY_FILE = '/etc/zorkgpt/key';

/** The line for crontab: cron knows neither this shell's path nor its variables. */
export function examineCron(loaded: LoadedConfig): Finding {
  const keyFile = keyFileFor(loaded);
  const line = cronLine(loaded, keyFile);
  if (keyFile === null || loaded.environment['ZORKGPT_API_KEY_FILE']) return ok('cron', line);
  const fix = `Put the key into ${keyFile}, for you alone to read (chmod 600): cron sees no variable of this shell.`;
  return warn('cron', line, fix);
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

function cronLine({ config, file }: LoadedConfig, keyFile: string | null): string {
  const settings =
    file === null
      ? [
          ...(config.story === null ? [] : ['--story', config.story]),
          ...(config.player === null ? [] : ['--player', config.player]),
          '--workdir',
          config.workdir,
        ]
      : ['--config', file];
  const words = [...PROGRAM, 'run', ...settings].map(escaped);
  const prefix = keyFile === null ? '' : `ZORKGPT_API_KEY_FILE=${escaped(keyFile)} `;
  return `15 3 * * * ${prefix}${words.join(' ')} --episodes 5 --display none --if-locked skip >/dev/null`;
}

/** A word for sh in a crontab, where a bare % would end the line. */
function escaped(word: string): string {
  return quoted(word).replaceAll('%', '\\%');
}
