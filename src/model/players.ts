import { ConfigError } from '../domain/errors.ts';
import { ROLES } from '../domain/message.ts';
import { isLocalEndpoint } from './endpoint.ts';
import { endpointOf } from './model-endpoint.ts';
import { neverWaitedFor, type OpenedPlayer } from './patience.ts';
import type { ModelsSettings, PlayerSetting } from './settings.ts';

/** One way to play: everything that the rest of the program knows of it. */
export interface Provider {
  /** Who that is, for `doctor`. */
  readonly is: string;
  /** What its results show, for the pages of an experiment. */
  readonly shows: string;
  /** Whether the program asks it; one that is not asked plays by hand and draws its own lessons. */
  readonly isAsked: boolean;
  /** Whether playing costs no money. */
  readonly isFree: boolean;
  /** Addresses that are asked, one for each role; none when nobody is. */
  readonly addresses: (models: ModelsSettings) => readonly string[];
  /** How results name it. */
  readonly modelName: (models: ModelsSettings) => string;
  /** Rejects with ConfigError without what it needs. */
  readonly open: (setting: PlayerSetting) => Promise<OpenedPlayer>;
}

/** Everybody who can play, by the name that `player` has in the configuration. Adapters are loaded when they are opened. */
export const PLAYERS = {
  offline: {
    is: 'the offline player, which needs no key',
    shows:
      'Cold play by the offline player, rules without a model: shows that what was learnt reaches prompts and is true; says nothing about a language model.',
    isAsked: true,
    isFree: true,
    addresses: () => [],
    modelName: () => 'offline',
    async open({ seed }) {
      const { createOfflinePlayer } = await import('../player/offline-player.ts');
      return neverWaitedFor(createOfflinePlayer(seed));
    },
  },
  openai: {
    is: 'models behind an endpoint',
    shows:
      'Cold play by a language model, no hints given; it may know the story from its training.',
    isAsked: true,
    isFree: false,
    addresses: (models) => ROLES.map((role) => endpointOf(models, role).baseUrl),
    modelName: ({ model, roles }) => roles.agent.model ?? model ?? '',
    async open(setting) {
      const { openRoleModels } = await import('./role-models.ts');
      return openRoleModels(setting);
    },
  },
  mcp: {
    is: 'an assistant that plays through zorkgpt mcp',
    shows: 'Play by an assistant through zorkgpt mcp; nobody knows what it was told.',
    isAsked: false,
    isFree: true,
    addresses: () => [],
    modelName: () => 'mcp',
    open: () =>
      Promise.reject(
        new ConfigError('The player "mcp" is an assistant, which plays through zorkgpt mcp alone.'),
      ),
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type PlayerName = keyof typeof PLAYERS;

export const PLAYER_NAMES = Object.keys(PLAYERS) as [PlayerName, ...PlayerName[]];

/** Those whom a run can ask. */
export const ASKED_PLAYERS: readonly PlayerName[] = PLAYER_NAMES.filter(
  (name) => PLAYERS[name].isAsked,
);

/** Whether somebody plays who is not asked. */
export function playsByHand(player: PlayerName | null): boolean {
  return player !== null && !PLAYERS[player].isAsked;
}

/** Whether some role is played by an endpoint that is not on this machine, and so wants a key. */
export function needsKey(player: PlayerName | null, models: ModelsSettings): boolean {
  return player !== null && !PLAYERS[player].addresses(models).every(isLocalEndpoint);
}
