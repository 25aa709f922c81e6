/** What ends a phrase: small words, and whatever is no word. */
const PHRASE_END =
  /[^\p{L}\p{N}\s'’-]+|(?<![\p{L}-])(?:an?|the|my|some|this|that|and|or|of|in|on|at|to|into|onto|from|with|by|for|off|out|up|down|under|over|behind|through|against|about|is|are|was|were|it|there|here)(?![\p{L}-])/iu;

/** Names in stories have small words, too. */
const SHORTEST_WORD = 3;

/**
 * The things that a text names, as a parser tells things apart: a phrase names the thing whose name has most of its words,
 * and of several that have as many the only one whose whole name was said. `brass key` is not the rusty key, and `key` is
 * neither of the two.
 */
export function thingsNamed<T extends { readonly name: string }>(
  text: string,
  things: readonly T[],
): readonly T[] {
  const named = text.split(PHRASE_END).flatMap((phrase) => {
    const said = wordsOf(phrase);
    const shared = things.map(({ name }) => {
      const own = wordsOf(name);
      return said.filter((word) => own.includes(word)).length;
    });
    const most = Math.max(0, ...shared);
    const best = things.filter((_, at) => most > 0 && shared[at] === most);
    const whole = best.filter(({ name }) => wordsOf(name).length === most);
    const [one, ...others] = best.length > 1 ? whole : best;
    return one === undefined || others.length > 0 ? [] : [one];
  });
  return [...new Set(named)];
}

/** The things that a command names after its verb. */
export function thingsMeant<T extends { readonly name: string }>(
  command: string,
  things: readonly T[],
): readonly T[] {
  return thingsNamed(command.trim().split(/\s+/).slice(1).join(' '), things);
}

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_WORD);
}
