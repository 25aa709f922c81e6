import { isFreeSpeech, normaliseAction } from '../../domain/command.ts';
import { tookNoMove } from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { demandForms, demandObject, demandWords, type Demand } from './demands.ts';

/** Words for a speech that name no topic. */
export const SPEAK = /^(?:talk|speak|question|enquire|inquire)\b/;
const TO_SOMEBODY = /^(?:ask|tell)\b/;

export function asksForSpeech({ text }: Demand): boolean {
  return TO_SOMEBODY.test(text) || SPEAK.test(text);
}

/** The newest speech on the topic of an act, or to whom it names if it has none. What the game tells of them is no speech. */
export function speechAskedFor(
  { text }: Demand,
  { since }: { readonly since: readonly TurnRecord[] },
): TurnRecord | undefined {
  const [, topic = text] = /\babout (.+)$/.exec(text) ?? [];
  const asked = demandForms(topic);
  return since.findLast((turn) => {
    const action = normaliseAction(turn.decision.action);
    const isAbout = [...demandWords(demandObject(action))].some((word) => asked.has(word));
    return (isFreeSpeech(action) || SPEAK.test(action)) && isAbout && !tookNoMove(turn);
  });
}
