import { covers, type MemoryClaim } from '../domain/covers.ts';
import type { Message } from '../domain/message.ts';
import {
  readQuestionClaims,
  readQuestionEnding,
  readQuestionFacts,
  readQuestionDeeds,
  readQuestionExits,
  readQuestionListed,
  readQuestionScored,
} from '../prompts/question-lines.ts';
import { readQuestionSections, type PromptSections } from '../prompts/question.ts';
import { withoutRoomNames } from '../prompts/room-wording.ts';
import { goalLesson, goalOfGain } from './goals.ts';
import { situationDeed } from './situation.ts';

/** More items would crowd out others in the knowledge base. */
const MOST_EDITS = 5;
const MOST_RECALLED = 12;
const BEST =
  /^\| \[([0-9a-f]{6})\] The best game (?:so far|from the start up to then) was episode \d+, with (-?\d+) points/m;

/** The knowledge role by rules: an item for each death and change of points, an insight, no covered memory, and summaries. */
export function answerAsKnowledge(messages: readonly Message[]): object {
  const sections = readQuestionSections(messages);
  const reasoning = 'The engine reported it.';
  const known = sections.get('Knowledge base') ?? '';
  if (sections.has('Turns to learn from')) {
    const fresh = lessons(sections, 'Facts of these turns').filter(
      ({ text }) => !known.includes(text),
    );
    return { edits: fresh.slice(0, MOST_EDITS), reasoning };
  }
  const played = sections.get('Turns to sum up');
  if (played !== undefined) return { summary: recall(played) };
  if (sections.has('How it ended')) return { summary: summarise(sections) };
  if (sections.has('Knowledge base')) return { edits: insightEdits(sections), reasoning };
  return consolidate(readQuestionClaims(sections));
}

function lessons(sections: PromptSections, heading: string) {
  return readQuestionFacts(sections.get(heading) ?? '').map(({ turn, points, deed }) => ({
    op: 'add',
    section: points === null ? 'DEATH & DANGER ANALYSIS' : 'LESSONS LEARNED',
    text:
      points === null ? `${deed} was deadly; do something else there.` : goalLesson(deed, points),
    turns: [turn],
  }));
}

function insightEdits(sections: PromptSections): readonly object[] {
  const ending = readQuestionEnding(sections.get('Facts of this episode') ?? '');
  // A fork knows only a part of what was played.
  if (ending === null || ending.isFork) return [];
  const { episode, turns, reason, score } = ending;
  const text = `The best game so far was episode ${episode}, with ${score} points in ${turns} turns (${reason}); begin with what scored there.`;
  const [, item, best] = BEST.exec(sections.get('Knowledge base') ?? '') ?? [];
  const proof = { text, turns: [turns] };
  if (item === undefined) return [{ op: 'add', section: 'CROSS-EPISODE INSIGHTS', ...proof }];
  return score > Number(best) ? [{ op: 'revise', item, ...proof }] : [];
}

function summarise(sections: PromptSections): string {
  const end = (sections.get('How it ended') ?? '').split('\n')[0] ?? '';
  const deeds = lessons(sections, 'Facts of this episode').slice(0, 3);
  return [`${end}.`, ...deeds.map(({ text }) => text)].join(' ');
}

function recall(played: string): string {
  const deeds = readQuestionDeeds(played).map(({ action, room }) => situationDeed(action, room));
  return `Done lately: ${[...new Set(deeds)].slice(-MOST_RECALLED).join('; ')}.`;
}

/** Drops a memory if an earlier one says the same. */
function consolidate(claims: readonly MemoryClaim[]): object {
  const staying: MemoryClaim[] = [];
  const drop = claims.flatMap((claim) => {
    const cover = staying.find((one) => covers(one, claim));
    if (cover === undefined) staying.push(claim);
    return cover === undefined ? [] : [{ title: claim.title, covered_by: cover.title }];
  });
  return { merge: [], drop, reasoning: 'Another memory says the same.' };
}

const MOST_DISCOVERED = 5;
const MOST_KEPT = 8;
/** Leaves room for things that were never seen. */
const MOST_SCORES = 3;
const MEMORIES = 'All Game Memories (Sorted by Distance from Current Location)';

/** The planning role: it names what scored before and near unexplored exits, one for each room; eight at most. */
export function answerAsObjectives(messages: readonly Message[]): object {
  const sections = readQuestionSections(messages);
  if (!sections.has('Objectives to choose from')) return discover(sections);
  const isScore = (text: string) => Number(text.startsWith('Score at '));
  const kept = readQuestionListed(sections.get('Objectives to choose from') ?? '')
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
  const scores = readQuestionScored(section(MEMORIES))
    .map(({ place, title, isDone: isWon }) => {
      const text = goalOfGain(place, title);
      return { text, target: place, isDone: isWon || completed.includes(`- ${text} [`) };
    })
    .filter(({ target }) => target !== here);
  const exits = readQuestionExits(section('Unexplored Exits (Nearest First)')).flatMap(
    ({ from, direction, to }) => {
      const text = `Explore ${direction} from Location ${from}`;
      if (to !== null) return [{ text: `${text} to reach Location ${to}`, target: to }];
      return from === here ? [] : [{ text, target: from }];
    },
  );
  const named = readQuestionListed(section('Current objectives'));
  const objectives = [...scores.slice(0, MOST_SCORES), ...exits]
    .filter(({ target }, at, all) => all.findIndex((one) => one.target === target) === at)
    .slice(0, MOST_DISCOVERED)
    // A won gain keeps its place: farther ones are not due yet.
    .filter((one) => !('isDone' in one && one.isDone))
    .map((one) => named.find(({ target }) => target === one.target) ?? one)
    .map(({ text, target }) => ({ text, target }));
  return { objectives, reasoning: 'These scored before or were not explored yet.' };
}
