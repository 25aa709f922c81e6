/**
 * Readers of replies that are no JSON object and still say one thing plainly. `names` are what the field may be called,
 * its own name first. Each gives every value it finds; a reply with two different ones says nothing plainly.
 */

/** Longest line that can be an answer by itself. */
const LONGEST_LINE = 120;
const MOST_WORDS = 8;

/** What opens a sentence to the reader, not a command. */
const PROSE =
  /^(i|i['’](m|ll|d|ve)|let|we|you|the|this|that|there|it|my|sorry|sure|okay|ok|yes|no|here|based|given|since|first|now|action|command|none|null|n\/a)\b/i;

/** The one value that a text says plainly; null when it says none, or several. */
export function freeFormValue(text: string, names: readonly string[]): string | null {
  const name = `(?:next[ _-]?|my |the |chosen |final )?(?:${names.join('|')})`;
  const readers = [
    () =>
      matches(text, new RegExp(`["']${name}["']\\s*:\\s*"((?:[^"\\\\\\n]|\\\\.)+)"`, 'gi')).map(
        unescaped,
      ),
    () => matches(text, new RegExp(`<${name}>([^<>]+)</${name}>`, 'gi')),
    () =>
      matches(
        text,
        new RegExp(`<parameter[= ](?:name=)?["']?${name}["']?>([^<>]+)</parameter>`, 'gi'),
      ),
    () =>
      matches(
        text,
        new RegExp(`^[^\\w\\n"'<{]*${name}[^\\w\\n"'>]*?[:=][*_\\s]*(\\S[^\\n]*)$`, 'gim'),
      ),
    () => matches(text, /^[ \t]*>[ \t]*(\S[^\n]*)$/gm).filter(isCommand),
    () => matches(text, /^```\w*[ \t]*\n\s*([^\n{[]+?)\s*\n```/gm).filter(isCommand),
    () => matches(text, /^[ \t]*(?:[-*•]|\d+[.)])[ \t]+(\S[^\n]*)$/gm).filter(isCommand),
    () => [text].filter(isCommand),
  ];
  for (const read of readers) {
    const values = new Set(
      read()
        .map(stripped)
        .filter((value) => value !== ''),
    );
    if (values.size > 1) return null;
    const [value] = values;
    if (value !== undefined) return value;
  }
  return null;
}

/** Whether a text is one short line that addresses nobody. */
function isCommand(text: string): boolean {
  const line = stripped(text);
  const isShort = line.length <= LONGEST_LINE && line.split(/\s+/).length <= MOST_WORDS;
  return (
    isShort &&
    /^[\p{L}][\p{L}\d ,'"’-]*$/u.test(line) &&
    !PROSE.test(line) &&
    !text.trim().includes('\n')
  );
}

/** A value without the quotes, emphasis and final stop around it. */
function stripped(value: string): string {
  return value.trim().replace(/^[\s"'`*_“”‘’>]+|[\s"'`*_“”‘’.,;]+$/g, '');
}

function unescaped(value: string): string {
  return value.replace(/\\(["\\/])/g, '$1').replace(/\\[nrt]/g, ' ');
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}
