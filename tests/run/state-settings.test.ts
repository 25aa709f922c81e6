import { expect, it } from 'vitest';
import { stateSettings } from '../../src/run/open-managers.ts';
import { loadConfig } from '../../src/config/load.ts';
import { stateOptions } from '../../src/managers/state/state-options.ts';

function settingsWith(flags: Readonly<Record<string, string | number | boolean>>) {
  const place = { flags, cwd: '/tmp', environment: {}, readText: () => null };
  return stateSettings(loadConfig(place).config);
}

it('how an episode is watched is configured, and by default as the manager would have it', () => {
  expect(settingsWith({})).toEqual(stateOptions());
  const flags = {
    'episode.stopWhenStuck': false,
    'episode.warnWhenStuck': false,
    'episode.warnStuckFrom': 30,
    'context.noveltyWindow': 20,
    'context.summariseAbove': 9000,
  };
  expect(settingsWith(flags)).toEqual({
    maxTurnsStuck: 40,
    stopWhenStuck: false,
    warnings: false,
    warnFrom: 30,
    noveltyWindow: 20,
    contextTokens: 9000,
  });
});
