import { isPassive } from '../domain/command.ts';
import { type Effect, effectOf, hadNoEffect, isSameEffect } from '../domain/turn-effect.ts';
import { factsInReach } from '../domain/facts.ts';
import type { Look } from '../domain/observation.ts';
import { firstLine, hasSentences } from '../domain/text.ts';
import { IN_ONE_EPISODE, type Evidence } from '../managers/memory/evidence.ts';
import type { TestableClaim } from './claim.ts';
import { describeDifference, openedOtherwise } from './difference.ts';
import type { Trial } from './try-claims.ts';

export type Judgement = Pick<Evidence, 'verdict' | 'tried' | 'held' | 'why'>;

interface Outcome {
  readonly trial: Trial;
  /** The part of the outcome that waiting does not bring. */
  readonly effect: Effect | null;
  readonly isSource: boolean;
}

/** The verdict on a claim from all trials in its room. Pure. */
export function judge(claim: TestableClaim, trials: readonly Trial[]): Judgement {
  const setup = claim.setup.join('\n');
  const isSetUp = (trial: Trial) => trial.setup.join('\n') === setup;
  const results = claim.commands.map((command) =>
    judgeCommand(
      claim,
      trials.filter((trial) => trial.command === command && isSetUp(trial)),
    ),
  );
  const tried = results.flatMap((one) => one.tried);
  const held = results.flatMap((one) => one.held);
  const counts = { tried: tried.length, held: held.length };
  if (results.some(({ isTelling }) => isTelling)) {
    return { tried: 0, held: 0, verdict: 'untestable', why: TELLING };
  }
  if (tried.length === 0)
    return { ...counts, verdict: 'untestable', why: 'no recorded moment to try it at' };
  if (results.some(({ isIdle }) => isIdle)) {
    return { ...counts, verdict: 'not-the-cause', why: 'waiting there does the same' };
  }
  if (held.length === tried.length) {
    const isOne = tried.length > 1 && new Set(tried.map(({ episode }) => episode)).size === 1;
    const shut = results.map(({ opened }) => opened).find((one) => one !== null);
    const why = shut === undefined ? (isOne ? IN_ONE_EPISODE : '') : `while ${shut.name} was shut`;
    return { ...counts, verdict: 'confirmed', why };
  }
  if (held.length === 0) {
    // At other moments a condition may be missing. The claim is wrong only if it was also tried at the moment that taught
    // it.
    const isSeen = claim.source.length === 0 || results.some(({ source }) => source !== undefined);
    return isSeen
      ? { ...counts, verdict: 'refuted', why: REFUTED[claim.kind] }
      : { tried: 0, held: 0, verdict: 'untestable', why: UNSEEN };
  }
  const failed = tried.filter((trial) => !held.includes(trial));
  const looks = (some: readonly Trial[]) => some.map(({ before }) => before);
  return {
    ...counts,
    verdict: 'conditional',
    why: describeDifference(looks(held), looks(failed), claim.commands),
  };
}

/** The trials of one command that count, and those at which the claim held. */
function judgeCommand(claim: TestableClaim, trials: readonly Trial[]) {
  const outcomes = effectsOf(trials).map(({ trial, effect }) => {
    const { episode, turn } = trial;
    const isSource = claim.source.some((one) => one.episode === episode && one.turn === turn);
    return { trial, effect, isSource };
  });
  const command = trials[0]?.command;
  const wasPlayed = claim.source.some((moment) => moment.command === command);
  const source = outcomes.findLast(
    ({ isSource, trial }) => isSource && (trial.isPlayed || !wasPlayed),
  );
  // The answer to a look is known from the record alone.
  const isUnknown = claim.kind === 'works' && source === undefined && trials.some(onlyLooks);
  const looks = trials.map(({ before }) => before);
  const opened = claim.kind === 'fails' ? openedOtherwise(command ?? '', looks) : null;
  const isOpen = ({ trial: { before } }: Outcome) =>
    before.objects.some(({ id, traits }) => id === opened?.id && traits.includes('open'));
  const said = outcomes.filter((one) => says(one, outcomes) && (one.isSource || !isOpen(one)));
  const telling = isUnknown ? [] : said;
  const isHeld = (one: Outcome) => holds(claim, one, source);
  return {
    source,
    opened,
    tried: telling.map(({ trial }) => trial),
    held: telling.filter(isHeld).map(({ trial }) => trial),
    isIdle: source !== undefined && isIdleToo(claim, source),
    isTelling: claim.kind === 'works' && isTelling(source, outcomes),
  };
}

