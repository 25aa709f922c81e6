import type { Sink } from './fan-out.ts';

type Write = (text: string) => void;

/** Play as a person would have seen it: the game's text, commands behind a prompt sign. */
export function transcriptSink(write: Write): Sink {
  return (event) => {
    if (event.type === 'episode-start') write(`${event.opening.text.trim()}\n`);
    if (event.type !== 'turn-end') return;
    const { decision, after } = event.record;
    write(`\n>${decision.action}\n${after.text.trim()}\n`);
  };
}

/** A command recording: one command per line, as other interpreters replay it. */
export function commandsSink(write: Write): Sink {
  return (event) => {
    if (event.type === 'turn-end') write(`${event.record.decision.action}\n`);
  };
}
