import type { GameSession } from './game-session.ts';
import { wellFormed } from './printed-text.ts';
import { standardStatus } from './status-globals.ts';

/** The status line: version 3's from its globals (§8.2), later ones' from the upper window; empty when there is none. */
export function statusText(session: GameSession): string {
  const { machine, tree } = session;
  if (!machine.version3) return wellFormed(machine.glk.upperText());
  const room = session.global(0);
  const name = tree.holds(room) ? tree.name(room) : '';
  const [second, third] = [session.global(1), session.global(2)];
  if (standardStatus(session) !== null) {
    return `${name}  Score: ${(second << 16) >> 16}  Moves: ${third}`.trimStart();
  }
  const hour = second % 12 === 0 ? 12 : second % 12;
  const minutes = String(third).padStart(2, '0');
  return `${name}  Time: ${hour}:${minutes} ${second > 11 ? 'PM' : 'AM'}`.trimStart();
}
