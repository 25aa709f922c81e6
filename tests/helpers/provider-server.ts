import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DIALECTS, type Dialect, type DialectName } from './provider-dialects.ts';

/** Ways to misbehave below HTTP: nothing, half a body, endless blanks, a reset, 10 MB, a page. */
export type Fault =
  | 'no-headers'
  | 'stall-body'
  | 'keep-alive'
  | 'reset'
  | 'reset-mid-body'
  | 'huge'
  | 'html';

/** What one request gets: content of a good completion, parts of its message, any HTTP answer, or a fault. */
export type ProviderReply =
  | string
  | {
      readonly content?: unknown;
      readonly reasoning?: string;
      readonly finishReason?: string | null;
      /** More fields of the message. */
      readonly message?: object;
      /** Replaces the usage of the dialect. */
      readonly usage?: object;
    }
  | {
      readonly status: number;
      /** Text as it is, anything else as JSON; absent: an error in the dialect. */
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      /** Pieces of a good completion, sent one by one where the request asks for a stream. */
      readonly pieces: readonly string[];
      /** Milliseconds before each piece. */
      readonly gapMs?: number;
      /** How it goes on after the last piece; it ends as it should when absent. */
      readonly afterwards?: 'break-off' | 'comments' | 'for-ever' | 'error';
      readonly reasoning?: readonly string[];
    }
  | { readonly fault: Fault };

const MODEL_LIST: ProviderReply = { status: 200, body: { data: [{ id: 'test-model' }] } };

/** A request as it arrived. */
export interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** A chat completions server on loopback. */
export interface ProviderServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** Every question, those that the dialect refused included. */
  readonly requests: readonly ProviderRequest[];
  /** Replaces the replies that are still to come. */
  script(replies: readonly ProviderReply[]): void;
  close(): Promise<void>;
}

/**
 * Starts a provider that speaks a dialect and gives `replies` in order, the last one for ever.
 * A request that the dialect refuses (a response format, a parameter) gets its 400 and uses up no reply.
 * A GET is answered with a list of one model, `test-model`. Close it in `afterEach`; pending requests are cut.
 */
export async function startProvider(options: {
  dialect?: DialectName;
  replies: readonly ProviderReply[];
  /** Bodies of GETs by their path, in place of the list. */
  gets?: Readonly<Record<string, unknown>>;
}): Promise<ProviderServer> {
  const dialect: Dialect = DIALECTS[options.dialect ?? 'openai'];
  const requests: ProviderRequest[] = [];
  let { replies } = options;
  let answered = 0;
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const text = await readAll(incoming);
    const body = JSON.parse(text || '{}') as Record<string, unknown>;
    if (incoming.method !== 'GET')
      requests.push({ path: incoming.url ?? '', headers: incoming.headers, body });
    const scripted = () => replies[Math.min(answered++, replies.length - 1)];
    const told = options.gets?.[incoming.url ?? ''];
    const list: ProviderReply = told === undefined ? MODEL_LIST : { status: 200, body: told };
    const reply = incoming.method === 'GET' ? list : (refusalOf(dialect, body) ?? scripted());
    answer(response, dialect, body, reply ?? 'no reply was scripted');
  };
  const server = createServer((incoming, response) => void handle(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    script(next) {
      replies = next;
      answered = 0;
    },
    close: () => close(server),
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function refusalOf(dialect: Dialect, body: Record<string, unknown>): ProviderReply | null {
  const format = body['response_format'] as
    | { type: string; json_schema?: { strict?: boolean } }
    | undefined;
  const wanted = format?.json_schema?.strict === true ? 'json_schema-strict' : format?.type;
  if (wanted !== undefined && !dialect.formats.includes(wanted))
    return { status: 400, body: dialect.error(400, dialect.refusedFormat, {}) };
  const refused = dialect.refuses(body);
  if (refused === null) return null;
  const fields = { param: refused.param, code: 'unsupported_parameter' };
  return { status: 400, body: dialect.error(400, refused.message, fields) };
}

function answer(
  response: ServerResponse,
  dialect: Dialect,
  request: Record<string, unknown>,
  reply: ProviderReply,
): void {
  if (typeof reply === 'object' && 'fault' in reply) return misbehave(response, reply.fault);
  if (typeof reply === 'object' && 'pieces' in reply) return void stream(response, dialect, reply);
  if (typeof reply === 'object' && 'status' in reply) {
    const { status, headers = {} } = reply;
    const body = reply.body ?? dialect.error(status, `made to fail with ${status}`, {});
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    return void response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(completion(dialect, request, reply)));
}

function completion(
  dialect: Dialect,
  request: Record<string, unknown>,
  reply: Exclude<
    ProviderReply,
    { status: number } | { fault: Fault } | { pieces: readonly string[] }
  >,
): object {
  const said = typeof reply === 'string' ? { content: reply } : reply;
  const { content = null, reasoning, finishReason = 'stop', message, usage } = said;
  const promptTokens = Math.ceil(JSON.stringify(request['messages']).length / 4);
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: request['model'],
    choices: [
      {
        index: 0,
        finish_reason: finishReason,
        message: {
          role: 'assistant',
          content,
          ...(reasoning === undefined ? {} : { [dialect.reasoningField]: reasoning }),
          ...message,
        },
      },
    ],
    ...(usage === undefined ? dialect.usage(promptTokens, 5) : { usage }),
  };
}

/** Server-sent events, as OpenAI sends them. */
async function stream(
  response: ServerResponse,
  dialect: Dialect,
  reply: Extract<ProviderReply, { pieces: readonly string[] }>,
): Promise<void> {
  const { pieces, gapMs = 0, afterwards, reasoning = [] } = reply;
  const send = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  const piece = async (delta: object) => {
    await sleep(gapMs);
    send({ model: 'test-model', choices: [{ index: 0, delta, finish_reason: null }] });
  };
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(': processing\n\n');
  for (const thought of reasoning) await piece({ [dialect.reasoningField]: thought });
  for (const content of pieces) await piece({ content });
  if (afterwards === 'break-off') return void response.end();
  if (afterwards === 'error')
    return void response.end('data: {"error":{"code":503,"message":"died"}}\n\n');
  while (afterwards !== undefined && !response.closed) {
    if (afterwards === 'for-ever') await piece({ content: 'and on and on ' });
    else response.write(': keep-alive\n\n');
    await sleep(1);
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ choices: [], ...dialect.usage(100, pieces.length) });
  response.end('data: [DONE]\n\n');
}

function misbehave(response: ServerResponse, fault: Fault): void {
  if (fault === 'no-headers') return;
  if (fault === 'reset') return void response.socket?.resetAndDestroy();
  if (fault === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' });
    return void response.end('<!doctype html><title>Sign in to the network</title>');
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if (fault === 'huge') return void response.end(Buffer.alloc(10_000_000, ' '));
  response.write('{"id":"chatcmpl-1","choices":[');
  if (fault === 'reset-mid-body') setImmediate(() => response.socket?.resetAndDestroy());
  if (fault === 'keep-alive') {
    const timer = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(timer));
  }
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
