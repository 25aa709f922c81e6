const QUOTED = /["'“‘](\p{L}+)[.,!]?["'”’](?!\p{L})/gu;
const AFTER_TYPE = /\btype (\p{L}+)(?: or (\p{L}+))?/giu;
const CAPITALS = /(?<!\p{L})\p{Lu}{3,}(?!\p{L})/gu;

/** The words that a text tells the player to type, in lower case: in quotes, after "type", or in capitals among others. */
export function typedWords(text: string): readonly string[] {
  const found = [...text.matchAll(QUOTED), ...text.matchAll(AFTER_TYPE)].flatMap((one) =>
    one.slice(1),
  );
  const prose = text.split('\n').filter((line) => /\p{Ll}{2}/u.test(line));
  const loud = prose.flatMap((line) => line.match(CAPITALS) ?? []);
  return [...found, ...loud].flatMap((word?: string) => word?.toLowerCase() ?? []);
}
