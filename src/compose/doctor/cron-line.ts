import path from 'node:path';
import { apiKeySource } from '../../config/api-key.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { installedFile } from '../../storage/installation.ts';
import { ok, warn, type Finding } from './finding.ts';

const SCRIPT = installedFile('bin', 'zorkgpt.js');

/** The line for crontab: cron knows neither this shell's path nor its variables. */
export function examineCron(loaded: LoadedConfig): Finding {
  const line = cronLine(loaded);
  const source = apiKeySource(loaded.environment);
  if (loaded.config.player !== 'openai' || source === 'ZORKGPT_API_KEY_FILE') {
    return ok('cron', line);
  }
  const fix = 'Put the key into a file that only you can read, for cron does not see it here.';
  return warn('cron', line, fix);
}

function cronLine({ config, file, environment }: LoadedConfig): string {
  const keyFile = environment['ZORKGPT_API_KEY_FILE'] ?? '';
  const key = path.resolve(keyFile === '' ? '/etc/zorkgpt/key' : keyFile);
  const settings =
    file === null
      ? [
          ...(config.story === null ? [] : ['--story', config.story]),
          ...(config.player === null ? [] : ['--player', config.player]),
          '--workdir',
          config.workdir,
        ]
      : ['--config', file];
  const words = [process.execPath, SCRIPT, 'run', ...settings].map(quoted);
  const prefix = config.player === 'openai' ? `ZORKGPT_API_KEY_FILE=${quoted(key)} ` : '';
  return `15 3 * * * ${prefix}${words.join(' ')} --episodes 5 --display none --if-locked skip >/dev/null`;
}

/** A word for sh in a crontab, where a bare % would end the line. */
function quoted(word: string): string {
  const plain = /^[\w@+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
  return plain.replaceAll('%', '\\%');
}
