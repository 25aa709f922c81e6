import type { Message } from '../domain/message.ts';
import { withoutRoomNames } from '../prompts/wording.ts';
import { readExits, readListed, readScored } from '../prompts/question-lines.ts';
import { readSections, type PromptSections } from '../prompts/question.ts';
import { scoreObjective } from './goals.ts';

const MOST_DISCOVERED = 5;
const MOST_KEPT = 8;
/** Leaves room for what was never seen. */
const MOST_SCORES = 3;
const MEMORIES = 'All Game Memories (Sorted by Distance from Current Location)';

/**
 * The offline player in the role that plans, from the rendered messages alone. Asked for objectives it names what
 * scored before and nearby unexplored exits, one for each room; asked what to keep it keeps
 * eight, what scored before all others.
 */
export function answerAsObjectives(messages: readonly Message[]): object {
  const sections = readSections(messages);
  if (!sections.has('Objectives to choose from')) return discover(sections);
  const isScore = (text: string) => Number(text.startsWith('Score at '));
  const kept = readListed(sections.get('Objectives to choose from') ?? '')
    .map(({ text }) => text)
    .toSorted((a, b) => isScore(b) - isScore(a))
    .slice(0, MOST_KEPT);
  return { keep: kept, reasoning: 'Points come first.' };
}

function discover(sections: PromptSections): object {
  const section = (name: string) => sections.get(name) ?? '';
  const map = section('Map Visualization (Mermaid Format)');
  const here = Number(/^\*\*Current location\*\*: L(\d+)$/m.exec(map)?.[1]);
  const completed = withoutRoomNames(section('Completed objectives'));
  const scores = readScored(section(MEMORIES))
    .map(({ place, title }) => ({ text: scoreObjective(place, title), target: place }))
    .filter(({ text, target }) => target !== here && !completed.includes(`- ${text} [`));
  const exits = readExits(section('Unexplored Exits (Nearest First)')).flatMap(
    ({ from, direction, to }) => {
      const text = `Explore ${direction} from Location ${from}`;
      if (to !== null) return [{ text: `${text} to reach Location ${to}`, target: to }];
      return from === here ? [] : [{ text, target: from }];
    },
  );
  const named = readListed(section('Current objectives'));
  const objectives = [...scores.slice(0, MOST_SCORES), ...exits]
    .filter(({ target }, at, all) => all.findIndex((one) => one.target === target) === at)
    .map((one) => named.find(({ target }) => target === one.target) ?? one)
    .slice(0, MOST_DISCOVERED);
  return { objectives, reasoning: 'These scored before or were not explored yet.' };
}
