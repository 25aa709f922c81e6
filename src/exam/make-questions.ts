import { hadNoEffect, isDeath, scoreChange } from '../domain/turn-effect.ts';
import { type PlayedTurn, playedCommand, isPlayedDeed, isPlayedMove } from './played.ts';
import { isSameFact, type Draft, type Fact, type Question, withOptions } from './question.ts';
import { group } from 'd3-array';
import { walkingDirection } from '../domain/command.ts';
import { isNamedInPart } from '../domain/named-things.ts';
import type { Location } from '../domain/observation.ts';

/** All questions about recorded play, with their options. Equal play gives equal questions. Pure. */
export function makeQuestions(turns: readonly PlayedTurn[]): readonly Question[] {
  const asks = [askWhere, askWays, askWhatHappens, askWhatKills, askWhatOpens];
  return withOptions(asks.flatMap((ask) => ask(turns)));
}

/** Where each held thing was when the player first saw it. Leaves out a thing that began in several rooms. */
function askWhere(turns: readonly PlayedTurn[]): readonly Draft[] {
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
    const text = `Where does the ${name} lie before anybody takes it?`;
    const asked = draft(turn, 'where', { text, subject: name, right: { kind: 'room', room } });
    return [{ ...asked, room }];
  });
}

/** Which direction leads from a room to the next, for every walked step. Leaves out names that two rooms share. */
function askWays(turns: readonly PlayedTurn[]): readonly Draft[] {
  const shared = sharedNames(turns);
  const steps = turns.flatMap((turn) => {
    const direction = walkingDirection(turn.decision.action);
    const names = [turn.before.location.name, turn.after.location.name];
    const isClear = !names.some((name) => shared.has(name));
    return direction !== null && isPlayedMove(turn) && isClear ? [{ turn, direction }] : [];
  });
  const byPair = group(
    steps,
    ({ turn: { before, after } }) => `${before.location.id} ${after.location.id}`,
  );
  return [...byPair.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { before, after } = first.turn;
    const others = before.exits.filter(({ to }) => to.id === after.location.id);
    return [
      draft(first.turn, 'way', {
        text: `Which way leads from ${before.location.name} to ${after.location.name}?`,
        subject: after.location.name,
        right: { kind: 'way', direction: first.direction },
        alsoRight: [...more, ...others].map(({ direction }) => ({ kind: 'way', direction })),
      }),
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

/** What a command does in a room. Leaves out commands with several outcomes, looks and walks. */
function askWhatHappens(turns: readonly PlayedTurn[]): readonly Draft[] {
  const deeds = turns.filter(
    (turn) => isPlayedDeed(turn) && walkingDirection(playedCommand(turn)) === null,
  );
  return grouped(deeds).flatMap(([first, ...more]) => {
    const right = first && outcomeAskedFor(first);
    if (!right || !more.every((turn) => isSameFact(outcomeAskedFor(turn), right))) return [];
    const command = playedCommand(first);
    return [
      draft(first, 'does', {
        text: `What does "${command}" do at ${first.before.location.name}?`,
        subject: command,
        right,
      }),
    ];
  });
}

function askWhatKills(turns: readonly PlayedTurn[]): readonly Draft[] {
  const deadly = turns.filter((turn) => isDeath(turn) && turn.cause !== 'clock');
  return grouped(deadly).flatMap(([first]) => {
    if (first === undefined) return [];
    const { id, name } = first.before.location;
    const here = deadly.filter(({ before }) => before.location.id === id);
    return [
      draft(first, 'kills', {
        text: `Which of these commands is deadly at ${name}?`,
        subject: name,
        right: command(playedCommand(first)),
        alsoRight: here.map((turn) => command(playedCommand(turn))),
      }),
    ];
  });
}

function askWhatOpens(turns: readonly PlayedTurn[]): readonly Draft[] {
  const openers = turns.flatMap((turn) => {
    const { before, after } = turn;
    const were = new Set(before.exits.map(({ direction }) => direction));
    const opened = after.exits.filter(({ direction }) => !were.has(direction));
    const stays = before.location.id === after.location.id && before.exits.length > 0;
    return stays && isPlayedDeed(turn) && turn.cause !== 'clock'
      ? opened.map((exit) => ({ turn, exit }))
      : [];
  });
  const byWay = group(openers, ({ turn, exit }) => `${turn.before.location.id} ${exit.direction}`);
  return [...byWay.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { turn, exit } = first;
    return [
      draft(turn, 'needs', {
        text: `What opens the way ${exit.direction} at ${turn.before.location.name}?`,
        subject: exit.direction,
        right: command(playedCommand(turn)),
        alsoRight: more.map((one) => command(playedCommand(one.turn))),
      }),
    ];
  });
}

/** The outcome of a command. Null if it does not matter, or has no short name. */
export function outcomeAskedFor(turn: PlayedTurn): Fact | null {
  const { before, after } = turn;
  if (isDeath(turn)) return turn.cause === 'clock' ? null : { kind: 'death' };
  const points = scoreChange(turn);
  if (points !== 0) return { kind: 'points', points };
  if (isPlayedMove(turn)) return { kind: 'arrival', room: after.location };
  const had = new Set(before.inventory.map(({ name }) => name));
  const gained = after.inventory.find(({ name }) => !had.has(name));
  // Gaining a thing by taking it is no news.
  if (gained !== undefined) {
    return isNamedInPart(gained.name, playedCommand(turn))
      ? null
      : { kind: 'holding', thing: gained.name };
  }
  const scenes = { before: withScene(before), after: withScene(after) };
  return hadNoEffect(scenes) && after.text.trim() !== ''
    ? { kind: 'answer', text: after.text }
    : null;
}

function withScene({ scene = '', score, died, ended }: PlayedTurn['before']) {
  return { scene, score, died, ended };
}

function grouped(turns: readonly PlayedTurn[]): readonly (readonly PlayedTurn[])[] {
  return [...group(turns, (turn) => `${turn.before.location.id} ${playedCommand(turn)}`).values()];
}

function command(words: string): Fact {
  return { kind: 'command', command: words };
}

function draft(
  { before, episode, turn }: PlayedTurn,
  kind: Draft['kind'],
  asked: Pick<Draft, 'text' | 'subject' | 'right'> & Partial<Pick<Draft, 'alsoRight'>>,
): Draft {
  return { kind, room: before.location, alsoRight: [], episode, turn, ...asked };
}
