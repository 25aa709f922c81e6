import { keyFinder } from '../config/keys.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { GameConfiguration } from '../config/schema.ts';
import { ConfigError } from '../domain/errors.ts';
import { ASKED_PLAYERS, PLAYERS, type PlayerName } from '../model/players.ts';
import { readTextFile } from '../storage/read-file.ts';
import { openSettingsRedactor } from './settings.ts';

/** Opens the named player, never another. Rejects with ConfigError without a player, a model or a key. */
export async function openPlayer(loaded: LoadedConfig, notice: (message: string) => void) {
  const { seed, models, instruction } = loaded.config;
  const player = checkPlayer(loaded.config);
  if (instruction !== null && !PLAYERS[player].takesWords)
    notice(
      `The instruction has no effect: the ${player} player follows rules and reads none; name a model, as with --player openai.`,
    );
  const model = await PLAYERS[player].open({
    seed,
    models,
    findKey: keyFinder(loaded, readTextFile),
    environment: loaded.environment,
    notice,
  });
  return { model, name: PLAYERS[player].modelName(models), redact: openSettingsRedactor(loaded) };
}

/** Throws ConfigError if no player is named. */
export function checkPlayer({ player }: Pick<GameConfiguration, 'player'>): PlayerName {
  if (player !== null) return player;
  throw new ConfigError(
    `No player is named; pass --player with one of ${ASKED_PLAYERS.join(', ')}, or set "player" in zorkgpt.config.json.`,
  );
}
