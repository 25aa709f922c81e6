import { LINE_BREAK, cut, fittingSentences, oneLine } from '../domain/text.ts';

const CONTROLS = /(?!\t)\p{Cc}+/gu;

/**
 * Untrusted text (game, memory, model) as data in a prompt: every line starts with `| `, so that no line can be read as a
 * heading or instruction of the prompt itself. Cut to a length in characters with "..." if longer.
 */
export function quote(text: string, most = Infinity): string {
  return cut(text.trim(), most, '...')
    .split(LINE_BREAK)
    .map((line) => `| ${line.replaceAll(CONTROLS, ' ')}`.trimEnd())
    .join('\n');
}

/** The text of quoted lines. Other lines are left out. */
export function unquote(lines: string): string {
  return [...lines.matchAll(/^\|(?: (.*))?$/gm)].map(([, text = '']) => text).join('\n');
}

/** An untrusted name or title in quotation marks, as JSON, on one line. */
export function quoteName(text: string): string {
  return JSON.stringify(oneLine(text));
}

/** Untrusted text on one line. If it is too long, up to the end of its last sentence that fits: half a clue misleads. */
export function wholeSentences(text: string, most: number): string {
  const line = oneLine(text);
  if (line.length <= most) return line;
  const fitting = fittingSentences(line, most);
  return fitting === '' ? oneLine(line, most) : `${fitting} (...)`;
}
