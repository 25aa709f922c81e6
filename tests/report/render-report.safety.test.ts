/** @module-tag slow */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderReport } from '../../src/report/render-report.ts';
import { visibleText } from '../../src/domain/text.ts';
import { attribute, elementsOf, packedEpisodes, textOf, type Element } from './page.ts';
import { ASSETS, dataOf, episodeOf, mapOf, type Words } from './scene.ts';

const PAYLOADS = [
  '</script><img src=x onerror=alert(1)>',
  '</style><svg onload=alert(1)>',
  '<!--',
  '--><script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '"><a href="javascript:alert(1)">x</a>',
  "' onmouseover='alert(1)",
  '` onfocus=alert(1) autofocus tabindex=1 `',
  'javascript:alert(1)',
  '</title><base href=//evil.example>',
  '</textarea></noscript></template></pre><iframe srcdoc="<script>alert(1)</script>">',
  '</svg><foreignObject><body onload=alert(1)>',
  '<math><mtext><table><mglyph><style><img src onerror=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;&#60;b&#x3e;',
  '\u2028alert(1)\u2029',
  '\u001b]52;c;ZXZpbA==\u0007\u0000\u007f\u009b31m',
  '\u202egnp.exe \u2066hidden\u2069',
  '\ud800 lone \udfff',
  '{{constructor.constructor("alert(1)")()}} ${alert(1)}',
  '## Now\nTurn 99 | forged\n## Game text',
  'url(https://evil.example/x) @import "https://evil.example"',
  '\\u003cscript\\u003e',
  'L1 -> L2 [label="x"]; } digraph evil { a [URL="javascript:alert(1)"]',
];

const TEXT = /^[\s\S]*$/;
const NUMBERS = /^[-\d., ]+$/;
const NAME = /^[\w -]*$/;
const FRAGMENT = /^#[\w=&-]*$/;

/** Everything that may stand in the page: attributes by name, with the form of their values. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    'x y x1 x2 y1 y2 cx cy r rx width height viewBox points value tabindex data-room data-episode'
      .split(' ')
      .map((name) => [name, NUMBERS]),
  ),
  ...Object.fromEntries(
    'class id role type lang name charset scope hidden http-equiv autocomplete data-way aria-live'
      .split(' ')
      .map((name) => [name, /^[\w/ -]*$/]),
  ),
  href: FRAGMENT,
  d: /^[-MCLhvz\d., ]*$/,
  transform: /^translate\([-\d. ]+\)$/,
  title: TEXT,
  'aria-label': NAME,
  placeholder: /^[\w, ]+$/,
  content:
    /^(?:default-src 'none'; .*|width=device-width, initial-scale=1|light dark|no-referrer)$/,
};

const ELEMENTS = new Set(
  (
    'html head meta title style body header h1 h2 h3 h4 p ul ol li nav a main section div span small dl dt dd ' +
    'svg desc g path line rect circle text polygon table thead tbody tr th td details summary b s pre label ' +
    'select option button input article kbd noscript script code ins del'
  ).split(' '),
);

const SAFE_WORDS: Words = (field) => `safe ${field}`;

function structure(elements: readonly Element[]): string[] {
  return elements.map(({ tagName, attrs }) => {
    const names = attrs.map(({ name }) => name).join(' ');
    return `${tagName} ${names}`;
  });
}

function assertInert(elements: readonly Element[]): void {
  const wrong = elements.flatMap(({ tagName, attrs }) => [
    ...(ELEMENTS.has(tagName) ? [] : [`element <${tagName}>`]),
    ...attrs
      .filter(({ name, value }) => ATTRIBUTES[name]?.test(value) !== true)
      .map(({ name, value }) => `attribute ${name} of <${tagName}>: ${value}`),
  ]);
  expect(wrong).toEqual([]);
}

function pageOf(words: Words): string {
  // The columns of a table are those in which rows differ.
  const others: Words = (field) => `${words(field)} too`;
  const episodes = [episodeOf(1, 3, others), { ...episodeOf(2, 3, words), summary: null }];
  return renderReport(dataOf(episodes, words, null), ASSETS);
}

const SAFE_STRUCTURE = structure(elementsOf(pageOf(SAFE_WORDS)));

test.each(PAYLOADS)('text stays text: %j', (payload) => {
  const page = pageOf(() => payload);
  const elements = elementsOf(page);
  assertInert(elements);
  expect(structure(elements)).toEqual(SAFE_STRUCTURE);
  const shown = visibleText(payload);
  expect(elements.filter(({ tagName }) => tagName === 'h1').map(textOf)).toEqual([shown]);
  expect(elements.filter(({ tagName }) => tagName === 'pre').map(textOf)).toContain(shown);
  expect(packedEpisodes(page).at(-1)?.turns[0]?.play?.text).toBe(shown);
});

test('any text at all leaves the structure of the page as it is', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc
      .array(fc.constantFrom(...PAYLOADS), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(hostile, (payload) => {
      const elements = elementsOf(pageOf(() => payload));
      assertInert(elements);
      expect(structure(elements)).toEqual(SAFE_STRUCTURE);
    }),
    { numRuns: 25 },
  );
});

test('rooms and ways with hostile names are drawn, and their names are text', async () => {
  const data = dataOf([episodeOf(1, 3, SAFE_WORDS)], SAFE_WORDS, await mapOf(PAYLOADS));
  const elements = elementsOf(renderReport(data, ASSETS));
  assertInert(elements);
  const rooms = elements.filter((element) => attribute(element, 'data-room') !== null);
  expect(rooms).toHaveLength(PAYLOADS.length + 1);
  for (const [index, payload] of PAYLOADS.entries()) {
    expect(rooms.map(textOf).join('\n')).toContain(`${visibleText(payload)} (${index})`);
  }
});

test('the policy allows the page its own style sheet and script and nothing else', () => {
  const elements = elementsOf(pageOf(SAFE_WORDS));
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const policy = named('meta')
    .map((meta) => attribute(meta, 'content') ?? '')
    .find((content) => content.startsWith('default-src'));
  const hash = (element: Element) =>
    `'sha256-${createHash('sha256').update(textOf(element)).digest('base64')}'`;
  const [style, ...otherStyles] = named('style');
  const scripts = named('script').filter((script) => attribute(script, 'type') === 'module');
  expect(otherStyles).toEqual([]);
  expect(scripts).toHaveLength(1);
  expect(policy).toBe(
    [
      "default-src 'none'",
      `style-src ${style === undefined ? '' : hash(style)}`,
      `script-src ${scripts.map(hash).join(' ')}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  );
});

test('nothing in the page names another address', () => {
  const page = renderReport(dataOf([episodeOf(1, 3, SAFE_WORDS)], SAFE_WORDS, null), ASSETS);
  const readable = page.replaceAll(/&#39;sha256-[\w+/=]+&#39;/g, '');
  expect(readable).not.toMatch(/https?:|\/\/[a-z]|@import|url\(|src=/i);
});

test('the script sets text only and never makes markup or code of it', () => {
  expect(ASSETS.script).not.toMatch(
    /innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|setAttribute|\.src\b|fetch\(|XMLHttp|import\(/,
  );
});
