import { ConfigError } from '../../domain/errors.ts';
import { listModels } from '../../model/server-facts.ts';
import { isLocalEndpoint } from '../../model/endpoint.ts';
import { openConnections } from '../../model/outgoing.ts';
import { ENDPOINT_PLAYERS, PLAYERS, type PlayerName } from '../../model/players.ts';
import type { Call } from '../call.ts';

export interface InitOptions {
  readonly for?: PlayerName;
  readonly model?: string;
  readonly baseUrl?: string;
}

/** Who is to play; without a model, the offline player. */
export interface Chosen {
  readonly player: PlayerName;
  readonly model: string | null;
  /** Where it is asked; null for the address of the player. */
  readonly baseUrl: string | null;
}

const OFFLINE: Chosen = { player: 'offline', model: null, baseUrl: null };

/** More are not listed. */
const MOST_LISTED = 30;

/** Who is named, else who is found and chosen at a terminal, else the offline player. */
export async function choosePlayer(call: Call<InitOptions>): Promise<Chosen> {
  const { for: named, model, baseUrl } = call.options;
  const player = named ?? (baseUrl === undefined ? null : 'openai');
  if (player !== null) return player === 'offline' ? OFFLINE : chooseModel(call, player);
  const found = await modelsOnThisMachine(call);
  const fitting = found.filter((one) => model === undefined || one.model === model);
  const isAsked = call.world.stdin.isTTY === true;
  if (model !== undefined) {
    if (fitting[0] !== undefined) return fitting[0];
    call.refuse(`no server on this machine has the model ${model}; say --for and who has it`);
  }
  if (found.length === 0) return OFFLINE;
  if (isAsked) return pick(call, [...found, OFFLINE]);
  call.tell(
    `The offline player is to play. There is also ${listed(found)}: zorkgpt init --for NAME --model MODEL.`,
  );
  return OFFLINE;
}

/** The models behind the usual local ports. */
async function modelsOnThisMachine({ world }: Call): Promise<readonly Chosen[]> {
  const send = await openConnections(world.environment);
  const local = ENDPOINT_PLAYERS.filter((name) => isLocalEndpoint(addressOf(name)));
  const found = local.map(async (player) => {
    const models = await listModels(addressOf(player), '', send);
    return (models ?? []).map((model) => ({ player, model, baseUrl: null }));
  });
  return (await Promise.all(found)).flat();
}

/** The model that is named, else the only one that the endpoint has, else the one that is chosen at a terminal. */
async function chooseModel(call: Call<InitOptions>, player: PlayerName): Promise<Chosen> {
  const { model, baseUrl = null } = call.options;
  if (model !== undefined) return { player, model, baseUrl };
  const address = (baseUrl ?? addressOf(player)).replace(/\/+$/, '');
  const key = call.world.environment[PLAYERS[player].keyVariable] ?? '';
  const models = await listModels(address, key, await openConnections(call.world.environment));
  const choices = (models ?? []).map((one) => ({ player, model: one, baseUrl }));
  const [only] = choices;
  if (only === undefined) throw noModels(address, models);
  if (choices.length === 1) return only;
  if (call.world.stdin.isTTY === true) return pick(call, choices);
  return call.refuse(`name one of these with --model: ${listed(choices)}`);
}

function addressOf(player: PlayerName): string {
  const { models } = PLAYERS[player];
  return 'baseUrl' in models ? models.baseUrl : '';
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
