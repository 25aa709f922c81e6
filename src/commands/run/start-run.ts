import { unreadVariables } from '../../config/load.ts';
import { locationIdIn } from '../../domain/ids.ts';
import { storyTitleOfEpisode } from '../../records/episode-story.ts';
import { estimateSpending, estimateWords } from '../../report/estimate.ts';
import { openPlayableStory } from '../../run/playable-story.ts';
import { learntFolder, readLearntFolder } from '../../storage/learnt-folder.ts';
import { ConfigError } from '../../domain/errors.ts';
import { changeJsonTexts } from '../../domain/json.ts';
import { plural } from '../../domain/text.ts';
import { estimateTokens } from '../../managers/context/section.ts';
import { PLAYERS } from '../../model/players.ts';
import { withKnownPrices } from '../../model/prices.ts';
import { readHistory } from '../../records/history.ts';
import { calledModel } from '../../report/wording.ts';
import { chooseRecipe, longestWay, recipeUse, visitedRooms } from '../../run/choose-recipe.ts';
import { firstPrompt } from '../../run/first-prompt.ts';
import { type RunServices, loadRunPrompts, openRunServices } from '../../run/run-services.ts';
import { type Flags, type Settings, openErrorRedactor } from '../../run/settings.ts';
import type { Call } from '../command.ts';
import { nearRoom } from '../learnt-place.ts';
import { printedJson } from '../print.ts';
import {
  type PlayOptions,
  type WatchedRun,
  playWatchedRun,
  tellAssumptions,
  watchRun,
} from './watched-run.ts';
import { tellUnfinished, unfinishedTasks } from './unfinished-tasks.ts';

interface RunOptions extends PlayOptions {
  readonly episodes: number;
  readonly parallel: number;
  readonly turns?: number;
  readonly seed?: number;
  readonly resume: boolean;
  readonly from?: string;
  readonly dryRun?: true;
  readonly verbose?: true;
}

export async function startRun(call: Call<RunOptions>): Promise<void> {
  const { episodes, parallel, dryRun } = call.options;
  const loaded = await settingsOf(call);
  for (const sentence of unreadVariables(loaded.environment, loaded.config.models))
    call.tell(sentence);
  if (dryRun) return describeRun(call, await openToTell(call, loaded));
  await watchRun(call, loaded, async (watched) => {
    if (loaded.config.fleet.database === null) return playAll(call, watched);
    const { runCommandOnFleet: runOnFleet } = await import('./run-on-fleet.ts');
    tellAssumptions(watched);
    const atATime = call.isGiven('parallel') ? parallel : null;
    return runOnFleet(watched, { episodes, atATime });
  });
}

/** The settings of the run. One that begins at a room follows a checked way, and refuses settings without such ways. */
async function settingsOf(call: Call<RunOptions>): Promise<Settings> {
  const { turns, seed, from } = call.options;
  const flags: Flags = {
    ...(turns !== undefined && { 'episode.maxTurns': turns }),
    ...(seed !== undefined && { seed }),
  };
  const loaded = await call.settings(flags);
  if (from === undefined) return loaded;
  if (recipeUse(loaded.config) === 'off') {
    call.refuse(
      "option '--from <room>' goes a checked way: it needs memory and recipes, which are off",
    );
  }
  if (loaded.config.fleet.database !== null) {
    call.refuse("option '--from <room>' is for runs on this machine, not on a fleet");
  }
  return call.settings({ ...flags, recipes: 'explore' });
}

/** Where episodes with a named room begin, and the way there, for people. */
interface Beginning {
  readonly way?: string;
}

async function openServices(
  call: Call<RunOptions>,
  loaded: Settings,
): Promise<RunServices & Beginning> {
  const services = await openRunServices(loaded, call.tell);
  const { from } = call.options;
  return from === undefined ? services : servicesFrom(call, services, from);
}

type Described = Pick<
  RunServices,
  'config' | 'story' | 'prompts' | 'modelName' | 'learnt' | 'redact' | 'begins'
> &
  Beginning;

