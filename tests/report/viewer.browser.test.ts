/** @module-tag slow */
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { renderReport } from '../../src/report/render-report.ts';
import { attribute, elementsOf, textOf } from './page.ts';
import { serveWatch } from '../../src/commands/status/serve-watch.ts';
import { encodeRecord } from '../../src/storage/record-log.ts';
import { acquireRunLock } from '../../src/storage/lock.ts';
import { storeEpisode } from './stored-episodes.ts';
import { ASSETS, dataOf, episodeOf, mapOf, turnOf } from './scene.ts';
import { BROWSER, BrowserPage } from './browser.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const PAYLOAD = '</script><img src=x onerror=alert(1)>';

/** In the page: the text of the turn that is shown. */
const TURN = `(document.getElementById('turn')?.textContent ?? '')`;

test.skipIf(BROWSER === undefined)(
  'the viewer opens the turn of a link, shows hostile text as text and complains of nothing',
  async () => {
    const words = (field: string) => `${PAYLOAD} ${field}`;
    const episodes = [episodeOf(1, 5, words), episodeOf(2, 5, words)];
    const page = renderReport(dataOf(episodes, words, await mapOf([PAYLOAD, 'b', 'c'])), ASSETS);
    const file = path.join(temporaryFolder(), 'report.html');
    writeFileSync(file, page);
    const browser = await BrowserPage.open(`${pathToFileURL(file).href}#ep=1&t=3`);
    await browser.until(`${TURN}.startsWith('Turn 3')`);
    const document = await browser.document();
    await browser.close();
    expect(browser.complaints).toEqual([]);
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

test.skipIf(BROWSER === undefined)(
  'on the screen of a telephone nothing is wider than it, keys work from the top, and what was asked before is folded',
  async () => {
    const words = (field: string) =>
      `${field} of a_word_that_is_longer_than_most_telephones_are_wide`;
    const page = renderReport(dataOf([episodeOf(1, 5, words)], words, await mapOf(['a'])), ASSETS);
    const file = path.join(temporaryFolder(), 'report.html');
    writeFileSync(file, page);
    const browser = await BrowserPage.open(pathToFileURL(file).href, { width: 390, height: 800 });
    await browser.until(`${TURN}.startsWith('Turn 5')`);
    const isWithin = 'document.documentElement.scrollWidth <= innerWidth';
    expect(await browser.ask(isWithin)).toBe(true);
    expect(await browser.ask('scrollY')).toBe(0);
    await browser.press('k');
    await browser.until(`${TURN}.startsWith('Turn 4')`);
    await browser.until('scrollY > 0');
    const parts = await browser.ask(
      `[...document.querySelectorAll('#turn > details > summary')].map((one) => one.textContent)`,
    );
    expect(parts).toEqual([
      expect.stringMatching(/^The same as in the turn before4$/),
      expect.stringMatching(/^Nownew$/),
      expect.stringMatching(/^agent: /),
    ]);
    await browser.close();
    expect(browser.complaints).toEqual([]);
  },
  60_000,
);

test.skipIf(BROWSER === undefined)(
  'the live page goes on to a turn that is played while it is open, but not who went back, and complains of nothing',
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
    const browser = await BrowserPage.open(server.url);
    await browser.until(`${TURN}.startsWith('Turn 4')`);
    const document = await browser.document();
    await browser.press('k');
    await browser.until(`${TURN}.startsWith('Turn 3')`);
    appendFileSync(path.join(folder, 'trajectory.jsonl'), encodeRecord(turnOf(5, words)));
    await browser.until(`document.getElementById('turns').textContent.includes('5 > ')`);
    expect(await browser.ask(TURN)).toMatch(/^Turn 3/);
    await browser.press('j');
    await browser.press('j');
    await browser.until(`${TURN}.startsWith('Turn 5')`);
    expect(await browser.ask(`document.getElementById('follow').checked`)).toBe(true);
    await browser.close();
    await server.close();
    lock.release();
    expect(browser.complaints).toEqual([]);
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
