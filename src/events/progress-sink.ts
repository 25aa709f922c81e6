import ora from 'ora';
import { painted } from '../domain/painted.ts';
import { visibleText } from '../domain/text.ts';
import { scoreChange } from '../domain/turn-record.ts';
import type { ZorkEvent } from './event.ts';
import {
  standingAfter,
  newStanding,
  pointsOf,
  progressLine,
  visible,
  type EpisodeStanding,
} from './progress-line.ts';
import { transcriptSink } from './file-sinks.ts';

/** Takes in what happens in each of the episodes that are played at the same time. */
export type ProgressSink = (event: ZorkEvent, episode: number) => void;

const PLAIN_INTERVAL = 25;
const WIDTH = 80;
const TICK_MS = 1_000;
/** Before a line: the sign that turns, and a blank; after it a terminal would break the line. */
const BESIDE = 3;

/** A terminal, as far as it is asked. */
type Terminal = NodeJS.WritableStream & { readonly columns?: number };

/**
 * One line for each episode that is played, which change in place on a terminal; the spinner library writes nothing where
 * the stream is no terminal.
 */
export function liveProgress(
  stream: Terminal,
  {
    maxTurns,
    isPainted = false,
    now = () => performance.now(),
  }: { readonly maxTurns: number; readonly isPainted?: boolean; readonly now?: () => number },
): ProgressSink {
  const spinner = ora({ stream, discardStdin: false });
  const standings = new Map<
    number,
    { readonly standing: EpisodeStanding; readonly since: number }
  >();
  const show = () => {
    const width = (stream.columns ?? WIDTH) - BESIDE;
    const lines = [...standings.values()].map(({ standing, since }) =>
      progressLine(standing, { now: now(), since }, width),
    );
    spinner.text = lines.map((line) => (isPainted ? painted(line) : line)).join('\n  ');
  };
  let ticking: NodeJS.Timeout | null = null;
  const tick = (isOn: boolean) => {
    if (ticking !== null) clearInterval(ticking);
    // The clock goes on while nothing happens.
    ticking = isOn ? setInterval(show, TICK_MS).unref() : null;
  };
  return (event, episode) => {
    if (event.type === 'episode-start')
      standings.set(episode, { standing: newStanding(episode, maxTurns), since: now() });
    const known = standings.get(episode);
    // What comes after an episode's end changes nothing that is shown.
    if (known === undefined) return;
    standings.set(episode, { ...known, standing: standingAfter(known.standing, event, now()) });
    if (event.type === 'episode-end') standings.delete(episode);
    show();
    if (standings.size === 0) {
      tick(false);
      spinner.stop();
    } else if (!spinner.isSpinning) {
      tick(true);
      spinner.start();
    }
  };
}

/** One line per 25 turns and per change of score, each with its episode; an outage is told once for all of them. */
export function plainProgress(write: (text: string) => void, maxTurns: number): ProgressSink {
  const limits = new Map<number, number>();
  return (event, episode) => {
    if (event.type === 'episode-start') limits.set(episode, event.maxTurns);
    if (event.type !== 'turn-end') return;
    const { turn, decision, after } = event.record;
    if (turn % PLAIN_INTERVAL !== 0 && scoreChange(event.record) === 0) return;
    write(
      `episode ${episode}: turn ${turn}/${limits.get(episode) ?? maxTurns}, > ${visible(decision.action)}, score ${pointsOf(after)}, ${visible(after.location.name)}\n`,
    );
  };
}

/** The game as it is played; where several are, each piece says whose it is. */
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
