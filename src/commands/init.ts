import path from 'node:path';
import { CONFIG_FILE } from '../config/environment.ts';
import type { Call, CommonOptions } from './call.ts';
import type { Command } from './command.ts';

/** `zorkgpt init`: a configuration to begin with. */
export const INIT_COMMANDS: readonly Command[] = [
  {
    path: 'init',
    says: `write a commented ${CONFIG_FILE} into this folder; one that is there stays as it is`,
    examples: ['zorkgpt init'],
    run: init,
  },
];

async function init(call: Call): Promise<void> {
  const { readBytesFile } = await import('../storage/read-file.ts');
  const { writeFileAtomic } = await import('../storage/write-file-atomic.ts');
  const file = path.join(call.world.cwd, CONFIG_FILE);
  const written = readBytesFile(file) === null;
  if (written) writeFileAtomic(file, await configuration(call.options));
  const told = written ? file : `${file} is there already and stays as it is.`;
  call.answer({ file, written }, () => told);
}

async function configuration({ story, workdir }: CommonOptions): Promise<string> {
  const { SHIPPED_STORY } = await import('../run/find-story.ts');
  const { installedFile } = await import('../storage/installation.ts');
  const json = JSON.stringify;
  return `{
  // What each setting means, and its default: zorkgpt config show --origin
  "$schema": ${json(installedFile('src', 'config', 'config.schema.json'))},

  // The story to play. zorkgpt story list shows others.
  "story": ${json(story ?? SHIPPED_STORY)},

  // Where everything learnt and played is kept, from this folder on.
  "workdir": ${json(workdir ?? 'game_files')},

  // Who plays: "offline" needs no key and costs nothing, "openai" asks the models below.
  "player": "offline",
  "models": {
    // A model for every role.
    "model": null,
    // The endpoint, any that speaks as OpenAI does. Its key is never kept here but taken from the variable
    // OPENAI_API_KEY, or from the file that ZORKGPT_API_KEY_FILE names (zorkgpt help environment).
    "baseUrl": "https://api.openai.com/v1"
  },

  // US dollars; null is no limit. A limit is used up and never passed.
  "budget": {
    "run": { "costUsd": 1 },
    "day": { "costUsd": 5 }
  },

  // Older finished episodes are deleted; what was learnt and their scores stay.
  "episodes": { "keep": 50 }
}
`;
}
