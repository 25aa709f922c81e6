import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { World } from './world.ts';
import { EXIT, CommandExit } from './exit-codes.ts';
import { note } from './output.ts';

/**
 * Asks at a terminal before something is taken away. `--yes` answers for scripts; without either it is a usage error.
 * Ends with 0 and a note when the answer is no.
 */
export async function confirm(world: World, command: Command, question: string): Promise<void> {
  if (command.optsWithGlobals<{ yes?: true }>().yes) return;
  if (world.stdin.isTTY !== true) command.error('error: this takes something away; say --yes');
  const terminal = createInterface({ input: world.stdin, output: world.stderr });
  const stop = world.onSignal(() => terminal.close());
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    stop();
    terminal.close();
  }
  note(world, 'Nothing was changed.');
  throw new CommandExit(EXIT.done);
}
