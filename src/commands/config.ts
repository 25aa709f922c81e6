import { redact } from '../domain/redact.ts';
import { changeTexts } from '../domain/text.ts';
import type { SettledValue } from '../model/model-config.ts';
import type { Call, Command } from './command.ts';
import { renderRows, type Columns } from './layout.ts';

export const CONFIG_COMMANDS: readonly Command[] = [
  {
    path: 'config',
    says: 'look at the configuration',
    examples: ['zorkgpt config show --origin'],
  },
  {
    path: 'config show',
    isDefault: true,
    says: 'print every setting; keys are never part of it',
    options: { '--origin': 'also where each value comes from' },
    fleet: 'own',
    run: show,
  },
];

async function show(call: Call<{ readonly origin?: true }>): Promise<void> {
  const { resolvedValueAt } = await import('../config/resolve.ts');
  const { settleModelConfig } = await import('../model/model-config.ts');
  const { config, origins, file } = await call.settings();
  const { origin } = call.options;
  const set = Object.entries(origins).map(([key, from]) => {
    return { key, value: resolvedValueAt(config, key.split('.')) ?? null, origin: from };
  });
  const { settled } = origin ? await settleModelConfig(config.models) : { settled: [] };
  const columns: Columns<SettledValue> = {
    setting: ({ key }) => key,
    value: ({ value }) => JSON.stringify(clean(value)),
    ...(origin && { origin: (row: SettledValue) => row.origin }),
  };
  call.answer(clean({ file, config, ...(origin && { origins, settled }) }), (width) =>
    renderRows(columns, [...set, ...settled], width),
  );
}

/** A person may have put a secret where none belongs, such as a user name into an address. */
function clean(value: unknown): unknown {
  return changeTexts(value, (text) => redact(text, []));
}
