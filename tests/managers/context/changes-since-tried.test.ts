import { describe, expect, it } from 'vitest';
import type { Observation, VisibleObject } from '../../../src/domain/observation.ts';
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
describe('a reason to try again', () => {
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
    expect(worth('stand on coat', held(COAT), { objects: [COAT] })).toBe(
      'the oilskin coat is not held any more',
    );
    const both = { ...held(COAT), objects: [CHEST, { ...COAT, held: true }] };
    expect(worth('hit chest with coat', both, { objects: [CHEST, COAT] })).toBeUndefined();
    expect(worth('take coat', { objects: [COAT] }, held(COAT))).toBeUndefined();
    const shut = { objects: [{ ...CHEST, traits: ['container'] as const }] };
    expect(worth('stand on chest', { objects: [open] }, shut)).toContain('not open any more');
    expect(worth('put coat in chest', { objects: [open] }, shut)).toBeUndefined();
  });

  it('gives no reason to wait again, nor for a thing that was put away', () => {
    const ben = thing(1, 'ben', 'animate');
    const response = 'Ben will not let you.\n\nAnn smiles.';
    const purse = { ...thing(7, 'purse', 'container', 'open'), held: true };
    const moment = observation({ objects: [ben, thing(2, 'ann', 'animate'), COAT, purse] });
    const again = (action: string, ...objects: readonly VisibleObject[]) =>
      line([action, { moment, response }], { objects }).split('again: ')[1];
    expect(again('brush coat', COAT, ben)).toBeUndefined();
    expect(again('brush coat', COAT)).toBe('ben is not here any more');
    expect(again('wait', COAT)).toBeUndefined();
    const away = { ...COAT, inside: purse.id };
    expect(again('brush coat', ben, purse, { ...away, held: true })).toBe(
      'the oilskin coat is held now',
    );
    expect(again('brush coat', ben, purse, away)).toBeUndefined();
  });

  it('is worth another try when what it names lies elsewhere, or who is told of is gone', () => {
    const [bar, man] = [thing(6, 'bar', 'supporter'), thing(7, 'man', 'animate')];
    const glass = { ...thing(8, 'glass'), inside: man.id };
    const stalk = { ...thing(9, 'celery'), inside: glass.id };
    const moment = observation({ objects: [bar, man, glass, stalk] });
    const response = 'The man would stop you.';
    const again = (...objects: readonly VisibleObject[]) =>
      line(['take celery', { moment, response }], { objects }).split('again: ')[1];
    expect(again(bar, man, glass, stalk)).toBeUndefined();
    expect(again(bar, man, { ...glass, inside: bar.id }, stalk)).toBe('the celery is on bar now');
    expect(again(bar, man, glass, { ...stalk, inside: null })).toBeUndefined();
    expect(again(bar, glass, stalk)).toBe('man is not here any more');
    const card = { ...thing(10, 'card'), held: true };
    const shown = { moment: observation({ objects: [man, card] }), response };
    const given = { objects: [man, { ...card, held: false, inside: man.id }] };
    const told = line(['show card to man', shown], given);
    expect(told).toBe('- show card to man: refused: The man would stop you.');
  });

  it.each([
    ['nothing', false],
    ['refused', true],
  ] as const)('a look that brought %s is worth another with the thing held: %s', (brought, is) => {
    const then = { brought, moment: observation({ objects: [COAT] }) };
    expect(line(['search coat', then], held(COAT)).includes('worth')).toBe(is);
    expect(line(['wear coat', then], held(COAT))).toContain('worth');
  });

  it('is not worth another try for what the command does not name', () => {
    const now = { ...held(COAT, KEY), objects: [CHEST, { ...COAT, held: true }] };
    const told = (action: string) =>
      line(
        [action, { response: 'Not without a coat.', moment: observation({ objects: [CHEST] }) }],
        now,
      );
    expect(told('unlock chest')).not.toContain('worth');
    expect(told('unlock chest with coat')).toMatch(/again: the oilskin coat is held now$/);
  });

  it.each([
    ['open chest', 'open'],
    ['unlock chest with brass key', 'open'],
    ['close chest', 'locked'],
    ['lock chest', 'locked'],
    ['unlock chest', undefined],
  ] as const)(
    'is not worth another try when what it asked for has come about: %s',
    (action, trait) => {
      const isShut = trait === 'locked';
      const was = thing(5, 'sea chest', ...(isShut ? (['open'] as const) : (['locked'] as const)));
      const is = thing(5, 'sea chest', ...(trait === undefined ? [] : [trait]));
      const told = line([action, { moment: observation({ objects: [was] }) }], { objects: [is] });
      expect(told).not.toContain('worth');
    },
  );

  it.each(['ask man for coat', 'man, give me coat', 'take coat', 'get the coat from chest'])(
    'is not worth another try when what was asked for is held: %s',
    (action) => {
      const moment = observation({ objects: [COAT] });
      expect(line([action, { moment }], held(COAT))).not.toContain('worth');
    },
  );
});
