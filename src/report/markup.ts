import { visibleText } from '../domain/text.ts';

/** Markup that may stand in the page as it is. Only the functions of this file make it. */
export class Markup {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** What may stand in a template: markup as it is, text and numbers escaped, null as nothing. */
export type Child = Markup | string | number | null | readonly Child[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text as HTML content or as the inside of a quoted attribute; the only way text reaches the page. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

/** A template whose literal parts are markup and whose holes are escaped. Attributes are always quoted in it. */
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

/** What JSON writes of a control character or half of a surrogate pair. */
const ESCAPED = /\\[bfru]/;

/** Data for a script block: JSON in which no character can end the block or open a tag. */
export function jsonBlock(value: unknown): Markup {
  const plain = JSON.stringify(value);
  // Looking at each text takes long, and nearly no text has anything to be made visible.
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
