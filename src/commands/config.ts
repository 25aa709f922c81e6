import type { Command } from 'commander';
import { acting, answer, settingsFor, type CommonOptions } from './command.ts';
import type { World } from './world.ts';
import { redact, redactStrings } from '../domain/redact.ts';
import { renderRows, type Columns } from './render-table.ts';

interface ConfigOptions extends CommonOptions {
  readonly origin?: true;
}

/** `zorkgpt config show`: every setting, its value and where it came from. */
export function registerConfig(program: Command, world: World): void {
  const config = program
    .command('config')
    .description('look at the configuration')
    .addHelpText('after', '\nExamples:\n  zorkgpt config show --origin');
  config
    .command('show', { isDefault: true })
    .description('print every setting; keys are never part of it')
    .option('--origin', 'also where each value comes from')
    .option('--json', 'as JSON')
    .action(acting(world, () => show, 'own'));
}

async function show(world: World, options: ConfigOptions): Promise<void> {
  const { config, origins, file } = await settingsFor(world, options);
  const settings = clean({ file, config, ...(options.origin && { origins }) });
  const columns: Columns<[string, string]> = {
    setting: ([key]) => key,
    value: ([key]) => JSON.stringify(clean(valueAt(config, key) ?? null)),
    ...(options.origin && { origin: ([, origin]: [string, string]) => origin }),
  };
  answer(world, options, settings, (width) => renderRows(columns, Object.entries(origins), width));
}

/** A person may have put a secret where none belongs, such as a user name into an address. */
function clean(value: unknown): unknown {
  return redactStrings(value, (text) => redact(text, []));
}

function valueAt(tree: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (node, part) =>
        typeof node === 'object' && node !== null
          ? (node as Record<string, unknown>)[part]
          : undefined,
      tree,
    );
}
