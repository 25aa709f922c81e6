import type { Surroundings } from '../run/settings.ts';

/** A stream that may be a terminal. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  /** How many characters a line of the terminal has. */
  readonly columns?: number;
};

export type Input = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  destroy?(): unknown;
};

/** What the program reaches of its process: streams, environment, signals. Tests pass their own. */
export interface World extends Surroundings {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether only errors are told on stderr. */
  readonly isQuiet?: boolean;
  /** Words anew what is told: a folder that is there for a moment has another name for people. */
  readonly reword?: (text: string) => string;
  /** Hears what is noted beside answers, also when that is not told. */
  readonly onNote?: (text: string) => void;
  /** Calls back on SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
}
