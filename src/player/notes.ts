/** What the player writes down in its thoughts at each turn: the conversation keeps them, and nothing else remembers. */
export interface Note {
  readonly place: number;
  readonly score: number | null;
  /** How many things are held. */
  readonly held: number;
  /** Commands that lead out of the place, with the place they lead to, null where nobody knows; null where unchanged. */
  readonly ways: ReadonlyMap<string, number | null> | null;
  /** How much was left to do here when the player walked on: the cost of the best of it; null where nothing was. */
  readonly left: number | null;
  /** The place that the walk is to end at; null where it is none that is known, or there is no walk. */
  readonly goal: number | null;
  /** Words that the story was said not to know when a proposal was refused in this turn. */
  readonly unknown: readonly string[];
  /** Words for what was said not to be in reach when a proposal was refused in this turn. */
  readonly absent: readonly string[];
}

const NOTE =
  /^At (\d+), score (-?\d+|\?), holding (\d+)(?:; ways((?: [a-z]+>(?:\d+|\?))*))?(?:; left (\d+(?:\.\d+)?))?(?:; to (\d+))?(?:; unknown((?: [\w'-]+)+))?(?:; absent((?: [\w'-]+)+))?\./;

/** A note as the sentence that thoughts begin with: `At 34, score 10, holding 2; ways n>37 w>?; left 5; to 37.` */
export function writeNote({ place, score, held, ways, left, goal, unknown, absent }: Note): string {
  const out =
    ways === null ? '' : `; ways${[...ways].map(([way, to]) => ` ${way}>${to ?? '?'}`).join('')}`;
  const rest = left === null ? '' : `; left ${left}`;
  const to = goal === null ? '' : `; to ${goal}`;
  const words = listed('unknown', unknown) + listed('absent', absent);
  return `At ${place}, score ${score ?? '?'}, holding ${held}${out}${rest}${to}${words}.`;
}

/** The note that a thought begins with; null where there is none. */
export function readNote(thinking: string): Note | null {
  const [, place, score, held, ways, left, goal, unknown, absent] = NOTE.exec(thinking) ?? [];
  if (place === undefined) return null;
  return {
    place: Number(place),
    score: score === '?' ? null : Number(score),
    held: Number(held),
    ways: ways === undefined ? null : readWays(ways),
    left: left === undefined ? null : Number(left),
    goal: goal === undefined ? null : Number(goal),
    unknown: unknown?.trim().split(' ') ?? [],
    absent: absent?.trim().split(' ') ?? [],
  };
}

function listed(heading: string, words: readonly string[]): string {
  return words.length === 0 ? '' : `; ${heading} ${words.join(' ')}`;
}

function readWays(ways: string): ReadonlyMap<string, number | null> {
  const listed = [...ways.matchAll(/([a-z]+)>(\d+|\?)/g)];
  return new Map(listed.map(([, way = '', to]) => [way, to === '?' ? null : Number(to)] as const));
}
