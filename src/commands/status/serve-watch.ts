import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { LockedError, NotFoundError, ZorkGptError } from '../../domain/errors.ts';
import {
  findEpisode,
  listEpisodes,
  kindOf,
  standingOf,
  episodeStandingWords,
} from '../../records/episodes.ts';
import { LiveReports, type LivePage, type ShownEpisode } from '../../report/live-report.ts';
import { policy, readPageAssets } from '../../report/page.ts';
import { LIVE_ALLOWED, LIVE_MODULES } from '../../report/render-report.ts';
import { storageErrno } from '../../storage/storage.ts';
import type { Call } from '../command.ts';

const HOST = '127.0.0.1';
/** The most connections at a time. A browser has one for each page, and a few more while one loads. */
const MOST_LISTENERS = 20;

interface WatchRequest {
  readonly workdir: string;
  /** The episode of every page that asks for no other. Null to follow the run. */
  readonly episode: number | null;
  readonly port: number;
  readonly redact: (text: string) => string;
  readonly complain: (message: string) => void;
}

/** Serves the live page on the loopback address. Rejects with LockedError or NotFoundError if it cannot have the port. */
export async function serveWatch(request: WatchRequest) {
  const server = createServer();
  const port = await listen(server, request.port);
  server.on('request', responder(request, port));
  return {
    url: `http://${HOST}:${port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const advice = 'name another with --port, or 0 for any free one';
    if (storageErrno(cause) !== 'EADDRINUSE')
      throw new NotFoundError(`Port ${port} cannot be had; ${advice}.`, { cause });
    const says = `Port ${port} is taken by another program; ${advice}.`;
    throw new LockedError(says, { path: `${HOST}:${port}`, cause });
  }
  return (server.address() as AddressInfo).port;
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** Other host names are refused, so that no page of another site can read here under its own name. */
function responder(request: WatchRequest, port: number): Respond {
  const hosts = new Set([`${HOST}:${port}`, `localhost:${port}`]);
  const assets = readPageAssets(LIVE_MODULES);
  const reports = new LiveReports(request, assets);
  const listeners = new Set<Socket>();
  const headers = {
    'Content-Security-Policy': policy(assets, [...LIVE_ALLOWED, "frame-ancestors 'none'"]),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
  return (asked, response) => {
    const say = (status: number, body: string | Buffer, type = 'text/plain') => {
      response.writeHead(status, { ...headers, 'Content-Type': `${type}; charset=utf-8` });
      response.end(asked.method === 'HEAD' ? '' : body);
    };
    if (!hosts.has(asked.headers.host ?? '')) {
      say(403, 'This page is only for this machine.\n');
      return;
    }
    if (asked.method !== 'GET' && asked.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      say(405, 'Nothing can be changed here.\n');
      return;
    }
    if (!isListener(asked.socket, listeners)) {
      response.setHeader('Connection', 'close');
      say(503, `${MOST_LISTENERS} pages look at this run already; close one of them.\n`);
      return;
    }
    const [pathname = '/', query = ''] = (asked.url ?? '/').split('?');
    if (pathname !== '/') {
      say(404, 'There is no such page.\n');
      return;
    }
    const tell = ({ etag, html }: LivePage) => {
      response.setHeader('ETag', etag);
      if (asked.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
      else say(200, html, 'text/html');
    };
    reports.look(episodesIn(query, request.episode)).then(tell, (error: unknown) => {
      const isExpected = error instanceof ZorkGptError;
      if (!isExpected) request.complain(`A page could not be drawn: ${String(error)}`);
      say(500, isExpected ? request.redact(error.message) : 'This page could not be drawn.\n');
    });
  };
}

/** Whether a connection is among those that are served; each one is until it closes. */
function isListener(socket: Socket, listeners: Set<Socket>): boolean {
  if (listeners.has(socket)) return true;
  if (listeners.size >= MOST_LISTENERS) return false;
  listeners.add(socket);
  socket.once('close', () => listeners.delete(socket));
  return true;
}

/** The request in an address: `?episode=7` stays with it, `?shown=7` follows the run from it. */
function episodesIn(query: string, episode: number | null): ShownEpisode {
  const numbers = new URLSearchParams(query);
  const number = (name: string) => {
    const text = numbers.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  return { episode: number('episode') ?? episode, shown: number('shown') };
}

const LOOK_MS = 2_000;

/** Reports when an episode stops being played, and its standing then, until the returned function is called. */
export function watchStops({ tell }: Call, workdir: string): () => void {
  const played = () => listEpisodes(workdir).filter((one) => kindOf(one) === 'running');
  let before = played();
  const timer = setInterval(() => {
    const now = played();
    const numbers = new Set(now.map(({ number }) => number));
    for (const { number } of before.filter((one) => !numbers.has(one.number))) {
      tell(
        `Episode ${number}: ${episodeStandingWords(standingOf(findEpisode(workdir, String(number))))}.`,
      );
    }
    before = now;
  }, LOOK_MS);
  return () => clearInterval(timer);
}
