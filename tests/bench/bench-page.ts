/** One line of the page: a number and, where one is set, what it should be. */
export interface PageRow {
  readonly name: string;
  readonly measured: number | null;
  readonly unit: string;
  /** Null for a number that is only told. */
  readonly goal: { readonly kind: 'at most' | 'at least' | 'below'; readonly value: number } | null;
  /** What the number needs to be read rightly, or why there is none. */
  readonly note: string;
}

export interface PagePart {
  readonly title: string;
  readonly rows: readonly PageRow[];
}

type Verdict = 'holds' | 'MISSES' | 'skipped' | '';

export function row(
  name: string,
  measured: number | null,
  unit: string,
  more: { readonly goal?: PageRow['goal']; readonly note?: string } = {},
): PageRow {
  return { name, measured, unit, goal: more.goal ?? null, note: more.note ?? '' };
}

export const atMost = (value: number): PageRow['goal'] => ({ kind: 'at most', value });
export const atLeast = (value: number): PageRow['goal'] => ({ kind: 'at least', value });
export const below = (value: number): PageRow['goal'] => ({ kind: 'below', value });

export function verdictOf({ measured, goal }: PageRow): Verdict {
  if (measured === null) return 'skipped';
  if (goal === null) return '';
  const { kind, value } = goal;
  const holds =
    kind === 'at least'
      ? measured >= value
      : kind === 'below'
        ? measured < value
        : measured <= value;
  return holds ? 'holds' : 'MISSES';
}

const WIDTHS = [54, 16, 16, 8] as const;

/** What stands above the page's columns. */
export const PAGE_HEAD = line(['', 'measured', 'goal', 'verdict', '']);

/** A part as text: its title, and a line for each row. */
export function renderPart({ title, rows }: PagePart): string {
  return ['', title, ...rows.map(renderRow)].join('\n');
}

function renderRow(row: PageRow): string {
  const { name, measured, unit, goal, note } = row;
  return line([
    `  ${name}`,
    measured === null ? '-' : `${figure(measured)} ${unit}`,
    goal === null ? '-' : `${goal.kind} ${figure(goal.value)}`,
    verdictOf(row),
    note,
  ]);
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join(' ')
    .trimEnd();
}

function figure(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? null;
}
