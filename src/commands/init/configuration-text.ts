import { isLocalEndpoint } from '../../model/endpoint.ts';
import { PLAYERS } from '../../model/players.ts';
import { withKnownPrices, isCostKnown, priceDay } from '../../model/prices.ts';
import { modelsSchema, type Environment } from '../../model/settings.ts';
import type { CommonOptions } from '../call.ts';
import type { Chosen } from './choose-player.ts';

const json = JSON.stringify;

/** A commented configuration, which `run` takes as it is. */
export async function configurationText(
  { story, workdir }: CommonOptions,
  chosen: Chosen,
): Promise<string> {
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

/** What a person has to do about a key before a run; null where nothing is. */
export function missingKey(environment: Environment, chosen: Chosen): string | null {
  const address = addressOf(chosen);
  const { keyVariable } = PLAYERS[chosen.player];
  if (address === null || isLocalEndpoint(address) || environment[keyVariable]) return null;
  return `Put the key into ${keyVariable}, or its file into ZORKGPT_API_KEY_FILE, before zorkgpt run.`;
}

/** Null where nobody is asked. */
function addressOf({ player, baseUrl }: Chosen): string | null {
  const { models } = PLAYERS[player];
  return baseUrl ?? ('baseUrl' in models ? models.baseUrl : null);
}

function addressText(chosen: Chosen): string {
  const { baseUrl, player } = chosen;
  const address = addressOf(chosen);
  const own = baseUrl === null ? '' : `,\n    "baseUrl": ${json(baseUrl)}`;
  if (address === null || isLocalEndpoint(address)) return own;
  const variable = PLAYERS[player].keyVariable;
  return `${own}
    // Its key is never kept here but taken from the variable ${variable}, or from the file that
    // ZORKGPT_API_KEY_FILE names (zorkgpt help environment).`;
}

/** A limit of money can be kept only where somebody says what a model costs. */
async function budgetText(chosen: Chosen): Promise<string> {
  const baseUrl = addressOf(chosen);
  // A player that is asked nowhere, or on this machine, costs no money.
  if (baseUrl === null || isLocalEndpoint(baseUrl)) return '';
  const isKnown = await hasKnownPrice(chosen.model ?? '', baseUrl);
  const [what, run, day] = isKnown
    ? ['US dollars', '"costUsd": 1', '"costUsd": 5']
    : ['tokens', '"tokens": 5000000', '"tokens": 20000000'];
  return `
  // How much a run, and all runs of a day, may use: ${what}; null is no limit. What is left unfinished then is gone on
  // with by the next run.
  "budget": {
    "run": { ${run} },
    "day": { ${day} }
  },
`;
}

async function hasKnownPrice(model: string, baseUrl: string): Promise<boolean> {
  const { prices } = await withKnownPrices(modelsSchema.parse({ model, baseUrl }));
  return isCostKnown({ model, baseUrl }, prices, priceDay());
}
