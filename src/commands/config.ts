import type { Command } from 'commander';
import type { World } from './world.ts';
import { redact, redactStrings } from '../domain/redact.ts';
import { print, printJson } from './output.ts';
import { renderTable } from './render-table.ts';

interface ConfigOptions {
  readonly config?: string;
  readonly origin?: true;
  readonly json?: true;
}

/** `zorkgpt config show`: every setting, its value and where it came from. */
export function addConfig(program: Command, world: World): void {
  const config = program
    .command('config')
    .description('look at the configuration')
    .addHelpText('after', '\nExamples:\n  zorkgpt config show --origin');
  config
    .command('show', { isDefault: true })
    .description('print every setting; keys are never part of it')
    .option('--origin', 'also where each value comes from')
    .option('--json', 'as JSON')
    .action((_: ConfigOptions, command: Command) =>
      show(world, command.optsWithGlobals<ConfigOptions>()),
    );
}

async function show(world: World, options: ConfigOptions): Promise<void> {
  const { loadSettings } = await import('../run/settings.ts');
  const { config, origins, file } = loadSettings(world, {}, options.config);
  if (options.json) {
    printJson(world, clean({ file, config, ...(options.origin && { origins }) }));
    return;
  }
  const rows = Object.entries(origins).map(([key, origin]) => [
    key,
    JSON.stringify(clean(valueAt(config, key) ?? null)),
    ...(options.origin ? [origin] : []),
  ]);
  print(world, renderTable(['setting', 'value', ...(options.origin ? ['origin'] : [])], rows));
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
