import { group } from 'd3-array';
import { walkingDirection } from '../domain/command.ts';
import type { Location } from '../domain/observation.ts';
import { isMove, type PlayedTurn } from './played.ts';
import type { Draft } from './question.ts';

/** Where each thing that somebody held lay when the player first saw it. A thing that began in several rooms is left out. */
export function askWhere(turns: readonly PlayedTurn[]): readonly Draft[] {
  const held = new Set(turns.flatMap(({ after }) => after.inventory.map(({ name }) => name)));
  const first = new Map<
    string,
    { readonly turn: PlayedTurn; readonly rooms: Map<string, Location> }
  >();
  const seen = new Set<string>();
  for (const turn of turns) {
    for (const { name, held: isHeld, traits } of turn.before.objects) {
      const key = `${turn.episode} ${name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (isHeld || !held.has(name) || traits.includes('animate')) continue;
      const known = first.get(name) ?? { turn, rooms: new Map() };
      known.rooms.set(turn.before.location.name, turn.before.location);
      first.set(name, known);
    }
  }
  return [...first].flatMap(([name, { turn, rooms }]) => {
    const [room] = rooms.values();
    if (room === undefined || rooms.size > 1) return [];
    return [
      {
        kind: 'where',
        text: `Where does the ${name} lie before anybody takes it?`,
        subject: name,
        room,
        right: { kind: 'room', room },
        alsoRight: [],
        episode: turn.episode,
        turn: turn.turn,
      } as const,
    ];
  });
}

/** Which way leads from a room to the next, for every step that was walked; names that two rooms share are left out. */
export function askWays(turns: readonly PlayedTurn[]): readonly Draft[] {
  const shared = sharedNames(turns);
  const steps = turns.flatMap((turn) => {
    const direction = walkingDirection(turn.decision.action);
    const names = [turn.before.location.name, turn.after.location.name];
    const isClear = !names.some((name) => shared.has(name));
    return direction !== null && isMove(turn) && isClear ? [{ turn, direction }] : [];
  });
  const byPair = group(
    steps,
    ({ turn: { before, after } }) => `${before.location.id} ${after.location.id}`,
  );
  return [...byPair.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { before, after, episode, turn } = first.turn;
    const others = before.exits.filter(({ to }) => to.id === after.location.id);
    return [
      {
        kind: 'way',
        text: `Which way leads from ${before.location.name} to ${after.location.name}?`,
        subject: after.location.name,
        room: before.location,
        right: { kind: 'way', direction: first.direction },
        alsoRight: [...more, ...others].map(({ direction }) => ({ kind: 'way', direction })),
        episode,
        turn,
      } as const,
    ];
  });
}

function sharedNames(turns: readonly PlayedTurn[]): ReadonlySet<string> {
  const ids = new Map<string, number>();
  const shared = new Set<string>();
  for (const { before, after } of turns) {
    for (const { id, name } of [before.location, after.location]) {
      if ((ids.get(name) ?? id) !== id) shared.add(name);
      ids.set(name, id);
    }
  }
  return shared;
}
