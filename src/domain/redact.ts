const MASK = '[redacted]';

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[\w-]{6,}/g, MASK],
  [/(authorization["']?\s*[:=]\s*["']?(?:Bearer|Basic)\s+)[^\s"'\\,;]+/gi, `$1${MASK}`],
  // Play text may mention a bearer. A token has a digit or is long.
  [/\bBearer\s+(?=[^\s"']*\d|[^\s"']{20})[^\s"'\\,;]{6,}/gi, `Bearer ${MASK}`],
  [/(:\/\/)[^\s/?#@"']+@/g, `$1${MASK}@`],
  [/(\b[\w-]{0,30}(?:key|token)|\bsecret|\bpassword)=[^\s&"'\\]+/gi, `$1=${MASK}`],
  [/(api[_-]?key["']?\s*:\s*["']?)[^\s"',}]{6,}/gi, `$1${MASK}`],
];

/** The text without known secrets, in any encoding, and without strings that look like one. Redact before cutting a text. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= 4).flatMap(spellings);
  const longestFirst = [...new Set(known)].sort((a, b) => b.length - a.length);
  const unknown = longestFirst.reduce((rest, spelling) => rest.replaceAll(spelling, MASK), text);
  return PATTERNS.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), unknown);
}

function spellings(secret: string): string[] {
  const all = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...base64Spellings(secret),
  ];
  return secret.length > 8 ? [...all, secret.slice(0, 8)] : all;
}

/** Base64 of a secret at each of its three positions in a longer text, without the shared edges. */
function base64Spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const own = padded
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6));
    return own.length < 8 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
