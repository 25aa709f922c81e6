import type { Choice } from './choice.ts';
import type { Deed } from './company.ts';
import { isA, thingWords } from './lexicon.ts';
import type { Situation } from './situation.ts';
import { names, refuses, says, sentencesOf } from './texts.ts';
import { isLamp, isWeapon, lastWord, mentionedThing, type Thing } from './things.ts';

const GIVE = 7;
/** Somebody here spoke of it. */
const WANTED = 1;
const PAID = /\b(?:money|pay|paid|price|costs?|buy|sells?|coins?|cash|fee|fare|toll|charge)\b/;

/** Who holds something out does not ask for it. */
const HANDS_OVER =
  /\b(?:hand|give|pass|lend|return|throw|toss|slip|slide|bring|fetch|sell)(?:e?s)? (?:it |them )?(?:to )?(?:you|over|across)\b/;

/** A lamp or a weapon is given only to somebody who asks for it. What somebody handed over is not given back. */
export function isOffered(deed: Deed): boolean {
  const { tool, company, situation } = deed;
  if (tool === null || company.isAnnoyed || company.isLeft) return false;
  const said = situation.here.flatMap(({ text }) => sentencesOf(text.toLowerCase()));
  if (said.some((one) => HANDS_OVER.test(one) && names(one, lastWord(tool.name)))) return false;
  return !(isLamp(tool) || isWeapon(tool)) || isWanted(deed);
}

export function givingCost(deed: Deed): number {
  return isWanted(deed) ? WANTED : GIVE;
}

/** Whether somebody here spoke of it, or of money. */
function isWanted({ tool, situation }: Deed): boolean {
  const name = tool?.name ?? '';
  return situation.here
    .filter(({ action }) => /^(?:ask|give|show|talk|tell|examine) /.test(action))
    .flatMap(({ text }) => sentencesOf(text.toLowerCase()))
    .some((said) => names(said, lastWord(name)) || (isA('money', name) && PAID.test(said)));
}

const ASK = 5;
/** What people are asked for when something is locked. */
const KEY = 'key';
const SOUGHT = 2;
const MOST_TOPICS = 8;
/** Who had nothing to say so often is not asked any more. */
const MOST_SILENCE = 2;
const SILENT =
  /\b(?:no (?:reply|answer|response)|ignores? you|(?:doesn'?t|does not|don'?t|not) (?:answer|reply|respond|know|seem|talk|speak|understand)|nothing to say|no idea|shrugs?)\b/i;
/** Words with a capital letter that begin no sentence. */
const NAMES = /(?<=[a-z,] (?:[A-Z][a-z]+ )*)[A-Z][a-z]{2,}\b/g;

/** Whether somebody may have something to say. */
export function isAsked({ thing, situation, company }: Deed): boolean {
  const answers = situation.journal
    .filter(({ action }) => action.startsWith(`ask ${thing.word} `))
    .map(({ text }) => text.split('\n')[0] ?? '');
  const silent = answers.filter(
    (text, at) => says('absent', text) || SILENT.test(text) || answers.indexOf(text) < at,
  );
  return silent.length < MOST_SILENCE && !company.isLeft;
}

export function askingCost({ tool }: Deed): number {
  return tool?.word === KEY ? SOUGHT : ASK;
}

/** What people are asked about: a key where something is locked, what answers spoke of, names of what was read, the story. */
export function topicsOf({ opening, journal }: Situation): readonly Thing[] {
  const isLocked = journal.some(
    ({ text }) => says('locked', text) || (refuses(text) && text.includes(KEY)),
  );
  const told = (verb: string) => journal.filter(({ action }) => action.startsWith(`${verb} `));
  const read = [...told('read').map(({ text }) => text), opening].join('\n');
  const all = [
    ...(isLocked ? [KEY] : []),
    ...told('ask').flatMap(({ text }) => thingWords(text.toLowerCase())),
    ...(read.match(NAMES) ?? []).map((name) => name.toLowerCase()),
    ...thingWords(opening.toLowerCase()),
  ];
  return [...new Set(all)].slice(0, MOST_TOPICS).map(mentionedThing);
}

const REPLY = -30;
const YES_OR_NO =
  /\byes or no\b|\(y(?:es)?\/n(?:o)?\)|\b(?:do|would) you (?:really )?(?:want|like|wish) [^?.!]*\?\s*>?\s*$/i;
/** To be brought back costs points. */
const ENDED = /\b(?:killed|died|dead|broke your neck|reincarnat\w*|resurrect\w*)\b/i;

/** An answer where the game waits for one. */
export function repliesTo({ text }: Situation): readonly Choice[] {
  if (!YES_OR_NO.test(text)) return [];
  const replies = ENDED.test(text) ? ['no', 'yes'] : ['yes', 'no'];
  return replies.map((action, rank) => ({ action, cost: REPLY + rank, why: 'I was asked.' }));
}
