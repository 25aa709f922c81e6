import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readExportHeaders, exportSpans } from '../../src/commands/episodes/export-episode.ts';
import type { OtlpSpan } from '../../src/commands/episodes/formats/otel.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { storeEpisode } from '../report/stored-episodes.ts';

const words = (field: string) => field;
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Taken {
  readonly path: string;
  readonly type: string | undefined;
  readonly authorization: string | undefined;
  readonly spans: number;
}

/** A collector on this machine that answers as it is told; what it took is kept. */
async function collector(answer: (response: ServerResponse) => void) {
  const taken: Taken[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: [{ scopeSpans: [{ spans: unknown[] }] }];
      };
      const { authorization, 'content-type': type } = request.headers;
      const spans = body.resourceSpans[0].scopeSpans[0].spans.length;
      taken.push({ path: request.url ?? '', type, authorization, spans });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken };
}

function ok(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
}

function spans(count: number): readonly OtlpSpan[] {
  return Array.from({ length: count }, () => ({
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    name: 'chat m',
    kind: 3,
    startTimeUnixNano: '1',
    endTimeUnixNano: '2',
    attributes: [],
    status: {},
  }));
}

function stored(): string {
  const cwd = temporaryFolder();
  storeEpisode(path.join(cwd, 'game_files'), 1, words);
  return cwd;
}

describe('episodes export --otlp', () => {
  it('sends the trace to /v1/traces of the address, with the headers of the environment', async () => {
    const { url, taken } = await collector(ok);
    const { code, out } = await runCli(['episodes', 'export', '1', '--otlp', url], {
      cwd: stored(),
      environment: { OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi' },
    });
    expect(code).toBe(0);
    expect(out).toBe(`Sent 7 spans to ${url}/v1/traces.\n`);
    expect(taken).toEqual([
      { path: '/v1/traces', type: 'application/json', authorization: 'Basic YTpi', spans: 7 },
    ]);
  });

  it.each([
    [['--otlp', 'ftp://x'], 2],
    [['--otlp', 'http://'], 2],
    [['--otlp', 'http://127.0.0.1:1', '--format', 'atif'], 2],
    [['--otlp', 'http://127.0.0.1:1', '--out', 'x'], 2],
    [['--otlp', 'http://127.0.0.1:1'], 1],
  ])('refuses %j with %i, in one sentence', async (args, expected) => {
    const { code, out, err } = await runCli(['episodes', 'export', '1', ...args], {
      cwd: stored(),
    });
    expect([code, out]).toEqual([expected, '']);
    expect(err).toMatch(
      /error: --otlp|Error: http:\/\/127\.0\.0\.1:1\/v1\/traces cannot be reached/,
    );
  });
});

describe('a collector', () => {
  it.each([
    [200, 1],
    [201, 2],
  ])('takes %i spans in %i requests', async (count, requests) => {
    const { url, taken } = await collector(ok);
    await exportSpans({ url: `${url}/otel/v1/traces`, headers: {}, send: fetch }, spans(count));
    expect(taken.map((one) => one.spans).reduce((a, b) => a + b)).toBe(count);
    expect(taken).toHaveLength(requests);
    expect(taken[0]?.path).toBe('/otel/v1/traces');
  });

  it('that does not answer is waited for no longer than said', async () => {
    const { url } = await collector(() => undefined);
    const sent = exportSpans({ url, headers: {}, send: fetch, patienceMs: 50 }, spans(1));
    await expect(sent).rejects.toThrow(`${url}/v1/traces cannot be reached: it did not answer`);
  });

  it('that refuses is quoted, in one line', async () => {
    const { url } = await collector((response) => response.writeHead(401).end('no\n  key'));
    const sent = exportSpans({ url, headers: {}, send: fetch }, spans(1));
    await expect(sent).rejects.toThrow(`${url}/v1/traces refused the trace with 401: no key`);
  });

  it('that takes a part only says so', async () => {
    const partial = { partialSuccess: { rejectedSpans: '3', errorMessage: 'too old' } };
    const { url } = await collector((response) => response.end(JSON.stringify(partial)));
    const sent = exportSpans({ url, headers: {}, send: fetch }, spans(4));
    await expect(sent).rejects.toThrow('in part only: 3 spans rejected. too old');
  });

  it('is never followed to another address', async () => {
    const { url } = await collector((response) =>
      response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end(),
    );
    await expect(exportSpans({ url, headers: {}, send: fetch }, spans(1))).rejects.toThrow(
      'cannot be reached',
    );
  });
});

it.each([
  [undefined, {}],
  ['', {}],
  ['a=1,b = two%20words', { a: '1', b: 'two words' }],
  ['=x,novalue,c=%', { c: '%' }],
])('headers are read as the variable writes them: %j', (text, expected) => {
  expect(readExportHeaders(text)).toEqual(expected);
});
