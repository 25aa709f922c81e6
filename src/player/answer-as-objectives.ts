import type { Message } from '../domain/message.ts';
import { readSections, type PromptSections } from './read-prompt.ts';

const MOST_DISCOVERED = 5;
const MOST_KEPT = 8;
/** Leaves room for what was never seen. */
const MOST_SCORES = 3;
const MEMORIES = 'All Game Memories (Sorted by Distance from Current Location)';
const HERE = /^\*\*Current location\*\*: L(\d+)$/m;

interface ListedObjective {
  readonly text: string;
  readonly target: number | null;
}

/**
 * The offline player in the role that plans, from the rendered messages alone. Asked for objectives it names what
 * scored before and nearby unexplored exits, one for each room; asked what to keep it keeps
 * eight, what scored before all others.
 */
export function answerAsObjectives(messages: readonly Message[]): object {
  const sections = readSections(messages);
  if (sections.has('Objectives to choose from')) return choose(sections);
  return discover(sections);
}

function discover(sections: PromptSections): object {
  const here = HERE.exec(sections.get('Map Visualization (Mermaid Format)') ?? '')?.[1];
  const exits = (sections.get('Unexplored Exits (Nearest First)') ?? '')
    .split('\n')
    .filter((line) => !line.includes('unreachable'))
    .flatMap((line) => exitObjectives(line, here));
  const scores = scoreObjectives(sections)
    .filter(({ target }) => target !== Number(here))
    .slice(0, MOST_SCORES);
  const named = namedByTarget(listed(sections, 'Current objectives'));
  const objectives = [...namedByTarget([...scores, ...exits]).values()]
    .map((one) => named.get(one.target) ?? one)
    .slice(0, MOST_DISCOVERED);
  return { objectives, reasoning: 'These scored before or were not explored yet.' };
}

/** The first objective of each target. */
function namedByTarget(
  objectives: readonly ListedObjective[],
): ReadonlyMap<number | null, ListedObjective> {
  const first = new Map<number | null, ListedObjective>();
  for (const one of objectives) if (!first.has(one.target)) first.set(one.target, one);
  return first;
}

/** What scored at a room that can be reached and was not completed in this episode. */
function scoreObjectives(sections: PromptSections): readonly ListedObjective[] {
  const completed = sections.get('Completed objectives') ?? '';
  return (sections.get(MEMORIES) ?? '')
    .split(/^\*\*Location /m)
    .filter((place) => !/^.* - unreachable/.test(place))
    .flatMap((place) =>
      [...place.matchAll(/^ {2}- \[SUCCESS\] (.+)(?<!\[TENTATIVE.*\])\n {4}\| Scores? \d+/gm)].map(
        ([, title]) => ({
          text: `Score at Location ${parseInt(place, 10)}: ${title}`,
          target: parseInt(place, 10),
        }),
      ),
    )
    .filter(({ text }) => !completed.includes(`- ${text} [`));
}

/** `- Location 7 (Yard), 1 hop away: east → Location 9, up → unknown`; a room's name may hold any character. */
function exitObjectives(line: string, here: string | undefined): readonly ListedObjective[] {
  const id = /^- Location (\d+) /.exec(line)?.[1];
  const exits = line.slice(line.lastIndexOf(': ') + 2);
  if (id === undefined) return [];
  return exits.split(', ').flatMap((exit) => {
    const [, direction, to] = /^(\w+) → (?:Location (\d+)|unknown)$/.exec(exit) ?? [];
    if (direction === undefined) return [];
    const from = `Explore ${direction} from Location ${id}`;
    if (to !== undefined) return [{ text: `${from} to reach Location ${to}`, target: Number(to) }];
    return id === here ? [] : [{ text: from, target: Number(id) }];
  });
}

function isScore({ text }: ListedObjective): boolean {
  return text.startsWith('Score at ');
}

function choose(sections: PromptSections): object {
  const kept = listed(sections, 'Objectives to choose from')
    .toSorted((a, b) => Number(isScore(b)) - Number(isScore(a)))
    .slice(0, MOST_KEPT);
  return { keep: kept.map(({ text }) => text), reasoning: 'Points come first.' };
}

/** Objectives as prompts list them: `- text`, and a line `target: name (id)` below those that have one. */
function listed(sections: PromptSections, heading: string): readonly ListedObjective[] {
  const entries = (sections.get(heading) ?? '').split(/^- /m).slice(1);
  return entries.map((entry) => {
    const [text = '', ...details] = entry.trimEnd().split('\n');
    const target = details
      .map((line) => /^ {4}target: .*\((\d+)\)$/.exec(line)?.[1])
      .find((id) => id !== undefined);
    return { text, target: target === undefined ? null : Number(target) };
  });
}
