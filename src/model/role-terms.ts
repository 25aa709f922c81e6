import type { Role } from '../domain/message.ts';
import { requestSettings } from './model-config.ts';
import type { ModelsSettings } from './settings.ts';
import { endpointOf } from './model-endpoint.ts';
import { priceOn, pricesOf } from './usage.ts';

/** US dollars per token. */
export interface Rates {
  readonly input: number;
  readonly output: number;
}

/** What a role asks with. */
export interface RoleTerms {
  /** Limit of a reply. */
  readonly replyTokens: number;
  /** Null where the price table does not know the model. */
  readonly rates: Rates | null;
}

/** What a role is configured to use at most, and what that costs on a day (`YYYY-MM-DD`). */
export function termsOfRole(models: ModelsSettings, role: Role, day: string): RoleTerms {
  const model = models.roles[role].model ?? models.model ?? '';
  const { maxTokens: replyTokens } = requestSettings(models, role, model);
  const { baseUrl } = endpointOf(models, role);
  const price = priceOn(pricesOf({ model, baseUrl }, models.prices), day);
  if (price === null) return { replyTokens, rates: null };
  return { replyTokens, rates: { input: price.input / 1e6, output: price.output / 1e6 } };
}
