import { sentencesOf, wordsIn } from './text.ts';

/** Words that make a sentence a hint: where something is, what must not be done, and on what it depends. */
const WHERE =
  /\b(?:north|south|east|west|north-?east|north-?west|south-?east|south-?west|above|below|upstairs|downstairs|behind|under|beneath|beyond|(?:is|are|lies?|stands?|hangs?) (?:in|on|at|inside) the)\b/gi;
const WARNING =
  /\b(?:not|never|nothing|nobody|none|mind|must|beware|danger\w*|careful|don['’]t|only|if|unless|until|before)\b/gi;
/** No kind of hint counts more often than this. */
const MOST_OF_A_KIND = 2;
/** A warning counts as so many hints: it is of use when nothing else is at hand. */
const OF_WARNING = 2;
/** A shorter sentence with fewer hints is a fragment. */
const LEAST_WORDS = 4;
const LEAST_OF_FRAGMENT = 2;

/**
 * The sentences of a line that tell most, in their order, as many as fit into a length in characters; `(...)` stands for the
 * others. A sentence tells more the more names, places, warnings (twice) and numbers it has; of equals the shorter one does, so
 * that more fit; of those without any, the one nearest to the `end` that is named. One about
 * `him` or `it` brings the one that says who or what that is, if there is room. Empty if none fits.
 */
export function tellingSentences(line: string, most: number, end: 'first' | 'last'): string {
  if (line.length <= most) return line;
  const all = sentencesOf(line);
  const ranked = all
    .map((sentence, at) => ({ sentence, at, hints: hintsIn(sentence) }))
    .toSorted((a, b) => {
      const nearest = end === 'first' ? a.at - b.at : b.at - a.at;
      return b.hints - a.hints || (a.hints > 0 ? a.sentence.length - b.sentence.length : nearest);
    });
  const kept = new Set<number>();
  let left = most;
  for (const { sentence, at, hints } of ranked) {
    // A signature or a cry beside whole sentences tells nothing.
    const isFragment = hints < LEAST_OF_FRAGMENT && wordsIn(sentence).length < LEAST_WORDS;
    if (sentence.length > left || kept.has(at) || (isFragment && kept.size > 0)) continue;
    const meant = meantBy(all, at);
    const whole = [...(meant === null || kept.has(meant) ? [] : [meant]), at];
    const lengthOf = (some: readonly number[]) =>
      some.reduce((sum, one) => sum + (all[one] ?? '').length + 1, -1);
    const added = lengthOf(whole) <= left ? whole : [at];
    for (const one of added) kept.add(one);
    left -= lengthOf(added) + 1;
  }
  if (kept.size === 0) return '';
  const words = all.map((sentence, at) => (kept.has(at) ? sentence : GAP));
  return words.filter((word, at) => word !== GAP || words[at - 1] !== GAP).join(' ');
}

const PERSONS = [/\b(?:he|him|his)\b/i, /\b(?:she|her|hers)\b/i];
const BEGINS_WITH_PERSON = /^["“(]?(?:he|him|his|she|her)\b/i;
/** A sentence that begins so is about what the one before it names. */
const BEGINS_WITH_THING = /^["“(]?(?:it|its|they|them|their|this|these|those)\b/i;

/** The earlier sentence that names whom or what a sentence is about: of persons the first that is about them. Else null. */
function meantBy(all: readonly string[], at: number): number | null {
  const sentence = all[at] ?? '';
  const person = PERSONS.find((words) => words.test(sentence));
  const first = person === undefined ? at : all.findIndex((one) => person.test(one));
  const isNamedBefore = (person === undefined ? BEGINS_WITH_THING : BEGINS_WITH_PERSON).test(
    all[first] ?? '',
  );
  const meant = isNamedBefore ? first - 1 : first;
  return meant < 0 || meant === at ? null : meant;
}

const GAP = '(...)';

function hintsIn(sentence: string): number {
  const count = (found: Iterable<unknown> | null) =>
    Math.min([...(found ?? [])].length, MOST_OF_A_KIND);
  const names = new Set(sentence.match(/(?<=[\p{L}\p{N},;:]\s+["“(]?)\p{Lu}[\p{L}'’-]+/gu));
  const numbers = sentence.match(/\d+/g);
  const warnings = OF_WARNING * count(sentence.match(WARNING));
  return count(names) + count(sentence.match(WHERE)) + warnings + count(numbers);
}
