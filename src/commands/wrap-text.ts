const WIDTH = 96;

/** The lines of a text, each indented and broken between words; none for an empty text. */
export function wrapText(text: string, indent: string, width = WIDTH): readonly string[] {
  if (text === '') return [];
  const inner = Math.max(1, Math.min(width, WIDTH) - indent.length);
  return text.split('\n').flatMap((line) => fitLine(line, inner).map((one) => indent + one));
}

/** Paragraphs whose line ends mean nothing, but before an indented line: that is an item of a list. */
export function prose(text: string, width: number): string {
  return fitText(text.replaceAll(/(?<!\n)\n(?!\n| )/g, ' '), Math.min(width, WIDTH));
}

/** A line in pieces that are broken between words and, but for a word that is longer, within a width. */
function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && lengthOf(longer) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

/** The lines of a text within a width. Longer words are broken; an indented line stays indented on all of its pieces. */
export function fitText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      if (indent.length >= width) return fitLine(line.trimStart(), width);
      return fitLine(line.slice(indent.length), width - indent.length).map((one) => indent + one);
    })
    .join('\n');
}

function fitLine(line: string, width: number): readonly string[] {
  return wrapLine(line, width).flatMap((piece) => {
    const characters = Array.from(piece);
    const count = Math.max(1, Math.ceil(characters.length / width));
    return Array.from({ length: count }, (_, index) =>
      characters.slice(index * width, (index + 1) * width).join(''),
    );
  });
}

export function lengthOf(text: string): number {
  return Array.from(text).length;
}
