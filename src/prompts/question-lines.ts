import { DONE_NOW } from './memory-lines.ts';
import type { PromptSections } from './question.ts';
import { unquote } from './quote.ts';

/** Readers for the fact lines of questions about memories, objectives and knowledge. */

/** The turn that `memory.outcome.md` asks about. Null if there is none. */
export function readQuestionOutcome(sections: PromptSections) {
  const turn = sections.get('This turn');
  if (turn === undefined) return null;
  return {
    facts: /^Facts: (.*)$/m.exec(turn)?.[1] ?? '',
    action: quotedBelow('Action', turn).toLowerCase(),
    response: quotedBelow('Response', turn),
    isFirstVisit: /^Visit: FIRST VISIT(?!, (?:asked about next|its start as `second`)$)/m.test(
      sections.get('Context signals') ?? '',
    ),
  };
}

function quotedBelow(name: string, section: string): string {
  return unquote(new RegExp(`^${name}:\\n((?:\\|.*\\n?)*)`, 'm').exec(section)?.[1] ?? '').trim();
}

/** Told turns: `Turn 3, Hall (7)`, then quoted `> action` and the answer. */
export function readQuestionDeeds(turns: string) {
  const played = turns.matchAll(/^Turn (\d+), .*?(?:\((\d+)\).*)?\n\| > (.*)\n?((?:\|.*\n?)*)/gm);
  return [...played].map(([, turn, room, action = '', answer = '']) => ({
    turn: Number(turn),
    room: Number(room),
    action: action.trim().toLowerCase(),
    response: unquote(answer).trim(),
  }));
}

/** The believed titles of a room, with category: `| - "title" (CATEGORY, …): text`. */
export function readQuestionKnown(section: string): ReadonlyMap<string, string> {
  const lines = section.matchAll(/^\| - ("(?:[^"\\]|\\.)*") \(([A-Z]+),/gm);
  return new Map([...lines].map(([, title = '""', category = '']) => [parsed(title), category]));
}

/** Memories to consolidate: `| [CATEGORY] "title" (permanent, Ep1 T2): text`. */
export function readQuestionClaims(sections: PromptSections) {
  const all = [...sections.values()].join('\n');
  const lines = all.matchAll(/^\| \[([A-Z]+)\] ("(?:[^"\\]|\\.)*") \((\w+),[^)]*\): (.*)$/gm);
  return [...lines].map(([, category = '', title = '""', held, text = '']) => {
    const persistence = held === 'core' ? ('core' as const) : ('permanent' as const);
    return { category, title: parsed(title), text, persistence };
  });
}

function parsed(quoted: string): string {
  return String(JSON.parse(quoted));
}

/** Facts of turns: `- T12 score +5, now 15: "open box" at Hall (1)` and `- T30 death "jump" at Roof (4)`. */
export function readQuestionFacts(section: string) {
  const lines = section.matchAll(
    /^- T(\d+) (?:score ([+-]\d+), now -?\d+: |death )(".+" at .+)$/gm,
  );
  // A death has no points.
  return Array.from(lines, ([, turn, points = null, deed = '']) => {
    return { turn: Number(turn), points, deed };
  });
}

/** How the end of a fork is told. */
export const FORK_WORDS =
  'it is a fork: its first turns are those of another episode, and it knows nothing of the episodes after that; they may have come further';

/** How an episode ended: `episode 3 ended after 90 turns: max-turns; score 15`. */
export function readQuestionEnding(section: string) {
  const told = /^episode (\d+) ended after (\d+) turns: ([a-z-]+); score (-?\d+)/m.exec(section);
  if (told === null) return null;
  const [, episode, turns, reason, score] = told;
  const isFork = section.split('\n').includes(FORK_WORDS);
  return { episode, turns: Number(turns), reason, score: Number(score), isFork };
}

/** Objectives: `- text`, and a line `target: name (id), 3 steps` below those that have one. */
export function readQuestionListed(section: string) {
  const entries = section.split(/^- /m).slice(1);
  return entries.map((entry) => {
    const id = /^ {4}target: .*\((\d+)\)(?:, (?:\d+ steps?|no open way known))?$/m.exec(
      entry.trimEnd(),
    )?.[1];
    const [text = ''] = entry.trimEnd().split('\n');
    return { text, target: id === undefined ? null : Number(id) };
  });
}

/** Unexplored exits that can be reached: `- Location 7 (Yard), 1 step away: east → Location 9, up → unknown`. */
export function readQuestionExits(section: string) {
  return section.split('\n').flatMap((line) => {
    const id = /^- Location (\d+) /.exec(line)?.[1];
    // A room's name may have any character.
    const exits = line
      .slice(line.lastIndexOf(': ') + 2)
      .matchAll(/(\w+) → (?:Location (\d+)|unknown)(?:, |$)/g);
    if (id === undefined || line.includes('unreachable')) return [];
    return Array.from(exits, ([, direction = '', to]) => {
      return { from: Number(id), direction, to: to === undefined ? null : Number(to) };
    });
  });
}

/** Memories that win points at rooms in reach, or did in this episode: `  - [SUCCESS] title`, below `    | Scores 5.` */
export function readQuestionScored(section: string) {
  const scored = /^ {2}- \[SUCCESS\] (.+)(?<!\[TENTATIVE.*\])\n {4}\| Scores? \d+/gm;
  return section
    .split(/^\*\*Location /m)
    .filter((place) => !/^.* - unreachable/.test(place))
    .flatMap((place) =>
      [...place.matchAll(scored)].map(([, title = '']) => ({
        place: Number.parseInt(place, 10),
        title: title.replace(DONE_NOW, ''),
        isDone: title.endsWith(DONE_NOW),
      })),
    );
}

/** The agent's objectives: open ones, and those with a refused claim. */
export function readQuestionAims(section: string) {
  const [open = ''] = section.split(/^Told once:$/m);
  const refused = section.matchAll(
    /^- Not completed: "(.+)": (?:only ".+ was seen; )?(?:nothing the engine saw|Location \d+ was not entered)/gm,
  );
  return {
    open: readQuestionListed(open).map(({ text }) => text),
    refused: [...refused].map(([, text = '']) => text),
  };
}

/** Items of the knowledge base: `| - text`. */
export function readQuestionItems(section: string): readonly string[] {
  return [...section.matchAll(/^\| - (.+)$/gm)].map(([, text = '']) => text);
}

/** The way to a place: `Route to Hall (7), for: find the lamp: e, then n, n`. */
export function readQuestionRoute(section: string) {
  const told = /^Route to .*? \((\d+)\)(?:, for: .*)?: ([^:\n]+)$/m.exec(section);
  if (told === null) return null;
  const [, id, steps = ''] = told;
  const [first = '', ...later] = steps.split(/, (?:then )?/);
  return { to: Number(id), first, steps: later.length + 1 };
}

/** The place to which the route knows no way, no open one, or none that is short enough. Null if there is a way. */
export function readQuestionNoRoute(section: string): number | null {
  const told = /^No (?:open )?way to .*?\((\d+)\) is /m.exec(section);
  return told === null ? null : Number(told[1]);
}

/** Words of this turn's proposals that the story does not know, or whose things are not in reach. */
export function readQuestionAbsent(section: string): readonly string[] {
  const refused = section.matchAll(
    /: (?:this story does not know the word "|no (?:[\w'-]+ )*?)([\w'-]+)(?:"| is within reach)/g,
  );
  return [...new Set([...refused].map(([, word = '']) => word))];
}
