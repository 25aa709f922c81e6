import { jsonrepair } from 'jsonrepair';
import * as z from 'zod';
import { freeFormValue } from './free-form.ts';
import { isCut, jsonCandidates, unfinishedObject } from './json-candidates.ts';
import type { ModelReply } from './model.ts';

/** How much of a text is searched for an object, in characters; bounds the work on a runaway reply. */
const LONGEST_ANSWER = 256 * 1024;

/** A reply's value, or what is wrong with it in words that its author can act on. */
export type ParsedReply<T> =
  | { readonly ok: true; readonly value: T; readonly from: 'text' | 'reasoning' | 'repaired-text' }
  | {
      readonly ok: false;
      readonly kind: 'malformed' | 'empty' | 'cut' | 'refusal';
      readonly problem: string;
    };

/** How a reply is read. */
export interface Wanted<T> {
  readonly replySchema: z.ZodType<T>;
  /**
   * What the one field may be called that alone makes an answer, its own name first. With it a reply is also read in
   * other forms than an object, other fields may be missing or of another type, and a cut object counts when this field
   * is whole.
   */
  readonly essential?: readonly [string, ...string[]];
}

/**
 * Reads the object that a reply should be: from its text, else from its reasoning when the text is empty, else from its
 * text with the syntax repaired, else from any form that says the essential field plainly. Never throws; the first value
 * that fits the schema wins. A reply that was cut is never repaired: the missing end would be invented.
 */
export function parseReply<T>(reply: ModelReply, wanted: Wanted<T>): ParsedReply<T> {
  const text = reply.text.slice(0, LONGEST_ANSWER).trim();
  const read = firstFit(jsonCandidates(text), wanted);
  if (read.value !== undefined) return { ok: true, value: read.value.data, from: 'text' };
  if (text === '') {
    const thoughts = reply.reasoning.slice(-LONGEST_ANSWER);
    const thought = firstFit(jsonCandidates(thoughts).toReversed(), wanted);
    if (thought.value !== undefined)
      return { ok: true, value: thought.value.data, from: 'reasoning' };
  }
  const isWhole = reply.finishReason !== 'length' && reply.text.length <= LONGEST_ANSWER;
  const mended = firstFit([...(isWhole ? repairs(text) : []), ...freeForm(text, wanted)], wanted);
  if (mended.value !== undefined && reply.finishReason !== 'refusal')
    return { ok: true, value: mended.value.data, from: 'repaired-text' };
  return { ok: false, ...fault(reply, text, !isWhole || isCut(text), read.problem) };
}

/** The object that another form of the essential field stands for. */
function freeForm(text: string, { essential }: Wanted<unknown>): string[] {
  if (essential === undefined) return [];
  const value = freeFormValue(text, essential);
  return value === null ? [] : [JSON.stringify({ [essential[0]]: value })];
}

function fault(
  reply: ModelReply,
  text: string,
  wasCut: boolean,
  problem: string | null,
): { kind: 'malformed' | 'empty' | 'cut' | 'refusal'; problem: string } {
  if (reply.finishReason === 'refusal')
    return { kind: 'refusal', problem: 'The reply was a refusal.' };
  if (wasCut && problem === null)
    return { kind: 'cut', problem: 'The reply was cut off before its end.' };
  if (text === '') return { kind: 'empty', problem: 'The reply was empty.' };
  return { kind: 'malformed', problem: problem ?? 'The reply contains no JSON object.' };
}

/** The first candidate that parses and fits, boxed because a valid value may be anything; else why the best one fails. */
function firstFit<T>(
  candidates: readonly string[],
  wanted: Wanted<T>,
): { value?: { data: T }; problem: string | null } {
  let problem: string | null = null;
  for (const candidate of candidates) {
    const json = parseJson(candidate);
    if (json === undefined) continue;
    for (const value of variants(json.value, wanted.essential)) {
      const result = fit(value, wanted);
      if (result.success) return { value: { data: result.data }, problem: null };
      problem ??= z.prettifyError(result.error);
    }
  }
  return { problem };
}

/** Deepest an answer is looked for inside of others: `{"tool":{"arguments":{…}}}`. */
const DEEPEST = 3;

/** A value, and with an essential field the objects inside it that have that field, under whatever name it may have. */
function variants(value: unknown, essential: Wanted<unknown>['essential'], depth = 0): unknown[] {
  if (essential === undefined || !isPlainObject(value)) return [value];
  const [field] = essential;
  const name = essential.find((one) => typeof value[one] === 'string' || Array.isArray(value[one]));
  const inner = depth < DEEPEST ? Object.values(value) : [];
  const nested = inner.flatMap((one) => {
    const parsed = typeof one === 'string' && one.startsWith('{') ? parseJson(one)?.value : one;
    return isPlainObject(parsed) ? variants(parsed, essential, depth + 1) : [];
  });
  return name === undefined ? [value, ...nested] : [{ ...value, [field]: onlyOne(value[name]) }];
}

/** The element of a list of one. */
function onlyOne(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}

/**
 * Validates; what fails only because an absent field came as null is tried again without those nulls, and with an
 * essential field whatever stands in the other ones is read as well as it can be, or left out.
 */
function fit<T>(value: unknown, { replySchema, essential }: Wanted<T>): z.ZodSafeParseResult<T> {
  const result = replySchema.safeParse(value);
  if (result.success) return result;
  const mended = result.error.issues.filter(({ path }) =>
    essential === undefined
      ? dropNull(value, path)
      : mend(value, path[0], replySchema, essential[0]),
  );
  return mended.length > 0 ? replySchema.safeParse(value) : result;
}

function dropNull(root: unknown, path: readonly PropertyKey[]): boolean {
  const field = path.at(-1);
  const parent = path.slice(0, -1).reduce<unknown>(property, root);
  if (typeof field !== 'string' || !isPlainObject(parent) || parent[field] !== null) return false;
  return Reflect.deleteProperty(parent, field);
}

/** Gives a field of the object the first reading of its value that its schema accepts; the last is none at all. */
function mend(root: unknown, field: unknown, schema: z.ZodType, essential: string): boolean {
  if (!isPlainObject(root) || typeof field !== 'string' || field === essential) return false;
  const expected: unknown = schema instanceof z.ZodObject ? schema.shape[field] : undefined;
  if (!(expected instanceof z.ZodType)) return false;
  const value = root[field];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const other = typeof first === 'number' ? String(first) : numberIn(first);
  const readings = [first, other, null, undefined, ''];
  const reading = readings.find((one) => one !== value && expected.safeParse(one).success);
  Reflect.set(root, field, reading);
  return true;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'string' && /\d/.test(value) ? Number(value) : undefined;
}

function property(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function repairs(text: string): string[] {
  const object = unfinishedObject(text);
  if (object === null) return [];
  try {
    return [jsonrepair(object)];
  } catch {
    // Beyond repair is an answer: the problem of the text as it came is reported.
    return [];
  }
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text, text.includes('__proto__') ? withoutProto : undefined) };
  } catch {
    return undefined;
  }
}

function withoutProto(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
