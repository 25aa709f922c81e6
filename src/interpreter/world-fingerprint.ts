import { createHash } from 'node:crypto';
import type { GameSession } from './game-session.ts';

const GLOBAL_BYTES = 480;
/** Commands that leave the world unchanged, apart from time. */
const IDLE_COMMANDS = ['wait', 'z', 'z', 'look', 'inventory', 'examine me', 'qqqq', 'z', 'look'];

/** Which bits of {@link worldBytes} count as the world. 0 bits are left out. */
export type WorldMask = Uint8Array;

/**
 * Learns, in a snapshot, what changes without action (clocks, notes of the parser, chance, creatures), so that fingerprints
 * leave it out: whole globals, property bytes and parents, single bits of attributes. A clock that begins later stays
 * unknown. If the player is moved, that is a scene of the story, and learning ends.
 */
export function learnWorldMask(session: GameSession, player: number | null): WorldMask {
  const start = worldBytes(session);
  const layout = layoutOf(session);
  const mask = new Uint8Array(start.length).fill(0xff);
  // Version 3 counts moves, or minutes, in its third global variable (§8.2.3).
  if (session.machine.version3) mask.fill(0, layout.globals + 4, layout.globals + 6);
  const place = () => (player === null ? 0 : session.tree.parent(player));
  session.probe(() => {
    let before = start;
    const room = place();
    for (const command of IDLE_COMMANDS) {
      if (session.trySend(command) === null || place() !== room) return;
      const after = worldBytes(session);
      leaveOut(mask, before, after, layout);
      before = after;
    }
  });
  return mask;
}

/** Hash of the world, or of its property tables alone, through the mask. */
export function worldFingerprint(
  session: GameSession,
  mask: WorldMask,
  of: 'world' | 'properties',
): string {
  const bytes = worldBytes(session).map((byte, i) => byte & (mask[i] ?? 0xff));
  const { properties, globals } = layoutOf(session);
  const part = of === 'world' ? bytes : bytes.subarray(properties, globals);
  return createHash('sha256').update(part).digest('hex').slice(0, 32);
}

type Layout = ReturnType<typeof layoutOf>;

/** The sizes of an object's attributes and entry, and the start of property tables and globals in {@link worldBytes}. */
function layoutOf({ machine, tree }: GameSession) {
  const [attributes, entrySize] = machine.version3 ? [4, 9] : [6, 14];
  const properties = tree.count * (attributes + 2);
  const { start, end } = tree.range();
  return {
    attributes,
    entrySize,
    properties,
    globals: properties + end - start - tree.count * entrySize,
  };
}

/** Every object's attributes and parent, then all property tables, then the globals. */
function worldBytes(session: GameSession): Uint8Array {
  const { machine, tree } = session;
  const { attributes, entrySize, properties, globals } = layoutOf(session);
  const { start, end } = tree.range();
  const bytes = new Uint8Array(globals + GLOBAL_BYTES);
  const table = machine.m.getUint8Array(start, end - start);
  for (let i = 0; i < tree.count; i++) {
    const at = i * (attributes + 2);
    bytes.set(table.subarray(i * entrySize, i * entrySize + attributes), at);
    const parent = tree.parent(i + 1);
    bytes[at + attributes] = parent >> 8;
    bytes[at + attributes + 1] = parent & 0xff;
  }
  bytes.set(table.subarray(tree.count * entrySize), properties);
  bytes.set(machine.m.getUint8Array(machine.globals, GLOBAL_BYTES), globals);
  return bytes;
}

function leaveOut(mask: Uint8Array, before: Uint8Array, after: Uint8Array, layout: Layout): void {
  const { attributes, properties, globals } = layout;
  for (let i = 0; i < before.length; i++) {
    const changed = (before[i] ?? 0) ^ (after[i] ?? 0);
    if (changed === 0) continue;
    const inEntry = i % (attributes + 2);
    if (i >= globals) {
      const word = globals + ((i - globals) & ~1);
      mask.fill(0, word, word + 2);
    } else if (i >= properties) {
      mask[i] = 0;
    } else if (inEntry >= attributes) {
      mask.fill(0, i - inEntry + attributes, i - inEntry + attributes + 2);
    } else {
      mask[i] = (mask[i] ?? 0xff) & ~changed;
    }
  }
}
