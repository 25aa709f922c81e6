import type { Situation } from './situation.ts';
import { names } from './thing-names.ts';

const DANGER = 14;
const WARNED_OF = 5;
/** Entered when everything else was tried. */
const DEADLY_ROOM = 30;

/** What follows a word of warning, or is said not to be what it looks like. */
const WARNINGS = [
  /\b(?:mind|beware(?: of)?|avoid|fear|keep (?:off|away from|out of)|stay (?:away from|out of|off)|(?:don't|do not|never) (?:enter|go (?:in|into|near)|touch|trust|cross|step on))(?: the| a| an| this| that)? ([a-z]+(?: [a-z]+)?)/gi,
  /\bthe ((?:[a-z]+ )?[a-z]+) is not\b/gi,
];
const DANGEROUS =
  /\b(?:cliff|precipice|abyss|chasm|quicksand|bottomless|sheer|plunge|railing|rusted|crumbl\w+|rot|rotten|rotting|frayed|slimy|lava|fire|flames|deadly|certain death|steep drop|edge of|unsafe|treacherous|beware|danger\w*)\b/i;
/** What one falls into. */
const DEEP = /\b(?:well|shaft|abyss|chasm|precipice|cliff|rope)\b/;

/** What is feared. */
export interface Fears {
  /** Nouns that something written warned of. */
  readonly nouns: readonly string[];
  /** Rooms one step away in which earlier episodes died of staying. */
  readonly rooms: ReadonlySet<number>;
}

export function fearsOf({ journal, sections }: Situation): Fears {
  const written = journal.filter(({ action }) => /^(?:read|examine) /.test(action));
  const nouns = written.flatMap(({ text }) =>
    WARNINGS.flatMap((warning) => [...text.matchAll(warning)].map(([, phrase = '']) => phrase)),
  );
  const near = (sections.get('Dangers one step away') ?? '')
    .split(/^At .* \((?=\d+\):$)/m)
    .slice(1);
  const deadly = near.filter((room) => /^\[DANGER\] about \d+ turns? after coming in/m.test(room));
  return {
    nouns: [...new Set(nouns.map((phrase) => phrase.toLowerCase().split(' ').at(-1) ?? phrase))],
    rooms: new Set(deadly.map((room) => Number.parseInt(room, 10))),
  };
}

/**
 * How much later than others a way is taken that ends in a feared room, or that the description speaks of together with
 * danger or with what was warned of.
 */
export function fearOf(
  text: string,
  way: { readonly direction: string; readonly to: number | null },
  { nouns, rooms }: Fears,
): number {
  const { direction, to } = way;
  if (to !== null && rooms.has(to)) return DEADLY_ROOM;
  const sentences = text.toLowerCase().split(/(?<=[.!?;])\s+|\n/);
  const about = sentences.filter(
    (sentence) =>
      new RegExp(`\\b${direction}`).test(sentence) || (direction === 'down' && DEEP.test(sentence)),
  );
  if (about.some((sentence) => DANGEROUS.test(sentence))) return DANGER;
  return about.some((sentence) => nouns.some((word) => names(sentence, word))) ? WARNED_OF : 0;
}
