interface NamedColumn {
  readonly name: string;
  readonly cells: readonly string[];
}

/** Parts a table into shown columns and what the others say. The first column, figures and one more are always shown. */
export function partAlike<C extends NamedColumn>(columns: readonly C[]) {
  const alike = columns.filter(
    ({ cells }, at) => at > 0 && (isSame(cells) || cells.every(saysNothing)),
  );
  // Rows with nothing but their names would be no table.
  const same = alike.length === columns.length - 1 ? alike.slice(1) : alike;
  const told = same.flatMap(({ name, cells: [cell = ''] }) =>
    saysNothing(cell) ? [] : [`${name} ${cell}`],
  );
  return {
    shown: columns.filter((column) => !same.includes(column)),
    told: told.length === 0 ? null : `The same in every row: ${told.join('; ')}`,
  };
}

function saysNothing(cell: string): boolean {
  return cell === '' || cell === '-';
}

function isSame(cells: readonly string[]): boolean {
  return (
    cells.length > 1 &&
    !/^[^\p{L}]+$/u.test(cells[0] ?? '') &&
    cells.every((cell) => cell === cells[0])
  );
}
