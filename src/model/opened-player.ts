import type { LanguageModel } from './model.ts';
import type { Waited } from './patience.ts';
import type { ModelsSettings } from './settings.ts';
import { Weather } from './weather.ts';

export interface OpenedPlayer extends Waited {
  /** Tokens of play that the agent's model has room for; null when its server does not say how much it reads. */
  readonly historyTokens: number | null;
  readonly prompts: 'full' | 'brief';
  /**
   * How many prompts the agent's llama.cpp server keeps; with one, lessons wait for the agent. Null for other servers.
   */
  readonly slots: number | null;
  /** How to start the agent's server for so many tokens of play; null where nothing is to be done, or it is not known. */
  readonly adviceFor: (historyTokens: number) => string | null;
  /** The settings of models, completed; null where no endpoint is asked. */
  readonly models: ModelsSettings | null;
  /** Who the agent's model is, and whether its server says that it is small; absent where no endpoint is asked. */
  readonly agent?: {
    readonly baseUrl: string;
    readonly model: string;
    readonly isSaidSmall: boolean;
  };
}

/** A player that needs no endpoint: it answers or fails at once. */
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
