import { expect, it } from 'vitest';
import { otherNowWords } from '../../../src/managers/memory/this-play.ts';
import { memory } from '../../helpers/memory.ts';
import { attempt, thing, turn } from '../../helpers/observation.ts';
import { at, moment } from './memory-world.ts';

const BELL = thing(5, 'handbell');
const BIRD = thing(9, 'jackdaw', 'animate');

it.each([
  ['NOTE', 'handbell', 'It is in the boathouse, not yet fetched; ring it in the arch.', 'held'],
  ['DISCOVERY', 'Logbook', 'The handbell is still to be fetched.', 'held'],
  ['NOTE', 'handbell', 'Ring it in the arch.', ''],
  ['NOTE', 'Oil can', 'The can was not taken.', ''],
])('%s "%s: %s" says beside it while the bell is held: %s', (category, title, text, said) => {
  const told = memory({ category, title, text });
  expect(otherNowWords(told, moment({ objects: [BELL] }))).toBe('');
  const words = otherNowWords(told, moment({ inventory: [BELL] }));
  expect(words).toBe(said === '' ? '' : '(this play: handbell held)');
});

it('what was locked and is open when last seen is said of a memory of any room', () => {
  const told = memory({ category: 'DISCOVERY', title: 'Loft', text: 'The sea chest is locked.' });
  const seen = (...traits: 'open'[]) =>
    turn(3, 'wait', { objects: [thing(7, 'sea chest', 'container', ...traits)] });
  const here: Parameters<typeof moment>[0] = { room: [80, 'Pier'] };
  expect(otherNowWords(told, moment(here, { recent: [seen()] }))).toBe('');
  expect(otherNowWords(told, moment(here, { recent: [seen('open')] }))).toBe(
    '(this play: sea chest open)',
  );
  const chest = memory({ ...told, text: 'The chest is locked.' });
  expect(otherNowWords(chest, moment(here, { recent: [seen('open')] }))).toBe('');
});

it.each([
  ['DANGER', 1, '(this play: give loaf to jackdaw in turn 9)'],
  ['DANGER', 2, ''],
  ['SUCCESS', 1, ''],
])(
  'of a %s of episode %i, a gift to somebody who is here is said: %s',
  (category, episode, said) => {
    const loaf = thing(7, 'loaf');
    const given = attempt('give loaf to jackdaw', {
      brought: 'changed',
      prior: { objects: [BIRD], inventory: [loaf], moves: 1 },
      moment: { objects: [BIRD], inventory: [], moves: 2 },
      lastTurn: 9,
    });
    const told = memory({ category, title: 'the jackdaw steals', episode, turns: '12' });
    const attempts = new Map([[at(37), [given]]]);
    expect(otherNowWords(told, moment({ objects: [BIRD] }, { attempts }))).toBe(said);
    expect(otherNowWords(told, moment({ objects: [] }, { attempts }))).toBe('');
  },
);
