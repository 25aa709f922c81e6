import type { GameState } from '../../domain/game-state.ts';
import type { Message } from '../../domain/message.ts';
import type { Stop } from '../../domain/stop-reason.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { oneLine, quote } from '../../prompts/quote.ts';
import { toldTurns } from '../../prompts/told-turns.ts';
import { heldWords, scoreWords } from '../../prompts/wording.ts';
import { questionMessages } from '../../prompts/question.ts';
import type { EpisodeFact } from './episode-fact.ts';
import type { Window } from './episode-chronicle.ts';
import { itemsOf, type KnowledgeDocument } from './knowledge-document.ts';
import { isInScope, SECTIONS, type Scope } from './knowledge-section.ts';

const TURN_TOKENS = 6000;
const MOST_FACTS_PER_KIND = 30;

/** The question of an update: what is known, what the engine saw, then the turns, the newest last. */
export function updateQuestion(
  document: KnowledgeDocument,
  { state, turns, facts, older }: Window & { readonly state: GameState },
  prompts: PromptLibrary,
): readonly Message[] {
  const span = `episode ${state.episode}, turns ${turns[0]?.turn ?? 0} to ${turns.at(-1)?.turn ?? 0}`;
  return questionMessages(prompts.render('knowledge.update', {}), [
    { name: 'Knowledge base', body: listKnowledge(document, 'play') },
    { name: 'Facts of these turns', body: `${span}; ${standing(state)}\n${listFacts(facts)}` },
    { name: 'Turns to learn from', body: toldTurns(turns, TURN_TOKENS, older) },
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
  return `${scoreWords(observation)}; holding ${heldWords(observation)}`;
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
