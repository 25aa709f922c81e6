import { jsonrepair } from 'jsonrepair';
import * as z from 'zod';
import { canonicalAction } from '../domain/command.ts';
import { unlessBroken } from '../domain/errors.ts';
import { fieldOf, isJsonObject, type JsonObject } from '../domain/json.ts';
import {
  asNamed,
  coerced,
  fieldsOf,
  isReplyJsonCut,
  replyJsonCandidates,
  unfinishedJson,
  withoutEchoes,
} from './reply-json.ts';
import {
  freeFormCommands,
  onlyFreeFormValue,
  freeFormValues,
  freeFormKey,
  type Essential,
  type TextState,
} from './free-form.ts';
import {
  labelHoldsAnswer,
  isNoPlaceholder,
  isLabelledByOther,
  leadsToAnswer,
  labelNamesAnswer,
  labelNamesOther,
} from './label-words.ts';
import { commandOf } from './prose-command.ts';
import { proseStanding } from './prose-standing.ts';
import type { ModelReply } from './model.ts';

/** So many characters of a text are searched for an object. Bounds the work on a runaway reply. */
const LONGEST_ANSWER = 256 * 1024;

/** A reply's value, or what is wrong with it in words that its author can act on. */
export type ParsedReply<T> =
  | { readonly ok: true; readonly value: T; readonly from: 'text' | 'repaired-text' }
  | Fault;

export interface Fault {
  readonly ok: false;
  readonly kind: 'malformed' | 'empty' | 'cut' | 'loop' | 'refusal';
  readonly problem: string;
}

export interface Wanted<T> {
  readonly replySchema: z.ZodType<T>;
  /** The field that alone makes an answer. With it other forms are read, and other fields may be missing or wrong. */
  readonly essential?: Essential;
}

/** Zero-width spaces, soft hyphens and the like. */
const INVISIBLE = /\p{Cf}/gu;

const SEVERAL = 'The reply holds several different answers; give one: one command per turn.';

/**
 * Reads the object of a reply: from its text, its repaired text, or any form that says the essential field plainly. Several
 * different answers count as none, unless one is marked final. A cut text is neither repaired nor read in free form, because
 * its end would be invented. Never throws.
 */
export function parseReply<T>(reply: ModelReply, wanted: Wanted<T>): ParsedReply<T> {
  const seen = reply.text.slice(0, LONGEST_ANSWER).replaceAll(INVISIBLE, '');
  const text = unwrapped(seen.trim(), wanted.essential === undefined);
  const read = bestFit(replyJsonCandidates(text), wanted, text);
  if (read.value !== undefined) return { ok: true, value: read.value.data, from: 'text' };
  const isStopped = reply.finishReason === 'length' || reply.finishReason === 'loop';
  const isWhole = !isStopped && reply.text.length <= LONGEST_ANSWER;
  const wasCut = !isWhole || isReplyJsonCut(text);
  const repaired = isWhole && read.isSeveral !== true ? repairs(text) : [];
  const state = wasCut ? 'cut' : repaired.length === 0 ? 'free' : 'object';
  const free = read.isSeveral === true ? [] : freeForms(text, wanted.essential, state);
  if (free.length > 1) return fault('malformed', SEVERAL);
  const { value } = bestFit([...repaired, ...free], wanted, text);
  if (value !== undefined && reply.finishReason !== 'refusal')
    return { ok: true, value: value.data, from: 'repaired-text' };
  return faultOf(reply, text, wasCut, read.problem);
}

/** An object for each value that a free-form reply says plainly. */
function freeForms(text: string, essential: Essential | undefined, state: TextState): string[] {
  if (essential === undefined) return [];
  const [name] = essential.names;
  return freeFormValues(text, essential, state).map((value) => JSON.stringify({ [name]: value }));
}

function fault(kind: Fault['kind'], problem: string): Fault {
  return { ok: false, kind, problem };
}

function faultOf(reply: ModelReply, text: string, wasCut: boolean, problem: string | null): Fault {
  const { finishReason } = reply;
  if (finishReason === 'refusal') return fault('refusal', 'The reply was a refusal.');
  if (finishReason === 'loop')
    return fault('loop', 'The reply repeated itself until it was stopped.');
  if (wasCut && problem === null) return fault('cut', 'The reply was cut off before its end.');
  if (text === '') return fault('empty', 'The reply was empty.');
  return fault('malformed', problem ?? 'The reply contains no JSON object.');
}

/** The result of reading candidates: a boxed value, because any value may be valid; else why the best candidate fails. */
interface Fit<T> {
  readonly value?: { readonly data: T };
  readonly problem: string | null;
  readonly isSeveral?: true;
}

/** Of the candidates that fit the final one, else the only answer with an essential field, else the first. */
function bestFit<T>(candidates: readonly string[], wanted: Wanted<T>, text: string): Fit<T> {
  const { essential } = wanted;
  const found: { readonly data: T; readonly standing: ReturnType<typeof proseStanding> }[] = [];
  const said = ({ data }: { readonly data: T }) => String(fieldOf(data, essential?.names[0] ?? ''));
  let problem: string | null = null;
  for (const { value, candidate } of valuesOf(candidates, wanted)) {
    const result = fit(value, wanted);
    if (!result.success) problem ??= z.prettifyError(result.error);
    else if (!essential || isNoPlaceholder(said(result)))
      found.push({ data: result.data, standing: standingOf(value, candidate, text) });
  }
  const called = (name: 'final' | null) => found.filter((one) => one.standing === name);
  const groups = [called('final'), called(null), essential ? [] : found];
  const meant = groups.find(({ length }) => length > 0) ?? [];
  const answers = new Set(meant.map((one) => canonicalAction(said(one))));
  const [first] = meant;
  if (first !== undefined && answers.size === 1) return { value: first, problem: null };
  return meant.length === 0 ? { problem } : { problem: SEVERAL, isSeveral: true };
}

