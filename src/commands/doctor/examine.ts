import { group } from 'd3-array';
import { changeJsonTexts } from '../../domain/json.ts';
import { ROLES } from '../../domain/message.ts';
import { keyFinder, knownApiKeys } from '../../config/keys.ts';
import { type LoadedConfig, unreadVariables } from '../../config/load.ts';
import { ConfigError, unlessBroken } from '../../domain/errors.ts';
import { redact } from '../../domain/redact.ts';
import { openStory } from '../../interpreter/open-story.ts';
import { endpointOf } from '../../model/endpoint.ts';
import { ASKED_PLAYERS, PLAYERS, playersNeedKey } from '../../model/players.ts';
import { episodeStandingWords, episodesStanding } from '../../records/episodes.ts';
import { moment, sizeWords } from '../../report/wording.ts';
import { checkRunServices } from '../../run/run-services.ts';
import { SHIPPED_STORY, readStory } from '../../run/story-file.ts';
import { checkWritable, freeBytes } from '../../storage/folder.ts';
import { readBytesFile, readTextFile } from '../../storage/read-file.ts';
import type { Call } from '../command.ts';
import { examineCron } from './examine-cron.ts';
import { examineEndpoints } from './examine-models.ts';
import { type Finding, attempt, failFinding, failedBy, okFinding, warnFinding } from './finding.ts';

const CHECKS = [
  ['configuration', examineOrigins],
  ['story', examineStory],
  ['workdir', examineWorkdir],
  ['disk', examineDisk],
  ['lock', examineLock],
  ['player', examinePlayer],
  ['key', examineKey],
] as const;

/** Checks everything that a run needs; unless `offline`, endpoints, too. Problems are findings, without keys. */
export async function examine(call: Call<{ readonly offline?: true }>) {
  const machine = [
    examineNode(process.version),
    attempt('interpreter', () => examineInterpreter()),
  ];
  let loaded: LoadedConfig;
  try {
    loaded = await call.settings();
  } catch (error) {
    return [...machine, failedBy('configuration', error, 'config')];
  }
  const settled = CHECKS.map(([name, check]) => attempt(name, () => check(loaded)));
  // A key file that cannot be read is a finding of its own.
  const secrets = unlessBroken(() => knownApiKeys(loaded, readTextFile), ConfigError) ?? [];
  const endpoints = await examineEndpoints(loaded, call.options.offline !== true);
  const found = [...machine, ...settled, ...endpoints];
  const isWhole = found.every(({ status }) => status !== 'fail');
  // A known problem is not told twice.
  const isHeld = found.some(({ check, status }) => check === 'lock' && status === 'warn');
  const run = isWhole ? [await examineRun(loaded, isHeld)] : [];
  const all = [...found, ...run, await examineCron(loaded)];
  return changeJsonTexts(all, (text) => redact(text, secrets));
}

async function examineRun(loaded: LoadedConfig, isHeld: boolean): Promise<Finding> {
  try {
    await checkRunServices(loaded);
    const when = isHeld ? 'can begin when the other one is over' : 'can begin';
    return okFinding('run', `${when}: all that it needs first is there`);
  } catch (error) {
    return failedBy('run', error, 'config');
  }
}

const OLDEST_NODE = [20, 19] as const;

/** State of the shipped story after its opening with seed 1, as every machine has to reach it. */
const OPENING_STATE = 'a0920213dba7d401b3f6be811a2d771627bd51d3569540dfc3f7e511fcd1efea';

function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldest, least] = OLDEST_NODE;
  const isEnough = major > oldest || (major === oldest && minor >= least);
  if (isEnough) return okFinding('node', version);
  const fix = `Install Node ${oldest}.${least} or later.`;
  return failFinding('node', `${version} is too old`, fix, 'config');
}

function examineInterpreter(): Finding {
  const bytes = readBytesFile(SHIPPED_STORY);
  if (bytes === null) {
    const says = `not tested, there is no ${SHIPPED_STORY}`;
    return warnFinding('interpreter', says, 'Install zorkgpt again.');
  }
  const state = openStory(bytes, { seed: 1 }).stateHash();
  if (state === OPENING_STATE)
    return okFinding('interpreter', 'plays the shipped story as it should');
  const says = `comes to another state (${state.slice(0, 12)}) in the shipped story`;
  return failFinding('interpreter', says, 'Install zorkgpt again; do not trust results.', 'config');
}

const MEBIBYTE = 1024 * 1024;

