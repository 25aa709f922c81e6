import ora from 'ora';
import { scoreChange } from '../domain/turn-effect.ts';
import type { CallProgress } from '../domain/message.ts';
import type { Observation } from '../domain/observation.ts';
import { painted } from '../domain/painted.ts';
import { clockText, plural, visibleLine, visibleText } from '../domain/text.ts';
import { withoutAdvice } from '../domain/errors.ts';
import type { ZorkEvent } from './event.ts';
import { EMPTY_METER, type Meter, addToMeter } from './meter.ts';
import { transcriptSink } from './sinks.ts';

interface EpisodeStanding {
  readonly episode: number;
  readonly maxTurns: number;
  /** The first turn that this run played. 0 before it. */
  readonly firstTurn: number;
  readonly turn: number;
  readonly action: string | null;
  readonly after: Pick<Observation, 'location' | 'score' | 'maxScore'> | null;
  readonly meter: Meter;
  /** The progress of a question, and its time by the clock that is passed in. Null if none was asked. */
  readonly asking: { readonly progress: CallProgress; readonly at: number } | null;
  readonly isOver: boolean;
}

export function newProgress(episode: number, maxTurns: number): EpisodeStanding {
  const nothing = { firstTurn: 0, turn: 0, action: null, after: null, asking: null, isOver: false };
  return { episode, maxTurns, ...nothing, meter: EMPTY_METER };
}

export function progressAfter(standing: EpisodeStanding, event: ZorkEvent, at = 0) {
  const next = { ...standing, meter: addToMeter(standing.meter, event) };
  if (event.type === 'episode-start') {
    const { maxTurns, recorded = 0, opening } = event;
    return { ...next, maxTurns, turn: recorded, after: recorded === 0 ? opening : null };
  }
  if (event.type === 'model-progress') return { ...next, asking: { progress: event.progress, at } };
  if (event.type === 'model-call') return { ...next, asking: null };
  if (event.type === 'episode-end') return { ...next, isOver: true };
  if (event.type !== 'turn-end') return next;
  const { turn, decision, after } = event.record;
  const firstTurn = standing.firstTurn === 0 ? turn : standing.firstTurn;
  return { ...next, turn, firstTurn, action: decision.action, after };
}

/** One line of at most `width` characters, the most important parts first. `since` is when this run took the episode up. */
export function progressLine(
  standing: EpisodeStanding,
  { now, since }: { readonly now: number; readonly since: number },
  width: number,
): string {
  const { episode, firstTurn, turn, maxTurns, after, isOver } = standing;
  const { memoriesAdded, costUsd } = standing.meter;
  const asking = askingParts(standing, now);
  const isWaiting = standing.asking?.progress.type === 'waiting';
  const played = firstTurn === 0 || isWaiting ? 0 : turn - firstTurn + 1;
  // Its lessons are checked after the last turn, for an unknown time.
  const times = isOver
    ? clockText(now - since)
    : timeAndRest(now - since, { done: played, left: maxTurns - turn }, 'left to play');
  const head = `ep ${episode} turn ${turn}/${maxTurns}`;
  if (head.length >= width) return head.slice(0, width);
  const parts = [
    { text: head, rank: 0 },
    { text: doing(standing), rank: 3 },
    { text: after === null ? '' : pointsOf(after), rank: 1 },
    { text: after === null || isOver ? '' : visibleLine(after.location.name), rank: 4 },
    { text: memoriesAdded === 0 ? '' : plural(memoriesAdded, 'memory', 'memories'), rank: 6 },
    { text: times, rank: 5 },
    { text: costUsd ? `$${costUsd.toFixed(2)}` : '', rank: 7 },
    ...asking.map((text, at) => ({ text, rank: [isWaiting ? 0.5 : 2, 2, 2.5][at] ?? 8 })),
  ].filter(({ text }) => text !== '');
  const fitting = [...parts]
    .sort((a, b) => a.rank - b.rank)
    .reduce<typeof parts>((kept, part) => {
      const more = [...kept, part];
      return joined(more).length <= width ? more : kept;
    }, []);
  return joined(parts.filter((part) => fitting.includes(part)));
}

const SEPARATOR = ' · ';
/** The work after the last turn. */
const OVER = 'over; what it taught is checked';

function joined(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join(SEPARATOR);
}

function timeAndRest(
  elapsedMs: number,
  { done, left }: { readonly done: number; readonly left: number },
  what: string,
): string {
  const rest = done === 0 ? '' : `, ${clockText((elapsedMs / done) * left)} ${what}`;
  return `${clockText(elapsedMs)}${rest}`;
}

function pointsOf({ score, maxScore }: Pick<Observation, 'score' | 'maxScore'>): string {
  if (score === null) return 'no score';
  return maxScore === null ? String(score) : `${score}/${maxScore}`;
}

function doing({ isOver, action, turn }: EpisodeStanding): string {
  if (isOver) return OVER;
  if (action !== null) return `> ${visibleLine(action)}`;
  return turn === 0 ? '' : 'repeats what was played';
}

