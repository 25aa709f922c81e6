import { NEXT_ACTION, type Memory } from '../domain/memory.ts';
import { oneLine } from './quote.ts';

/** Lines that tell what earlier visits taught about a room, written and read (managers/memory/location-memory.ts). */

const ALSO_FAILED = 'Also failed: ';

/** Failures that are told without their texts: `Also failed: open hatch (locked); pull rope`. */
export function alsoFailedLine(
  failures: readonly { readonly title: string; readonly reason: string | null }[],
): string {
  const told = failures.map(({ title, reason }) =>
    reason === null ? title : `${title} (${reason})`,
  );
  return ALSO_FAILED + told.join(NEXT_ACTION);
}

/** What earlier episodes took: `[SUCCESS] take lamp; take sword: Taken here before.` */
export function takingsLine(commands: readonly string[]): string {
  return `[SUCCESS] ${oneLine(commands.join(NEXT_ACTION))}: Taken here before.`;
}

/** A memory as a line tells it: `[CATEGORY] title: text`. A title may name several actions. */
export type MemoryLine = Pick<Memory, 'category' | 'title' | 'text'>;

/** The memories that lines tell, quoted or not. */
export function readMemories(section: string): readonly MemoryLine[] {
  const lines = section.matchAll(/^[| ]*\[([A-Z]+)\] ([^:\n]+): (.*)$/gm);
  const told = [...lines].map(([, category = '', title = '', text = '']) => ({
    category,
    title,
    text,
  }));
  return [...told, ...readAlsoFailed(section)];
}

/** What `alsoFailedLine` wrote; those in a row that give no reason are one. */
function readAlsoFailed(section: string): readonly MemoryLine[] {
  const [, failures = ''] = new RegExp(`^(?:\\| )?${ALSO_FAILED}(.*)$`, 'm').exec(section) ?? [];
  return [...failures.matchAll(/(.+?)(?: \(([^()]*)\)(?:; |$)|$)/g)].map(
    ([, title = '', text = '']) => ({ category: 'FAILURE', title, text }),
  );
}

/** The dangers of each room one step away, by the room's number. */
export function readNearDangers(section: string) {
  const rooms = section.split(/^At .* \((?=\d+\):$)/m).slice(1);
  return rooms.map((room) => [Number.parseInt(room, 10), readMemories(room)] as const);
}