/** The effect at each moment. A change without a fact does not count if another moment has the same answer without one. */
function effectsOf(trials: readonly Trial[]) {
  const effects = trials.map((trial) => ({ trial, effect: ownEffect(trial) }));
  const refusals = new Set(
    effects.filter(({ effect }) => effect === null).map(({ trial }) => answerOf(trial)),
  );
  return effects.map(({ trial, effect }) => {
    const isNoted = effect !== null && !hasFacts(effect) && refusals.has(answerOf(trial));
    return { trial, effect: isNoted ? null : effect };
  });
}

/** The effect of the command beyond waiting. A change without a fact is the clock's if waiting changes anything. */
function ownEffect({ before, after, idle }: Trial): Effect | null {
  const effect = effectOf(before, after);
  if (effect === null || idle === null) return effect;
  if (hadNoEffect({ before: idle, after })) return null;
  return hasFacts(effect) || hadNoEffect({ before, after: idle }) ? effect : null;
}

/** Whether a trial counts: the recorded moment does; elsewhere the things must be in reach, and the deed not done yet. */
function says(one: Outcome, all: readonly Outcome[]): boolean {
  const { trial, effect, isSource } = one;
  if (isSource && trial.isPlayed) return true;
  if (!trial.isInReach) return false;
  if (effect !== null) return true;
  return !all.some(({ effect: done, trial: { isPlayed, episode, turn } }) => {
    const wasPlayed = isPlayed && episode === trial.episode && turn < trial.turn;
    return done !== null && (wasPlayed || isDone(done, trial.before));
  });
}

function holds(claim: TestableClaim, { trial, effect }: Outcome, source: Outcome | undefined) {
  if (claim.kind === 'fails') return effect === null;
  if (claim.kind === 'kills') return effect !== null && harms(effect);
  if (isPassive(trial.command) && source !== undefined && source.effect === null) {
    return trial.after.text === source.trial.after.text;
  }
  if (source === undefined || source.effect === null) return effect !== null && !effect.isDeadly;
  return isSameEffect(source.effect, effect);
}

/** Whether the claimed outcome happened at the recorded moment without the command, too. */
function isIdleToo(claim: TestableClaim, { trial: { idle, before, after } }: Outcome): boolean {
  const effect = effectOf(before, after);
  if (claim.kind === 'fails' || idle === null || effect === null) return false;
  const idleEffect = effectOf(before, idle);
  if (claim.kind === 'kills') {
    if (harms(effect)) return idleEffect !== null && harms(idleEffect);
    return isLoss(before, after) && isLoss(before, idle);
  }
  return isSameEffect(effect, idleEffect) && (hasFacts(effect) || after.scene === idle.scene);
}

const UNSEEN = 'the moment that taught it was not played again';
const TELLING = 'it changes nothing that the engine sees, and what it tells is not judged';

/** Whether a command had no effect anywhere, and got more than the one sentence of a refusal. */
function isTelling(source: Outcome | undefined, all: readonly Outcome[]): boolean {
  if (source === undefined || onlyLooks(source.trial)) return false;
  return all.every(({ effect }) => effect === null) && hasSentences(answerOf(source.trial));
}

/** The first line of the story's answer. Later lines may be about something else. */
function answerOf({ after }: Trial): string {
  return firstLine(after.text.trim());
}

function onlyLooks({ command }: Trial): boolean {
  return isPassive(command);
}

/** Whether a light went out or something is no longer held. That alone is no harm. */
function isLoss(before: Look, after: Look): boolean {
  const later = factsInReach(after);
  return [...factsInReach(before)].some((fact) => /^(?:held|on) /.test(fact) && !later.has(fact));
}

function harms({ isDeadly, points }: Effect): boolean {
  return isDeadly || points < 0;
}

function hasFacts({ points, to, isDeadly, brought, lost }: Effect): boolean {
  return points !== 0 || to !== null || isDeadly || brought.size + lost.size > 0;
}

const REFUTED: Readonly<Record<TestableClaim['kind'], string>> = {
  works: 'it has not that effect anywhere',
  fails: 'it has an effect wherever it was tried',
  kills: 'it does no harm wherever it was tried',
};

/** Whether the effect of the command is there already, so that trying it shows nothing. */
function isDone({ to, brought, lost }: Effect, at: Look): boolean {
  if (to !== null) return false;
  const facts = factsInReach(at);
  if (brought.size > 0) return [...brought].every((fact) => facts.has(fact));
  return lost.size > 0 && ![...lost].some((fact) => facts.has(fact));
}
