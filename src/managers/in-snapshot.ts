import { hadNoEffect, tookNoMove } from '../domain/turn-effect.ts';
import { InterpreterError } from '../domain/errors.ts';
import { nounFor } from '../domain/named-things.ts';
import type { Observation, VisibleObject } from '../domain/observation.ts';
import type { Interpreter, Snapshot } from '../interpreter/interpreter.ts';
import type { KnownWords } from './known-words.ts';

/** What a trial in a snapshot asks of the engine. */
export type Trial = Pick<
  Interpreter,
  'facts' | 'fingerprint' | 'scene' | 'snapshot' | 'restore' | 'step'
>;

/** Plays something in a snapshot, restores the game and returns the result. Null if the story breaks. */
export function inSnapshot<T>(
  engine: Pick<Trial, 'snapshot' | 'restore'>,
  play: () => T,
): T | null {
  const here = engine.snapshot();
  try {
    return play();
  } catch (error) {
    if (!(error instanceof InterpreterError)) throw error;
    return null;
  } finally {
    engine.restore(here);
  }
}

/** The story's answer in a snapshot to a command that would change nothing now. Null if it would change something. */
export function vainAnswer(action: string, before: Observation, engine: Trial): string | null {
  return vainTrial(action, before, engine)?.text ?? null;
}

/** The same, and whether no move counts, because the parser refused the words. */
export function vainTrial(action: string, before: Observation, engine: Trial) {
  return inSnapshot(engine, () => {
    const start = engine.snapshot();
    const was = engine.fingerprint('properties');
    const { text, died } = engine.step(action);
    const after = { ...engine.facts(), scene: engine.scene(), died };
    if (!hadNoEffect({ before, after })) return null;
    const is = engine.fingerprint('properties');
    // A clock that runs changes properties, too; then they are the same after waiting.
    if (is !== was && is !== propertiesAfter('wait', start, engine)) return null;
    return { text, isUnread: tookNoMove({ before, after }) };
  });
}

function propertiesAfter(command: string, start: Snapshot, engine: Trial): string {
  engine.restore(start);
  engine.step(command);
  return engine.fingerprint('properties');
}

/** Tells, by tries in a snapshot, whether going onto or into a thing kills, and waiting does not. */
export function killsToEnter(
  engine: Pick<Interpreter, 'snapshot' | 'restore' | 'step' | 'dictionary'>,
): (thing: VisibleObject) => boolean {
  const kills = (command: string) => inSnapshot(engine, () => engine.step(command))?.died === true;
  // What opens may be of use without being entered.
  const hasLid = ({ traits }: VisibleObject) =>
    traits.some((one) => one === 'openable' || one === 'container' || one === 'door');
  return (thing) => !hasLid(thing) && kills(commandOn('enter', thing, engine)) && !kills('wait');
}

/** Tells, by a try in a snapshot, whether OPEN opens a thing. */
export function opensHere(
  engine: Pick<Interpreter, 'snapshot' | 'restore' | 'step' | 'dictionary' | 'facts'>,
): (thing: VisibleObject) => boolean {
  return (thing) =>
    inSnapshot(engine, () => {
      engine.step(commandOn('open', thing, engine));
      return engine
        .facts()
        .objects.some(({ id, traits }) => id === thing.id && traits.includes('open'));
    }) === true;
}

function commandOn(
  verb: string,
  thing: VisibleObject,
  { dictionary }: Pick<Interpreter, 'dictionary'>,
): string {
  return `${verb} ${nounFor(thing, dictionary) ?? thing.name}`;
}

/** What the story prints in a snapshot for a look now. Null if it takes no command. */
export function lookInSnapshot(engine: Trial): string | null {
  if (engine.facts().waitsFor === 'key') return null;
  return inSnapshot(engine, () => engine.step('look').text);
}

/** The exits that are refused now. The player is told the answers, so their words are known from now on. */
export function heardRefusals(
  game: Pick<Interpreter, 'refusedWays'>,
  words: Pick<KnownWords, 'add'> | undefined,
) {
  const refused = game.refusedWays();
  for (const { answer } of refused) words?.add(answer);
  return refused;
}
