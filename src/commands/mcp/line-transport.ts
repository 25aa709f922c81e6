import {
  JSONRPC_VERSION,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { linesOf } from '../play/read-commands.ts';
import type { World } from '../world.ts';

/** Longest message; an assistant's call is a few hundred characters. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Requests that came before the end of input are answered for so long. */
const LAST_ANSWERS_MS = 2_000;

/**
 * JSON-RPC over lines of standard input and output. A line that is no JSON is answered with -32700, one that is no message
 * with -32600; what came before the end of input is still answered.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #streams: Pick<World, 'stdin' | 'stdout'>;
  readonly #waiting = new Set<string | number>();
  #settled: () => void = () => undefined;
  #isClosed = false;

  constructor(streams: Pick<World, 'stdin' | 'stdout'>) {
    this.#streams = streams;
  }

  start(): Promise<void> {
    this.#streams.stdout.on('error', () => void this.close());
    void this.#read();
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#write(message);
    if ('id' in message && message.id !== undefined && !('method' in message)) {
      this.#waiting.delete(message.id);
      if (this.#waiting.size === 0) this.#settled();
    }
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#settled();
    // An input that nobody closes would keep the process.
    this.#streams.stdin.destroy?.();
    this.onclose?.();
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.#streams.stdin, MOST_CHARACTERS)) {
        if (this.#isClosed) return;
        if (line.trim() !== '') this.#take(line);
      }
    } catch (error) {
      if (!this.#isClosed)
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    await this.#lastAnswers();
    await this.close();
  }

  #take(line: string): void {
    const read = readMessage(line);
    if ('message' in read) {
      const { message } = read;
      if ('method' in message && 'id' in message) this.#waiting.add(message.id);
      this.onmessage?.(message);
      return;
    }
    const { problem: message, code } = read;
    this.onerror?.(new Error(message));
    this.#write({ jsonrpc: JSONRPC_VERSION, id: null, error: { code, message } });
  }

  #lastAnswers(): Promise<void> {
    if (this.#waiting.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#settled = resolve;
      setTimeout(resolve, LAST_ANSWERS_MS).unref();
    });
  }

  #write(message: object): void {
    this.#streams.stdout.write(`${JSON.stringify(message)}\n`);
  }
}

type Read =
  | { readonly message: JSONRPCMessage }
  | { readonly problem: string; readonly code: number };

const INVALID_REQUEST = -32600;

function readMessage(line: string): Read {
  if (line.length > MOST_CHARACTERS) {
    const problem = `Invalid request: a line is longer than ${MOST_CHARACTERS} characters.`;
    return { problem, code: INVALID_REQUEST };
  }
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    const problem = `Parse error: a line of ${line.length} characters is no JSON.`;
    return { problem, code: PARSE_ERROR };
  }
  try {
    return { message: parseJSONRPCMessage(json) };
  } catch {
    return { problem: 'Invalid request: a line is no JSON-RPC message.', code: INVALID_REQUEST };
  }
}
