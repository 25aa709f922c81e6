import type { GameConfiguration } from '../../config/schema.ts';
import { ConfigError } from '../../domain/errors.ts';
import { ROLES } from '../../domain/message.ts';
import { resolveEndpoint } from '../../model/endpoint.ts';

/** Whether some role is played by an endpoint that is not on this machine. */
export function needsKey({ player, models }: GameConfiguration): boolean {
  if (player !== 'openai') return false;
  return ROLES.some((role) => !answersWithoutKey(models.roles[role].baseUrl ?? models.baseUrl));
}

function answersWithoutKey(baseUrl: string): boolean {
  try {
    resolveEndpoint({ baseUrl });
    return true;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return false;
  }
}
