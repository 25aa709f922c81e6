import { configSchema, type GameConfiguration } from '../../config/schema.ts';
import { ConfigError } from '../../domain/errors.ts';
import { toldConfig } from '../../records/manifest.ts';
import { checkPlayer } from '../../run/player.ts';
import { openPlayableStory } from '../../run/run-services.ts';
import { MAIN_STORE, type Submission } from '../submit.ts';

/** What a run on a fleet is made of. */
interface RunInputs {
  readonly config: GameConfiguration;
  readonly redact: (text: string) => string;
  readonly prompts: ReadonlyMap<string, string>;
  readonly origin: string;
  readonly lastNumber: number;
  /** One for each episode. */
  readonly seeds: readonly number[];
  /** How many are played at the same time; null for all. */
  readonly atATime: number | null;
}

/** Episodes that share one memory. Throws ConfigError and StoryError when they could not be played anywhere. */
export function planOfRun(inputs: RunInputs): Submission {
  const { config, redact, prompts, origin, lastNumber, seeds, atATime } = inputs;
  checkPlayer(config);
  const { bytes, identity } = openPlayableStory(config.story);
  const sent = settingsToSend(config, redact);
  return {
    kind: 'run',
    origin,
    begun: new Date().toISOString(),
    story: { bytes, ifid: identity.ifid },
    prompts,
    lastNumber,
    episodes: seeds.map((seed, index) => ({
      store: MAIN_STORE,
      seed,
      config: sent,
      needs: atATime === null || index < atATime ? null : index - atATime,
      rank: index,
    })),
  };
}

/** A configuration as it may lie in a database: as a manifest tells it, and without the address of the database itself. */
export function settingsToSend(
  config: GameConfiguration,
  redact: (text: string) => string,
): GameConfiguration {
  const { fleet: _, ...rest } = config;
  if (config.story === null) throw new ConfigError('No story is named; pass --story FILE.');
  return configSchema.parse(toldConfig(rest, redact));
}
