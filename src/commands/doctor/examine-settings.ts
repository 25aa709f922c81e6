import path from 'node:path';
import { keyFinder } from '../../config/environment.ts';
import { LEAVES } from '../../config/leaves.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { ZorkGptError } from '../../domain/errors.ts';
import { openStory } from '../../interpreter/open-story.ts';
import { needsKey, PLAYERS } from '../../model/players.ts';
import { standingWords, workdirStanding } from '../../records/episodes.ts';
import { moment } from '../../report/wording.ts';
import { checkRun } from '../../run/run-services.ts';
import { loadSettings, type Flags } from '../../run/settings.ts';
import { SHIPPED_STORY, readStory } from '../../run/story-file.ts';
import { checkWritable, freeBytes } from '../../storage/folder.ts';
import { readBytesFile, readTextFile } from '../../storage/read-file.ts';
import { PROGRAM, quotedForCron } from '../command-line.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

const OLDEST_NODE = [20, 19] as const;

/** State of the shipped story after its opening with seed 1, as every machine has to reach it. */
const OPENING_STATE = 'a0920213dba7d401b3f6be811a2d771627bd51d3569540dfc3f7e511fcd1efea';

export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldest, least] = OLDEST_NODE;
  const isEnough = major > oldest || (major === oldest && minor >= least);
  if (isEnough) return ok('node', version);
  return fail(
    'node',
    `${version} is too old`,
    `Install Node ${oldest}.${least} or later.`,
    'config',
  );
}

/** Whether the interpreter reaches the state that it should with the story that is part of the program. */
export function examineInterpreter(story: string = SHIPPED_STORY): Finding {
  const bytes = readBytesFile(story);
  if (bytes === null) {
    return warn('interpreter', `not tested, there is no ${story}`, 'Install zorkgpt again.');
  }
  const state = openStory(bytes, { seed: 1 }).stateHash();
  if (state === OPENING_STATE) return ok('interpreter', 'plays the shipped story as it should');
  const says = `comes to another state (${state.slice(0, 12)}) in the shipped story`;
  return fail('interpreter', says, 'Install zorkgpt again; do not trust results.', 'config');
}

const MEBIBYTE = 1024 * 1024;
/** Some hundred long episodes. */
const LITTLE_SPACE = 500 * MEBIBYTE;
/** One long episode and the files it changes. */
const NO_SPACE = 16 * MEBIBYTE;

/** Which file was read, and which settings came from elsewhere than the defaults. */
export function examineOrigins({ file, origins }: LoadedConfig): Finding {
  const bySource = new Map<string, string[]>();
  for (const [key, origin] of Object.entries(origins)) {
    if (origin !== 'default') bySource.set(origin, [...(bySource.get(origin) ?? []), key]);
  }
  const sources = [...bySource].map(([source, keys]) => `${source}: ${keys.join(', ')}`);
  if (sources.length > 0)
    return ok('configuration', `${file ?? 'no file'} (${sources.join('; ')})`);
  const fix = 'Write zorkgpt.config.json, or name one with --config.';
  return warn('configuration', `${file ?? 'no file'}, only defaults`, fix);
}

/** Whether the story is there, can be played, and is known exactly. Throws ConfigError and StoryError. */
export function examineStory({ config }: LoadedConfig): Finding {
  const { ifid, title, version } = openStory(readStory(config.story), { seed: 0 }).story;
  const says = `${title ?? 'a story'} (${ifid}, version ${version}), ${config.story}`;
  if (title !== null) return ok('story', says);
  const fix = 'Nothing has to be done: player and score are found by watching the story.';
  return warn('story', `${says}: no facts about it are known`, fix);
}

export function examineWorkdir({ config: { workdir } }: LoadedConfig): Finding {
  checkWritable(workdir);
  return ok('workdir', `${workdir} can be written`);
}

/** Whether there is room for more episodes. Throws StorageError. */
export function examineDisk({ config: { workdir, episodes } }: LoadedConfig): Finding {
  const free = freeBytes(workdir);
  if (free === null) return ok('disk', 'does not tell how much is free');
  const kept =
    episodes.keep === null
      ? 'episodes.keep is not set, so every episode is kept'
      : `the newest ${episodes.keep} episodes are kept (episodes.keep)`;
  const says = `${Math.floor(free / MEBIBYTE)} MiB free; ${kept}`;
  if (free >= LITTLE_SPACE) return ok('disk', says);
  const fix = `Free some space on the disk of ${workdir}, with zorkgpt episodes prune or episodes.keep.`;
  if (free < NO_SPACE) return fail('disk', `${says}, too little for an episode`, fix, 'config');
  return warn('disk', says, fix);
}

