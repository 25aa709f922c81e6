/** A moment as the clock on the wall says it: `2026-11-22 03:15`. */
export function localTime(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}
