import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/domain/observation.ts';
import { triedLines } from '../../../src/managers/context/tried-lines.ts';
import { attempt, observation, thing } from '../../helpers/observation.ts';

const COAT = thing(4, 'oilskin coat');
const CHEST = thing(5, 'sea chest', 'container', 'locked');
const KEY = thing(6, 'brass key');
const held = (...things: readonly (typeof COAT)[]): Partial<Observation> => ({
  objects: things.map((one) => ({ ...one, held: true })),
  inventory: things.map(({ id, name }) => ({ id, name })),
});

function line(tried: Parameters<typeof attempt>, now: Partial<Observation> = {}) {
  return triedLines([attempt(...tried)], observation(now));
}

describe('what was tried here', () => {
  it.each([
    ['told', 'told something'],
    ['changed', 'changed the world'],
    ['moved', 'moved you'],
    ['nothing', 'nothing'],
    ['death', 'killed you'],
  ] as const)('says what it brought: %s', (brought, words) => {
    expect(line(['read letter', { brought }])).toBe(`- read letter: ${words}`);
  });

  it('says why it was refused, in the first sentence of the answer, and how often it was tried', () => {
    const response = 'The chest is locked.\nYou sigh. "No!"';
    expect(line(['open chest', { response, times: 2 }])).toBe(
      '- open chest (2x): refused: The chest is locked.',
    );
  });

  it.each([
    [100, false],
    [101, true],
  ])('cuts a reason of %i characters at a word: %s', (length, isCut) => {
    const response = `${'a'.repeat(length - 5)} bbb.`;
    const told = line(['push wall', { response }]);
    expect(told.endsWith('aaa ...')).toBe(isCut);
    expect(told.endsWith('bbb.')).toBe(!isCut);
  });

  it('leaves out walks that led on, which stand under the ways out', () => {
    expect(line(['north', { brought: 'moved' }])).toBe('');
    expect(line(['enter hole', { brought: 'moved' }])).toBe('- enter hole: moved you');
  });

  it('is worth another try when what the command names is held, in reach or otherwise now', () => {
    const worth = (action: string, then: Partial<Observation>, now: Partial<Observation>) =>
      line([action, { moment: observation(then) }], now).split('worth trying again: ')[1];
    expect(worth('wear coat', { objects: [COAT] }, held(COAT))).toBe(
      'the oilskin coat is held now',
    );
    expect(worth('wear coat', {}, { objects: [COAT] })).toBe('the oilskin coat is in reach now');
    const open = { ...CHEST, traits: ['container', 'open'] as const };
    expect(worth('search chest', { objects: [CHEST] }, { objects: [open] })).toBe(
      'the sea chest is open now, the sea chest is not locked any more',
    );
    expect(worth('wear coat', { objects: [COAT] }, { objects: [COAT] })).toBeUndefined();
    expect(worth('take coat', { objects: [COAT] }, held(COAT))).toBeUndefined();
  });

  it('is worth another try when something is held that the answer asked for', () => {
    const response = 'You would need a coat for that.';
    const told = (now: Partial<Observation>) =>
      line(['enter marsh', { response, moment: observation({ objects: [COAT, KEY] }) }], now);
    expect(told(held(COAT))).toMatch(/; worth trying again: the oilskin coat is held now$/);
    expect(told(held(KEY))).not.toContain('worth');
  });

  it('is worth another try at a locked thing when anything more is held', () => {
    const now = { ...held(KEY), objects: [CHEST, { ...KEY, held: true }] };
    const told = (brought: 'refused' | 'told') =>
      line(['open chest', { brought, moment: observation({ objects: [CHEST] }) }], now);
    expect(told('refused')).toMatch(/worth trying again: the brass key is held now$/);
    expect(told('told')).not.toContain('worth');
  });

  it.each([
    [14, true],
    [15, false],
  ])('keeps the newest of %i: the first too is %s', (count, isKept) => {
    const many = Array.from({ length: count }, (_, at) => attempt(`push wall ${at}`));
    expect(triedLines(many, observation()).includes('push wall 0:')).toBe(isKept);
  });

  it('counts nothing for what a check refused', () => {
    const response = 'no lamp is within reach';
    expect(line(['take lamp', { times: 0, response }])).toBe(
      '- take lamp: refused: no lamp is within reach',
    );
  });
});
