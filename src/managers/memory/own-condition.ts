import type { Memory } from '../../domain/memory.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import type { Observation } from '../../domain/observation.ts';

/** `while Frank is here`, `as long as the guard stands there`, `with the crowd around`. */
const PRESENT =
  /\b(?:while|when|if|as long as|with) (?:the |an? |my )?(?<name>[\p{L}\p{N}'’ -]{2,40}?) (?:is |are |stands? |sits? )?(?:still )?(?<not>not )?(?:here|there|around|present|near|nearby|in (?:the|this) room)\b/iu;

/** Whether the condition in the title of a memory fails: somebody who has to be here is not, or the reverse. */
export function ownConditionFails(
  { title }: Pick<Memory, 'title'>,
  now: Pick<Observation, 'objects' | 'inventory'>,
): boolean {
  const present = PRESENT.exec(title)?.groups;
  if (present?.['name'] === undefined) return false;
  const isHere = thingsNamed(present['name'], [...now.objects, ...now.inventory]).length > 0;
  return isHere === (present['not'] !== undefined);
}
