import type { GameState } from '../../domain/game-state.ts';
import type { Memory } from '../../domain/memory.ts';
import { thingsNamedByCommand, thingsNamed } from '../../domain/named-things.ts';
import { thingsSeen, type VisibleObject } from '../../domain/observation.ts';
import { wanderersIn } from './turn-changes.ts';

/** Compares what a memory tells of a room's start with the room as it is now. */

type Moment = Pick<GameState, 'attempts' | 'observation' | 'recent'>;

/** Words for a thing that can be opened and is shut. */
export const SHUT = /\b(?:locked|closed|shut|bolted|barred|unopened)\b/i;
export const SENTENCE_GAP = /(?<=[.!?]["”’')]*)\s+/;
const PART_END = /[.;!?\n]/;

/** Whether a memory of a room's start is out of date: a thing in its title is held, changed or gone, or no sentence holds. */
export function isOutdated(memory: Memory, now: Moment): boolean {
  const { attempts, observation } = now;
  const things = thingsSeen(observation);
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

/** What was seen in this room in this episode and is gone. Things that only the dark hides are not gone. */
function goneFrom({ observation, recent }: Moment): readonly VisibleObject[] {
  const { location, objects, isDark } = observation;
  if (isDark === true) return [];
  const seen = recent
    .flatMap(({ before, after }) => [before, after])
    .filter((look) => look.location.id === location.id)
    .flatMap((look) => look.objects.filter(({ inside }) => inside === null));
  return seen.filter(({ id }) => !objects.some((one) => one.id === id));
}

/** Those in a memory of a room's start who were seen in another room in this episode and are not here. */
export function awayFromStart(
  { persistence, title, text }: Memory,
  { observation, recent }: Moment,
): readonly { readonly name: string }[] {
  if (persistence !== 'core' || observation.isDark === true) return [];
  const isHere = (id: number) => observation.objects.some((one) => one.id === id);
  const away = wanderersIn(observation, recent).filter(({ id }) => !isHere(id));
  return thingsNamed(`${title}\n${text}`, away);
}

/** Whether a note says only that something is shut, and that is open now. */
export function isOpenNow(memory: Memory, now: Moment): boolean {
  const { category, title } = memory;
  return category === 'NOTE' && (callsOpenShut(title, now) || textNow(memory, { now }) === '');
}

/** The text of a note or of a room's start without sentences that call shut what is open. */
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

/** Of things named together, only those that can be shut are meant: the chest, not its keyhole. */
function callsOpenShut(said: string, { observation }: Moment): boolean {
  const shut = said
    .split(PART_END)
    .filter((part) => SHUT.test(part))
    .join('\n');
  const named = thingsNamed(shut, observation.objects);
  const lidded = named.filter(({ traits }) => /openable|door|locked/.test(traits.join(' ')));
  return (lidded.length > 0 ? lidded : named).some(({ traits }) => traits.includes('open'));
}
