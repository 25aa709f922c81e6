/** Bounds the work on text that is all braces: a reply has its object near the start. */
const MOST_STARTS = 32;

const FENCE = /```[a-z0-9]*[ \t]*\r?\n?([\s\S]*?)```/gi;

/** Texts inside a reply that may be its JSON object, or a list of such, in the order to try them. */
export function jsonCandidates(text: string): string[] {
  const fenced = [...text.matchAll(FENCE)].map((match) => (match[1] ?? '').trim());
  const whole = [text.trim(), ...fenced].filter((one) => /^(?:\{|\[\s*\{)/.test(one));
  return [...new Set([...whole, ...balancedObjects(text)])];
}

/** What follows the first brace, for a repair; null when the text ends inside a string, where any repair would invent. */
export function unfinishedObject(text: string): string | null {
  const start = text.indexOf('{');
  if (start === -1) return null;
  const scan = scanObject(text, start);
  return scan.inString ? null : text.slice(start, scan.end ?? text.length);
}

export function isCut(text: string): boolean {
  const start = text.indexOf('{');
  return start !== -1 && scanObject(text, start).end === null;
}

/** Whether a position lies inside an object that is opened before it and closed after it. */
export function isInsideObject(text: string, position: number): boolean {
  const start = text.indexOf('{');
  if (start === -1 || start > position) return false;
  return (scanObject(text, start).end ?? 0) > position;
}

/** The objects of a text that are closed, none inside another one; of a text that is all braces only the first. */
export function balancedObjects(text: string): string[] {
  const found: string[] = [];
  let start = text.indexOf('{');
  for (let tries = 0; start !== -1 && tries < MOST_STARTS; tries++) {
    const { end } = scanObject(text, start);
    if (end !== null) found.push(text.slice(start, end));
    start = text.indexOf('{', end ?? start + 1);
  }
  return found;
}

/** Finds the end of the object that starts at `start`, braces inside its strings not counted. */
export function scanObject(text: string, start: number): { end: number | null; inString: boolean } {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return { end: index + 1, inString: false };
  }
  return { end: null, inString };
}
