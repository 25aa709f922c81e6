import path from 'node:path';
import { CONFIG_FILE } from '../../config/load.ts';
import { ASKED_PLAYERS } from '../../model/players.ts';
import type { Call, Command } from '../command.ts';
import type { InitOptions } from './new-configuration.ts';
import { commandLineName } from '../command-line.ts';

export const INIT_COMMANDS: readonly Command[] = [
  {
    path: 'init',
    says: `write a commented ${CONFIG_FILE} into this folder; one that is there stays, unless it is to be replaced`,
    options: {
      '--for <player>': { says: 'who is to play', choices: ASKED_PLAYERS },
      '--model <name>': 'its model, for every role',
      '--base-url <url>': 'its address, up to the version: http://127.0.0.1:8080/v1',
      '--replace': `write it although one is there, which is kept beside it as ${CONFIG_FILE}.old`,
    },
    more: 'Without --for it looks for models on this machine, and asks at a terminal which one plays.',
    examples: [
      'zorkgpt init',
      'zorkgpt init --for ollama --model qwen3:8b',
      'zorkgpt init --replace',
    ],
    run: init,
  },
];

async function init(call: Call<InitOptions & { readonly replace?: true }>): Promise<void> {
  const { readBytesFile, readFolderNames } = await import('../../storage/read-file.ts');
  const file = path.join(call.world.cwd, CONFIG_FILE);
  const before = readBytesFile(file);
  if (before !== null && call.options.replace !== true) {
    const advice = 'With --replace it is written anew, and the one that is there is kept.';
    call.answer(
      { file, written: false },
      () => `${file} is there already and stays as it is. ${advice}`,
    );
    return;
  }
  const {
    playerForNewConfiguration: choosePlayer,
    configurationText,
    keyForNewConfiguration: missingKey,
  } = await import('./new-configuration.ts');
  const { writeFileAtomic } = await import('../../storage/write-file-atomic.ts');
  const chosen = await choosePlayer(call);
  if (before !== null) {
    const kept = freeName(`${file}.old`, readFolderNames(call.world.cwd));
    writeFileAtomic(kept, before);
    call.tell(`The configuration before is kept in ${path.basename(kept)}.`);
  }
  writeFileAtomic(file, await configurationText(call.options, chosen));
  call.answer({ file, written: true, ...chosen }, () => file);
  const missing = missingKey(call.world.environment, chosen);
  if (missing !== null) call.tell(missing);
  else if (call.world.stderr.isTTY === true) call.tell(`Next: ${commandLineName(call.world)} run`);
}

/** The file, or the file with the first number that is free in its folder. */
function freeName(file: string, taken: readonly string[]): string {
  let free = file;
  for (let number = 2; taken.includes(path.basename(free)); number += 1) free = `${file}.${number}`;
  return free;
}
