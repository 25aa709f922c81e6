import { describe, expect, it } from 'vitest';
import { KnownWords } from '../../../src/managers/known-words.ts';
import { tellsNews } from '../../../src/managers/memory/said-by-memories.ts';
import { memory } from '../../helpers/memory.ts';
import { NO_DICTIONARY } from '../../helpers/no-dictionary.ts';
import { at, LONG, turn } from './memory-world.ts';

const NAMES = new Set(['lantern', 'hatch', 'goose']);

function words(): KnownWords {
  return new KnownWords({
    ...NO_DICTIONARY,
    knows: () => true,
    objectsNamed: (word) => (NAMES.has(word) ? [1] : []),
  });
}

function rooms(...memories: readonly ReturnType<typeof memory>[]) {
  const visits = { count: 1, episodes: [], earlier: 0 };
  return new Map([[at(5), { id: at(5), name: 'Attic', visits, memories }]]);
}

const read = (text: string) => turn(2, 'read letter', { text });
const quoted = (text: string) => read(`In a round hand: "${text}" ${LONG}`);

describe('an answer tells of something new', () => {
  it.each([
    ['names a thing that was not named before', 'Oil the lantern.', true],
    ['names nothing of the story', 'Grey and restless.', false],
    ['names what the player sees', 'The hatch creaks.', false],
  ])('that %s: %s', (_, text, isNews) => {
    const record = turn(2, 'read letter', { text }, { text: 'A hatch is here.' });
    expect(tellsNews(record, words(), rooms(), [])).toBe(isNews);
  });

  it('once: what was heard, or stands in a memory that is believed, is known', () => {
    const heard = words();
    heard.hear(read('Oil the lantern.'));
    expect(tellsNews(read('The lantern!'), heard, rooms(), [])).toBe(false);
    const known = rooms(memory({ text: 'It names a lantern.' }));
    expect(tellsNews(read('The lantern!'), words(), known, [])).toBe(false);
    const wrong = rooms(memory({ text: 'It names a lantern.', status: 'SUPERSEDED' }));
    expect(tellsNews(read('The lantern!'), words(), wrong, [])).toBe(true);
  });

  it.each([
    ['hint', {}, true],
    ['help', {}, true],
    ['n', { waitsFor: 'key' as const }, true],
    ['n', {}, false],
  ])('that advises, asked for by "%s": %j, %s', (action, before, isNews) => {
    const advice = `Give him the bread, and he will let you pass. ${LONG}`;
    const page = (text: string) => turn(2, action, { text }, { text: 'Yes?', ...before });
    expect(tellsNews(page(advice), words(), rooms(), [])).toBe(isNews);
    const known = rooms(memory({ text: advice }));
    expect(tellsNews(page(advice), words(), known, [])).toBe(false);
    expect(tellsNews(page(advice), words(), rooms(), [page(advice)])).toBe(false);
    const menu = `${'How do I pass the ferryman at the long pier\n'.repeat(4)}Press N for the next of these topics.`;
    expect(tellsNews(page(menu), words(), rooms(), [])).toBe(false);
  });

  it('that quotes what was not printed before and no rule tells of', () => {
    const letter = quoted('Give him nothing, whatever he asks.');
    expect(tellsNews(letter, words(), rooms(), [])).toBe(true);
    expect(tellsNews(letter, words(), rooms(), [letter])).toBe(false);
    expect(tellsNews(quoted('too short'), words(), rooms(), [])).toBe(false);
    const told = memory({ title: 'Letter', text: 'Give him nothing.' });
    expect(tellsNews(letter, words(), rooms(told), [])).toBe(false);
    expect(tellsNews(letter, words(), rooms({ ...told, persistence: 'core' }), [])).toBe(true);
  });
});
