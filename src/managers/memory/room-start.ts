import type { GameState } from '../../domain/game-state.ts';
import type { Memory } from '../../domain/memory.ts';
import { thingsNamedByCommand, thingsNamed } from '../../domain/naming.ts';
import { thingsObserved, type VisibleObject } from '../../domain/observation.ts';

/** What a memory tells of a room's start, held against the room as it is now. */

type Moment = Pick<GameState, 'attempts' | 'observation' | 'recent'>;

/** Words for what can be opened and is not. */
export const SHUT = /\b(?:locked|closed|shut|bolted|barred|unopened)\b/i;
export const SENTENCE_GAP = /(?<=[.!?]["”’')]*)\s+/;
const PART_END = /[.;!?\n]/;

/**
 * Whether a thing that the title of a room's start names is held, was changed here or has gone from here, or nothing of its
 * text holds now.
 */
export function isOutdated(memory: Memory, now: Moment): boolean {
  const { attempts, observation } = now;
  const things = thingsObserved(observation);
  const changed = (attempts.get(observation.location.id) ?? [])
    .filter(({ brought }) => brought === 'changed')
    .flatMap(({ action }) => thingsNamedByCommand(action, things));
  const moved = new Set([...observation.inventory, ...changed].map(({ id }) => id));
  const title = memory.title.replace(observation.location.name, ' ');
  return (
    thingsNamed(title, things).some(({ id }) => moved.has(id)) ||
    thingsNamed(title, goneFrom(now)).length > 0 ||
    callsOpenShut(title, now) ||
    textNow(memory, { now }) === ''
  );
}

/** What was seen in this room in this episode and is not here any more, but for what only the dark hides. */
function goneFrom({ observation, recent }: Moment): readonly VisibleObject[] {
  const { location, objects, isDark } = observation;
  if (isDark === true) return [];
  const seen = recent
    .flatMap(({ before, after }) => [before, after])
    .filter((look) => look.location.id === location.id)
    .flatMap((look) => look.objects.filter(({ inside }) => inside === null));
  return seen.filter(({ id }) => !objects.some((one) => one.id === id));
}

/** Whether a note says nothing but that something is shut which is open now. */
export function isOpenNow(memory: Memory, now: Moment): boolean {
  const { category, title } = memory;
  return category === 'NOTE' && (callsOpenShut(title, now) || textNow(memory, { now }) === '');
}

/** The text of a memory without the sentences of a note or of a room's start that call shut what is open. */
export function textNow(
  { persistence, category, text }: Memory,
  place: { readonly now: Moment } | null,
): string {
  if (place === null || (persistence !== 'core' && category !== 'NOTE')) return text;
  return text
    .split(SENTENCE_GAP)
    .filter((one) => !callsOpenShut(one, place.now))
    .join(' ');
}

/** Of things named together those that can be shut are called so: not the keyhole of a chest. */
function callsOpenShut(said: string, { observation }: Moment): boolean {
  const shut = said
    .split(PART_END)
    .filter((part) => SHUT.test(part))
    .join('\n');
  const named = thingsNamed(shut, observation.objects);
  const lidded = named.filter(({ traits }) => /openable|door|locked/.test(traits.join(' ')));
  return (lidded.length > 0 ? lidded : named).some(({ traits }) => traits.includes('open'));
}
