import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { thing, turn } from '../../helpers/observation.ts';
import { doneOf } from './played-turns.ts';

describe('an objective of which no state of a thing tells', () => {
  const den = { location: { id: locationId(2), name: 'Den' }, moves: 4 };
  const pump = thing(5, 'water pump');
  const anna = thing(6, 'Anna Bell', 'animate');
  const [kitchen, met] = [
    { objects: [pump], moves: 4 },
    { ...den, objects: [anna] },
  ];
  const took = (after: Parameters<typeof turn>[3]) => ({ moves: 5, text: 'Nothing.', ...after });
  const works = turn(2, 'switch on pump', kitchen, took({ scene: 'wet' }));
  const walked = turn(2, 'east', kitchen, took({ ...den, objects: [anna], scene: 'den' }));
  const said = turn(3, 'wait', met, took({ text: 'All right, says Anna, I am going.' }));
  const poked = turn(3, 'push anna', met, took({ scene: 'poked' }));

  it.each([
    ['Replug and start the pump again when Anna is away, to make Bob roll off the coats', works, 2],
    [
      'Use the pump (or the kettle) in Location 1 while the kettle and oven run in Location 2',
      works,
      2,
    ],
    ['Use the kettle or move the pump', works, 2],
    ['Explore Location 2 (the den) east of Location 1: look for a dog and for Carl', walked, 2],
    ['Look for a dog in Location 2', walked, 2],
    ['Leave Location 1', walked, 2],
    ['Persuade Anna in Location 2 to leave while the radio is off', said, 3],
    ['Find out what Anna wants', said, 3],
    ['Get Anna off my coat', poked, 3],
    ['Find a dog in Location 2', walked, 2],
    ['Find the pump in Location 2', poked, 3],
    ['Let the ceremony end', said, 3],
    ['Wait until Anna has gone', said, 3],
  ])('is completed by the claim after it was played: %s', (text, shown, by) => {
    const played = shown.turn === 2 ? [shown] : [walked, shown];
    expect(doneOf(text, ...played)).toEqual([[text, by]]);
  });

  it.each([
    ['Use the pump in Location 1', turn(2, 'switch on pump', kitchen, took({}))],
    ['Use the pump in Location 1', turn(2, 'examine pump', kitchen, took({ scene: 'wet' }))],
    ['Use the kettle', works],
    ['Look for a dog in Location 2', works],
    ['Find the pump in Location 2', walked],
    ['Find the pump in Location 2', poked],
    ['Leave the kitchen by the pump', turn(2, 'wait', kitchen, took({ scene: 'wet' }))],
    ['Persuade Anna to leave', walked],
    ['Persuade Anna to leave', turn(3, 'wait', met, took({}))],
    ['Persuade Anna to leave', turn(3, 'look', met, took({ text: 'Anna Bell is here.' }))],
    [
      'Persuade Anna to leave',
      turn(3, 'wait', { ...met, text: 'Anna nods.' }, took({ text: 'Anna nods.' })),
    ],
    ['Persuade Anna to leave', turn(3, 'tell anna', met, { text: 'You cannot see Anna here.' })],
    ['Persuade Anna and take the pump', said],
    ['Let the dog out of the den', said],
  ])('is not where nothing was played for it, or less than it asks for: %s', (text, record) => {
    expect(doneOf(text, record)).toEqual([]);
  });

  it('is completed by what was opened, though it was shut again in the same turn', () => {
    const door = (...traits: ('locked' | 'openable')[]) => ({
      objects: [thing(8, 'glass door', ...traits)],
    });
    const text = 'Open the glass door to let the cat in, so that it wakes Bob';
    const opens = (shut: ReturnType<typeof door>) =>
      doneOf(text, turn(2, 'open glass door', shut, { ...shut, scene: 'cat' }));
    expect(opens(door('openable'))).toEqual([[text, 2]]);
    expect(opens(door('openable', 'locked'))).toEqual([]);
  });

  it('takes whatever there was, where it asks for no thing by its name', () => {
    const text = 'Open the crate and take what is inside';
    const crate = thing(7, 'crate', 'openable');
    const open = { ...crate, traits: ['openable', 'open'] as const };
    const opened = turn(2, 'open crate', { objects: [crate] }, { objects: [open, pump] });
    const held = { objects: [open, { ...pump, held: true }], inventory: [pump] };
    expect(doneOf(text, opened)).toEqual([]);
    expect(doneOf(text, opened, turn(3, 'take pump', opened.after, held))).toEqual([[text, 3]]);
  });
});
