import { canonicalAction, normaliseAction, walkingDirection } from '../domain/command.ts';
import type { Exit, Observation } from '../domain/observation.ts';
import { moved } from '../domain/turn-record.ts';
import type { TurnContext } from './turn-context.ts';

/** Whether an action is one of these commands. */
export function isAmong(action: string, commands: readonly string[]): boolean {
  return commands.some((command) => canonicalAction(command) === canonicalAction(action));
}

/** Whether an action walks a way that is not deadly and leads where all do, or was not open when the player was last here. */
export function isSureWay(
  action: string,
  { observation, recent }: Pick<TurnContext, 'observation' | 'recent'>,
): boolean {
  const { exits, exitsTold } = observation;
  const way = exits.find((exit) => takes(action, exit));
  if (way === undefined || way.deadly || exitsTold !== undefined) return false;
  const isOnly = exits.every(({ to, deadly }) => !deadly && to.id === way.to.id);
  return isOnly || isJustOpened(way, { observation, recent });
}

function isJustOpened(
  way: Exit,
  { observation, recent }: Pick<TurnContext, 'observation' | 'recent'>,
): boolean {
  const isHere = ({ location }: Observation) => location.id === observation.location.id;
  const wasShut = (look: Observation) =>
    isHere(look) && look.waitsFor !== 'key' && !look.exits.some((exit) => isSameWay(exit, way));
  const shut = recent.findLastIndex(({ before, after }) => wasShut(before) || wasShut(after));
  if (shut === -1) return false;
  return !recent
    .slice(shut + 1)
    .some((turn) => isHere(turn.before) && moved(turn) && takes(turn.decision.action, way));
}

function isSameWay(one: Exit, other: Exit): boolean {
  return one.direction === other.direction;
}

function takes(action: string, { direction, command }: Exit): boolean {
  return walkingDirection(action) === direction || normaliseAction(action) === command;
}
