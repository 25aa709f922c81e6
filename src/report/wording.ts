/** A count for people: `1,234`, `56.7 k`, `1.2 M`. */
export function count(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toFixed(1))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toFixed(value >= 1e5 ? 0 : 1))} k`;
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** US dollars, with as many decimals as a small sum needs. */
export function dollars(value: number): string {
  return `$${value.toFixed(value >= 1 || value === 0 ? 2 : 4)}`;
}

/** US dollars without the decimals that say nothing: `$0.3`. */
export function shortDollars(value: number): string {
  return `$${Number(value.toPrecision(3))}`;
}

export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Day and minute of an ISO 8601 time, as it is written there. */
export function moment(iso: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? `${iso.slice(0, 10)} ${iso.slice(11, 16)}` : iso;
}

/** `45/350`, or what is known of it. */
export function points(score: number | null, maxScore: number | null): string {
  if (score === null) return 'unknown';
  return maxScore === null ? String(score) : `${score}/${maxScore}`;
}
