import type { Call } from './call.ts';
import type { Command } from './command.ts';
import { redact, redactStrings } from '../domain/redact.ts';
import { renderRows, type Columns } from './render-table.ts';

/** `zorkgpt config show`: every setting, its value and where it came from. */
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
  const { lookUp } = await import('../config/resolve.ts');
  const { config, origins, file } = await call.settings();
  const { origin } = call.options;
  const columns: Columns<[string, string]> = {
    setting: ([key]) => key,
    value: ([key]) => JSON.stringify(clean(lookUp(config, key.split('.')) ?? null)),
    ...(origin && { origin: ([, from]: [string, string]) => from }),
  };
  call.answer(clean({ file, config, ...(origin && { origins }) }), (width) =>
    renderRows(columns, Object.entries(origins), width),
  );
}

/** A person may have put a secret where none belongs, such as a user name into an address. */
function clean(value: unknown): unknown {
  return redactStrings(value, (text) => redact(text, []));
}
