import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, markup, jsonBlock, ownSource } from '../../src/report/page.ts';
import { visibleText } from '../../src/domain/text.ts';
import { elementsOf, textOf } from './page.ts';

test('a terminal escape is seen instead of obeyed', () => {
  expect(visibleText('a\u001b[31mb\u0000\u007f\u0085')).toBe('a␛[31mb␀␡\\u0085');
});

test('letters that reorder or hide others are named', () => {
  expect(visibleText('\u202eabc\u200b')).toBe('\\u202eabc\\u200b');
});

test('line feeds and tabs stay, and line ends of other systems become line feeds', () => {
  expect(visibleText('a\r\n\tb')).toBe('a\n\tb');
});

test('nothing invisible is left of any text, and a second pass changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = visibleText(text);
      expect(shown).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(visibleText(shown)).toBe(shown);
    }),
  );
});

test('a browser reads back exactly the text that was escaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const page = `<p id="p" title="${escapeHtml(text)}">x${escapeHtml(text)}</p>`;
      const paragraph = elementsOf(page).find(({ tagName }) => tagName === 'p');
      expect(paragraph === undefined ? null : textOf(paragraph)).toBe(`x${visibleText(text)}`);
      expect(paragraph?.attrs[1]?.value).toBe(visibleText(text));
    }),
  );
});

test('holes of a template are escaped unless they are markup', () => {
  const bold = markup`<b>${'<i>'}</b>`;
  expect(markup`${bold}${['&', 1, null]}`.toString()).toBe('<b>&lt;i&gt;</b>&amp;1');
});

test('a script block cannot be ended by its data', () => {
  const block = jsonBlock({ text: '</script><!--\u2028' }).toString();
  expect(block).not.toMatch(/[<>\u2028]/);
  expect(JSON.parse(block)).toEqual({ text: '</script><!--\\u2028' });
});

test('a script that would end its own element is refused', () => {
  expect(() => ownSource("const a = '</script>';")).toThrow(RangeError);
});
