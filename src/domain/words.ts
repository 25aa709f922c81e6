/** A text by which it is compared with another: in lower case, with single blanks. */
export function plainWords(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The words and numbers of a text, in lower case. */
export function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** `1 episode`, `3 episodes`; `many` where the plural is not made with an s. */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `once`, `3 times`. */
export function timesWords(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}

/** A change with its sign: `+5`, `-10`, `0`. */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change);
}

/** A text with its first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a text is more than one sentence. */
export function hasSentences(text: string): boolean {
  return text.trim().includes('\n') || /[.!?]\s+\S/.test(text.trim());
}

export function firstLine(text: string): string {
  return text.split('\n', 1).join();
}

/** A message without its advice, which stands behind a semicolon. */
export function withoutAdvice(message: string): string {
  return message.split('; ', 1).join();
}
