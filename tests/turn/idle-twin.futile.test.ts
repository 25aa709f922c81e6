import { describe, expect, it } from 'vitest';
import type { Look, Observation } from '../../src/domain/observation.ts';
import type { Snapshot } from '../../src/interpreter/interpreter.ts';
import { twinGetsSameAnswer, twinNeedsFreeHands } from '../../src/turn/idle-twin.ts';
import { observation, thing, turn } from '../helpers/observation.ts';

const HERE = {} as Snapshot;
const [MAST, SAIL, ROPE, OAR, KEG] = ['mast', 'Sail', 'rope', 'oar', 'keg'].map((name, at) =>
  thing(at + 1, name),
);
const all = [MAST, SAIL, ROPE, OAR, KEG].flatMap((one) => one ?? []);

/** A game that answers each command as told, and what it was asked; what is not told it cannot play. */
function twin(answers: Readonly<Record<string, Partial<Observation>>>) {
  const asked: string[] = [];
  return {
    asked,
    play(_: Snapshot, commands: string | readonly string[]): Look | null {
      const command = [commands].flat().join('. ');
      asked.push(command);
      const answer = answers[command];
      return answer === undefined ? null : observation(answer);
    },
  };
}

describe('a look that is answered like any other', () => {
  const looked = (action: string, after: Partial<Observation> = {}, objects = all) =>
    turn(1, action, { objects }, { text: `You see nothing special about the mast.`, ...after });
  const same = { text: 'You see nothing special about the sail.' };

  it('is so when another thing gets the same answer', () => {
    const game = twin({ 'examine sail': same });
    expect(twinGetsSameAnswer(HERE, looked('examine mast'), game)).toBe(true);
    expect(game.asked).toEqual(['examine sail']);
  });

  it('is so when only the third other thing gets it, and no more are asked', () => {
    const other = { text: 'Tarred and thick.' };
    const third = { text: 'You see nothing special about the oar.' };
    const game = twin({ 'examine sail': other, 'examine rope': other, 'examine oar': third });
    expect(twinGetsSameAnswer(HERE, looked('examine the mast'), game)).toBe(true);
    const last = twin({ 'examine keg': { text: 'You see nothing special about the keg.' } });
    expect(twinGetsSameAnswer(HERE, looked('examine mast'), last)).toBe(false);
    expect(last.asked).toEqual(['examine sail', 'examine rope', 'examine oar']);
  });

  it('keeps the preposition of its verb', () => {
    const game = twin({ 'look under sail': same });
    expect(twinGetsSameAnswer(HERE, looked('look under mast'), game)).toBe(true);
  });

  it('is not so where nothing else is there, or its own answer is all there is', () => {
    const alone = all.slice(0, 1);
    expect(twinGetsSameAnswer(HERE, looked('examine mast', {}, alone), twin({}))).toBe(false);
    const told = twin({ 'examine sail': { text: 'It flaps.' } });
    expect(twinGetsSameAnswer(HERE, looked('examine mast'), told)).toBe(false);
  });

  it.each<readonly [string, string, Partial<Observation>]>([
    ['another command than a look', 'push mast', {}],
    ['a look at one thing with another', 'examine mast with sail', {}],
    ['waiting', 'wait mast', {}],
    ['a speech', 'say mast', {}],
    ['a verb alone', 'look', {}],
    ['a look that did something', 'examine mast', { scene: 'other' }],
    ['a look without an answer', 'examine mast', { text: ' \n' }],
  ])('and nothing is asked about %s: %s', (_, action, after) => {
    const game = twin({});
    expect(twinGetsSameAnswer(HERE, looked(action, after), game)).toBe(false);
    expect(game.asked).toEqual([]);
  });
});

describe('what cannot be taken', () => {
  const [held, wanted] = [{ ...thing(8, 'crate'), held: true }, thing(9, 'anchor')];
  const before = { objects: [wanted], inventory: [held] };
  const taken = { objects: [held], inventory: [{ ...wanted, held: true }], scene: 'taken' };
  const refused = (action = 'take anchor', differs: Partial<Observation> = {}) =>
    turn(1, action, { ...before, ...differs }, { text: 'Your hands are full.' });
  const [dropping, waiting] = ['drop all. take anchor', 'wait. take anchor'];

  it('needs free hands where it can be taken after all was dropped, and not after a wait', () => {
    expect(
      twinNeedsFreeHands(HERE, refused(), twin({ [dropping]: taken, [waiting]: before })),
    ).toBe(true);
    expect(twinNeedsFreeHands(HERE, refused(), twin({ [dropping]: taken }))).toBe(true);
  });

  it.each<readonly [string, Readonly<Record<string, Partial<Observation>>>]>([
    ['waiting is enough', { [dropping]: taken, [waiting]: taken }],
    ['dropping does not help', { [dropping]: { ...before, inventory: [], scene: 'dropped' } }],
    ['the game cannot play it', {}],
  ])('does not where %s', (_, answers) => {
    expect(twinNeedsFreeHands(HERE, refused(), twin(answers))).toBe(false);
  });

  it.each<readonly [string, ReturnType<typeof refused>]>([
    ['nothing is held', refused('take anchor', { inventory: [] })],
    ['several things are asked for', refused('take anchor and crate')],
    ['nothing is asked for', refused('push anchor')],
    ['something came of it', { ...refused(), after: observation({ scene: 'other' }) }],
  ])('and nothing is tried where %s', (_, played) => {
    const game = twin({ [dropping]: taken });
    expect(twinNeedsFreeHands(HERE, played, game)).toBe(false);
    expect(game.asked).toEqual([]);
  });
});
