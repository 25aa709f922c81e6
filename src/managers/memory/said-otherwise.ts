import { isBelieved, isLasting, type Memory } from '../../domain/memory.ts';
import { namesWhole } from '../../domain/naming.ts';
import type { Observation } from '../../domain/observation.ts';
import { moved, scoreChange, type TurnRecord } from '../../domain/turn-record.ts';
import { openedThings, takenThings } from './turn-changes.ts';

const OPENS = /\b(?:open|unlock)(?:s|ed|ing)?\b/i;

/**
 * Whether a memory says what a turn did by another command: these points for a thing that came to the player, or for the
 * same step to another room; or how what the turn opened is opened.
 */
export function saysItInOtherWords(
  { category, status, persistence, scoreChange: worth, title, text }: Memory,
  record: TurnRecord,
  recent: readonly TurnRecord[],
): boolean {
  if (status !== 'ACTIVE' || persistence === 'ephemeral' || category === 'FAILURE') return false;
  const said = `${title}\n${text}`;
  const names = ({ name }: { readonly name: string }) => namesWhole(said, name);
  const { after } = record;
  const points = scoreChange(record);
  if (points !== 0) {
    const taken = after.inventory.filter(({ id }) => takenThings(record).includes(id));
    const steps = moved(record) ? [after.location] : [];
    return worth === points && [...taken, ...steps].some(names);
  }
  const opened = openedThings(record, recent);
  return opened.length > 0 && OPENS.test(said) && opened.every(names);
}

/** Whether lasting memories of a room name every thing in it that its text prints, and there is nothing more to say of them. */
export function isAllTold({ text, objects }: Observation, there: readonly Memory[]): boolean {
  const entries = there.filter((one) => isBelieved(one) && isLasting(one));
  const told = entries.map(({ title, text: lesson }) => `${title}\n${lesson}`).join('\n');
  const things = objects.filter(({ held, isScenery }) => !held && isScenery !== true);
  const isShut = things.some(
    ({ traits }) => traits.includes('openable') && !traits.includes('open'),
  );
  return (
    things.length > 0 &&
    !isShut &&
    things.every(({ name }) => namesWhole(text, name) && namesWhole(told, name))
  );
}
