import { fork, type ChildProcess } from 'node:child_process';
import * as z from 'zod';

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('played') }),
  /** `escapeCode` is that of the error, or `crashed` if the process ended. */
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
]);

export type PlayOutcome = Readonly<z.infer<typeof outcomeSchema>>;

/** A process that plays one episode after the other and knows no database: what breaks it loses no lease. */
export class PlayerProcess {
  readonly #args: readonly string[];
  readonly #cwd: string;
  #child: ChildProcess | null = null;

  /** `args` is the command line of this very program that serves as the other end. */
  constructor(args: readonly string[], cwd: string) {
    this.#args = args;
    this.#cwd = cwd;
  }

  /** Plays the episode in a prepared folder. Never rejects. */
  play(folder: string): Promise<PlayOutcome> {
    const child = this.#running();
    return new Promise((resolve) => {
      const end = (outcome: PlayOutcome) => {
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        resolve(outcome);
      };
      const onMessage = (message: unknown) => {
        const read = outcomeSchema.safeParse(message);
        if (read.success) end(read.data);
      };
      const onExit = (code: number | null, signal: string | null) => {
        end(crashed(`The process that played ended with ${signal ?? `code ${code}`}.`));
      };
      const onError = ({ message }: Error) => {
        end(crashed(`No process could be started to play (${message}).`));
      };
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      child.send({ folder }, () => undefined);
    });
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #running(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const child = fork(process.argv[1] ?? '', [...this.#args], {
      cwd: this.#cwd,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // An ended process may be gone only after the next one was started, which must still be ended then.
    const forget = () => {
      if (this.#child === child) this.#child = null;
    };
    child.once('exit', forget).once('error', forget);
    this.#child = child;
    return child;
  }
}

function crashed(message: string): PlayOutcome {
  return { kind: 'failed', code: 'crashed', message };
}

const orderSchema = z.object({ folder: z.string() });

/** The other end: plays what the parent process sends until that is gone. Never resolves. */
export function servePlayer(play: (folder: string) => Promise<PlayOutcome>): Promise<never> {
  // A key pressed in a terminal is for the parent, which ends this process.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // Without its parent, its work is thrown away.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (message: unknown) => {
    const order = orderSchema.safeParse(message);
    if (!order.success) return;
    void play(order.data.folder).then((outcome) => process.send?.(outcome));
  });
  return new Promise(() => undefined);
}
