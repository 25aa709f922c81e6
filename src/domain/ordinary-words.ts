/**
 * Nouns that name no thing of a story but speak of stories, play and space in general. In singular. Which words of a text
 * are nouns is told by `nounsIn`.
 */
const WORDS = `
ability access accident action advance advantage adventure advice ahead aim air alternative ambush amount animal
answer anybody anyone anything approach area arrival attacker attempt attention back bad barrier beginning being
benefit bit bonus both bottom branch burden capacity case cause ceiling center centre chance change character check
checkpoint choice climb clock clue code combination command companion condition confirmation connection consequence
container content contents context control corner cost counter course creature crowd danger dark darkness dawn day
dead deal death decision defeat description detail detour dictionary difference difficulty direction discovery
distance doorway down downstairs dozen drawback drop dusk east edge effect effort eight end enemy entrance entry
environment ep episode error escape evening event everybody everyone everything evidence example exit experience
exploration explorer fact failure fall fate fight figure find finish first five floor form four friend front future
gain game game's gap gift goal ground group guess half halt handful harm hazard help here hint hole hope hour hundred
idea information inside instruction interaction interest interpreter inventory item journey keeper key kill kind
knowledge lack last left lesson level life light limit line list load location look loop loss lot luck lure main man
map mark material matter maximum maze mean meaning means mechanic mechanism memory men message method middle mind
minimum minute mistake moment monster morning move movement name need next night nine nobody noise north northeast
northwest note nothing npc number object objective obstacle occasion one opening opponent opportunity option order
others outside owner pair parser part passage path pattern pause people peril person phrase piece place plan play
player point position possibility potential preparation prerequisite presence prize problem procedure process profit
progress prompt protection pull purpose push puzzle quest question range rank rating reach rear reason region reply
report requirement reset resource respect response rest result retry return reward right risk role room route rule
safety scene score scoring search second section sense sentence sequence session set setup seven shape shortcut side
sight sign situation six size sky somebody someone something sort sound source south southeast southwest space spoiler
spot stage start state step stop story stranger strategy strength stuff subject success surface surprise survival swap
target task ten tension test text there thief thing thousand threat three time timer tip title tool top topic total
touch trace trade trail transport trap travel treasure trial trick trigger trip trouble try turn two type up upstairs
use value verb version victim victory view visit visitor voice wait walk walkthrough wall warning way weapon weight
west win woman women word work world
`;

const ORDINARY: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Whether a noun, in one of its forms, is about stories in general and not a thing of one. */
export function isOrdinaryWord(word: string): boolean {
  return wordForms(word).some((form) => ORDINARY.has(form));
}

/** A word in lower case and what it may be a form of: "boxes" of "box", "opened" and "opening" of "open". */
export function wordForms(word: string): readonly string[] {
  const plain = word.toLowerCase().replace(/['’]s?$/, '');
  const stems = [
    plain.replace(/s$/, ''),
    plain.replace(/es$/, ''),
    plain.replace(/ies$/, 'y'),
    plain.replace(/ied$/, 'y'),
    ...['ed', 'ing', 'er', 'est', 'ly'].flatMap((ending) => {
      if (!plain.endsWith(ending) || plain.length < ending.length + 3) return [];
      const stem = plain.slice(0, -ending.length);
      return [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')];
    }),
  ];
  return [...new Set([plain, ...stems])].filter((form) => form.length > 1 || form === plain);
}
