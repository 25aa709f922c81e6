/** Every mark that some reader takes for the end of a line (Unicode Standard §5.8). */
export const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** A text cut to a length in characters, never inside one; `mark` follows what was cut, beyond that length. */
export function cut(text: string, most: number, mark = ''): string {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length <= most ? text : characters.slice(0, most).join('') + mark;
}
