import { createHash } from 'node:crypto';
import { readInstalled } from '../storage/read-file.ts';
import { visibleText } from '../domain/text.ts';

export type PageAssets = ReturnType<typeof readPageAssets>;

/** One HTML document without outside requests: its policy allows only its own style sheet and script, by their hashes. */
export function pageOf(page: Parameters<typeof pageParts>[0], body: Markup): string {
  return [...pageParts(page, body, [])].join('');
}

/** The same in parts. `data` holds blocks after the body, which may be many and large, each a part of its own. */
export function* pageParts(
  {
    title,
    assets,
    allowed = [],
  }: {
    readonly title: string;
    readonly assets: PageAssets;
    /** Directives of its policy beyond those of every page. */
    readonly allowed?: readonly string[];
  },
  body: Markup,
  data: Iterable<Markup>,
): Generator<string> {
  yield markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(assets, allowed)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${ownSource(assets.style)}</style>
</head>
<body>
${body}
`.toString();
  for (const block of data) yield block.toString();
  const script = markup`<script type="module">${ownSource(assets.script)}</script>`;
  yield markup`${assets.script === '' ? null : script}
</body>
</html>
`.toString();
}

/** A table. A cell that ends with `better` or `worse` is coloured. */
export function pageTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Markup {
  const cell = (one: string | number) => {
    const [verdict] = /\b(?:better|worse)$/.exec(String(one)) ?? [];
    return markup`<td${verdict === undefined ? null : markup` class="${verdict}"`}>${one}</td>`;
  };
  return markup`<div class="table-scroll" tabindex="0"><table>
    <thead><tr>${head.map((name) => markup`<th>${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => markup`<tr>${row.map(cell)}</tr>`)}</tbody>
  </table></div>`;
}

/** The content security policy of a page. `more` holds directives beyond those of every page. */
export function policy({ style, script }: PageAssets, more: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    ...(script === '' ? [] : [`script-src ${hash(script)}`]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    ...more,
  ].join('; ');
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Style sheet and script of a page, from these files in order. Throws StorageError if the installation lacks them. */
export function readPageAssets(modules: readonly string[]) {
  const script = modules.length === 0 ? '' : joinModules(modules.map(ownFile));
  return { style: ownFile('report.css'), script };
}

function ownFile(name: string): string {
  return readInstalled('src', 'report', name);
}

const OWN_IMPORT = /^import \{[^}]*\} from '\.\/[\w-]+\.js';\n/gm;
const EXPORT = /^export (?=(?:async )?function |const )/gm;

/** The page's script files as one module. They may only import each other, by name: else throws RangeError. */
export function joinModules(sources: readonly string[]): string {
  const script = sources
    .map((source) => source.replace(OWN_IMPORT, '').replace(EXPORT, '').trim())
    .join('\n\n');
  if (/^(?:import|export)\b/m.test(script)) {
    throw new RangeError('A script of the page imports or exports what the page cannot carry.');
  }
  return `${script}\n`;
}

/** Markup that is safe in the page. Only the functions of this file make it. */
export class Markup {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** The values of a template: markup unchanged, text and numbers escaped, null as nothing. */
export type Child = Markup | string | number | null | readonly Child[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text as HTML content or inside a quoted attribute. The only way for text to reach the page. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

/** A template whose literal parts are markup and whose values are escaped. Attributes are always quoted. */
export function markup(parts: TemplateStringsArray, ...children: readonly Child[]): Markup {
  return new Markup(
    parts.reduce((page, part, index) => page + markupOf(children[index - 1] ?? null) + part),
  );
}

/** The text of one of the product's own files (style sheet, script), which must not be escaped. */
export function ownSource(text: string): Markup {
  if (/<\/(?:script|style)|<!--/i.test(text)) {
    throw new RangeError('A style sheet or script of the page would end its own element.');
  }
  return new Markup(text);
}

/** JSON's escape of a control character or of half a surrogate pair. */
const ESCAPED = /\\[bfru]/;

/** Data for a script block: JSON in which no character can end the block or open a tag. */
export function jsonBlock(value: unknown): Markup {
  const plain = JSON.stringify(value);
  // Examining each text takes long, and nearly none needs to be changed.
  const isVisible = !ESCAPED.test(plain) && visibleText(plain) === plain;
  const json = isVisible
    ? plain
    : JSON.stringify(value, (_, part: unknown) =>
        typeof part === 'string' ? visibleText(part) : part,
      );
  return new Markup(json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'));
}

function markupOf(child: Child): string {
  if (child === null) return '';
  if (child instanceof Markup) return child.toString();
  if (typeof child === 'string') return escapeHtml(child);
  if (typeof child === 'number') return String(child);
  return child.map(markupOf).join('');
}
