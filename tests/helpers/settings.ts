import { configSchema, type GameConfiguration } from '../../src/config/schema.ts';

/** What a configuration that sets nothing but this says. */
export function settings(given: Readonly<Record<string, unknown>> = {}): GameConfiguration {
  return configSchema.parse(given);
}
