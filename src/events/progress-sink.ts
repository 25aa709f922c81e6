import ora from 'ora';
import type { CallProgress } from '../domain/message.ts';
import { scoreChange } from '../domain/turn-record.ts';
import type { Sink } from './fan-out.ts';

/** Where the run stands, for the line a person watches. */
export interface Progress {
  readonly episodes: number;
  readonly maxTurns: number;
}

const PLAIN_INTERVAL = 25;

/** One line that changes in place on a terminal; the spinner library writes nothing where the stream is no terminal. */
export function liveProgress(stream: NodeJS.WritableStream, progress: Progress): Sink {
  const spinner = ora({ stream, discardStdin: false });
  let finished = 0;
  return (event) => {
    if (event.type === 'episode-start') spinner.start(`episode ${event.episode}`);
    if (event.type === 'turn-end') {
      const { turn, after } = event.record;
      const points = ` · score ${after.score ?? 'unknown'}`;
      spinner.text = `episode ${finished + 1}/${progress.episodes} · turn ${turn}/${progress.maxTurns}${points} · ${visible(after.location.name)}`;
    }
    if (event.type === 'model-progress') spinner.suffixText = progressOf(event.progress);
    if (event.type === 'model-call') spinner.suffixText = '';
    if (event.type === 'episode-end') {
      finished += 1;
      spinner.stop();
    }
  };
}

/** One line per 25 turns, per change of score and per pause for an endpoint. */
export function plainProgress(write: (text: string) => void, progress: Progress): Sink {
  return (event) => {
    if (event.type === 'model-progress' && event.progress.type === 'waiting')
      write(`${progressOf(event.progress)}\n`);
    if (event.type !== 'turn-end') return;
    const { turn, after } = event.record;
    if (turn % PLAIN_INTERVAL !== 0 && scoreChange(event.record) === 0) return;
    write(
      `turn ${turn}/${progress.maxTurns}, score ${after.score ?? 'unknown'}, ${visible(after.location.name)}\n`,
    );
  };
}

function progressOf(progress: CallProgress): string {
  if (progress.type === 'receiving') return `receiving, ${progress.characters} characters`;
  const [what = progress.why] = progress.why.split('; ');
  return `waiting ${Math.ceil(progress.waitMs / 1000)} s: ${visible(what)}`;
}

/** Controls of a story, and what reorders the text around it, made visible: no name can steer a terminal or end a line. */
export function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu,
    (control) => `\\x${control.codePointAt(0)?.toString(16).padStart(2, '0')}`,
  );
}
