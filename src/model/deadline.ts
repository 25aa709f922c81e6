/** A time limit around work that may not listen to being aborted. */
interface Deadline {
  readonly signal: AbortSignal;
  readonly ms: number;
  /** The error when time is up. */
  readonly expired: () => Error;
}

/**
 * Runs `work` until it settles, the signal aborts (rejects with its reason) or time is up (rejects with `expired()`).
 * The signal given to `work` is aborted in the last two cases; nothing waits for `work` to notice. `renew` starts the time
 * anew: the work shows signs of life.
 */
export async function withDeadline<T>(
  { signal, ms, expired }: Deadline,
  work: (signal: AbortSignal, renew: () => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(expired()), ms);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await untilAborted(controller.signal, () =>
      work(controller.signal, () => void timer.refresh()),
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Runs `work` until it settles or the signal aborts, whichever comes first; rejects with the signal's reason then. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let onAbort = () => undefined as void;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
