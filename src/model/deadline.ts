/** A time limit around work that may not listen to being aborted. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly ms: number;
  /** The error when time is up. */
  readonly expired: () => Error;
}

/**
 * Runs `work` until it settles, the signal aborts (rejects with its reason) or time is up (rejects with `expired()`).
 * The signal given to `work` is aborted in the last two cases; nothing waits for `work` to notice.
 */
export async function withDeadline<T>(
  { signal, ms, expired }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const { promise: stopped, reject } = rejectable();
  const controller = new AbortController();
  const stop = (reason: unknown) => {
    reject(reason);
    controller.abort(reason);
  };
  const onAbort = () => stop(signal.reason);
  const timer = setTimeout(() => stop(expired()), ms);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function rejectable(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  return { promise, reject };
}
