import * as z from 'zod';
import { fieldOf } from '../domain/json.ts';

/** Bounds the work on text that is all braces: a reply has its object near the start. */
const MOST_STARTS = 32;

const FENCE = /```[a-z0-9]*[ \t]*\r?\n?([\s\S]*?)```/gi;

/** Texts inside a reply that may be its JSON object, or a list of such, in the order to try them. */
export function jsonCandidates(text: string): string[] {
  const fenced = [...text.matchAll(FENCE)].map((match) => (match[1] ?? '').trim());
  const whole = [text.trim(), ...fenced].filter((one) => /^(?:\{|\[\s*\{)/.test(one));
  return [...new Set([...whole, ...balancedObjects(text)])];
}

/** What follows the first brace, for a repair; null when the text ends inside a string, where any repair would invent. */
export function unfinishedObject(text: string): string | null {
  const start = objectStart(text);
  if (start === -1) return null;
  const scan = scanObject(text, start);
  return scan.inString ? null : text.slice(start, scan.end ?? text.length);
}

export function isCut(text: string): boolean {
  const start = text.indexOf('{');
  return start !== -1 && scanObject(text, start).end === null;
}

/** Whether a position lies inside an object that is opened before it and closed after it. */
export function isInsideObject(text: string, position: number): boolean {
  const start = text.indexOf('{');
  if (start === -1 || start > position) return false;
  return (scanObject(text, start).end ?? 0) > position;
}

/** The objects of a text that are closed, none inside another one; of a text that is all braces only the first. */
export function balancedObjects(text: string): string[] {
  const found: string[] = [];
  let start = objectStart(text);
  for (let tries = 0; start !== -1 && tries < MOST_STARTS; tries++) {
    const { end } = scanObject(text, start);
    if (end !== null) found.push(text.slice(start, end));
    start = objectStart(text, end ?? start + 1);
  }
  return found;
}

/** No object begins with a second brace; templates that double them do. */
function objectStart(text: string, from = 0): number {
  const at = text.slice(from).search(/\{(?!\s*\{)/);
  return at === -1 ? -1 : from + at;
}

/** Finds the end of the object that starts at `start`, braces inside its strings not counted. */
export function scanObject(text: string, start: number): { end: number | null; inString: boolean } {
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

/** What one correction may make possible to correct next. */
const MOST_ROUNDS = 4;

type Issue = z.core.$ZodIssue;

/**
 * Validates a value, and where it does not fit reads it as its author meant it: numbers as text, "yes" and "no", one
 * thing for a list of one, a text for an object of one text, a number beyond a limit as the limit, null for what may be
 * absent. `value` itself is not changed.
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

/** The value with the part corrected that an issue is about; the same value where no correction is known. */
function corrected(root: unknown, issue: Issue, schema: z.ZodType): unknown {
  const value = issue.path.reduce<unknown>(fieldOf, root);
  const reading = readingOf(value, issue, () => schemaAt(schema, issue.path));
  if (reading !== undefined) return withPart(root, issue.path, reading);
  return value === null ? withPart(root, issue.path, undefined) : root;
}

/** A copy in which one part is another; undefined takes a field out. Lists lose nothing. */
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

/** What a value was meant to be; undefined where that is not known. */
function readingOf(value: unknown, issue: Issue, expected: () => z.ZodType | null): unknown {
  if (issue.code === 'too_big' && typeof value === 'number') return Number(issue.maximum);
  if (issue.code === 'too_small' && typeof value === 'number') return Number(issue.minimum);
  if (issue.code === 'invalid_value') {
    const said = String(value).trim().toLowerCase();
    return issue.values.find((one) => String(one).toLowerCase() === said);
  }
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.expected === 'array') return value === null || value === undefined ? [] : [value];
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return READERS[issue.expected]?.(only, expected);
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

/** A text as the object that needs no more than one text. */
function objectAround(value: unknown, expected: z.ZodType | null): unknown {
  if (typeof value !== 'string' || !(expected instanceof z.ZodObject)) return undefined;
  const shape: Readonly<Record<string, z.ZodType>> = expected.shape;
  const needed = Object.entries(shape).filter(([, one]) => !one.safeParse(undefined).success);
  const [only, ...others] = needed.map(([key]) => key);
  return only === undefined || others.length > 0 ? undefined : { [only]: value };
}

/** The schema of a part; null where the way there leads through something else than objects, lists and what may be absent. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | null {
  return path.reduce<z.ZodType | null>((at, key) => {
    const bare = at === null ? null : unwrapped(at);
    if (bare instanceof z.ZodArray) return bare.element as z.ZodType;
    if (!(bare instanceof z.ZodObject)) return null;
    return (bare.shape as Record<PropertyKey, z.ZodType>)[key] ?? null;
  }, schema);
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? unwrapped(schema.in as z.ZodType) : schema;
}
