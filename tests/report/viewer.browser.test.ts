/** @module-tag slow */
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { renderReport } from '../../src/report/render-report.ts';
import { attribute, elementsOf, textOf } from './page.ts';
import { serveWatch } from '../../src/commands/status/serve-watch.ts';
import { encodeRecord } from '../../src/storage/record-log.ts';
import { acquireRunLock } from '../../src/storage/lock.ts';
import { storeEpisode } from './stored-episodes.ts';
import { ASSETS, dataOf, episodeOf, mapOf, turnOf } from './scene.ts';
import { missing } from '../helpers/missing.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const PAYLOAD = '</script><img src=x onerror=alert(1)>';

const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (file) => existsSync(file),
);
if (browser === undefined) missing('chromium');

/** Opens a page, lets its script run, and answers with the document and what the console said. */
async function open(address: string): Promise<{ document: string; complaints: string[] }> {
  const { stdout, stderr } = await promisify(execFile)(
    browser ?? '',
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--enable-logging=stderr',
      '--disable-background-networking',
      `--user-data-dir=${path.join(temporaryFolder(), 'profile')}`,
      '--virtual-time-budget=5000',
      '--dump-dom',
      address,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return {
    document: stdout,
    complaints: stderr.split('\n').filter((line) => line.includes('CONSOLE')),
  };
}

test.skipIf(browser === undefined)(
  'the viewer opens the turn of a link, shows hostile text as text and complains of nothing',
  async () => {
    const words = (field: string) => `${PAYLOAD} ${field}`;
    const episodes = [episodeOf(1, 5, words), episodeOf(2, 5, words)];
    const page = renderReport(dataOf(episodes, words, await mapOf([PAYLOAD, 'b', 'c'])), ASSETS);
    const file = path.join(temporaryFolder(), 'report.html');
    writeFileSync(file, page);
    const { document, complaints } = await open(`${pathToFileURL(file).href}#ep=1&t=3`);
    expect(complaints).toEqual([]);
    const elements = elementsOf(document);
    expect(elements.filter(({ tagName }) => tagName === 'img')).toEqual([]);
    const turn = elements.find((element) => attribute(element, 'id') === 'turn');
    const text = turn === undefined ? '' : textOf(turn);
    expect(text).toMatch(/^Turn 3/);
    expect(text).toContain(`${PAYLOAD} reasoning`);
    expect(text).toContain(`${PAYLOAD} newest`);
    const list = elements.filter((element) =>
      /\bcommand\b/.test(attribute(element, 'class') ?? ''),
    );
    expect(list.map(textOf)[2]).toBe(`3 > ${PAYLOAD} action`);
  },
  60_000,
);

test.skipIf(browser === undefined)(
  'the live page goes on to a turn that is played while it is open, and complains of nothing',
  async () => {
    const workdir = temporaryFolder();
    const words = (field: string) => field;
    const folder = storeEpisode(workdir, 1, words, { summary: false });
    const lock = await acquireRunLock(folder, 'run');
    let isDrawn = false;
    const server = await serveWatch({
      workdir,
      episode: null,
      port: 0,
      redact(text) {
        // The first page was read from the records by now.
        if (!isDrawn) {
          const line = encodeRecord(turnOf(4, (field) => `late ${field}`));
          appendFileSync(path.join(folder, 'trajectory.jsonl'), line);
        }
        isDrawn = true;
        return text;
      },
      complain: (message) => expect.unreachable(message),
    });
    const { document, complaints } = await open(server.url);
    await server.close();
    lock.release();
    expect(complaints).toEqual([]);
    const textOfId = (id: string) => {
      const found = elementsOf(document).find((one) => attribute(one, 'id') === id);
      return found === undefined ? '' : textOf(found);
    };
    expect(textOfId('turn')).toMatch(/^Turn 4/);
    expect(textOfId('turns')).toContain('4 > late action');
    expect(textOfId('now').replace(/\s+/g, ' ')).toContain('turn 4 ');
    expect(textOfId('live')).toBe('Live.');
  },
  60_000,
);
