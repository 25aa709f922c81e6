/** A JSON object whose fields are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value of a text. Undefined if it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of an object or an entry of a list. Undefined for any other value. */
export function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** A value as the text of a file that people read. */
export function jsonFile(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The values on the lines of a file; null stands for no file. A damaged line, or one that fits no schema, is skipped. */
export function parsedJsonLines<T extends object>(
  bytes: Uint8Array | null,
  schema: { safeParse(value: unknown): { readonly data?: T | undefined } },
): readonly T[] {
  const lines = new TextDecoder().decode(bytes ?? new Uint8Array()).split('\n');
  return lines.flatMap((line) => schema.safeParse(parsedJson(line)).data ?? []);
}

/** The inverse of `parsedJsonLines`. */
export function printJsonLines(values: Iterable<object>): Uint8Array {
  return new TextEncoder().encode([...values].map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** A value for a message: its JSON, cut. */
export function shortJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 200);
}

interface Difference {
  readonly path: string;
  readonly recorded: unknown;
  readonly now: unknown;
}

/** Where two JSON values first differ, depth first. Null if they are equal. Pure. */
export function firstJsonDifference(recorded: unknown, now: unknown, path = ''): Difference | null {
  if (Object.is(recorded, now)) return null;
  if (!isBranch(recorded) || !isBranch(now)) return { path, recorded, now };
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(now)])) {
    const below = path === '' ? key : `${path}.${key}`;
    const difference = firstJsonDifference(recorded[key], now[key], below);
    if (difference !== null) return difference;
  }
  return null;
}

function isBranch(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** Data with `change` applied to each text in it; keys stay. Equal texts, frequent in prompts, are changed once. */
export function changeJsonTexts<T>(value: T, change: (text: string) => string): T {
  const changed = new Map<string, string>();
  const once = (text: string): string => {
    const known = changed.get(text) ?? change(text);
    changed.set(text, known);
    return known;
  };
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return once(part);
    if (Array.isArray(part)) return part.map(walk);
    if (part instanceof Map) return new Map([...part].map(([key, one]) => [walk(key), walk(one)]));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, walk(one)]));
  };
  return walk(value) as T;
}
