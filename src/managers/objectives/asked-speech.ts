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

/**
 * The newest speech about what an act names; whom it is for may stand elsewhere in the objective (`whole`). What the game tells
 * of them shows no speech.
 */
export function speechAskedFor(
  { text }: Demand,
  { whole, since }: { readonly whole: string; readonly since: readonly TurnRecord[] },
): TurnRecord | undefined {
  const [asked, all] = [demandForms(text), demandForms(whole)];
  return since.findLast((turn) => {
    const action = normaliseAction(turn.decision.action);
    const words = [...demandWords(demandObject(action))];
    const isAbout = words.some((word) => asked.has(word)) && words.every((word) => all.has(word));
    return (isFreeSpeech(action) || SPEAK.test(action)) && isAbout && !tookNoMove(turn);
  });
}
