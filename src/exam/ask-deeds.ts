import { group } from 'd3-array';
import { walkingDirection } from '../domain/command.ts';
import { namesPart } from '../domain/naming.ts';
import { hadNoEffect, scoreChange } from '../domain/turn-record.ts';
import { isDeath } from '../records/recorded-turn.ts';
import { factWords, type Fact } from './fact.ts';
import { commandOf, isDeed, isMove, type PlayedTurn } from './played.ts';
import type { Draft } from './question.ts';

/** What a command does in a room; commands that came out in several ways, and those that only look or walk, are left out. */
export function askWhatHappens(turns: readonly PlayedTurn[]): readonly Draft[] {
  const deeds = turns.filter((turn) => isDeed(turn) && walkingDirection(commandOf(turn)) === null);
  return grouped(deeds).flatMap(([first, ...more]) => {
    const right = first && outcomeOf(first);
    if (!right || !more.every((turn) => isSame(outcomeOf(turn), right))) return [];
    const command = commandOf(first);
    return [
      draft(first, 'does', {
        text: `What does "${command}" do at ${first.before.location.name}?`,
        subject: command,
        right,
      }),
    ];
  });
}

/** Which command is deadly in a room, where the command itself killed. */
export function askWhatKills(turns: readonly PlayedTurn[]): readonly Draft[] {
  const deadly = turns.filter((turn) => isDeath(turn) && turn.cause !== 'clock');
  return grouped(deadly).flatMap(([first]) => {
    if (first === undefined) return [];
    const here = deadly.filter(({ before }) => before.location.id === first.before.location.id);
    return [
      draft(first, 'kills', {
        text: `Which of these commands is deadly at ${first.before.location.name}?`,
        subject: first.before.location.name,
        right: command(commandOf(first)),
        alsoRight: here.map((turn) => command(commandOf(turn))),
      }),
    ];
  });
}

/** Which command opens a way that was shut, as the ways out before and after it show. */
export function askWhatOpens(turns: readonly PlayedTurn[]): readonly Draft[] {
  const openers = turns.flatMap((turn) => {
    const { before, after } = turn;
    const were = new Set(before.exits.map(({ direction }) => direction));
    const opened = after.exits.filter(({ direction }) => !were.has(direction));
    const stays = before.location.id === after.location.id && before.exits.length > 0;
    return stays && isDeed(turn) && turn.cause !== 'clock'
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
        right: command(commandOf(turn)),
        alsoRight: more.map((one) => command(commandOf(one.turn))),
      }),
    ];
  });
}

/** What a command brought; null where it is of no matter, or cannot be told in a word. */
export function outcomeOf(turn: PlayedTurn): Fact | null {
  const { before, after } = turn;
  if (isDeath(turn)) return turn.cause === 'clock' ? null : { kind: 'death' };
  const points = scoreChange(turn);
  if (points !== 0) return { kind: 'points', points };
  if (isMove(turn)) return { kind: 'arrival', room: after.location };
  const had = new Set(before.inventory.map(({ name }) => name));
  const gained = after.inventory.find(({ name }) => !had.has(name));
  // That a thing comes by being taken is no news.
  if (gained !== undefined) {
    return namesPart(gained.name, commandOf(turn)) ? null : { kind: 'holding', thing: gained.name };
  }
  const scenes = { before: withScene(before), after: withScene(after) };
  return hadNoEffect(scenes) && after.text.trim() !== ''
    ? { kind: 'answer', text: after.text }
    : null;
}

function withScene({ scene = '', score, died, ended }: PlayedTurn['before']) {
  return { scene, score, died, ended };
}

function isSame(one: Fact | null, other: Fact): boolean {
  return one !== null && factWords(one) === factWords(other);
}

/** Turns with the same command in the same room, oldest first. */
function grouped(turns: readonly PlayedTurn[]): readonly (readonly PlayedTurn[])[] {
  return [...group(turns, (turn) => `${turn.before.location.id} ${commandOf(turn)}`).values()];
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
