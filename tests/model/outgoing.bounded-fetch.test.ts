import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import {
  answerBeginning,
  boundedFetch,
  hostOf,
  openConnections,
  systemReason,
} from '../../src/model/outgoing.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

const send = await openConnections({});
const ask = boundedFetch({ onPiece: () => undefined, mostCharacters: 1000 }, send);

/** Answers the first `answered` requests of each connection and ends it when one more comes. */
async function serverThatEnds(answered: number) {
  const counts = new Map<Socket, number>();
  const seen: number[] = [];
  server = createServer((request, response) => {
    const count = (counts.get(request.socket) ?? 0) + 1;
    counts.set(request.socket, count);
    seen.push(count);
    if (count > answered) request.socket.end();
    else response.end('ok');
  });
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, seen };
}

it('a connection that was kept and ends before the first byte is replaced without a word', async () => {
  const { url, seen } = await serverThatEnds(1);
  expect(await (await ask(url)).text()).toBe('ok');
  // The client gives the connection back in a later round of its event loop.
  await new Promise(setImmediate);
  expect(await (await ask(url)).text()).toBe('ok');
  expect(seen).toEqual([1, 2, 1]);
});

it('a new connection that ends before the first byte is a failure', async () => {
  const { url, seen } = await serverThatEnds(0);
  await expect(ask(url)).rejects.toThrow('fetch failed');
  expect(seen).toEqual([1]);
});

it.each([
  ['the message', new Error('plain'), 'plain'],
  ['the cause of it', new Error('fetch failed', { cause: new Error('refused') }), 'refused'],
  ['a cause that is a text', new Error('fetch failed', { cause: 'odd' }), 'odd'],
  ['the first of several', new AggregateError([new Error('one'), new Error('two')]), 'one'],
  [
    'what several have in common',
    new AggregateError([new Error('one')], 'all failed'),
    'all failed',
  ],
  ['the name where there is no message', new RangeError(''), 'RangeError'],
  [
    'what OpenSSL says',
    new Error('0A:error:0A00010B:SSL routines:ssl3:wrong version number:../x.c:1:'),
    'wrong version number',
  ],
  ['what is no error', 'text', 'text'],
])('what went wrong underneath is %s', (_, error, reason) => {
  expect(systemReason(error)).toBe(reason);
});

it('of an answer the beginning is read, and of an address the host is told', async () => {
  const response = () => new Response('0123456789');
  expect(await answerBeginning(response(), 4)).toBe('0123');
  expect(await answerBeginning(response())).toBe('0123456789');
  expect(await answerBeginning(new Response(null))).toBe('');
  const pieces = ['ab', 'cd', 'ef'].map((text) => new TextEncoder().encode(text));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    { pull: (to) => to.enqueue(pieces[sent++] ?? new Uint8Array()) },
    { highWaterMark: 0 },
  );
  expect([await answerBeginning(new Response(body), 3), sent]).toEqual(['abc', 2]);
  expect([hostOf('https://a.example:8080/v1?key=x'), hostOf('x')]).toEqual([
    'a.example:8080',
    'the address',
  ]);
});
