import { FRONTIER_HEADING } from './frontier-wording.ts';
import { LUCK_HEADING, RECIPE_HEADING } from './recipe-wording.ts';

export const HEADING = {
  knowledge: 'Knowledge from earlier episodes',
  places: 'Places known from earlier episodes',
  gameText: 'Game text',
  now: 'Now',
  memories: 'What earlier visits taught, and this one',
  alarms: 'Dangers that come by themselves',
  nearby: 'Dangers one step away',
  instruction: 'Instruction of the person who lets you play',
  objectives: 'Objectives',
  completed: 'Completed',
  proposals: 'Noted in this episode',
  route: 'Route',
  warning: 'Warning',
  tried: 'Tried here',
  refused: 'Refused this turn',
  answered: 'Known without a turn',
  held: 'Held',
  inReach: 'Things in reach',
  waysOut: 'Ways out',
  choose: 'Choose',
} as const;

const ALL = [...Object.values(HEADING), FRONTIER_HEADING, RECIPE_HEADING, LUCK_HEADING];

/** As many letters tell a word, whatever its ending. */
const STEM = 5;

/** Lines that tell how things stand: `Turn 3 of 40 | Location: Hall (7) | Score: 0`. */
const STATUS = /^turn \d+(?: of \d+)?\s*(?:\||$)|\|\s*(?:location|score|moves)\s*:/i;

/** Whether a text is no more than what stands in every prompt: a heading, in whatever form of its words, or a status line. */
export function repeatsPrompt(text: string): boolean {
  const said = stemsOf(text);
  return STATUS.test(text.trim()) || ALL.some((heading) => stemsOf(heading) === said);
}

function stemsOf(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.map((word) => word.slice(0, STEM)).join(' ');
}
