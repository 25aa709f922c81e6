import * as z from 'zod';
import { fieldOf, isJsonObject } from '../domain/json.ts';
import { haveSameWords } from '../domain/text.ts';

/** Bounds the work on text that is all braces. A reply has its object near the start. */
const MOST_STARTS = 32;

const FENCE = /```[a-z0-9]*[ \t]*\r?\n?([\s\S]*?)```/gi;

/** Texts inside a reply that may be its JSON object, or a list of objects, in the order of trial. */
export function replyJsonCandidates(text: string): string[] {
  const fenced = [...text.matchAll(FENCE)].map((match) => (match[1] ?? '').trim());
  const whole = [text.trim(), ...fenced].filter((one) => /^(?:\{|\[\s*["{])/.test(one));
  return [...new Set([...whole, ...balancedReplyJson(text)])];
}

/** The text after the first brace, for a repair. Null if it ends inside a string, where any repair would invent. */
export function unfinishedJson(text: string): string | null {
  const start = objectStart(text);
  if (start === -1) return null;
  const scan = scanReplyJson(text, start);
  return scan.inString ? null : text.slice(start, scan.end ?? text.length);
}

export function isReplyJsonCut(text: string): boolean {
  const start = text.indexOf('{');
  return start !== -1 && scanReplyJson(text, start).end === null;
}

export function isInsideReplyJson(text: string, position: number): boolean {
  const start = text.indexOf('{');
  if (start === -1 || start > position) return false;
  return (scanReplyJson(text, start).end ?? 0) > position;
}

/** The closed objects of a text, none inside another. Of a text that is all braces, only the first. */
export function balancedReplyJson(text: string): string[] {
  const found: string[] = [];
  let start = objectStart(text);
  for (let tries = 0; start !== -1 && tries < MOST_STARTS; tries++) {
    const { end } = scanReplyJson(text, start);
    if (end !== null) found.push(text.slice(start, end));
    start = objectStart(text, end ?? start + 1);
  }
  return found;
}

/** No object begins with a second brace, but templates that double braces do. */
function objectStart(text: string, from = 0): number {
  const at = text.slice(from).search(/\{(?!\s*\{)/);
  return at === -1 ? -1 : from + at;
}

/** Finds the end of the object that starts at `start`. Braces inside its strings do not count. */
export function scanReplyJson(
  text: string,
  start: number,
): { end: number | null; inString: boolean } {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return { end: index + 1, inString: false };
  }
  return { end: null, inString };
}

/** One correction may make another one possible. */
const MOST_ROUNDS = 4;

type Issue = z.core.$ZodIssue;

/**
 * Validates a value. If it does not fit, reads it as its author meant it: numbers as text, "yes" and "no", one thing for a
 * list of one, a text for an object of one text, a number beyond a limit as the limit, null for an optional field. `value`
 * itself is not changed.
 */
export function coerced<T>(value: unknown, schema: z.ZodType<T>): z.ZodSafeParseResult<T> {
  let [meant, result]: [unknown, z.ZodSafeParseResult<T>] = [value, schema.safeParse(value)];
  for (let round = 0; round < MOST_ROUNDS && !result.success; round += 1) {
    const before = meant;
    for (const issue of result.error.issues) meant = corrected(meant, issue, schema);
    if (meant === before) return result;
    result = schema.safeParse(meant);
  }
  return result;
}

/** The value with the faulty part of an issue corrected. The same value if no correction is known. */
function corrected(root: unknown, issue: Issue, schema: z.ZodType): unknown {
  const value = issue.path.reduce<unknown>(fieldOf, root);
  // An object without any field of the reply is another object.
  if (value === undefined && isForeign(root, schema)) return root;
  const reading = readingOf(value, issue, () => schemaAt(schema, issue.path));
  if (reading !== undefined) return withPart(root, issue.path, reading);
  return value === null ? withPart(root, issue.path, undefined) : root;
}

/** The fields of an object schema, also of a transformed one. */
export function fieldsOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const bare = unwrapped(schema);
  return bare instanceof z.ZodObject ? bare.shape : {};
}

function isForeign(root: unknown, schema: z.ZodType): boolean {
  const [first, ...others] = isJsonObject(root) ? Object.keys(root) : [];
  return first !== undefined && ![first, ...others].some((key) => key in fieldsOf(schema));
}

/** An object without texts that only repeat the schema's words for their fields. */
export function withoutEchoes(value: unknown, schema: z.ZodType): unknown {
  if (!isJsonObject(value)) return value;
  const fields = fieldsOf(schema);
  const entries = Object.entries(value).map(([key, one]) => {
    const field = fields[key];
    if (field === undefined) return [key, one];
    const isEcho = typeof one === 'string' && haveSameWords(one, field.description ?? '');
    return [key, isEcho ? null : withoutEchoes(one, field)];
  });
  return Object.fromEntries(entries);
}

/** An object with the reply's field names: `memoryTitle`, and `title` if one field ends in that word. */
export function asNamed(value: object, schema: z.ZodType): object {
  const missing = Object.keys(fieldsOf(schema)).filter((name) => !(name in value));
  const meant = (key: string) => {
    if (missing.length === 0 || key in fieldsOf(schema)) return key;
    const words = wordsOf(key);
    const same = missing.filter((name) => `_${wordsOf(name)}`.endsWith(`_${words}`));
    return (
      same.find((name) => wordsOf(name) === words) ?? (same.length === 1 ? same[0] : null) ?? key
    );
  };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [meant(key), one]));
}

function wordsOf(name: string): string {
  return name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[ -]/gu, '_').toLowerCase();
}

/** A copy with one part replaced. Undefined removes a field, but no entry of a list. */
function withPart(root: unknown, path: readonly PropertyKey[], part: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  const inner = withPart(fieldOf(root, key), rest, part);
  if (Array.isArray(root)) return root.map((one: unknown, index) => (index === key ? inner : one));
  if (typeof root !== 'object' || root === null) return root;
  const copy: Record<PropertyKey, unknown> = { ...root, [key]: inner };
  if (inner === undefined) Reflect.deleteProperty(copy, key);
  return copy;
}

/** The intended value. Undefined if unknown. */
function readingOf(value: unknown, issue: Issue, expected: () => z.ZodType | null): unknown {
  if (issue.code === 'too_big' && typeof value === 'number') return Number(issue.maximum);
  if (issue.code === 'too_small' && typeof value === 'number') return Number(issue.minimum);
  if (issue.code === 'invalid_value') {
    const said = String(value).trim().toLowerCase();
    return issue.values.find((one) => String(one).toLowerCase() === said);
  }
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.expected === 'array') return value === null || value === undefined ? [] : [value];
  return readAs(issue.expected, value, expected);
}

/** The only entry of a list, else the whole list, in another form. */
function readAs(type: string, value: unknown, expected: () => z.ZodType | null): unknown {
  const read = READERS[type];
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return read?.(only, expected) ?? read?.(value, expected);
}

const READERS: Readonly<
  Record<string, (value: unknown, expected: () => z.ZodType | null) => unknown>
> = {
  string: (value) =>
    ['number', 'boolean', 'string'].includes(typeof value) ? String(value) : undefined,
  number: numberIn,
  int: numberIn,
  boolean: yesOrNo,
  object: (value, expected) => objectAround(value, expected()),
};

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /\d/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function yesOrNo(value: unknown): boolean | undefined {
  const said = String(value).trim().toLowerCase();
  if (/^(?:true|yes|y|1)$/.test(said)) return true;
  return /^(?:false|no|n|0)$/.test(said) ? false : undefined;
}

/** A text or list as an object that needs only one text or list. */
function objectAround(value: unknown, expected: z.ZodType | null): unknown {
  const fields = Object.entries(expected === null ? {} : fieldsOf(expected));
  const [only, ...others] = fields.filter(([, one]) => !one.safeParse(undefined).success);
  if (only === undefined || others.length > 0) return undefined;
  const [name, field] = only;
  const isList = unwrapped(field) instanceof z.ZodArray;
  const fits = isList ? Array.isArray(value) : typeof value === 'string';
  return fits ? { [name]: value } : undefined;
}

/** The schema of a part. Null if the path leads through anything but objects, lists and optional fields. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | null {
  return path.reduce<z.ZodType | null>((at, key) => {
    const bare = at === null ? null : unwrapped(at);
    if (bare instanceof z.ZodArray) return bare.element as z.ZodType;
    if (!(bare instanceof z.ZodObject)) return null;
    return (bare.shape as Record<PropertyKey, z.ZodType>)[key] ?? null;
  }, schema);
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const { ZodOptional, ZodNullable, ZodCatch } = z;
  if ([ZodOptional, ZodNullable, ZodCatch].some((one) => schema instanceof one))
    return unwrapped((schema as z.ZodOptional<z.ZodType>).unwrap());
  if (!(schema instanceof z.ZodPipe)) return schema;
  const { in: before, out } = schema.def;
  return unwrapped((before instanceof z.ZodTransform ? out : before) as z.ZodType);
}
