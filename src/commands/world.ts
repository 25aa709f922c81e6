/** What a command reaches of the process: streams, environment, signals. Tests pass their own. */
export interface World {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  /** Calls back on SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
}

/** The answer of a command; everything else goes to stderr. */
export function print(world: World, text: string): void {
  world.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function note(world: World, text: string): void {
  world.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
}
