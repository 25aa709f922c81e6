import { jsonrepair } from 'jsonrepair';
import * as z from 'zod';
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

/**
 * Reads the object that a reply should be: from its text, else from its reasoning when the text is empty, else from its
 * text with the syntax repaired. Never throws; the first value that fits the schema wins.
 * A reply that was cut is never repaired: the missing end would be invented.
 */
export function parseReply<T>(reply: ModelReply, schema: z.ZodType<T>): ParsedReply<T> {
  const text = reply.text.slice(0, LONGEST_ANSWER).trim();
  const thoughts = reply.reasoning.slice(-LONGEST_ANSWER);
  const read = firstFit(jsonCandidates(text), schema);
  if (read.value !== undefined) return { ok: true, value: read.value.data, from: 'text' };
  if (text === '') {
    const thought = firstFit(jsonCandidates(thoughts).toReversed(), schema);
    if (thought.value !== undefined)
      return { ok: true, value: thought.value.data, from: 'reasoning' };
  }
  const isWhole = reply.finishReason !== 'length' && reply.text.length <= LONGEST_ANSWER;
  const wasCut = !isWhole || isCut(text);
  if (isWhole) {
    const repaired = firstFit(repairs(text), schema);
    if (repaired.value !== undefined)
      return { ok: true, value: repaired.value.data, from: 'repaired-text' };
  }
  return { ok: false, ...fault(reply, text, wasCut, read.problem) };
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
  schema: z.ZodType<T>,
): { value?: { data: T }; problem: string | null } {
  let problem: string | null = null;
  for (const candidate of candidates) {
    const json = parseJson(candidate);
    if (json === undefined) continue;
    const result = fit(json.value, schema);
    if (result.success) return { value: { data: result.data }, problem: null };
    problem ??= z.prettifyError(result.error);
  }
  return { problem };
}

/** Validates; what fails only because an absent field came as null is tried again without those nulls. */
function fit<T>(value: unknown, schema: z.ZodType<T>): z.ZodSafeParseResult<T> {
  const result = schema.safeParse(value);
  if (result.success) return result;
  const dropped = result.error.issues.filter(({ path }) => dropNull(value, path));
  return dropped.length > 0 ? schema.safeParse(value) : result;
}

function dropNull(root: unknown, path: readonly PropertyKey[]): boolean {
  const field = path.at(-1);
  const parent = path.slice(0, -1).reduce<unknown>(property, root);
  if (typeof field !== 'string' || !isPlainObject(parent) || parent[field] !== null) return false;
  return Reflect.deleteProperty(parent, field);
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
