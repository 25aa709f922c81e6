import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** A picture, or why there is none; the caller can still offer the DOT text. */
export type RenderedSvg =
  | { readonly kind: 'svg'; readonly svg: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Constant, because a worker file has two names, as source and built. The DOT text arrives as data and never becomes code. */
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.library)
  .then(({ Graphviz }) => Graphviz.load())
  .then((graphviz) => parentPort.postMessage(graphviz.dot(workerData.dot)));
`;

const TIME_LIMIT_MS = 20_000;

/** Lays a DOT digraph out in a worker, which is ended after `timeLimitMs`: a dense graph takes minutes and nothing stops it. */
export function renderSvg(dot: string, timeLimitMs = TIME_LIMIT_MS): Promise<RenderedSvg> {
  const library = libraryUrl();
  if (library === null) {
    const reason = '@hpcc-js/wasm-graphviz is not installed; install it, or use the DOT text.';
    return Promise.resolve({ kind: 'failed', reason });
  }
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, { eval: true, execArgv: [], workerData: { library, dot } });
    const finish = (result: RenderedSvg) => {
      clearTimeout(limit);
      resolve(result);
      void worker.terminate();
    };
    const fail = (reason: string) => finish({ kind: 'failed', reason });
    const limit = setTimeout(
      () => fail(`The layout took longer than ${timeLimitMs} ms.`),
      timeLimitMs,
    );
    worker.once('message', (svg: unknown) => {
      if (typeof svg === 'string') finish({ kind: 'svg', svg });
      else fail('Graphviz answered with something that is no text.');
    });
    worker.once('error', (error) => fail(error instanceof Error ? error.message : String(error)));
    worker.once('exit', (code) => fail(`Graphviz ended with code ${code} before it answered.`));
  });
}

function libraryUrl(): string | null {
  try {
    const file = createRequire(import.meta.url).resolve('@hpcc-js/wasm-graphviz');
    return pathToFileURL(file).href;
  } catch {
    return null;
  }
}
