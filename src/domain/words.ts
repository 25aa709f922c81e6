/** A text by which it is compared with another: in lower case, with single blanks. */
export function plainWords(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}
