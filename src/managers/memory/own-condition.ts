import type { Memory } from '../../domain/memory.ts';
import { thingsNamed } from '../../domain/named-things.ts';
import type { Observation } from '../../domain/observation.ts';

/** `while Frank is here`, `as long as the guard stands there`, `with the crowd around`. */
const PRESENT =
  /\b(?:while|when|if|as long as|with) (?:the |an? |my )?(?<name>[\p{L}\p{N}'’ -]{2,40}?) (?:is |are |stands? |sits? )?(?:still )?(?<not>not )?(?:here|there|around|present|near|nearby|in (?:the|this) room)\b/iu;

/** `while the rare books door is open`. */
const STATE =
  /\b(?:while|when|if|as long as) (?:the |an? |my )?(?<name>[\p{L}\p{N}'’ -]{2,40}?) (?:is|are) (?:still )?(?<not>not )?(?<state>open|closed|shut|locked|unlocked)\b/iu;

type Look = Pick<Observation, 'objects' | 'inventory'>;

/** Whether the condition in the title of a memory fails, by this look and the `earlier` ones, the oldest first. */
export function ownConditionFails(
  { title }: Pick<Memory, 'title'>,
  now: Look,
  earlier: readonly Look[] = [],
): boolean {
  const present = PRESENT.exec(title)?.groups;
  if (present?.['name'] !== undefined) {
    const isHere = thingsNamed(present['name'], [...now.objects, ...now.inventory]).length > 0;
    return isHere === (present['not'] !== undefined);
  }
  const { name, state = '', not } = STATE.exec(title)?.groups ?? {};
  if (name === undefined) return false;
  const seen = [...earlier, now].map(({ objects }) => thingsNamed(name, objects));
  const traits = seen.findLast((things) => things.length > 0)?.flatMap((thing) => thing.traits);
  if (traits === undefined) return false;
  const trait = /lock/i.test(state) ? 'locked' : 'open';
  const holds = traits.includes(trait) === /^(?:open|locked)$/i.test(state);
  return holds === (not !== undefined);
}
