const WIDTH = 96;

/** The lines of a text, each indented and broken between words at 96 columns; none for an empty text. */
export function wrapText(text: string, indent: string): readonly string[] {
  if (text === '') return [];
  return text.split('\n').flatMap((line) => wrapLine(line, WIDTH - indent.length, indent));
}

function wrapLine(line: string, width: number, indent: string): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && longer.length > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current].map((one) => indent + one);
}
