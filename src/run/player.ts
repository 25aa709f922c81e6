import path from 'node:path';
import * as z from 'zod';
import { keyFinder } from '../config/environment.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { GameConfiguration } from '../config/schema.ts';
import { ConfigError, ModelError } from '../domain/errors.ts';
import { jsonFile, parsedJson } from '../domain/json.ts';
import { ASKED_PLAYERS, PLAYERS, type OpenedPlayer, type PlayerName } from '../model/players.ts';
import { modeAfter, probeAsking, askingProbe, type AskingProbe } from '../model/probe-asking.ts';
import { readTextFile } from '../storage/read-file.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';
import { openRedactor } from './settings.ts';

/** Who answers in a run, and what must never be shown of it. */
export interface Player {
  readonly model: OpenedPlayer;
  /** How results name it: `offline`, or the agent's model. */
  readonly name: string;
  readonly redact: (text: string) => string;
}

/** The player that was named, never another. Rejects with ConfigError without a player, a model or a key. */
export async function openPlayer(
  loaded: LoadedConfig,
  notice: (message: string) => void,
): Promise<Player> {
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
  return { model, name: PLAYERS[player].modelName(models), redact: openRedactor(loaded) };
}

/** Throws ConfigError when nobody is named. */
export function checkPlayer({ player }: Pick<GameConfiguration, 'player'>): PlayerName {
  if (player !== null) return player;
  throw new ConfigError(
    `No player is named; pass --player with one of ${ASKED_PLAYERS.join(', ')}, or set "player" in zorkgpt.config.json.`,
  );
}

/**
 * How the agent is asked where that is left open: by what its model answered to built-in questions. Who was never asked
 * them is asked now where its server says that it is small, and by choice while it gives no answer; others as most models
 * want to be. What they answered is kept in `folder`. Throws StorageError.
 */
export async function settleAsking(
  config: GameConfiguration,
  { adapter, agent }: Pick<OpenedPlayer, 'adapter' | 'agent'>,
  notice: (message: string) => void,
  folder = config.workdir,
): Promise<GameConfiguration> {
  const { models } = config;
  if (models.structured !== 'auto' || agent === undefined) return config;
  let probe = keptProbe(folder, agent);
  if (probe === null && agent.isSaidSmall) {
    try {
      probe = await probeAsking(adapter, new AbortController().signal);
      keepProbe(folder, agent, probe);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      notice(
        `"${agent.model}" is small and gave no answer yet to how it is best asked; asked by choice.`,
      );
      return { ...config, models: { ...models, structured: 'choice' } };
    }
  }
  const mode = probe === null ? 'auto' : modeAfter(probe);
  if (probe === null || mode === 'auto') return config;
  notice(`"${agent.model}" ${probeWords(probe)}.`);
  return { ...config, models: { ...models, structured: mode } };
}

/** What became of the built-in questions: `answers 1 of 4 in a shape, 0 of 3 in no form, 2 of 3 by choice; asked by choice`. */
export function probeWords(probe: AskingProbe): string {
  const { shape, free, choice } = probe;
  const mode = modeAfter(probe);
  const asked = {
    auto: 'asked in a shape',
    late: 'asked to think first',
    choice: 'asked by choice',
  };
  return `answers ${shape} of 4 in a shape, ${free} of 3 in no form, ${choice} of 3 by choice; ${asked[mode]}`;
}

const kept = z.record(z.string(), askingProbe);

interface AskedModel {
  readonly baseUrl: string;
  readonly model: string;
}

/** What the built-in questions showed of a model, as a folder keeps it; null where nobody asked them. Throws StorageError. */
export function keptProbe(folder: string, { baseUrl, model }: AskedModel): AskingProbe | null {
  return readKept(folder)[`${baseUrl} ${model}`] ?? null;
}

/** Remembers it. Throws StorageError. */
export function keepProbe(
  folder: string,
  { baseUrl, model }: AskedModel,
  probe: AskingProbe,
): void {
  const all = { ...readKept(folder), [`${baseUrl} ${model}`]: probe };
  writeFileAtomic(path.join(folder, 'asking.json'), jsonFile(all));
}

/** A file that says something else is written anew: what it told can be asked again. */
function readKept(folder: string): z.infer<typeof kept> {
  const text = readTextFile(path.join(folder, 'asking.json')) ?? '';
  return kept.safeParse(parsedJson(text)).data ?? {};
}
