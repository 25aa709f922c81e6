/** What a story printed, as people read it: no lone surrogates, no prompt, no blank lines around it. */
export function printedText(text: string): string {
  return wellFormed(text)
    .replace(/(?:^|\n)[ \t]*>[ \t]*$/, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/** Replaces halves of surrogate pairs, which a story can print and JSON and files cannot hold. */
export function wellFormed(text: string): string {
  // Nearly every text has none at all, which is quickly seen.
  return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Surrogate}/gu, '\uFFFD') : text;
}
