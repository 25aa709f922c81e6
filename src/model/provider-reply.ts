import * as z from 'zod';
import { parsedJson } from '../domain/json.ts';

/** An object with these fields. Any other value counts as one without any. */
const loose = <T extends z.ZodRawShape>(shape: T) => {
  const object = z.object(shape);
  return object.catch(() => object.parse({}));
};

/** Text of another program. Any other value counts as empty. */
const text = z.string().catch('');

/** A count of tokens. Anything but a positive number counts as 0. */
const tokens = z
  .number()
  .positive()
  .transform((count) => Math.floor(count))
  .catch(0);

/** The arguments of a tool call: JSON in a text, or the object itself. */
const given = z
  .union([z.string(), z.looseObject({}).transform((object) => JSON.stringify(object))])
  .catch('');

const part = loose({ type: text, text, input: given });

/** Content as text: a string, an object, or the parts that some endpoints send (texts and tool arguments). */
const content = z
  .union([
    z.string(),
    z.array(part).transform((parts) =>
      parts
        .filter(({ type }) => !/think|reason/.test(type))
        .map((one) => one.text || one.input)
        .join(''),
    ),
    z.looseObject({}).transform((one) => part.parse(one).text || JSON.stringify(one)),
  ])
  .catch('');

const details = z
  .array(loose({ text, summary: text }))
  .transform((parts) => parts.map((part) => part.text || part.summary))
  .transform((texts) => texts.filter(Boolean).join('\n\n'))
  .catch('');

const called = loose({ arguments: given });

const message = loose({
  content,
  /** Some models answer by calling a tool that nobody offered. */
  tool_calls: z.array(loose({ function: called })).catch([]),
  function_call: called,
  refusal: text,
  reasoning_details: details,
  reasoning_content: text,
  reasoning: text,
});

const choiceFields = {
  index: z.number().catch(0),
  message,
  finish_reason: text,
  error: z.unknown().optional(),
};

const usage = loose({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  prompt_tokens_details: loose({ cached_tokens: tokens, cache_write_tokens: tokens }),
  prompt_cache_hit_tokens: tokens,
  completion_tokens_details: loose({ reasoning_tokens: tokens }),
  /** US dollars. */
  cost: z.number().nonnegative().nullable().catch(null),
});

const completion = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      loose({ ...choiceFields, text }).transform(({ text: old, ...choice }) => ({
        ...choice,
        message: { ...choice.message, content: choice.message.content || old },
      })),
    )
    .catch([]),
  usage,
  timings: loose({ cache_n: tokens }),
  model: text,
});

/** A chat completion of any known provider. Missing fields and fields of another type are empty. */
export type Completion = z.infer<typeof completion>;

/** Reads the body of an answer. Null if it is no JSON object. Never throws. */
export function readCompletion(body: string): Completion | null {
  const value = parsedJson(body);
  // Some gateways send the JSON as a JSON string.
  const sent = typeof value === 'string' && value.startsWith('{') ? parsedJson(value) : value;
  return completion.safeParse(sent).data ?? null;
}

const chunk = loose({
  choices: z.array(loose({ ...choiceFields, delta: message.optional(), text })).catch([]),
  model: text,
  usage: z.unknown().optional(),
  timings: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** One piece of a streamed completion, and its fields other than choices. Never throws. */
export function readProviderChunk(value: unknown) {
  const { choices: sent, ...others } = chunk.parse(value);
  // Some servers send whole messages, or texts as of old completions.
  const choices = sent.map(({ message: whole, text: content, delta, ...choice }) => ({
    ...choice,
    delta: delta ?? { ...whole, content: whole.content || content },
    isWhole: delta === undefined && whole.content !== '',
  }));
  const beside = Object.fromEntries(Object.entries(others).filter(([, one]) => Boolean(one)));
  return { choices, beside };
}

const names = {
  code: z.union([z.string(), z.number().transform(String)]).catch(''),
  type: text,
  status: text,
  reason: text,
};
const named = loose(names);

const errorShape = loose({
  ...names,
  message: text,
  param: text,
  details: z.array(named).catch([]),
  innererror: named,
  /** The message of the provider behind a router. */
  metadata: loose({ raw: text }),
  failed_generation: z.string().nullable().catch(null),
});

const errorBody = loose({
  error: z.union([z.string().transform((said) => errorShape.parse({ message: said })), errorShape]),
  /** FastAPI names the field it refuses in the last part of `loc`, and why in `msg`. */
  detail: z
    .tuple([loose({ loc: z.array(z.unknown()).catch([]), msg: text })])
    .rest(z.unknown())
    .catch([{ loc: [], msg: '' }]),
});

/** The body of a refusal, in any shape that endpoints use. Missing fields are empty. Never throws. */
export function readError(body: string) {
  const sent = parsedJson(body);
  // Google sends a list of one.
  const value: unknown = Array.isArray(sent) ? sent[0] : sent;
  const { error, detail } = errorBody.parse(value);
  const top = errorShape.parse(value);
  return {
    message: [error.message || top.message || detail[0].msg, error.metadata.raw]
      .filter(Boolean)
      .join(' '),
    param: error.param || top.param || text.parse(detail[0].loc.at(-1)),
    code: error.code || error.type || top.code || top.type,
    /** All names of the error: codes, types, statuses and reasons, those of its details included. */
    codes: [error, top, ...error.details, error.innererror]
      .flatMap(({ code, type, status, reason }) => [code, type, status, reason])
      .join(' '),
    /** The model's output when the endpoint gave up (Groq). */
    failedGeneration: error.failed_generation ?? top.failed_generation,
  };
}
