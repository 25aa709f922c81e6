/**
 * Untrusted text (game, memory, model) as data in a prompt: every line starts with `| `, so that no line of it can be
 * read as a heading or instruction of the prompt's own structure.
 */
export function quote(text: string): string {
  return text
    .trim()
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => `| ${line}`.trimEnd())
    .join('\n');
}

/** Untrusted text on one line without control characters, cut to a length in characters with "..." when longer. */
export function oneLine(text: string, maxLength: number): string {
  const flat = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const characters = Array.from(flat);
  return characters.length <= maxLength ? flat : `${characters.slice(0, maxLength).join('')}...`;
}
