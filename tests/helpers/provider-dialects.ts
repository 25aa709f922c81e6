/** How one provider's chat completions differ from the others. */
export interface Dialect {
  /** Accepted `response_format.type`s; `json_schema-strict` stands for json_schema with `strict: true`. */
  readonly formats: readonly string[];
  readonly refusedFormat: string;
  /** Body parameters that end in a 400, with its message. */
  readonly refuses: (body: Record<string, unknown>) => { param: string; message: string } | null;
  readonly error: (status: number, message: string, fields: object) => unknown;
  readonly reasoningField: 'reasoning' | 'reasoning_content';
  readonly usage: (promptTokens: number, completionTokens: number) => object;
}

const plainUsage = (prompt: number, completion: number) => ({
  usage: {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  },
});
const openAiError = (_status: number, message: string, fields: object) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...fields },
});
const all = ['json_schema-strict', 'json_schema', 'json_object', 'text'];

const base: Dialect = {
  formats: all,
  refusedFormat: 'response_format is not supported',
  refuses: () => null,
  error: openAiError,
  reasoningField: 'reasoning',
  usage: plainUsage,
};

/** Differences as the providers document them; a reasoning model is one whose name starts with `o` and a digit. */
export const DIALECTS = {
  openai: {
    ...base,
    refuses(body) {
      if (!/^o\d/.test(String(body['model']))) return null;
      if ('max_tokens' in body)
        return {
          param: 'max_tokens',
          message:
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        };
      if ('temperature' in body && body['temperature'] !== 1)
        return {
          param: 'temperature',
          message:
            "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.",
        };
      return null;
    },
    usage: (prompt, completion) => ({
      usage: {
        prompt_tokens: prompt,
        completion_tokens: completion,
        prompt_tokens_details: { cached_tokens: Math.floor(prompt / 2) },
        completion_tokens_details: { reasoning_tokens: 3 },
      },
    }),
  },
  openrouter: {
    ...base,
    error: (status, message, fields) => ({
      error: { code: status, message, metadata: {}, ...fields },
    }),
    usage: (prompt, completion) => ({
      usage: { prompt_tokens: prompt, completion_tokens: completion, cost: 0.0125 },
    }),
  },
  together: base,
  groq: {
    ...base,
    formats: ['json_object', 'text'],
    refusedFormat: 'This model does not support response format `json_schema`.',
    refuses: (body) =>
      (body['messages'] as object[]).some((message) => 'name' in message)
        ? { param: 'messages.name', message: "property 'name' is unsupported" }
        : null,
  },
  vllm: {
    ...base,
    reasoningField: 'reasoning_content',
    refuses: (body) =>
      'top_k' in body ? { param: 'top_k', message: 'Extra inputs are not permitted' } : null,
    error: (status, message, fields) => ({
      object: 'error',
      message,
      type: 'BadRequestError',
      code: status,
      ...fields,
    }),
  },
  llamacpp: {
    ...base,
    reasoningField: 'reasoning_content',
    error: (status, message, fields) => ({ error: { code: status, message, ...fields } }),
    usage: (prompt, completion) => ({ ...plainUsage(prompt, completion), timings: { cache_n: 7 } }),
  },
  ollama: {
    ...base,
    usage: (prompt, completion) => plainUsage(Math.min(prompt, 4096), completion),
  },
  /** Takes next to nothing, and never says why. */
  terse: {
    ...base,
    formats: ['text'],
    refusedFormat: 'Bad Request',
    refuses(body) {
      const taken = new Set(['model', 'messages', 'max_completion_tokens']);
      const hasSystem = (body['messages'] as { role: string }[]).some(
        ({ role }) => role === 'system',
      );
      const isMore = Object.keys(body).some((name) => !taken.has(name));
      return isMore || hasSystem ? { param: '', message: 'Bad Request' } : null;
    },
    error: () => ({ error: 'Bad Request' }),
  },
  lmstudio: {
    ...base,
    formats: ['json_schema', 'text'],
    refusedFormat: "'response_format.type' must be 'json_schema' or 'text'",
    reasoningField: 'reasoning_content',
    error: (_status, message) => ({ error: message }),
  },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;
