import { greatest, group } from 'd3-array';
import { keyFinder } from '../../config/keys.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import { ROLES } from '../../domain/message.ts';
import { openStory } from '../../interpreter/open-story.ts';
import { endpointOf } from '../../model/endpoint.ts';
import { ASKED_PLAYERS, needsKey, PLAYERS } from '../../model/players.ts';
import { priceDay } from '../../model/prices.ts';
import { standingWords, workdirStanding } from '../../records/episodes.ts';
import { moment, size } from '../../report/wording.ts';
import { checkBudgets } from '../../run/budgets.ts';
import { SHIPPED_STORY, readStory } from '../../run/story-file.ts';
import { checkWritable, freeBytes } from '../../storage/folder.ts';
import { readBytesFile, readTextFile } from '../../storage/read-file.ts';
import { attempt, fail, ok, warn, type Finding } from './finding.ts';

const OLDEST_NODE = [20, 19] as const;

/** State of the shipped story after its opening with seed 1, as every machine has to reach it. */
const OPENING_STATE = 'a0920213dba7d401b3f6be811a2d771627bd51d3569540dfc3f7e511fcd1efea';

export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldest, least] = OLDEST_NODE;
  const isEnough = major > oldest || (major === oldest && minor >= least);
  if (isEnough) return ok('node', version);
  const fix = `Install Node ${oldest}.${least} or later.`;
  return fail('node', `${version} is too old`, fix, 'config');
}

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

export function examineOrigins({ file, origins }: LoadedConfig): Finding {
  const keys = Object.keys(origins).filter((key) => origins[key] !== 'default');
  const sources = [...group(keys, (key) => origins[key])].map(
    ([source, own]) => `${source}: ${own.join(', ')}`,
  );
  if (sources.length > 0)
    return ok('configuration', `${file ?? 'no file'}; settings from ${sources.join('; from ')}`);
  const fix = 'Write zorkgpt.config.json, or name one with --config.';
  return warn('configuration', `${file ?? 'no file'}, only defaults`, fix);
}

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

export function examineDisk({ config: { workdir, episodes } }: LoadedConfig): Finding {
  const free = freeBytes(workdir);
  if (free === null) return ok('disk', 'does not tell how much is free');
  const kept =
    episodes.keep === null
      ? 'episodes.keep is not set, so every episode is kept'
      : `the newest ${episodes.keep} episodes are kept (episodes.keep)`;
  const says = `${size(free)} free; ${kept}`;
  if (free >= LITTLE_SPACE) return ok('disk', says);
  const fix = `Free some space on the disk of ${workdir}, with zorkgpt episodes prune or episodes.keep.`;
  if (free < NO_SPACE) return fail('disk', `${says}, too little for an episode`, fix, 'config');
  return warn('disk', says, fix);
}

export function examineLock({ config: { workdir } }: LoadedConfig): Finding {
  const { holder, episodes } = workdirStanding(workdir);
  const says = episodes.map((one) => `episode ${one.number}: ${standingWords(one.standing)}`);
  if (holder === null) return ok('lock', ['no run holds the workdir', ...says].join('; '));
  const who = holder.pid === null ? 'another program' : `pid ${holder.pid}`;
  const since = holder.since === null ? '' : ` since ${moment(holder.since)}`;
  const fix = `Wait for it; if it no longer runs, remove ${holder.lockPath}.`;
  return warn('lock', [`${who} holds the workdir${since}`, ...says].join('; '), fix);
}

export function examinePlayer({ config: { player } }: LoadedConfig): Finding {
  if (player !== null) return ok('player', PLAYERS[player].is);
  const fix = `Set "player" to one of ${ASKED_PLAYERS.join(', ')}, or pass --player to run.`;
  return fail('player', 'no player is named', fix, 'config');
}

/** Whether keys are there; they are never shown. Throws ConfigError when a file that should hold one does not. */
export function examineKey(loaded: LoadedConfig): Finding {
  const { player, models } = loaded.config;
  const findKey = keyFinder(loaded, readTextFile);
  const asksEndpoints = player !== null && PLAYERS[player].addresses(models).length > 0;
  const sources = asksEndpoints
    ? ROLES.flatMap((role) => endpointOf(models, role).keySource ?? [])
    : (['default'] as const);
  const places = new Set(sources.flatMap((source) => findKey(source)?.from ?? []));
  if (places.size > 0) return ok('key', `present, from ${[...places].join(', ')}`);
  if (!needsKey(player, models)) return ok('key', 'none, and none is needed');
  const variable = PLAYERS[player ?? 'openai'].keyVariable;
  const fix = `An endpoint with a public address needs ${variable} or ZORKGPT_API_KEY_FILE.`;
  return warn('key', 'none', fix);
}

/** What models cost, where that is known. A limit of money for a model of unknown cost is a failure, as for a run. */
export function examineMoney(config: Pick<GameConfiguration, 'budget' | 'player' | 'models'>) {
  return attempt('money', () => {
    checkBudgets(config, priceDay());
    const unknown = needsKey(config.player, config.models)
      ? 'no price is known'
      : 'nothing, for a server of your own takes no money';
    return ok('money', pricesInWords(config.models.prices) || unknown);
  });
}

function pricesInWords(prices: GameConfiguration['models']['prices']): string {
  const said = Object.entries(prices).flatMap(([model, all]) => {
    const newest = greatest(all, ({ since }) => since);
    if (newest === undefined) return [];
    const { input, output, since } = newest;
    return [`${model} ${input} and ${output} US dollars per million tokens since ${since}`];
  });
  return said.join('; ');
}