/** Space for some hundred long episodes. */
const LITTLE_SPACE = 500 * MEBIBYTE;

/** Space for one long episode and the files it changes. */
const NO_SPACE = 16 * MEBIBYTE;

function examineOrigins({ file, origins, environment, config }: LoadedConfig): Finding {
  const unread = unreadVariables(environment, config.models);
  if (unread.length > 0)
    return warnFinding('configuration', unread.join(' '), 'Correct or remove what is named.');
  const keys = Object.keys(origins).filter((key) => origins[key] !== 'default');
  const sources = [...group(keys, (key) => origins[key])].map(
    ([source, own]) => `${source}: ${own.join(', ')}`,
  );
  if (sources.length > 0)
    return okFinding(
      'configuration',
      `${file ?? 'no file'}; settings from ${sources.join('; from ')}`,
    );
  const fix = 'Write zorkgpt.config.json, or name one with --config.';
  return warnFinding('configuration', `${file ?? 'no file'}, only defaults`, fix);
}

function examineStory({ config }: LoadedConfig): Finding {
  const { ifid, title, version } = openStory(readStory(config.story), { seed: 0 }).story;
  const says = `${title ?? 'a story'} (${ifid}, version ${version}), ${config.story}`;
  if (title !== null) return okFinding('story', says);
  const fix = 'Nothing has to be done: player and score are found by watching the story.';
  return warnFinding('story', `${says}: no facts about it are known`, fix);
}

function examineWorkdir({ config: { workdir } }: LoadedConfig): Finding {
  checkWritable(workdir);
  return okFinding('workdir', `${workdir} can be written`);
}

function examineDisk({ config: { workdir, episodes } }: LoadedConfig): Finding {
  const free = freeBytes(workdir);
  if (free === null) return okFinding('disk', 'does not tell how much is free');
  const kept =
    episodes.keep === null
      ? 'episodes.keep is not set, so every episode is kept'
      : `the newest ${episodes.keep} episodes are kept (episodes.keep)`;
  const says = `${sizeWords(free)} free; ${kept}`;
  if (free >= LITTLE_SPACE) return okFinding('disk', says);
  const fix = `Free some space on the disk of ${workdir}, with zorkgpt episodes prune or episodes.keep.`;
  if (free < NO_SPACE)
    return failFinding('disk', `${says}, too little for an episode`, fix, 'config');
  return warnFinding('disk', says, fix);
}

function examineLock({ config: { workdir } }: LoadedConfig): Finding {
  const { holder, episodes } = episodesStanding(workdir);
  const says = episodes.map(
    (one) => `episode ${one.number}: ${episodeStandingWords(one.standing)}`,
  );
  if (holder === null) return okFinding('lock', ['no run holds the workdir', ...says].join('; '));
  const who = holder.pid === null ? 'another program' : `pid ${holder.pid}`;
  const since = holder.since === null ? '' : ` since ${moment(holder.since)}`;
  const fix = `Wait for it; if it no longer runs, remove ${holder.lockPath}.`;
  return warnFinding('lock', [`${who} holds the workdir${since}`, ...says].join('; '), fix);
}

function examinePlayer({ config: { player } }: LoadedConfig): Finding {
  if (player !== null) return okFinding('player', PLAYERS[player].is);
  const fix = `Set "player" to one of ${ASKED_PLAYERS.join(', ')}, or pass --player to run.`;
  return failFinding('player', 'no player is named', fix, 'config');
}

/** Checks that keys are there, without showing them. Throws ConfigError if a file has no key. */
function examineKey(loaded: LoadedConfig): Finding {
  const { player, models } = loaded.config;
  const findKey = keyFinder(loaded, readTextFile);
  const asksEndpoints = player !== null && PLAYERS[player].addresses(models).length > 0;
  const sources = asksEndpoints
    ? ROLES.flatMap((role) => endpointOf(models, role).keySource ?? [])
    : (['default'] as const);
  const places = new Set(sources.flatMap((source) => findKey(source)?.from ?? []));
  if (places.size > 0) return okFinding('key', `present, from ${[...places].join(', ')}`);
  if (!playersNeedKey(player, models)) return okFinding('key', 'none, and none is needed');
  const variable = PLAYERS[player ?? 'openai'].keyVariable;
  const fix = `An endpoint with a public address needs ${variable} or ZORKGPT_API_KEY_FILE.`;
  return warnFinding('key', 'none', fix);
}
