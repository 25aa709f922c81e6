import { ConfigError } from '../../domain/errors.ts';
import { isLocalEndpoint } from '../../model/endpoint.ts';
import { openConnections } from '../../model/outgoing.ts';
import { ENDPOINT_PLAYERS, PLAYERS, type PlayerName } from '../../model/players.ts';
import { withKnownPrices, isCostKnown, priceDay } from '../../model/prices.ts';
import { listModels } from '../../model/server-facts.ts';
import { modelsSchema, type Environment } from '../../model/settings.ts';
import type { Call, CommonOptions } from '../command.ts';

export interface InitOptions {
  readonly for?: PlayerName;
  readonly model?: string;
  readonly baseUrl?: string;
}

/** Who is to play. Without a model, the offline player. */
interface Chosen {
  readonly player: PlayerName;
  readonly model: string | null;
  readonly baseUrl: string | null;
}

const OFFLINE: Chosen = { player: 'offline', model: null, baseUrl: null };

const MOST_LISTED = 30;

export async function playerForNewConfiguration(call: Call<InitOptions>): Promise<Chosen> {
  const { for: named, model, baseUrl } = call.options;
  const player = named ?? (baseUrl === undefined ? null : 'openai');
  if (player !== null) return player === 'offline' ? OFFLINE : chooseModel(call, player);
  const found = await modelsOnThisMachine(call);
  if (model !== undefined) {
    const fitting = found.find((one) => one.model === model);
    if (fitting !== undefined) return fitting;
    call.refuse(`no server on this machine has the model ${model}; say --for and who has it`);
  }
  if (found.length === 0) {
    call.tell('No local model server was found on the usual ports; the offline player plays.');
    return OFFLINE;
  }
  if (call.world.stdin.isTTY === true) return pick(call, [...found, OFFLINE]);
  call.tell(
    `The offline player is to play. There is also ${listed(found)}: zorkgpt init --for NAME --model MODEL.`,
  );
  return OFFLINE;
}

async function modelsOnThisMachine({ world }: Call): Promise<readonly Chosen[]> {
  const send = await openConnections(world.environment);
  const found = ENDPOINT_PLAYERS.map(async (player) => {
    const address = addressOf({ ...OFFLINE, player }) ?? '';
    const models = isLocalEndpoint(address) ? await listModels(address, '', send) : null;
    return (models ?? []).map((model) => ({ player, model, baseUrl: null }));
  });
  return (await Promise.all(found)).flat();
}

async function chooseModel(call: Call<InitOptions>, player: PlayerName): Promise<Chosen> {
  const { model, baseUrl = null } = call.options;
  if (model !== undefined) return { player, model, baseUrl };
  const address = (addressOf({ player, model: null, baseUrl }) ?? '').replace(/\/+$/, '');
  const key = call.world.environment[PLAYERS[player].keyVariable] ?? '';
  const models = await listModels(address, key, await openConnections(call.world.environment));
  const choices = (models ?? []).map((one) => ({ player, model: one, baseUrl }));
  const [only] = choices;
  if (only === undefined) throw noModels(address, models);
  if (choices.length === 1) return only;
  if (call.world.stdin.isTTY === true) return pick(call, choices);
  return call.refuse(`name one of these with --model: ${listed(choices)}`);
}

function noModels(address: string, models: readonly string[] | null): ConfigError {
  const host = URL.canParse(address) ? new URL(address).host : 'that address';
  const [what, fix] =
    models === null
      ? ['No list of models comes from', 'Start its server, name its address with --base-url']
      : ['There is no model at', 'Load one'];
  return new ConfigError(`${what} ${host}. ${fix}, or name the model with --model.`);
}

async function pick(call: Call, choices: readonly Chosen[]): Promise<Chosen> {
  const shown = choices.slice(0, MOST_LISTED);
  const lines = shown.map((one, index) => `${String(index + 1).padStart(3)}  ${nameOf(one)}`);
  const answer = await call.ask(`${lines.join('\n')}\nWho plays? [1] `);
  const number = answer === '' ? 1 : Number(answer);
  const chosen = shown[number - 1] ?? choices.find(({ model }) => model === answer);
  return chosen ?? call.refuse(`${answer} is none of them; nothing was written`);
}

function listed(choices: readonly Chosen[]): string {
  const shown = choices.slice(0, MOST_LISTED).map(nameOf);
  return `${shown.join(', ')}${choices.length > shown.length ? ', …' : ''}`;
}

function nameOf({ player, model }: Chosen): string {
  return model === null ? PLAYERS[player].is : `${player}: ${model}`;
}

function addressOf({ player, baseUrl }: Chosen): string | null {
  const { models } = PLAYERS[player];
  return baseUrl ?? ('baseUrl' in models ? models.baseUrl : null);
}

/** The address of a player on another machine. Null for the others, which need no key and cost no money. */
function remoteAddress(chosen: Chosen): string | null {
  const address = addressOf(chosen);
  return address === null || isLocalEndpoint(address) ? null : address;
}

/** What a person still has to do for a key before the new configuration can play. Null for nothing. */
export function keyForNewConfiguration(environment: Environment, chosen: Chosen): string | null {
  const { keyVariable } = PLAYERS[chosen.player];
  if (remoteAddress(chosen) === null || environment[keyVariable]) return null;
  return `Put the key into ${keyVariable}, or its file into ZORKGPT_API_KEY_FILE, before zorkgpt run.`;
}

const json = JSON.stringify;

/** A commented configuration for `run`. */
export async function configurationText({ story, workdir }: CommonOptions, chosen: Chosen) {
  return `{
  // Every setting, what it means and its default: zorkgpt help settings. What holds here: zorkgpt config show --origin

  // The story to play, a file from this folder on; null is the one that comes with the program. zorkgpt story list
  // shows others.
  "story": ${json(story ?? null)},

  // The folder where everything learnt and played is kept, from this folder on.
  "workdir": ${json(workdir ?? 'game_files')},

  // Who plays: "offline" needs no key and costs nothing. Models play by the name of their server or provider.
  "player": ${json(chosen.player)},
  "models": {
    // The model that is asked for everything; null where the player needs none.
    "model": ${json(chosen.model)}${addressText(chosen)}
  },
${await budgetText(chosen)}
  // How many finished episodes keep their records, the newest; older ones are deleted at the end of a run. What was
  // learnt and every score stay.
  "episodes": { "keep": 50 }
}
`;
}

function addressText(chosen: Chosen): string {
  const own = chosen.baseUrl === null ? '' : `,\n    "baseUrl": ${json(chosen.baseUrl)}`;
  if (remoteAddress(chosen) === null) return own;
  const variable = PLAYERS[chosen.player].keyVariable;
  return `${own}
    // Its key is never kept here but taken from the variable ${variable}, or from the file that
    // ZORKGPT_API_KEY_FILE names (zorkgpt help environment).`;
}

/** A limit of money needs a known cost of the model. */
async function budgetText(chosen: Chosen): Promise<string> {
  const baseUrl = remoteAddress(chosen);
  if (baseUrl === null) return '';
  const model = chosen.model ?? '';
  const { prices } = await withKnownPrices(modelsSchema.parse({ model, baseUrl }));
  const [what, run, day] = isCostKnown({ model, baseUrl }, prices, priceDay())
    ? ['US dollars', '"costUsd": 1', '"costUsd": 5']
    : ['tokens', '"tokens": 5000000', '"tokens": 20000000'];
  return `
  // The limit of a run, and of all runs of a day: ${what}; null is no limit. The next run resumes an episode that a limit
  // stopped.
  "budget": {
    "run": { ${run} },
    "day": { ${day} }
  },
`;
}
