import { pino, stdTimeFunctions } from 'pino';
import { messageOf } from '../domain/errors.ts';
import { scoreChange } from '../domain/turn-effect.ts';
import type { Emit, ZorkEvent } from './event.ts';

export type Sink = (event: ZorkEvent) => void;

/** One Emit for many sinks. A sink that throws is reported once and then left out: a full disk must not end a game. */
export function fanOut(
  sinks: Readonly<Record<string, Sink>>,
  complain: (message: string) => void,
): Emit {
  const silenced = new Set<string>();
  return (event) => {
    for (const [name, sink] of Object.entries(sinks)) {
      if (silenced.has(name)) continue;
      try {
        sink(event);
      } catch (error) {
        silenced.add(name);
        const reason = messageOf(error);
        complain(`The ${name} stopped working and gets nothing more: ${reason}`);
      }
    }
  };
}

/** Gives a sink the events after a turn's end, and `until` those before. `start` comes between, at once for turn 0. */
export function fromTurn(
  turn: number,
  sink: Sink,
  { until = () => undefined, start = () => undefined }: { until?: Sink; start?: () => void } = {},
): Sink {
  let isOpen = turn === 0;
  if (isOpen) start();
  return (event) => {
    if (isOpen) {
      sink(event);
      return;
    }
    until(event);
    if (event.type !== 'turn-end' || event.record.turn < turn) return;
    isOpen = true;
    start();
  };
}

/** Structured log lines: one info line per turn, warnings as warnings, all else as debug. Written synchronously. */
export function logSink(write: (line: string) => void, redact: (text: string) => string): Sink {
  const settings = { level: 'debug', base: null, timestamp: stdTimeFunctions.isoTime };
  const logger = pino(settings, { write: (line) => write(redact(line)) });
  return (event) => {
    const isPiece = event.type === 'model-progress' && event.progress.type === 'receiving';
    if (!isPiece) logger[level(event)](fields(event), event.type);
  };
}

function level({ type }: ZorkEvent): 'info' | 'warn' | 'debug' {
  if (type === 'warning' || type === 'lesson-failed') return 'warn';
  const isInfo = type === 'turn-end' || type === 'episode-start' || type === 'episode-end';
  return isInfo ? 'info' : 'debug';
}

function fields(event: ZorkEvent): object {
  if (event.type === 'episode-start') {
    const { episode, seed, ifid, opening } = event;
    return { episode, seed, ifid, location: opening.location };
  }
  if (event.type === 'proposal-judged') {
    const { proposal, verdict } = event.judged;
    // The turn's record has the reasoning.
    return { turn: event.turn, action: proposal.action, verdict };
  }
  if (event.type !== 'turn-end') {
    const { type: _, ...rest } = event;
    return rest;
  }
  const { turn, decision, after } = event.record;
  return {
    turn,
    action: decision.action,
    overridden: decision.overridden,
    location: after.location,
    score: after.score,
    scoreChange: scoreChange(event.record),
    moves: after.moves,
    ended: after.ended,
  };
}

type Write = (text: string) => void;

export function transcriptSink(write: Write): Sink {
  return (event) => {
    if (event.type === 'episode-start') write(`${event.opening.text.trim()}\n`);
    if (event.type !== 'turn-end') return;
    const { decision, after } = event.record;
    write(`\n>${decision.action}\n${after.text.trim()}\n`);
  };
}

export function commandsSink(write: Write): Sink {
  return (event) => {
    if (event.type === 'turn-end') write(`${event.record.decision.action}\n`);
  };
}
