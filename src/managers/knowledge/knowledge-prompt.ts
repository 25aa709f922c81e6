import * as z from 'zod';
import { type GameState, thingsInHand } from '../../domain/game-state.ts';
import type { Message } from '../../domain/message.ts';
import type { Stop } from '../../domain/stop-reason.ts';
import { oneLine, lowerCased } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import { type NamedText, type PromptLibrary, questionMessages } from '../../prompts/question.ts';
import { quote } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { heldWords } from '../../prompts/thing-wording.ts';
import { toldTurns } from '../../prompts/told-turns.ts';
import { commandWords, scoreWords } from '../../prompts/wording.ts';
import { FORK_WORDS } from '../../prompts/question-lines.ts';
import type { EpisodeFact, Window } from './episode-chronicle.ts';
import { MOST_ITEM_LENGTH, isGuess, originWords } from './knowledge-item.ts';
import {
  type KnowledgeDocument,
  SECTIONS,
  type Scope,
  allItems,
  isInScope,
  itemsOf,
} from './knowledge-document.ts';
import type { ProposedEdit } from './knowledge-edit.ts';
import { type OwnStretch, ledgerStretchWords } from './ledger.ts';

const OPS = ['add', 'revise', 'retire'] as const;

const editIn = (scope: Scope) =>
  z.object({
    op: z.preprocess(lowerCased, z.enum(OPS)),
    section: z
      .string()
      .nullish()
      .describe(`For add: ${SECTIONS.filter((one) => isInScope(one, scope)).join(', ')}.`),
    item: z.string().nullish().describe('For revise and retire: the id of the item as listed.'),
    text: z
      .string()
      .nullish()
      .meta({ maxLength: MOST_ITEM_LENGTH })
      .describe(
        `For add and revise: the item, one or two sentences, at most ${MOST_ITEM_LENGTH} characters.`,
      ),
    turns: z
      .preprocess(turnsIn, z.array(z.int()).nullish())
      .describe('Numbers of all turns shown that prove it; without any it is a guess.'),
    reason: z.string().nullish().describe('For retire: what proved it wrong or worthless.'),
  });

/** Reads turns as a list, also from a single number or a text. */
function turnsIn(value: unknown): unknown {
  if (typeof value === 'number') return [value];
  return typeof value === 'string' ? (value.match(/\d+/g) ?? []).map(Number) : value;
}

/** The reply to a question about knowledge: edits of items, never a rewritten text. */
const replyIn = (scope: Scope) =>
  z.object({
    edits: z.array(editIn(scope)).describe('Empty when nothing is worth changing.'),
    reasoning: z.string().nullish().describe('Why, in one sentence.'),
  });

/** One schema for each of the two questions; each names only the sections that are open to it. */
export const knowledgeReply = { play: replyIn('play'), synthesis: replyIn('synthesis') } as const;

/** The edits in a reply to one of these prompts, as the knowledge base takes them. */
export function proposedEdits(reply: z.infer<typeof knowledgeReply.play>): readonly ProposedEdit[] {
  return reply.edits.map(({ op, section, item, text, turns, reason }) => ({
    op,
    section: section ?? null,
    item: item ?? null,
    text: text ?? null,
    turns: turns ?? [],
    reason: reason ?? null,
  }));
}

const TURN_TOKENS = 6000;
const MOST_FACTS_PER_KIND = 30;
const MOST_STRETCHES = 30;

export interface Asked extends Window {
  readonly document: KnowledgeDocument;
  readonly state: GameState;
  /** The results of the last edits, one line each. */
  readonly told: readonly string[];
}

/** The question of an update: what is known, what the engine saw, then the turns, the newest last. */
export function updateQuestion(
  { document, state, told, turns, facts, older }: Asked,
  prompts: PromptLibrary,
): readonly Message[] {
  const span = `episode ${state.episode}, turns ${turns[0]?.turn ?? 0} to ${turns.at(-1)?.turn ?? 0}`;
  return questionMessages(
    prompts.render('knowledge.update', { schema: describeSchema(knowledgeReply.play) }),
    [
      { name: 'Knowledge base', body: listKnowledge(document) },
      ...lastEdits(told),
      {
        name: 'Facts of these turns',
        body: `${span}; ${standing(state)}\n${listPromptFacts(facts)}`,
      },
      { name: 'Turns to learn from', body: toldTurns(turns, TURN_TOKENS, older) },
    ],
  );
}

