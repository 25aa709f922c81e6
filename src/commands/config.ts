import { changeJsonTexts } from '../domain/json.ts';
import { redact } from '../domain/redact.ts';
import type { SettledValue } from '../model/model-config.ts';
import type { Call, Command } from './command.ts';
import { renderRows, type Columns } from './layout.ts';

export const CONFIG_COMMANDS: readonly Command[] = [
  {
    path: 'config',
    says: 'look at the configuration',
    examples: ['zorkgpt config show --origin', 'zorkgpt config show budget.run'],
  },
  {
    path: 'config show',
    takes: '[setting]',
    isDefault: true,
    says: 'print every setting, or one of them, or those below one; keys are never part of it',
    options: { '--origin': 'also where each value comes from' },
    fleet: 'own',
    run: show,
  },
];

async function show(call: Call<{ readonly origin?: true }>): Promise<void> {
  const { noSettingWords, resolvedValueAt } = await import('../config/resolve.ts');
  const { settleModelConfig } = await import('../model/model-config.ts');
  const { config, origins, file } = await call.settings();
  const { word, options } = call;
  const { origin } = options;
  const set = Object.entries(origins).map(([key, from]) => {
    return { key, value: resolvedValueAt(config, key.split('.')) ?? null, origin: from };
  });
  const { settled } = origin ? await settleModelConfig(config.models) : { settled: [] };
  const rows = [...set, ...settled].filter(
    ({ key }) => word === '' || key === word || key.startsWith(`${word}.`),
  );
  if (rows.length === 0) call.refuse(noSettingWords(word));
  const columns: Columns<SettledValue> = {
    setting: ({ key }) => key,
    value: ({ value }) => JSON.stringify(clean(value)),
    ...(origin && { origin: (row: SettledValue) => row.origin }),
  };
  const all = { file, config, ...(origin && { origins, settled }) };
  const asked = origin ? rows : resolvedValueAt(config, word.split('.'));
  call.answer(clean(word === '' ? all : asked), (width) => renderRows(columns, rows, width));
}

/** A person may have put a secret in the wrong place, such as a user name into an address. */
function clean(value: unknown): unknown {
  return changeJsonTexts(value, (text) => redact(text, []));
}