/** The report of a dry run. It is given even if a run would not begin for lack of a key, which is reported after it. */
async function openToTell(call: Call<RunOptions>, loaded: Settings): Promise<Described> {
  try {
    return await openServices(call, loaded);
  } catch (error) {
    const { player, workdir, prompts, models } = loaded.config;
    const modelName = player === null ? '' : PLAYERS[player].modelName(models);
    if (!(error instanceof ConfigError) || modelName === '') throw error;
    const story = openPlayableStory(loaded.config.story);
    const learnt = learntFolder(workdir, story.identity.ifid);
    const form = prompts === 'auto' ? 'full' : prompts;
    const config = { ...loaded.config, prompts: form, models: await withKnownPrices(models) };
    call.tell(`A run would not begin yet: ${error.message}`);
    const redact = openErrorRedactor(call.world, loaded.file ?? undefined);
    return { config, story, prompts: loadRunPrompts(config), modelName, learnt, redact };
  }
}

async function playAll(call: Call<RunOptions>, watched: WatchedRun): Promise<void> {
  const { today } = watched;
  const { episodes, parallel, resume } = call.options;
  const services = await openServices(call, today);
  if (!resume) tellUnfinished(call, today);
  const begin = () => {
    tellAssumptions(watched);
    return resume ? unfinishedTasks(call, services) : [];
  };
  await playWatchedRun(watched, { services, begin, episodes, parallel });
}

/** The services for beginning at a named room. Refuses an unvisited one, and one without a checked way. */
function servicesFrom(
  call: Call,
  services: RunServices,
  named: string,
): RunServices & Required<Beginning> {
  const { story, config, learnt } = services;
  const files = readLearntFolder(learnt);
  const rooms = visitedRooms(files.map, story.identity.ifid);
  const is = (name: string) => name.toLowerCase() === named.trim().toLowerCase();
  const [room, ...others] = rooms.filter(({ id, name }) => is(name) || id === locationIdIn(named));
  if (room === undefined) {
    const near = nearRoom(rooms, named);
    const hint = near === undefined ? '; see zorkgpt map' : `\n(Did you mean ${near}?)`;
    call.refuse(`option '--from <room>' names no room that somebody was in${hint}`);
  }
  if (others.length > 0) {
    const numbers = [room, ...others].map(({ id }) => id).join(', ');
    call.refuse(`option '--from <room>' names several rooms; name one by its number: ${numbers}`);
  }
  const begins = { from: room.id };
  const mostTurns = longestWay(config, begins);
  const among = { ...begins, mostTurns };
  const { plan } = chooseRecipe({ ...services, begins: among }, files, config.seed ?? 0);
  if (plan === null) {
    call.refuse(
      `no checked way of at most ${plural(mostTurns, 'command')} leads to ${room.name} (${room.id}) yet; see zorkgpt recipes list`,
    );
  }
  const way = `${room.name} (${room.id}), after a checked way of ${plural(plan.turns, 'command')} and ${plural(plan.earned, 'point')}`;
  return { ...services, begins, way };
}

/** Tells what a run would use; with `verbose`, also its settings as in the configuration file and the first prompt. */
async function describeRun(call: Call<RunOptions>, services: Described): Promise<void> {
  const { config, story, modelName: model, learnt, redact, way } = services;
  const messages = await firstPrompt(services, learnt);
  const spending = estimateSpending(readHistory(config.workdir), {
    turns: call.options.episodes * config.episode.maxTurns,
    model,
    models: config.models,
  });
  const estimate = estimateWords(spending, model);
  const told = {
    config: changeJsonTexts(config, redact),
    story: story.identity,
    model,
    ...(way !== undefined && { beginsAt: way }),
    firstPrompt: messages,
    estimatedTokens: estimateTokens(messages.map(({ content }) => content).join('')),
    spending,
  };
  call.answer(told, () =>
    [
      `Story: ${storyTitleOfEpisode({ ...story.identity, file: config.story })}`,
      `Model: ${calledModel(model)}`,
      ...(way === undefined ? [] : [`Begins at: ${way}`]),
      estimate,
      ...(call.options.verbose === true
        ? [
            `Configuration: ${printedJson(told.config, 2)}`,
            `First prompt, about ${told.estimatedTokens} tokens:`,
            ...messages.map(({ role, content }) => `--- ${role} ---\n${content}`),
          ]
        : ['With --verbose: the settings and the first prompt.']),
    ].join('\n\n'),
  );
}