function valuesOf(candidates: readonly string[], wanted: Wanted<unknown>) {
  return candidates.flatMap((candidate) => {
    const json = parseJson(candidate);
    return json ? variants(json.value, wanted).map((value) => ({ value, candidate })) : [];
  });
}

/** What an object says of itself, else what the words around it say. */
function standingOf(value: unknown, candidate: string, text: string) {
  if (fieldOf(value, 'final') === true) return 'final';
  const at = text.indexOf(candidate);
  return at === -1 ? null : proseStanding(text.slice(0, at), text.slice(at + candidate.length));
}

/** The most levels of nesting around an answer: `{"tool":{"arguments":{…}}}`. */
const DEEPEST = 3;

/** A value; with an essential field also the objects in it with that field, else the one text that can be it. */
function variants(value: unknown, wanted: Wanted<unknown>, depth = 0, isNamed = true): unknown[] {
  const { essential, replySchema } = wanted;
  if (!isJsonObject(value)) return [value];
  if (essential === undefined)
    return [asNamed(flattened(value, replySchema), replySchema), ...insideOf(value, wanted, depth)];
  if (isLabelledByOther(value, fieldsOf(replySchema))) return [];
  const [field] = essential.names;
  const input = fieldOf(value, `${field}_input`);
  if (input !== undefined) return variants({ [field]: input, ...Object(input) }, wanted, depth + 1);
  const name = freeFormKey(value, essential.names);
  const nested = name === undefined ? insideOf(value, wanted, depth) : [];
  if (name !== undefined) {
    const said = onlyFreeFormValue(value[name]);
    const meant = typeof said === 'string' ? freeFormCommands(said, essential.begins) : [said];
    return meant.map((one) => ({ ...value, [field]: one }));
  }
  const others = Object.entries(value).filter(
    ([key]) => labelHoldsAnswer(key) && !(key in fieldsOf(replySchema)),
  );
  const commands = others.flatMap(([, one]) => {
    const said = onlyFreeFormValue(one);
    return typeof said === 'string' ? (commandOf(said, essential.begins) ?? []) : [];
  });
  const sole = isNamed && nested.length === 0 && commands.length === 1;
  return [sole ? { ...value, [field]: commands[0] } : value, ...nested];
}

/** An object with the fields of the objects in it that nobody asked for: `{"memory": {"title": …}}`. Its own fields win. */
function flattened(value: JsonObject, schema: z.ZodType): JsonObject {
  const inner = Object.entries(value).filter(([key]) => !(key in fieldsOf(schema)));
  const objects = inner.map(([, one]) => one).filter(isJsonObject);
  return Object.assign({}, ...objects, value) as JsonObject;
}

function insideOf(value: JsonObject, wanted: Wanted<unknown>, depth: number): unknown[] {
  if (depth === DEEPEST) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const sole = Array.isArray(one) ? onlyFreeFormValue(one) : one;
    const parsed = typeof sole === 'string' && sole.startsWith('{') ? parseJson(sole)?.value : sole;
    return isJsonObject(parsed) && mayAnswer(key, parsed, wanted)
      ? variants(parsed, wanted, depth + 1, labelNamesAnswer(key))
      : [];
  });
}

/** Under an unknown name, an object is the answer only if it has more of the reply's fields. */
function mayAnswer(key: string, inner: object, { essential, replySchema }: Wanted<unknown>) {
  if (essential === undefined || leadsToAnswer(key)) return true;
  const known = Object.keys(fieldsOf(replySchema)).filter((name) => name in inner);
  return known.length > 1 && !labelNamesOther(key);
}

/** Validates the intended value. With an essential field, other fields that cannot be read are left out. */
function fit<T>(value: unknown, { replySchema, essential }: Wanted<T>): z.ZodSafeParseResult<T> {
  const meant = withoutEchoes(value, replySchema);
  const result = coerced(meant, replySchema);
  if (result.success || essential === undefined || !isJsonObject(meant)) return result;
  const bare = { ...meant };
  for (const field of new Set(result.error.issues.map(({ path }) => String(path[0]))))
    if (field !== essential.names[0]) bare[field] = readable(meant[field], field, replySchema);
  return coerced(bare, replySchema);
}

/** The first of a list, or nothing, in the form that the field accepts. */
function readable(value: unknown, field: string, schema: z.ZodType): unknown {
  const expected = fieldsOf(schema)[field];
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  const readings = [first, null, undefined, ''];
  return readings.find((one) => expected instanceof z.ZodType && expected.safeParse(one).success);
}

/** Unwraps a reply that is a JSON string, a list of one that is no answer itself, or the content of such a string. */
function unwrapped(text: string, mayBeList: boolean): string {
  const inner = (mayBeList ? /^"/ : /^["[]/).test(text)
    ? onlyFreeFormValue(parseJson(text)?.value)
    : undefined;
  if (typeof inner === 'string') return inner;
  return /^\{\s*\\"/.test(text) ? text.replaceAll('\\"', '"') : text;
}

function repairs(text: string): string[] {
  const object = unfinishedJson(text);
  // If repair fails, the problem of the original text is reported.
  const repaired = object === null ? null : unlessBroken(() => jsonrepair(object), Error);
  return repaired === null ? [] : [repaired];
}

function parseJson(text: string): { value: unknown } | undefined {
  const withoutProto = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);
  try {
    return { value: JSON.parse(text, text.includes('__proto__') ? withoutProto : undefined) };
  } catch {
    return undefined;
  }
}
