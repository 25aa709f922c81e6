const NUMBERS = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const COUNTED = new RegExp(
  String.raw`\b(${NUMBERS.join('|')}|[2-9]|1[0-2]) (?:\p{L}+ ){0,2}?(?!(?:moves|turns|points|steps|hops|times|ways)\b)\p{L}+s\b`,
  'u',
);

/** How many things a demand asks for: six for `lay the six gifts on the altar`. */
export function demandCount(text: string): number {
  const [, said] = COUNTED.exec(text) ?? [];
  if (said === undefined) return /\bboth\b/.test(text) ? 2 : 1;
  return NUMBERS.includes(said) ? NUMBERS.indexOf(said) + 2 : Number(said);
}