/** The progress of a question at a moment, the most important parts first. Empty if none was asked. */
function askingParts({ asking }: EpisodeStanding, now: number): readonly string[] {
  if (asking === null) return [];
  const { progress, at } = asking;
  const laterMs = now - at;
  if (progress.type === 'receiving') return [`receiving, ${progress.characters} characters`];
  const { waitMs, downMs, patienceMs, why } = progress;
  const next = Math.max(0, Math.ceil((waitMs - laterMs) / 1000));
  return [
    `down for ${clockText(downMs + laterMs)}`,
    `next try in ${next} s`,
    `gives up in ${clockText(Math.max(0, patienceMs - downMs - laterMs))}`,
    visibleLine(withoutAdvice(why)),
  ];
}

/** Takes in the events of each episode in play. */
export type ProgressSink = (event: ZorkEvent, episode: number) => void;

const PLAIN_INTERVAL = 25;
const WIDTH = 80;
const TICK_MS = 1_000;
/** Space before a line for the spinner and a blank, and after it, where a terminal would break the line. */
const BESIDE = 3;

type Terminal = NodeJS.WritableStream & { readonly columns?: number };

/** One line for each episode in play, updated in place on a terminal. Nothing is written elsewhere. */
export function liveProgress(
  stream: Terminal,
  {
    maxTurns,
    isPainted = false,
    now = () => performance.now(),
  }: { readonly maxTurns: number; readonly isPainted?: boolean; readonly now?: () => number },
): ProgressSink {
  const standings = new Map<
    number,
    { readonly standing: EpisodeStanding; readonly since: number }
  >();
  const lines = liveProgressLines(stream, () => {
    const width = (stream.columns ?? WIDTH) - BESIDE;
    const told = [...standings.values()].map(({ standing, since }) =>
      progressLine(standing, { now: now(), since }, width),
    );
    return told.map((line) => (isPainted ? painted(line) : line)).join('\n  ');
  });
  return (event, episode) => {
    if (event.type === 'episode-start')
      standings.set(episode, { standing: newProgress(episode, maxTurns), since: now() });
    const known = standings.get(episode);
    // Events after its end change no line.
    if (known === undefined) return;
    standings.set(episode, { ...known, standing: progressAfter(known.standing, event, now()) });
    if (event.type === 'episode-filed') standings.delete(episode);
    if (standings.size === 0) lines.stop();
    else lines.show();
  };
}

/** Lines that are updated in place on a terminal, also by the clock alone, until they are stopped. Nothing elsewhere. */
export function liveProgressLines(stream: Terminal, says: () => string) {
  const spinner = ora({ stream, discardStdin: false });
  let ticking: NodeJS.Timeout | undefined;
  const show = () => {
    spinner.text = says();
  };
  return {
    show() {
      show();
      // The engine may be busy for long afterwards, when no clock can draw it.
      if (spinner.isSpinning) {
        spinner.render();
        return;
      }
      ticking = setInterval(show, TICK_MS).unref();
      spinner.start();
    },
    stop() {
      clearInterval(ticking);
      spinner.stop();
    },
  };
}

/** The progress of a count: `pair 3 of 80 · 0:21, 9:10 left`. The rest is unknown before the first is done. */
export function countLine(
  what: string,
  { done, of }: { readonly done: number; readonly of: number },
  elapsedMs: number,
): string {
  const times = timeAndRest(elapsedMs, { done, left: of - done }, 'left');
  return `${what} ${Math.min(done + 1, of)} of ${of}${SEPARATOR}${times}`;
}

/** One line per 25 turns and per change of score, each with its episode. An outage is reported once for all of them. */
export function plainProgress(write: (text: string) => void, maxTurns: number): ProgressSink {
  const limits = new Map<number, number>();
  return (event, episode) => {
    if (event.type === 'episode-start') limits.set(episode, event.maxTurns);
    if (event.type === 'episode-end') write(`episode ${episode}: ${OVER}\n`);
    if (event.type !== 'turn-end') return;
    const { turn, decision, after } = event.record;
    if (turn % PLAIN_INTERVAL !== 0 && scoreChange(event.record) === 0) return;
    write(
      `episode ${episode}: turn ${turn}/${limits.get(episode) ?? maxTurns}, > ${visibleLine(decision.action)}, score ${pointsOf(after)}, ${visibleLine(after.location.name)}\n`,
    );
  };
}

/** The game as it is played. With several episodes, each piece names its own. */
export function transcriptProgress(write: (text: string) => void): ProgressSink {
  let shown: number | null = null;
  const sink = transcriptSink((text) => write(visibleText(text)));
  return (event, episode) => {
    const isPlay = event.type === 'episode-start' || event.type === 'turn-end';
    if (isPlay && shown !== episode) write(`${shown === null ? '' : '\n'}[episode ${episode}]\n`);
    if (isPlay) shown = episode;
    sink(event);
  };
}
