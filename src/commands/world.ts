import type { Surroundings } from '../run/settings.ts';

export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

export type Input = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  destroy?(): unknown;
};

/** What the program uses of its process: streams, environment, signals. Tests pass their own. */
export interface World extends Surroundings {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly isQuiet?: boolean;
  /** Changes messages: a temporary folder gets the name that people know. */
  readonly reword?: (text: string) => string;
  /** Receives every note, even those that `--quiet` hides. */
  readonly onNote?: (text: string) => void;
  /** Calls back on SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
}
