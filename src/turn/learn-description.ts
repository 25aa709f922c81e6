import * as z from 'zod';
import { normaliseAction } from '../domain/command.ts';
import {
  type RoomDescription,
  addDescription,
  descriptionOfRoom,
  isRoomHeading,
  namesItsRoom,
} from '../domain/room-description.ts';
import { moved } from '../domain/turn-effect.ts';
import type { Message } from '../domain/message.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { Ask } from '../model/ask.ts';
import { describeSchema } from '../model/reply-schema.ts';
import { type PromptLibrary, questionMessages } from '../prompts/question.ts';
import { quote } from '../prompts/quote.ts';
import { roomWords } from '../prompts/room-wording.ts';
import { commandWords } from '../prompts/wording.ts';
import type { Learner } from './lessons.ts';

/** A shorter text only says that the player arrived. */
const LEAST_DOUBTFUL = 100;

/**
 * The room's description, if the text is certainly one. Either the player arrived or looked, and a line starts with the
 * room's name; or a line is the name alone, as when a light goes on. Null also in the dark, and if it is not certain.
 */
export function describedRoom(turn: TurnRecord): RoomDescription | null {
  const looked = /^(?:l|look)$/.test(normaliseAction(turn.decision.action));
  const { text, location, isDark } = turn.after;
  const isHeading = (line: string) => isRoomHeading(line, location.name);
  const isSeen = isDark !== true && namesItsRoom(turn.after);
  const isOne = isSeen && (moved(turn) || looked || text.split('\n').some(isHeading));
  return isOne ? descriptionOfRoom(turn.after, turn.turn) : null;
}

/** Whether only a reader can tell if the text describes the room: the player arrived, and a long text names no room. */
export function mayDescribeRoom(turn: TurnRecord): boolean {
  const { after } = turn;
  const isDoubtful = !namesItsRoom(after) && after.text.length > LEAST_DOUBTFUL;
  return moved(turn) && after.isDark !== true && isDoubtful;
}

export interface ExtractorSettings {
  /** `auto` asks only if the engine's own rule cannot tell whether a text describes the room. */
  readonly mode: 'always' | 'auto' | 'never';
  readonly prompts: PromptLibrary;
}

/** The extractor's reply: what no fact of the engine can tell. */
export const extractorReply = z.object({
  isRoomDescription: z.boolean().describe('Whether the text describes the place of the player.'),
  inCombat: z.boolean().describe('Whether somebody fights the player at the end of the text.'),
});

interface Reading extends z.output<typeof extractorReply> {
  readonly record: TurnRecord;
}

/**
 * Has the extractor read the texts that the engine's rule leaves in doubt. After lessons have settled, it adds a newer
 * description to the state, and whether there is a fight. `learn` rejects with ModelError if there is no usable answer.
 */
export function roomDescriptionLearner(
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
      const question = {
        role: 'extractor',
        messages,
        replySchema: extractorReply,
        signal,
      } as const;
      const answer = await ask(question);
      if (!answer.ok) throw answer.error;
      reading = { ...answer.value, record };
    },
    amend(state) {
      if (reading === null) return state;
      const { record, isRoomDescription, inCombat } = reading;
      reading = null;
      const description = isRoomDescription ? descriptionOfRoom(record.after, record.turn) : null;
      const descriptions = addDescription(state.descriptions, description);
      return { ...state, descriptions, fightTurn: inCombat ? record.turn : null };
    },
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
