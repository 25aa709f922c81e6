/** What the player writes down in its thoughts at each turn: the conversation keeps them, and nothing else remembers. */
export interface Note {
  readonly place: number;
  readonly score: number | null;
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

/** A note as the sentence that thoughts begin with: `At 34; score 10; ways n>37 w>?; left 5; to 37.` */
export function writeNote({ place, score, ways, left, goal, unknown, absent }: Note): string {
  const parts: readonly (readonly [string, readonly (string | number)[] | null])[] = [
    ['At', [place]],
    ['score', score === null ? null : [score]],
    ['ways', ways && [...ways].map(([way, to]) => `${way}>${to ?? '?'}`)],
    ['left', left === null ? null : [left]],
    ['to', goal === null ? null : [goal]],
    ['unknown', unknown.length === 0 ? null : unknown],
    ['absent', absent.length === 0 ? null : absent],
  ];
  const told = parts.flatMap(([name, words]) =>
    words === null ? [] : [[name, ...words].join(' ')],
  );
  return `${told.join('; ')}.`;
}

/** The note that a thought begins with; null where there is none. */
export function readNote(thinking: string): Note | null {
  const sentence = /^At \d+(?:; [^.]*)?(?=\.)/.exec(thinking)?.[0];
  if (sentence === undefined) return null;
  const parts = sentence.split('; ').map((part) => part.split(' '));
  const told = new Map(parts.map(([name = '', ...words]) => [name, words]));
  const number = (name: string) => (told.has(name) ? Number(told.get(name)?.[0]) : null);
  const ways = told.get('ways')?.map((way) => way.split('>'));
  return {
    place: number('At') ?? 0,
    score: number('score'),
    ways: ways
      ? new Map(ways.map(([way = '', to]) => [way, to === '?' ? null : Number(to)]))
      : null,
    left: number('left'),
    goal: number('to'),
    unknown: told.get('unknown') ?? [],
    absent: told.get('absent') ?? [],
  };
}
