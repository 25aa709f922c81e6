import * as z from 'zod';
import type { GameState } from '../domain/game-state.ts';
import type { Message } from '../domain/message.ts';
import { entersThing, moved, type TurnRecord } from '../domain/turn-record.ts';
import type { SimpleMemoryManager } from '../managers/memory/simple-memory-manager.ts';
import type { Ask } from '../model/ask.ts';
import { describeSchema } from '../model/reply-schema.ts';
import { type PromptLibrary, questionMessages } from '../prompts/question.ts';
import { quote } from '../prompts/quote.ts';
import { commandWords, roomWords } from '../prompts/wording.ts';
import type { Learner } from './lessons.ts';
import { addDescription, descriptionBy, mayDescribeRoom } from './room-description.ts';

export interface ExtractorSettings {
  /** `auto` asks only where the engine's own rule cannot tell whether a text describes the room. */
  readonly mode: 'always' | 'auto' | 'never';
  readonly prompts: PromptLibrary;
}

/** What the extractor answers: what no fact of the engine can tell. */
export const extractorReply = z.object({
  isRoomDescription: z.boolean().describe('Whether the text describes the place of the player.'),
  inCombat: z.boolean().describe('Whether somebody fights the player at the end of the text.'),
});

interface Reading extends z.output<typeof extractorReply> {
  readonly record: TurnRecord;
}

/**
 * Has the extractor read the texts that the engine's rule leaves in doubt. What it reads is added to the state once
 * lessons have settled: a description that is newer than the known one, and whether there is a fight. What the engine
 * recognised itself stays. Its `learn` rejects with ModelError where there is no usable answer.
 */
export function extractorLearner(
  settings: ExtractorSettings,
  { ask, signal }: { readonly ask: Ask; readonly signal: AbortSignal },
): Learner {
  let reading: Reading | null = null;
  return {
    lesson: 'extractor',
    async learn(_, record) {
      const { mode, prompts } = settings;
      if (mode === 'never' || (mode === 'auto' && !mayDescribeRoom(record))) return;
      const messages = extractorMessages(record, prompts);
      const answer = await ask({
        role: 'extractor',
        messages,
        replySchema: extractorReply,
        signal,
      });
      if (!answer.ok) throw answer.error;
      reading = { ...answer.value, record };
    },
    amend(state) {
      const read = reading;
      reading = null;
      return read === null ? state : addReading(state, read);
    },
  };
}

function addReading(state: GameState, { record, isRoomDescription, inCombat }: Reading): GameState {
  return {
    ...state,
    descriptions: addDescription(
      state.descriptions,
      isRoomDescription ? descriptionBy(record) : null,
    ),
    fightTurn: inCombat ? record.turn : null,
  };
}

function extractorMessages(record: TurnRecord, prompts: PromptLibrary): readonly Message[] {
  const { before, decision, after } = record;
  const place = roomWords(after.location);
  const from = roomWords(before.location);
  const schema = describeSchema(extractorReply);
  const text = prompts.render('extractor.text', {
    place: moved(record) ? `${place}, just reached from ${from}` : place,
    action: quote(commandWords(decision.action)),
    text: quote(after.text),
  });
  return questionMessages(prompts.render('extractor.system', { schema }), text);
}

export function memoryLearner(
  memory: Pick<SimpleMemoryManager, 'learn' | 'witness' | 'conclude'>,
): Learner {
  return {
    lesson: 'memory',
    learn: (state, turn) =>
      memory.learn(turn, {
        episode: state.episode,
        firstVisit: isFirstVisit(state, turn),
        sameVisit: isOnlyVisit(state, turn),
        died: turn.after.died,
        recent: state.recent.slice(0, -1),
      }),
    witness: (state, turn) => Promise.resolve(memory.witness(turn, state)),
    conclude: ({ episode }) => memory.conclude({ episode }),
  };
}

/** Whether the turn ended in a room that had no turn of this episode before; `state` already counts the turn. */
function isFirstVisit(state: GameState, turn: TurnRecord): boolean {
  if (!moved(turn)) return turn.turn === 1;
  return isOnlyVisit(state, turn) && !entersThing(turn);
}

function isOnlyVisit({ visits }: GameState, { after }: TurnRecord): boolean {
  return visits.get(after.location.id) === 1;
}
