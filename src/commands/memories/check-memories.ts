import path from 'node:path';
import { memoriesToRead, readNamedFile } from './memory-files.ts';
import { checkMemories, type MemoryProblem } from '../../managers/memory/check-memories.ts';
import { EXIT, CommandExit } from '../exit-codes.ts';
import { print, printJson } from '../output.ts';
import type { Call } from '../call.ts';

/** Everything wrong with a Memories.md, by line. Throws CommandExit with 1 when an error is among it. */
export async function check(call: Call): Promise<void> {
  const { world, options, word } = call;
  const file = word === '' ? await memoriesToRead(call) : path.resolve(world.cwd, word);
  const problems = checkMemories(readNamedFile(file));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  if (options.json) printJson(world, { file, errors, warnings, problems });
  else {
    if (problems.length > 0) print(world, problems.map((one) => lineOf(file, one)).join('\n'));
    const counted = `${errors} errors, ${warnings} warnings.`;
    call.tell(problems.length === 0 ? `${file} is in order.` : counted);
  }
  if (errors > 0) throw new CommandExit(EXIT.failed);
}

/** As compilers write it, so that editors can jump to the line. */
function lineOf(
  file: string,
  { line, severity, kind, locationId, message }: MemoryProblem,
): string {
  const where = locationId === null ? '' : ` (location ${locationId})`;
  return `${file}:${line}: ${severity}: ${message}${where} [${kind}]`;
}
