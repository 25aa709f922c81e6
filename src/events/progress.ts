import { scoreChange } from '../domain/turn-effect.ts';
import type { CallProgress } from '../domain/message.ts';
import type { Observation } from '../domain/observation.ts';
import { painted } from '../domain/painted.ts';
import { clockText, plural, visibleLine, visibleText } from '../domain/text.ts';
import { withoutAdvice } from '../domain/errors.ts';
import type { ZorkEvent } from './event.ts';
import { liveProgressLines, type Terminal } from './live-lines.ts';
import { EMPTY_METER, type Meter, addToMeter } from './meter.ts';
import { transcriptSink } from './sinks.ts';

interface EpisodeStanding {
  readonly episode: number;
  readonly maxTurns: number;
  /** The first turn that this run played, and its end by the clock that is passed in. */
  readonly first: { readonly turn: number; readonly at: number } | null;
  readonly turn: number;
  readonly action: string | null;
  readonly after: Pick<Observation, 'location' | 'score' | 'maxScore'> | null;
  readonly meter: Meter;
  /** The progress of a question, and its time. Null if none was asked. */
  readonly asking: { readonly progress: CallProgress; readonly at: number } | null;
  /** When the wait for an endpoint began. Null if none is waited for. */
  readonly waitsSince: number | null;
  /** Milliseconds of waits since the first turn. */
  readonly waitedMs: number;
  readonly isOver: boolean;
}

export function newProgress(episode: number, maxTurns: number): EpisodeStanding {
  const nothing = { first: null, turn: 0, action: null, after: null, asking: null, isOver: false };
  return { episode, maxTurns, ...nothing, waitsSince: null, waitedMs: 0, meter: EMPTY_METER };
}

export function progressAfter(standing: EpisodeStanding, event: ZorkEvent, at = 0) {
  const next = { ...standing, meter: addToMeter(standing.meter, event) };
  if (event.type === 'episode-start') {
    const { maxTurns, recorded = 0, opening } = event;
    return { ...next, maxTurns, turn: recorded, after: recorded === 0 ? opening : null };
  }
  if (event.type === 'model-progress') {
    const { progress } = event;
    return {
      ...next,
      ...waits(standing, at, progress.type === 'waiting'),
      asking: { progress, at },
    };
  }
  if (event.type === 'model-call') return { ...next, ...waits(standing, at, false), asking: null };
  if (event.type === 'episode-end') return { ...next, isOver: true };
  if (event.type !== 'turn-end') return next;
  const { turn, decision, after } = event.record;
  const begun = standing.first === null ? { first: { turn, at }, waitedMs: 0 } : {};
  return { ...next, ...begun, turn, action: decision.action, after };
}

/** The waits up to a moment. */
function waits({ waitsSince, waitedMs }: EpisodeStanding, at: number, isWaiting: boolean) {
  if (isWaiting) return { waitsSince: waitsSince ?? at, waitedMs };
  return { waitsSince: null, waitedMs: waitedMs + (waitsSince === null ? 0 : at - waitsSince) };
}

/** So narrow a terminal gets two lines for an episode. */
const NARROW = 50;

/**
 * One line of at most `width` characters, or two where that is narrow, with the most important parts. `since` is when this
 * run took the episode up.
 */
export function progressLine(
  standing: EpisodeStanding,
  { now, since }: { readonly now: number; readonly since: number },
  width: number,
): string {
  const { episode, turn, maxTurns, after, isOver } = standing;
  const { memoriesAdded, costUsd } = standing.meter;
  const asking = askingParts(standing, now);
  const isWaiting = standing.asking?.progress.type === 'waiting';
  const head = `ep ${episode} turn ${turn}/${maxTurns}`;
  if (head.length >= width) return head.slice(0, width);
  const parts = [
    { text: head, rank: 0 },
    { text: doing(standing), rank: 3 },
    { text: after === null ? '' : pointsOf(after), rank: 1 },
    { text: after === null || isOver ? '' : visibleLine(after.location.name), rank: 4 },
    { text: memoriesAdded === 0 ? '' : plural(memoriesAdded, 'memory', 'memories'), rank: 6 },
    { text: isWaiting ? '' : clockText(now - since), rank: 3.5 },
    { text: isWaiting ? '' : restOf(standing, now), rank: 5 },
    { text: costUsd ? `$${costUsd.toFixed(2)}` : '', rank: 7 },
    ...asking.map((text, at) => ({ text, rank: isWaiting ? ([0.1, 0.2, 0.3][at] ?? 8) : 2 })),
  ].filter(({ text }) => text !== '');
  const most = width < NARROW ? 2 : 1;
  const fitting = [...parts]
    .sort((a, b) => a.rank - b.rank)
    .reduce<typeof parts>((kept, part) => {
      const more = parts.filter((one) => one === part || kept.includes(one));
      const lines = linesOf(more, width);
      return lines.length <= most && lines.every((line) => line.length <= width) ? more : kept;
    }, []);
  return linesOf(fitting, width).join('\n  ');
}

/** The parts in lines of at most `width` characters. A longer part has a line of its own. */
function linesOf(parts: readonly { readonly text: string }[], width: number): readonly string[] {
  return parts.reduce<readonly string[]>((lines, { text }) => {
    const line = [...lines.slice(-1), text].join(SEPARATOR);
    return line.length <= width ? [...lines.slice(0, -1), line] : [...lines, text];
  }, []);
}

const SEPARATOR = ' · ';
/** The work after the last turn. */
const OVER = 'over; what it taught is checked';

/** Without the time for what an earlier run played, and for endpoints. Lessons are checked for an unknown time after the last turn. */
function restOf({ first, turn, maxTurns, waitedMs, isOver }: EpisodeStanding, now: number): string {
  if (first === null || isOver) return '';
  return rest(now - first.at - waitedMs, { done: turn - first.turn, left: maxTurns - turn });
}

/** The time that the rest takes at the same rate. Empty if nothing is done. */
function rest(elapsedMs: number, { done, left }: { readonly done: number; readonly left: number }) {
  return done === 0 ? '' : `${clockText((elapsedMs / done) * left)} left`;
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
    `waiting ${clockText(downMs + laterMs)}`,
    `next try in ${next} s`,
    `gives up in ${clockText(Math.max(0, patienceMs - downMs - laterMs))}`,
    visibleLine(withoutAdvice(why)),
  ];
}

/** Takes in the events of each episode in play. */
export type ProgressSink = (event: ZorkEvent, episode: number) => void;

const PLAIN_INTERVAL = 25;
const WIDTH = 80;
/** Space before a line for the spinner and a blank, and after it, where a terminal would break the line. */
const BESIDE = 3;

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
  const says = () => {
    const width = (stream.columns ?? WIDTH) - BESIDE;
    const told = [...standings.values()].map(({ standing, since }) =>
      progressLine(standing, { now: now(), since }, width),
    );
    return told.map((line) => (isPainted ? painted(line) : line)).join('\n  ');
  };
  const lines = liveProgressLines(stream, says, isPainted);
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

/** The progress of a count: `pair 3 of 80 · 0:21 · 9:10 left`. The rest is unknown before the first is done. */
export function countLine(
  what: string,
  { done, of }: { readonly done: number; readonly of: number },
  elapsedMs: number,
): string {
  const left = rest(elapsedMs, { done, left: of - done });
  const times = [clockText(elapsedMs), left].filter((text) => text !== '');
  return [`${what} ${Math.min(done + 1, of)} of ${of}`, ...times].join(SEPARATOR);
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
