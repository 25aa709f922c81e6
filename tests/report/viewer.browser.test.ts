import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { renderReport } from '../../src/report/render-report.ts';
import { attribute, elementsOf, textOf } from './page.ts';
import { ASSETS, dataOf, episodeOf, mapOf } from './scene.ts';
import { missing } from '../helpers/missing.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const PAYLOAD = '</script><img src=x onerror=alert(1)>';

const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (file) => existsSync(file),
);
if (browser === undefined) missing('chromium');

/** Opens a page from disk, lets its script run, and answers with the document and what the console said. */
function open(page: string, fragment: string): { document: string; complaints: string[] } {
  const folder = temporaryFolder();
  const file = path.join(folder, 'report.html');
  writeFileSync(file, page);
  const { stdout, stderr } = spawnSync(
    browser ?? '',
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--enable-logging=stderr',
      `--user-data-dir=${path.join(folder, 'profile')}`,
      '--virtual-time-budget=5000',
      '--dump-dom',
      `${pathToFileURL(file).href}${fragment}`,
    ],
    { encoding: 'utf8' },
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
    const { document, complaints } = open(page, '#ep=1&t=3');
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
