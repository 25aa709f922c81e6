import { describe, expect, test } from 'vitest';
import { LEAVES } from '../../src/config/resolve.ts';
import { UsageError } from '../../src/domain/errors.ts';
import { parseArms } from '../../src/eval/arms.ts';

describe('arms', () => {
  test('switch one component on or off, several with +, or all', () => {
    const [on, off, both] = parseArms('memory, no-memory,no-map+no-critic');
    expect(on?.settings).toEqual({ 'memory.enabled': true });
    expect(off?.settings).toEqual({ 'memory.enabled': false });
    expect(both).toEqual({
      name: 'no-map+no-critic',
      settings: { 'map.routes': false, 'critic.mode': 'never' },
    });
    expect(parseArms('bare')[0]?.settings).toEqual({
      'memory.enabled': false,
      'map.routes': false,
      'critic.mode': 'never',
      'objectives.enabled': false,
      'knowledge.enabled': false,
      recipes: 'off',
    });
  });

  test('choose which exits the player is told, alone or with components', () => {
    const [seen, none, full] = parseArms('exits-seen,exits-none+no-memory,full');
    expect(parseArms('causes-none')[0]?.settings).toEqual({ causes: 'none' });
    expect(seen?.settings).toEqual({ exits: 'seen' });
    expect(none?.settings).toEqual({ exits: 'none', 'memory.enabled': false });
    expect(full?.settings).not.toHaveProperty('exits');
  });

  test('set only what the configuration has', () => {
    const known = new Set(LEAVES.map(({ path }) => path.join('.')));
    const used = parseArms('full,bare,exits-seen,causes-twin').flatMap(({ settings }) =>
      Object.keys(settings),
    );
    expect(used.filter((path) => !known.has(path))).toEqual([]);
  });

  test.each(['no-luck', '', 'memory,memory', 'toString', 'memory+'])('"%s" is refused', (text) => {
    expect(() => parseArms(text)).toThrow(UsageError);
  });
});
