export type Cell = string | number | boolean | null;

const FORMULA = /^[=+\-@\t\r\n]/;

/** One line of a CSV file (RFC 4180), without its end. An apostrophe precedes what a spreadsheet would calculate. */
export function csvLine(cells: readonly Cell[]): string {
  return cells.map(render).join(',');
}

function render(value: Cell): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
