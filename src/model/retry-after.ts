/**
 * Milliseconds a provider asks to wait, uncapped: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date
 * (RFC 9110 §10.2.3). Null when it says nothing, a negative time, or nonsense.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const exact = wait(headers.get('retry-after-ms'), 1);
  if (exact !== null) return exact;
  const value = headers.get('retry-after');
  const seconds = wait(value, 1000);
  if (seconds !== null || value === null) return seconds;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return date > now ? date - now : null;
}

function wait(value: string | null, unit: number): number | null {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * unit : null;
}
