/** Longest block that is recognised when it comes again and again, in characters. */
const LONGEST_BLOCK = 400;

/** Blocks that come so many times and fill so many characters are no text any more. */
const LEAST_TIMES = 5;
const LEAST_CHARACTERS = 400;

/** Whether a text repeats one block to its end, be it a sentence or a blank. */
export function repeatsToItsEnd(text: string): boolean {
  const tail = text
    .slice(-LONGEST_BLOCK * LEAST_TIMES)
    .split('')
    .reverse();
  // The prefix function of Knuth, Morris and Pratt: how much of the beginning stands again at the end of each prefix.
  const again: number[] = [0];
  for (let index = 1; index < tail.length; index += 1) {
    let length = again[index - 1] ?? 0;
    while (length > 0 && tail[index] !== tail[length]) length = again[length - 1] ?? 0;
    if (tail[index] === tail[length]) length += 1;
    again.push(length);
    const filled = index + 1;
    if (filled >= LEAST_CHARACTERS && (filled - length) * LEAST_TIMES <= filled) return true;
  }
  return false;
}
