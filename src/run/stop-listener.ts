import { setMaxListeners } from 'node:events';

/** After a request to stop, this long until the turn in progress is given up. */
const PATIENCE_MS = 1_500;

export type StopListener = ReturnType<typeof listenForStop>;

/** The first signal stops after the turn in progress, which is given up after 1.5 seconds; the second stops at once. */
export function listenForStop(ports: {
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
  readonly complain: (message: string) => void;
}) {
  const now = new AbortController();
  // Every call of every episode that is played at the same time listens.
  setMaxListeners(0, now.signal);
  let by: NodeJS.Signals | null = null;
  let patience: NodeJS.Timeout | undefined;
  const giveUp = () => now.abort(new Error('stopped on request'));
  const end = ports.onSignal((signal) => {
    if (by !== null) {
      giveUp();
      return;
    }
    by = signal;
    ports.complain('Stopping after this turn; once more stops at once.');
    patience = setTimeout(giveUp, PATIENCE_MS).unref();
  });
  return {
    /** Fires when the turn in progress is given up. */
    signal: now.signal,
    /** The signal that asked to stop; null while none did. */
    by: () => by,
    giveUp,
    end() {
      clearTimeout(patience);
      end();
    },
  };
}