/** Whether a run holds the workdir, and where its episodes stand. Throws StorageError. */
export function examineLock({ config: { workdir } }: LoadedConfig): Finding {
  const { holder, episodes } = workdirStanding(workdir);
  const says = episodes.map((one) => `episode ${one.number}: ${standingWords(one.standing)}`);
  if (holder === null) return ok('lock', ['no run holds the workdir', ...says].join('; '));
  const who = holder.pid === null ? 'another program' : `pid ${holder.pid}`;
  const since = holder.since === null ? '' : ` since ${moment(holder.since)}`;
  const fix = `Wait for it; if it no longer runs, remove ${holder.lockPath}.`;
  return warn('lock', [`${who} holds the workdir${since}`, ...says].join('; '), fix);
}

const USUAL_KEY_FILE = '/etc/zorkgpt/key';

/** Settings that the line names by flags, where they do not come from the configuration file. */
const FLAGS = {
  story: '--story',
  player: '--player',
  workdir: '--workdir',
  'models.model': '--model',
  'models.baseUrl': '--base-url',
} as const;

/** What a crontab line must say of this configuration: cron knows neither this shell's path nor its variables. */
interface CronPlan {
  readonly file: string | null;
  readonly flags: Flags;
  readonly environment: Readonly<Record<string, string>>;
}

export async function examineCron(loaded: LoadedConfig): Promise<Finding> {
  const plan = planFor(loaded);
  const line = cronLine(plan);
  const wrong = await whyNot(plan);
  if (wrong === null) return ok('cron', line);
  const keyFile = plan.environment['ZORKGPT_API_KEY_FILE'];
  const fix = `Put the key into ${keyFile}, for you alone to read (chmod 600): cron sees no variable of this shell.`;
  return warn('cron', line, keyFile === undefined ? `This line would not play: ${wrong}` : fix);
}

function planFor(loaded: LoadedConfig): CronPlan {
  const { file, origins, environment, config } = loaded;
  const { story, player, workdir, models } = config;
  // The player has an address of its own.
  const baseUrl = origins['models.baseUrl'] === 'default' ? null : models.baseUrl;
  const values = {
    story,
    player,
    workdir,
    'models.model': models.model,
    'models.baseUrl': baseUrl,
  };
  const isInFile = (key: string) =>
    file !== null && ['file', '.env', 'default'].includes(origins[key] ?? '');
  const flags = Object.entries(values).flatMap(([key, value]) =>
    value === null || isInFile(key) ? [] : [[key, value] as const],
  );
  const variables = LEAVES.flatMap(({ path: keys, env }) => {
    const key = keys.join('.');
    const isTaken = key in FLAGS || origins[key] !== 'environment';
    return isTaken ? [] : [[env, environment[env] ?? ''] as const];
  });
  const keyFile = keyFileFor(loaded);
  return {
    file,
    flags: Object.fromEntries(flags),
    environment: {
      ...(keyFile !== null && { ZORKGPT_API_KEY_FILE: keyFile }),
      ...Object.fromEntries(variables),
    },
  };
}

/** Absolute path of the file that cron takes the key from; null when no endpoint wants one. */
function keyFileFor(loaded: LoadedConfig): string | null {
  const { config, environment } = loaded;
  const named = environment['ZORKGPT_API_KEY_FILE'] ?? '';
  const { player, models } = config;
  if (player === null || PLAYERS[player].addresses(models).length === 0) return null;
  if (named !== '') return path.resolve(named);
  const hasKey = keyFinder(loaded, readTextFile)('default') !== null;
  return needsKey(player, models) || hasKey ? USUAL_KEY_FILE : null;
}

function cronLine({ file, flags, environment }: CronPlan): string {
  const named = Object.entries(FLAGS).flatMap(([key, flag]) =>
    flags[key] === undefined ? [] : [flag, String(flags[key])],
  );
  const settings = [...(file === null ? [] : ['--config', file]), ...named];
  const words = [...PROGRAM, 'run', ...settings].map(quotedForCron);
  const prefix = Object.entries(environment).map(
    ([name, value]) => `${name}=${quotedForCron(value)} `,
  );
  return `15 3 * * * ${prefix.join('')}${words.join(' ')} --episodes 5 --display none --if-locked skip >/dev/null`;
}

/** Why that line would not play, started as cron starts it; null when it would. */
async function whyNot({ file, flags, environment }: CronPlan): Promise<string | null> {
  try {
    const loaded = loadSettings({ cwd: '/', environment }, flags, file ?? undefined);
    await checkRun(loaded);
    return null;
  } catch (error) {
    if (error instanceof ZorkGptError) return error.message;
    throw error;
  }
}
