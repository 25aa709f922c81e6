import { keyFinder } from '../config/environment.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { GameConfiguration } from '../config/schema.ts';
import { ConfigError } from '../domain/errors.ts';
import type { OpenedPlayer } from '../model/opened-player.ts';
import { ASKED_PLAYERS, PLAYERS, type PlayerName } from '../model/players.ts';
import { readTextFile } from '../storage/read-file.ts';
import { openRedactor } from './redactor.ts';

/** Who answers in a run, and what must never be shown of it. */
export interface Player {
  readonly model: OpenedPlayer;
  /** How results name it: `offline`, or the agent's model. */
  readonly name: string;
  readonly redact: (text: string) => string;
}

/**
 * The player that was named; nothing stands in for one that was not. Rejects with ConfigError without a player, a model
 * or a key.
 */
export async function openPlayer(
  loaded: LoadedConfig,
  notice: (message: string) => void,
): Promise<Player> {
  const { seed, models } = loaded.config;
  const player = checkPlayer(loaded.config);
  const model = await PLAYERS[player].open({
    seed,
    models,
    findKey: keyFinder(loaded, readTextFile),
    environment: loaded.environment,
    notice,
  });
  return { model, name: PLAYERS[player].modelName(models), redact: openRedactor(loaded) };
}

/** Who plays. Throws ConfigError when nobody is named. */
export function checkPlayer({ player }: Pick<GameConfiguration, 'player'>): PlayerName {
  if (player !== null) return player;
  throw new ConfigError(
    `No player is named; pass --player with one of ${ASKED_PLAYERS.join(', ')}, or set "player" in zorkgpt.config.json.`,
  );
}
