import type { GameState } from '../../domain/game-state.ts';
import type { Message } from '../../domain/message.ts';
import type { Stop } from '../../domain/stop-reason.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { oneLine, quote } from '../../prompts/quote.ts';
import { playWords, scoreWords, thingsWords, turnPlaceWords } from '../../prompts/wording.ts';
import { questionMessages } from '../../prompts/question.ts';
import type { EpisodeFact } from './episode-fact.ts';
import { itemsOf, type KnowledgeDocument } from './knowledge-document.ts';
import { isInScope, SECTIONS, type Scope } from './knowledge-section.ts';

const MOST_TURN_CHARACTERS = 24_000;
const MOST_FACTS_PER_KIND = 30;

/** The question of an update: what is known, what the engine saw, then the turns, the newest last. */
export function updateQuestion(
  document: KnowledgeDocument,
  news: { readonly state: GameState; readonly turns: readonly TurnRecord[] },
  facts: readonly EpisodeFact[],
  prompts: PromptLibrary,
): readonly Message[] {
  const { state, turns } = news;
  const span = `episode ${state.episode}, turns ${turns[0]?.turn ?? 0} to ${turns.at(-1)?.turn ?? 0}`;
  return questionMessages(prompts.render('knowledge.update', {}), [
    { name: 'Knowledge base', body: listKnowledge(document, 'play') },
    { name: 'Facts of these turns', body: `${span}; ${standing(state)}\n${listFacts(facts)}` },
    { name: 'Turns to learn from', body: listTurns(turns) },
  ]);
}

/** The question of a synthesis: the insights so far, the other sections, and the result of this episode. */
export function synthesisQuestion(
  document: KnowledgeDocument,
  { state, stop }: { readonly state: GameState; readonly stop: Stop },
  facts: readonly EpisodeFact[],
  prompts: PromptLibrary,
): readonly Message[] {
  const end = `episode ${state.episode} ended after ${state.turn} turns: ${stop.reason}; ${standing(state)}; ${state.visits.size} rooms visited`;
  return questionMessages(prompts.render('knowledge.synthesis', {}), [
    { name: 'Knowledge base', body: listKnowledge(document, 'synthesis') },
    { name: 'Facts of this episode', body: `${end}\n${listFacts(facts)}` },
  ]);
}

/** Items by section, each with its id where this question may change it. */
function listKnowledge(document: KnowledgeDocument, scope: Scope): string {
  return SECTIONS.map((section) => {
    const lines = itemsOf(document, section).map(({ id, text, origin }) => {
      const isOpen = origin !== null && isInScope(section, scope);
      return quote(`[${isOpen ? id : 'fixed'}] ${oneLine(text, 1000)}`);
    });
    return [`### ${section}`, ...(lines.length === 0 ? ['(nothing yet)'] : lines)].join('\n');
  }).join('\n');
}

function standing({ observation }: GameState): string {
  return `${scoreWords(observation)}; holding ${thingsWords(observation.inventory)}`;
}

/** Facts as lines of a prompt: points and ends a line each; rooms and things a line per kind. */
export function listFacts(facts: readonly EpisodeFact[]): string {
  const of = (kind: EpisodeFact['kind']) => facts.filter((fact) => fact.kind === kind);
  const single = facts
    .filter(({ kind }) => kind === 'score' || kind === 'death' || kind === 'victory')
    .slice(-MOST_FACTS_PER_KIND)
    .map(({ turn, kind, text }) => `- T${turn} ${kind} ${text}`);
  const joined = (['room', 'gained', 'lost'] as const).flatMap((kind) => {
    const list = of(kind)
      .slice(-MOST_FACTS_PER_KIND)
      .map(({ turn, text }) => `T${turn} ${text}`);
    return list.length === 0 ? [] : [`- ${LABELS[kind]}: ${list.join('; ')}`];
  });
  const lines = [...single, ...joined];
  return lines.length === 0
    ? '- no points, no death, no room or thing for the first time'
    : lines.join('\n');
}

const LABELS = {
  room: 'rooms entered first',
  gained: 'taken first',
  lost: 'no longer held',
} as const;

/** The turns as quoted play; equal ones in a row are told once, the oldest are left out of what is too long. */
function listTurns(turns: readonly TurnRecord[]): string {
  const told: { text: string; from: TurnRecord; times: number }[] = [];
  for (const record of turns) {
    const last = told.at(-1);
    const text = playWords(record);
    const isSame =
      last?.text === text && last.from.before.location.id === record.before.location.id;
    if (isSame) last.times += 1;
    else told.push({ text, from: record, times: 1 });
  }
  const blocks = told.map(({ text, from, times }) => {
    return `${turnPlaceWords(from)}${times > 1 ? `, ${times} times in a row` : ''}\n${text}`;
  });
  let length = 0;
  const kept = blocks
    .reverse()
    .filter((block) => (length += block.length + 1) <= MOST_TURN_CHARACTERS);
  const left = blocks.length - kept.length;
  return [...(left > 0 ? [`(${left} earlier turns left out)`] : []), ...kept.reverse()].join('\n');
}
