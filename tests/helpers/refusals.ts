import type { ModelErrorKind } from '../../src/domain/errors.ts';
import type { ProviderReply } from './provider-server.ts';

/** One refusal as a provider words it, and what has to come of it. */
export interface Refusal {
  readonly from: string;
  readonly what: string;
  readonly reply: ProviderReply;
  readonly kind: ModelErrorKind;
  readonly does: string;
  readonly retryAfterMs?: number;
}

const WAITS = 'waits';
const NO_KEY = 'ends the run, 77';
const NO_MODEL = 'ends the run, 78';
const ENDS = 'ends the episode';

/** Refusals in the words of the providers. */
export const REFUSALS: readonly Refusal[] = [
  {
    from: 'OpenAI',
    what: 'requests per minute, back in 148 ms',
    reply: {
      status: 429,
      body: {
        error: {
          message:
            'Rate limit reached for gpt-5-mini in organization org-x on tokens per min (TPM): Limit 200000, Used 199500, Requested 994. Please try again in 148ms. Visit https://platform.openai.com/account/rate-limits to learn more.',
          type: 'tokens',
          param: null,
          code: 'rate_limit_exceeded',
        },
      },
    },
    kind: 'rate',
    does: WAITS,
    retryAfterMs: 148,
  },
  {
    from: 'OpenAI',
    what: 'no credit',
    reply: {
      status: 429,
      headers: { 'retry-after': '1' },
      body: {
        error: {
          message:
            'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs.',
          type: 'insufficient_quota',
          param: null,
          code: 'insufficient_quota',
        },
      },
    },
    kind: 'quota',
    does: NO_KEY,
    retryAfterMs: 1000,
  },
  {
    from: 'OpenAI',
    what: 'wrong key',
    reply: {
      status: 401,
      body: {
        error: {
          message: 'Incorrect API key provided.',
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_api_key',
        },
      },
    },
    kind: 'auth',
    does: NO_KEY,
  },
  {
    from: 'OpenAI',
    what: 'unknown model',
    reply: {
      status: 404,
      body: {
        error: {
          message: 'The model `gpt-9` does not exist or you do not have access to it.',
          type: 'invalid_request_error',
          param: null,
          code: 'model_not_found',
        },
      },
    },
    kind: 'unknown-model',
    does: NO_MODEL,
  },
  {
    from: 'OpenAI',
    what: 'too long a prompt',
    reply: {
      status: 400,
      body: {
        error: {
          message:
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
          type: 'invalid_request_error',
          param: 'messages',
          code: 'context_length_exceeded',
        },
      },
    },
    kind: 'context',
    does: ENDS,
  },
  {
    from: 'Azure',
    what: 'calls per minute',
    reply: {
      status: 429,
      body: {
        error: {
          code: '429',
          message:
            'Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-10-21 have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 6 seconds.',
        },
      },
    },
    kind: 'rate',
    does: WAITS,
    retryAfterMs: 6000,
  },
  {
    from: 'Azure',
    what: 'no such deployment',
    reply: {
      status: 404,
      body: {
        error: {
          code: 'DeploymentNotFound',
          message: 'The API deployment for this resource does not exist.',
        },
      },
    },
    kind: 'unknown-model',
    does: NO_MODEL,
  },
  {
    from: 'Azure',
    what: 'content filter',
    reply: {
      status: 400,
      body: {
        error: {
          message:
            "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          type: null,
          param: 'prompt',
          code: 'content_filter',
          innererror: { code: 'ResponsibleAIPolicyViolation' },
        },
      },
    },
    kind: 'refusal',
    does: ENDS,
  },
  {
    from: 'Anthropic',
    what: 'overload',
    reply: {
      status: 529,
      body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    },
    kind: 'server',
    does: WAITS,
  },
  {
    from: 'Anthropic',
    what: 'no credit, as a bad request',
    reply: {
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message:
            'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
        },
      },
    },
    kind: 'quota',
    does: NO_KEY,
  },
  {
    from: 'Gemini',
    what: 'requests per minute, called a quota',
    reply: {
      status: 429,
      body: [
        {
          error: {
            code: 429,
            message:
              'You exceeded your current quota, please check your plan and billing details. Quota exceeded for metric: generate_content_free_tier_requests, limit: 15',
            status: 'RESOURCE_EXHAUSTED',
            details: [
              { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
              { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' },
            ],
          },
        },
      ],
    },
    kind: 'rate',
    does: WAITS,
    retryAfterMs: 37_000,
  },
  {
    from: 'Gemini',
    what: 'wrong key, as a bad request',
    reply: {
      status: 400,
      body: [
        {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
            details: [
              { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
            ],
          },
        },
      ],
    },
    kind: 'auth',
    does: NO_KEY,
  },
  {
    from: 'Gemini',
    what: 'overload',
    reply: {
      status: 503,
      body: {
        error: {
          code: 503,
          message: 'The model is overloaded. Please try again later.',
          status: 'UNAVAILABLE',
        },
      },
    },
    kind: 'server',
    does: WAITS,
  },
  {
    from: 'Groq',
    what: 'tokens per day, back in minutes',
    reply: {
      status: 429,
      body: {
        error: {
          message:
            'Rate limit reached for model `llama-3.3-70b-versatile` in organization `org_x` on tokens per day (TPD): Limit 100000, Used 99336, Requested 1203. Please try again in 7m45.696s.',
          type: 'tokens',
          code: 'rate_limit_exceeded',
        },
      },
    },
    kind: 'rate',
    does: WAITS,
    retryAfterMs: 465_696,
  },
  {
    from: 'Mistral',
    what: 'requests per second',
    reply: { status: 429, body: { message: 'Requests rate limit exceeded' } },
    kind: 'rate',
    does: WAITS,
  },
  {
    from: 'Mistral',
    what: 'wrong key',
    reply: { status: 401, body: { detail: 'Unauthorized' } },
    kind: 'auth',
    does: NO_KEY,
  },
  {
    from: 'DeepSeek',
    what: 'no credit',
    reply: {
      status: 402,
      body: {
        error: {
          message: 'Insufficient Balance',
          type: 'unknown_error',
          param: null,
          code: 'invalid_request_error',
        },
      },
    },
    kind: 'quota',
    does: NO_KEY,
  },
  {
    from: 'OpenRouter',
    what: 'no credit, inside a 200',
    reply: {
      status: 200,
      body: {
        error: {
          code: 402,
          message: 'This request requires more credits, or fewer max_tokens.',
          metadata: { provider_name: null },
        },
      },
    },
    kind: 'quota',
    does: NO_KEY,
  },
  {
    from: 'OpenRouter',
    what: 'unknown model, as a bad request',
    reply: {
      status: 400,
      body: { error: { message: 'acme/none is not a valid model ID', code: 400 } },
    },
    kind: 'unknown-model',
    does: NO_MODEL,
  },
  {
    from: 'vLLM',
    what: 'too long a prompt',
    reply: {
      status: 400,
      body: {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (3000 in the messages, 2000 in the completion).",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    },
    kind: 'context',
    does: ENDS,
  },
  {
    from: 'llama.cpp',
    what: 'still loading',
    reply: {
      status: 503,
      body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    },
    kind: 'server',
    does: WAITS,
  },
  {
    from: 'Ollama',
    what: 'model not pulled',
    reply: {
      status: 404,
      body: {
        error: {
          message: 'model "qwen3" not found, try pulling it first',
          type: 'api_error',
          param: null,
          code: null,
        },
      },
    },
    kind: 'unknown-model',
    does: NO_MODEL,
  },
  {
    from: 'LM Studio',
    what: 'nothing loaded',
    reply: {
      status: 400,
      body: { error: 'No models loaded. Please load a model in the developer page.' },
    },
    kind: 'unknown-model',
    does: NO_MODEL,
  },
];