/** The question of a synthesis: guesses, result and turns. Of turns that an update has shown, only the commands. */
export function synthesisQuestion(
  asked: Asked & { readonly stretches: readonly OwnStretch[]; readonly isFork: boolean },
  stop: Stop,
  prompts: PromptLibrary,
): readonly Message[] {
  const { document, state, told, turns, facts, older, stretches, isFork } = asked;
  const end = `episode ${state.episode} ended after ${state.turn} turns: ${stop.reason}; ${standing(state)}; ${state.visits.size} rooms visited`;
  const schema = describeSchema(knowledgeReply.synthesis);
  return questionMessages(prompts.render('knowledge.synthesis', { schema }), [
    { name: 'Knowledge base', body: listKnowledge(document) },
    ...openGuesses(document, state.episode),
    ...lastEdits(told),
    {
      name: 'Facts of this episode',
      body: `${end}\n${isFork ? `${FORK_WORDS}\n` : ''}${listPromptFacts(facts)}`,
    },
    ...costs(stretches),
    ...commandsOf(older),
    {
      name: older.length === 0 ? 'Turns of this episode' : 'Turns since then',
      body: toldTurns(turns, TURN_TOKENS),
    },
  ]);
}

function costs(stretches: readonly OwnStretch[]): readonly NamedText[] {
  const lines = stretches
    .slice(-MOST_STRETCHES)
    .map((one) => quote(`- ${ledgerStretchWords(one)}`));
  return part('What turns cost and brought', lines);
}

/** The commands of turns that an update has shown. The knowledge base has their lessons. */
function commandsOf(turns: readonly TurnRecord[]): readonly NamedText[] {
  const lines = turns.map(({ turn, before, decision }) =>
    quote(`T${turn}, ${roomWords(before.location)}: ${commandWords(decision.action)}`),
  );
  return part('Turns that the last update showed', lines);
}

function listKnowledge(document: KnowledgeDocument): string {
  return SECTIONS.map((section) => {
    const lines = itemsOf(document, section).map(({ id, text, origin }) => {
      const name = origin === null ? `${id}, by a person` : id;
      const evidence = origin === null ? '' : ` (${originWords(origin)})`;
      return quote(`[${name}] ${oneLine(text, 1000)}${evidence}`);
    });
    return [`### ${section}`, ...(lines.length === 0 ? ['(nothing yet)'] : lines)].join('\n');
  }).join('\n');
}

/** The guesses of earlier episodes that nothing has shown yet, with the episodes that left them open. */
function openGuesses(document: KnowledgeDocument, episode: number): readonly NamedText[] {
  const lines = allItems(document).flatMap(({ id, text, origin }) => {
    if (origin === null || !isGuess(origin) || origin.episode >= episode) return [];
    const [first, last] = [origin.episode + 1, episode - 1];
    const until = last > first ? ` to Ep${last}` : '';
    const open = last < first ? '' : `; not settled in Ep${first}${until}`;
    return [quote(`[${id}] ${text} (Ep${origin.episode}${open})`)];
  });
  return part('Guesses to settle', lines);
}

function lastEdits(told: readonly string[]): readonly NamedText[] {
  const lines = told.map((line) => quote(`- ${oneLine(line)}`));
  return part('What became of your last edits, and of lessons that belong to no room', lines);
}

/** Empty if there are no lines. */
function part(name: string, lines: readonly string[]): readonly NamedText[] {
  return lines.length === 0 ? [] : [{ name, body: lines.join('\n') }];
}

function standing(state: GameState): string {
  return `${scoreWords(state.observation)}; holding ${heldWords(thingsInHand(state))}`;
}

const LABELS = {
  room: 'rooms entered first',
  gained: 'taken first',
  lost: 'left the hands',
  changed: 'changed first',
} as const;

/** Facts as lines of a prompt: one line for each gain and end, one for all rooms and one for all things. */
export function listPromptFacts(facts: readonly EpisodeFact[]): string {
  const single = newestFacts(
    facts.filter(({ kind }) => !(kind in LABELS)),
    ({ turn, kind, text }) => `- T${turn} ${kind} ${text}`,
    (earlier) => `- (${earlier} earlier left out)`,
  );
  const joined = Object.entries(LABELS).flatMap(([name, label]) => {
    const told = newestFacts(
      facts.filter(({ kind }) => kind === name),
      ({ turn, text }) => `T${turn} ${text}`,
      (earlier) => `(${earlier} earlier left out)`,
    );
    return told.length === 0 ? [] : [`- ${label}: ${told.join('; ')}`];
  });
  const nothing = '- no points, no death, no room or thing for the first time';
  return [...single, ...joined].join('\n') || nothing;
}

function newestFacts(
  facts: readonly EpisodeFact[],
  words: (fact: EpisodeFact) => string,
  leftOut: (earlier: number) => string,
): readonly string[] {
  const earlier = facts.length - MOST_FACTS_PER_KIND;
  const told = facts.slice(-MOST_FACTS_PER_KIND).map(words);
  return earlier > 0 ? [leftOut(earlier), ...told] : told;
}
