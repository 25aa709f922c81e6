import type { PromptSections } from './read-prompt.ts';

/** What a room's description says, in its two parts: what the room is, and what lies about in it. */
export interface RoomText {
  /** The first paragraph after the room's name, in lower case. */
  readonly scenery: string;
  /** Lines below it, in lower case: things that can mostly be taken. */
  readonly listing: string;
  readonly sentences: readonly string[];
}

/** Last known description of the room: a section of its own, or part of one of the newest texts, the newest first. */
export function describedRoom(
  sections: PromptSections,
  roomName: string,
  newest: readonly string[],
): RoomText {
  const kept = [...sections].find(([heading]) => heading.startsWith('Room description'))?.[1];
  const texts = kept === undefined ? newest : [kept.replaceAll(/^\|/gm, '')];
  const headingIn = (text: string) => linesOf(text).findIndex((line) => isHeading(line, roomName));
  const lines = linesOf(texts.find((text) => headingIn(text) !== -1) ?? '');
  const at = lines.findIndex((line) => isHeading(line, roomName));
  const [scenery = '', ...listing] = (at === -1 ? [] : lines.slice(at + 1)).filter(
    (line) => line !== '' && !line.startsWith('['),
  );
  return {
    scenery: scenery.toLowerCase(),
    listing: listing.join('\n').toLowerCase(),
    sentences: [scenery, ...listing].flatMap((line) => line.split(/(?<=[.!?;])\s+/)),
  };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}

function isHeading(line: string, roomName: string): boolean {
  return (
    roomName !== '' &&
    line.toLowerCase().startsWith(roomName.toLowerCase()) &&
    line.length < roomName.length + 40
  );
}

const WORDS_AFTER =
  /\b(?:an?|the|some|two|three|four|several|its|your|his|her|their|another)\s+([a-z][a-z' -]*)/g;
/** Each begins a phrase of its own. */
const ARTICLES = /\b(?:an?|the|some)\b/g;
const ENDS_PHRASE = new Set(
  `of in on at to from with into onto over under behind beside between across through toward towards along around against
  above below by and or but that which who is are was were has have had lies lie stands stand sits sit leads lead runs run
  hangs hang goes go opens open can could would will may might seems seem looks look as for than then there here not
  where when while up down out off away back does do did has had reveals revealing uncovering showing containing crosses flows extends connects contains contain must
  should winds rises opens hides makes looks says reads blocks fills covers rests hung set built used called made`.split(
    /\s+/,
  ),
);
const NO_THINGS = new Set(
  `way side sides room place area end middle center centre corner top bottom direction directions north south east west
  northeast northwest southeast southwest left right part rest kind sort bit lot few number distance time moment day night
  air light sound smell thing things one ones other others you it him her them ground feet foot step steps view sight
  hand hands head eye eyes course means use need matter idea chance sense word words name names trace sign signs
  shape size color colour edge far near little high low big old new much many more most only own such very whole few
  others about the and itself himself herself themselves nothing anything something everything inside outside question answer problem trouble kinds sorts row pair set
  group quantity amount couple series world face game points point score turn front same first last least point long small large`.split(
    /\s+/,
  ),
);

/** Nouns that a text names after an article or number, in its order: `brass lantern` of "there is a brass lantern here". */
export function nounsIn(text: string): readonly string[] {
  const nouns = new Set<string>();
  const apart = text.toLowerCase().replaceAll(ARTICLES, ', $&');
  for (const [, phrase = ''] of apart.matchAll(WORDS_AFTER)) {
    const words = phrase.split(/\s+/);
    const end = words.findIndex((word) => ENDS_PHRASE.has(word));
    const noun = (end === -1 ? words.slice(0, 3) : words.slice(0, end)).at(-1) ?? '';
    if (/^[a-z-]{3,}$/.test(noun) && !NO_THINGS.has(noun) && !/(?:ly|ing|ed)$/.test(noun))
      nouns.add(noun);
  }
  return [...nouns];
}
