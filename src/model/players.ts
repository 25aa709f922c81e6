import { ConfigError } from '../domain/errors.ts';
import { ROLES } from '../domain/message.ts';
import { endpointOf, isLocalEndpoint } from './endpoint.ts';
import type { LanguageModel } from './model.ts';
import type { ModelsSettings, OpenedPlayer, PlayerSetting } from './settings.ts';
import { Weather } from './weather.ts';

/** One way to play: all that the rest of the program knows of it. */
interface Provider {
  /** Its description, for `doctor`. */
  readonly is: string;
  /** What its results mean, for the pages of an experiment. */
  readonly shows: string;
  /** Whether the program asks it. Else it plays by hand and draws its own lessons. */
  readonly isAsked: boolean;
  readonly takesWords: boolean;
  readonly isFree: boolean;
  /** The addresses of all roles. Empty if it has none. */
  readonly addresses: (models: ModelsSettings) => readonly string[];
  /** Default settings of `models` for this player. */
  readonly models: Partial<ModelsSettings>;
  /** The variable with the key of its address. Empty if there is none. */
  readonly keyVariable: string;
  readonly modelName: (models: ModelsSettings) => string;
  /** Rejects with ConfigError if something is missing. */
  readonly open: (setting: PlayerSetting) => Promise<OpenedPlayer>;
}

/** Models behind an endpoint: its address, the variable of its key, and settings known to suit it. */
function endpoint(
  baseUrl: string,
  keyVariable: string,
  suits: Partial<ModelsSettings> = {},
): Provider & { readonly models: { readonly baseUrl: string } } {
  return {
    is: 'models behind an endpoint',
    shows:
      'Cold play by a language model, no hints given; it may know the story from its training.',
    isAsked: true,
    takesWords: true,
    isFree: false,
    addresses: (models) => ROLES.map((role) => endpointOf(models, role).baseUrl),
    models: { baseUrl, ...suits },
    keyVariable,
    modelName: ({ model, roles }) => roles.agent.model ?? model ?? '',
    async open(setting) {
      const { openRoleModels } = await import('./role-models.ts');
      return openRoleModels(setting, keyVariable);
    },
  };
}

const WITHOUT_ENDPOINT = {
  isFree: true,
  addresses: () => [],
  models: {},
  keyVariable: '',
} as const;

/** Without a graphics card, a server reads a long prompt for minutes and sends nothing meanwhile. */
const OWN_MACHINE = { timeoutSeconds: 600 };

/** All players, by the value of `player` in the configuration. Adapters are loaded when they are opened. */
export const PLAYERS = {
  offline: {
    is: 'the offline player, which needs no key',
    shows:
      'Cold play by the offline player, rules without a model: shows that what was learnt reaches prompts and is true; says nothing about a language model.',
    isAsked: true,
    takesWords: false,
    ...WITHOUT_ENDPOINT,
    modelName: () => 'offline',
    async open({ seed }) {
      const { createOfflinePlayer } = await import('../player/offline-player.ts');
      return neverWaitedFor(createOfflinePlayer(seed));
    },
  },
  openai: endpoint('https://api.openai.com/v1', 'OPENAI_API_KEY'),
  ollama: endpoint('http://127.0.0.1:11434/v1', 'OLLAMA_API_KEY', OWN_MACHINE),
  lmstudio: endpoint('http://127.0.0.1:1234/v1', 'LM_API_TOKEN', OWN_MACHINE),
  'llama.cpp': endpoint('http://127.0.0.1:8080/v1', 'LLAMA_API_KEY', OWN_MACHINE),
  vllm: endpoint('http://127.0.0.1:8000/v1', 'VLLM_API_KEY', OWN_MACHINE),
  openrouter: endpoint('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY', {
    // Else a provider without support for reply shapes may serve a model.
    extraBody: { provider: { require_parameters: true } },
  }),
  anthropic: endpoint('https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY', {
    // Its chat completions know no marker for the cache.
    cacheMarker: false,
  }),
  gemini: endpoint('https://generativelanguage.googleapis.com/v1beta/openai', 'GEMINI_API_KEY'),
  groq: endpoint('https://api.groq.com/openai/v1', 'GROQ_API_KEY'),
  mistral: endpoint('https://api.mistral.ai/v1', 'MISTRAL_API_KEY'),
  deepseek: endpoint('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY', { structured: 'object' }),
  mcp: {
    is: 'an assistant that plays through zorkgpt mcp',
    shows: 'Play by an assistant through zorkgpt mcp; nobody knows what it was told.',
    isAsked: false,
    takesWords: true,
    ...WITHOUT_ENDPOINT,
    modelName: () => 'mcp',
    open: () =>
      Promise.reject(
        new ConfigError('The player "mcp" is an assistant, which plays through zorkgpt mcp alone.'),
      ),
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type PlayerName = keyof typeof PLAYERS;

export const PLAYER_NAMES = Object.keys(PLAYERS) as [PlayerName, ...PlayerName[]];

export const ASKED_PLAYERS: readonly PlayerName[] = PLAYER_NAMES.filter(
  (name) => PLAYERS[name].isAsked,
);

/** The players that are models behind an endpoint of their own. */
export const ENDPOINT_PLAYERS = PLAYER_NAMES.filter((name) => PLAYERS[name].keyVariable !== '');

/** The variables of the environment that hold the keys of players, each once. */
export const KEY_VARIABLES = [
  ...new Set(ENDPOINT_PLAYERS.map((name) => PLAYERS[name].keyVariable)),
];

/** Whether the player is not asked, but plays by hand. */
export function playsByHand(player: PlayerName | null): boolean {
  return player !== null && !PLAYERS[player].isAsked;
}

/** Whether the player, or its models, are asked for lessons. */
export function asksForLessons(asked: {
  readonly player: PlayerName | null;
  readonly models: Pick<ModelsSettings, 'lessons'>;
}): boolean {
  return !playsByHand(asked.player) && asked.models.lessons !== 'off';
}

/** Whether some role has an endpoint with a public address, which needs a key. */
export function playersNeedKey(player: PlayerName | null, models: ModelsSettings): boolean {
  return player !== null && !PLAYERS[player].addresses(models).every(isLocalEndpoint);
}

/** A player without an endpoint: it answers or fails at once. */
export function neverWaitedFor(adapter: LanguageModel): OpenedPlayer {
  const weather = new Weather();
  return {
    adapter,
    weatherOf: () => weather,
    limits: { patienceMs: 0, attempts: 1 },
    historyTokens: null,
    prompts: 'full',
    slots: null,
    adviceFor: () => null,
    models: null,
    onDown: () => undefined,
  };
}
