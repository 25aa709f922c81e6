import { createInterface } from 'node:readline/promises';
import type { Call } from './call.ts';
import { EXIT, CommandExit } from './exit-codes.ts';

/**
 * Asks at a terminal before something is taken away. `--yes` answers for scripts; without either it is a usage error.
 * Ends with 0 and a note when the answer is no.
 */
export async function confirm(call: Call, question: string): Promise<void> {
  const { world, options } = call;
  if (options.yes) return;
  if (world.stdin.isTTY !== true) call.refuse('this takes something away; say --yes');
  const terminal = createInterface({ input: world.stdin, output: world.stderr });
  const stop = world.onSignal(() => terminal.close());
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    stop();
    terminal.close();
  }
  call.tell('Nothing was changed.');
  throw new CommandExit(EXIT.done);
}
