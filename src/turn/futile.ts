import {
  isFreeSpeech,
  isPassive,
  isWaiting,
  normaliseAction,
  takenNouns,
} from '../domain/command.ts';
import { effectOf, outcomesOf } from '../domain/effect.ts';
import { thingsMeant } from '../domain/naming.ts';
import { thingsIn, type Look } from '../domain/observation.ts';
import { hadNoEffect, plainAnswer, type TurnRecord } from '../domain/turn-record.ts';
import type { Snapshot } from '../interpreter/interpreter.ts';
import type { IdleTwin } from './idle-twin.ts';

/** Other things that the same is asked of. */
const MOST_OTHERS = 3;

/** A verb with its preposition, then the thing. */
const ASKED = /^(\S+(?: (?:at|in|inside|into|on|under|behind|through|to))?) (?:the )?(.+)$/;

/** A command that looks at one thing with nothing more. */
const TWO_THINGS = / (?:with|in|on|to|about|and) /;

/** Whether the same look at another thing gets the same answer (simulated). The game is left as it was. */
export function isStockAnswer(
  here: Snapshot,
  played: Pick<TurnRecord, 'before' | 'decision' | 'after'>,
  twin: Pick<IdleTwin, 'play'>,
): boolean {
  const { before, after, decision } = played;
  const action = normaliseAction(decision.action);
  const [, verb, thing = ''] = ASKED.exec(action) ?? [];
  const isLook = isPassive(action) && !isWaiting(action) && !isFreeSpeech(action);
  if (verb === undefined || !isLook || TWO_THINGS.test(` ${thing} `)) return false;
  if (!hadNoEffect(played) || after.text.trim() === '') return false;
  const inView = thingsIn(before);
  const meant = thingsMeant(action, inView);
  const others = inView.flatMap((one) => (meant.includes(one) ? [] : [one.name.toLowerCase()]));
  const answer = plainAnswer(played);
  return others.slice(0, MOST_OTHERS).some((other) => {
    const asked = { action: `${verb} ${other}` };
    const look = twin.play(here, asked.action);
    return look !== null && plainAnswer({ before, decision: asked, after: look }) === answer;
  });
}

/** Whether something can be taken with nothing in the hands (simulated), and not by waiting. The game is left as it was. */
export function needsFreeHands(
  here: Snapshot,
  played: Pick<TurnRecord, 'before' | 'decision' | 'after'>,
  twin: Pick<IdleTwin, 'play'>,
): boolean {
  const { before } = played;
  const action = normaliseAction(played.decision.action);
  if (before.inventory.length === 0 || !hadNoEffect(played)) return false;
  if (takenNouns(action).length !== 1) return false;
  const gains = (look: Look | null) =>
    look !== null && outcomesOf(effectOf(before, look)).some((one) => one.startsWith('gained '));
  return gains(twin.play(here, ['drop all', action])) && !gains(twin.play(here, ['wait', action]));
}
