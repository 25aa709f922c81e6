import {
  type CallToolResult,
  type JSONRPCMessage,
  JSONRPC_VERSION,
  McpServer,
  PARSE_ERROR,
  type Transport,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';
import { messageOf, ZorkGptError } from '../../domain/errors.ts';
import { parsedJson } from '../../domain/json.ts';
import { oneAfterAnother } from '../../domain/one-after-another.ts';
import { oneLine } from '../../domain/text.ts';
import { VERSION } from '../../domain/version.ts';
import { EpisodeFiles } from '../../records/episode-files.ts';
import { openMapManager } from '../../run/open-managers.ts';
import { learntFile } from '../../storage/learnt-folder.ts';
import { readBytesFile, readTextFile } from '../../storage/read-file.ts';
import { createScratchStorage } from '../../storage/storage.ts';
import { linesOf } from '../play/input.ts';
import type { World } from '../world.ts';
import { recall, remember } from './memory-tools.ts';
import { places, tried } from './place-tools.ts';
import { INSTEAD, look, play, start } from './play-tools.ts';
import { NotUsable, type Session, type Tool, mcpMoment } from './mcp-session.ts';

const TOOLS: readonly Tool[] = [start, look, play, recall, places, tried, remember];

const INSTRUCTIONS = [
  'A text adventure in a Z-machine, with facts from its memory. Lines that begin with | are what the game or a memory says.',
  'Call recall when you enter a place that has memories, and before you try what may kill. Call remember when something worked, failed or killed that a later game should know.',
  `Refused are several commands in one, and those that act on the session. ${INSTEAD}`,
].join(' ');

const LONGEST_CLIENT_NAME = 100;

/** Serves a session to the client on standard input and output. Resolves when the client is gone. */
export async function serve(
  session: Session,
  streams: Pick<World, 'stdin' | 'stdout'>,
  complain: (message: string) => void,
): Promise<{ readonly closed: Promise<void>; readonly close: () => Promise<void> }> {
  const server = new McpServer(
    { name: 'zorkgpt', version: VERSION },
    { instructions: INSTRUCTIONS },
  );
  const inOrder = oneAfterAnother();
  const meet = () => {
    const { name, version } = server.server.getClientVersion() ?? { name: '', version: '' };
    const [shown, number] = [name, version].map((text) => oneLine(text, LONGEST_CLIENT_NAME));
    session.client = { name: shown ?? '', version: number ?? '' };
  };
  for (const tool of TOOLS) {
    const { name, says: description, input: inputSchema, isLook } = tool;
    const annotations = { readOnlyHint: isLook, destructiveHint: false, openWorldHint: false };
    server.registerTool(name, { description, inputSchema, annotations }, (input) =>
      inOrder(() => {
        meet();
        return answer(tool, session, input, complain);
      }),
    );
  }
  for (const { name, uri, says: description, mimeType, read } of RESOURCES) {
    server.registerResource(name, uri, { description, mimeType }, () =>
      inOrder(async () => ({ contents: [{ uri, mimeType, text: await read(session) }] })),
    );
  }
  const transport = new LineTransport(streams);
  const onerror = (error: Error) => complain(oneLine(error.message));
  const closed = new Promise<void>((onclose) => {
    Object.assign(server.server, { onclose, onerror });
  });
  await server.connect(transport);
  return { closed, close: () => transport.close() };
}

async function answer(
  tool: Tool,
  session: Session,
  input: Record<string, unknown>,
  complain: (message: string) => void,
): Promise<CallToolResult> {
  try {
    const { words, data } = await tool.act(session, input);
    return { content: [{ type: 'text', text: words }], structuredContent: data };
  } catch (error) {
    const isTold = error instanceof NotUsable || error instanceof ZorkGptError;
    const message = session.services.redact(messageOf(error));
    if (!isTold) complain(`${tool.name} failed unexpectedly: ${message}`);
    return { isError: true, content: [{ type: 'text', text: message }] };
  }
}

const RESOURCES = [
  {
    name: 'Memories.md',
    uri: 'zorkgpt://memories',
    says: 'What each place taught, in all games.',
    mimeType: 'text/markdown',
    read: ({ services }: Session) => readTextFile(learntFile(services.learnt, 'memories')) ?? '',
  },
  {
    name: 'knowledgebase.md',
    uri: 'zorkgpt://knowledge',
    says: 'What holds everywhere, and insights across games.',
    mimeType: 'text/markdown',
    read: ({ services }: Session) => readTextFile(learntFile(services.learnt, 'knowledge')) ?? '',
  },
  {
    name: 'map',
    uri: 'zorkgpt://map',
    says: 'The known map, as Mermaid.',
    mimeType: 'text/vnd.mermaid',
    read: mermaid,
  },
  {
    name: 'transcript',
    uri: 'zorkgpt://transcript',
    says: 'The newest game of this session, as it was played.',
    mimeType: 'text/plain',
    read: transcript,
  },
];

async function mermaid({ game, services }: Session): Promise<string> {
  if (game !== null) return mcpMoment(game).managers.map.mermaid();
  const file = learntFile(services.learnt, 'map');
  const map = await openMapManager(services, {
    emit: () => undefined,
    files: {
      map: createScratchStorage(file, readBytesFile(file)),
      open: (other) => createScratchStorage(other, null),
    },
  });
  return map.mermaid();
}

function transcript({ game, services }: Session): string {
  if (game === null) return '';
  const directory = services.directories.find(mcpMoment(game).state.episode);
  return directory === null ? '' : (new EpisodeFiles(directory).text('transcript') ?? '');
}

/** Longest message. An assistant's call has a few hundred characters. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const INVALID_REQUEST = -32600;
/** Requests before the end of input are answered for so long. */
const LAST_ANSWERS_MS = 2_000;

/** JSON-RPC over lines. A line that is no JSON is answered with -32700, one that is no message with -32600. */
class LineTransport implements Transport {
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

  async start(): Promise<void> {
    this.#streams.stdout.on('error', () => void this.close());
    void this.#read();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    this.#write(message);
    if ('id' in message && message.id !== undefined && !('method' in message)) {
      this.#waiting.delete(message.id);
      if (this.#waiting.size === 0) this.#settled();
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#settled();
    // An input that nobody closes would keep the process alive.
    this.#streams.stdin.destroy?.();
    this.onclose?.();
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

function readMessage(line: string): Read {
  if (line.length > MOST_CHARACTERS) {
    const problem = `Invalid request: a line is longer than ${MOST_CHARACTERS} characters.`;
    return { problem, code: INVALID_REQUEST };
  }
  const json = parsedJson(line);
  if (json === undefined) {
    const problem = `Parse error: a line of ${line.length} characters is no JSON.`;
    return { problem, code: PARSE_ERROR };
  }
  try {
    return { message: parseJSONRPCMessage(json) };
  } catch {
    return { problem: 'Invalid request: a line is no JSON-RPC message.', code: INVALID_REQUEST };
  }
}
