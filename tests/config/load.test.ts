import { describe, expect, it } from 'vitest';
import { LEAVES } from '../../src/config/resolve.ts';
import { loadConfig, type ConfigRequest } from '../../src/config/load.ts';
import { ConfigError } from '../../src/domain/errors.ts';

const FILES: Readonly<Record<string, string>> = {
  '/home/zorkgpt.config.json': '{"story":"games/a.z5","episode":{"maxTurns":50}}',
  '/home/.env': 'ZORKGPT_EPISODE_MAX_TURNS=60\nZORKGPT_MEMORY_MAX_SHOWN=4\n',
  '/etc/zork/other.json': '{"workdir":"data"}',
};

function load(differs: Partial<ConfigRequest> = {}) {
  return loadConfig({
    flags: {},
    cwd: '/home',
    environment: {},
    readText: (file) => FILES[file] ?? null,
    ...differs,
  });
}

describe('loadConfig', () => {
  it('puts flags over environment over .env over file over defaults, and says which it was', () => {
    const environment = { ZORKGPT_EPISODE_MAX_TURNS: '70' };
    const path = 'episode.maxTurns';
    const seen = [
      load({ environment, flags: { [path]: 80 } }),
      load({ environment }),
      load(),
      load({ readText: (file) => (file.endsWith('.env') ? null : (FILES[file] ?? null)) }),
      load({ cwd: '/nowhere' }),
    ].map(({ config, origins }) => [config.episode.maxTurns, origins[path]]);
    expect(seen).toEqual([
      [80, 'flag'],
      [70, 'environment'],
      [60, '.env'],
      [50, 'file'],
      [200, 'default'],
    ]);
  });

  it('hands out the environment with what .env adds to it, and changes nothing that is set', () => {
    const { environment } = load({ environment: { ZORKGPT_EPISODE_MAX_TURNS: '70' } });
    expect(environment).toEqual({ ZORKGPT_EPISODE_MAX_TURNS: '70', ZORKGPT_MEMORY_MAX_SHOWN: '4' });
  });

  it('reads paths of the file from its own folder and paths of flags from where one stands', () => {
    expect(load().config.story).toBe('/home/games/a.z5');
    expect(load({ configFlag: '/etc/zork/other.json' }).config.workdir).toBe('/etc/zork/data');
    const flagged = load({ configFlag: '/etc/zork/other.json', flags: { story: 'b.z3' } });
    expect(flagged.config.story).toBe('/home/b.z3');
  });

  it('finds the configuration file by flag, else by ZORKGPT_CONFIG', () => {
    const environment = { ZORKGPT_CONFIG: '/etc/zork/other.json' };
    expect(load({ environment }).file).toBe('/etc/zork/other.json');
    expect(() => load({ configFlag: '/gone.json' })).toThrow(ConfigError);
  });

  it.each([
    [{ ZORKGPT_EPISODE_MAX_TURNS: 'ten' }, 'ZORKGPT_EPISODE_MAX_TURNS'],
    [{ ZORKGPT_PLAYER: 'human' }, 'ZORKGPT_PLAYER'],
    [{ ZORKGPT_MEMORY_ENABLED: 'perhaps' }, 'ZORKGPT_MEMORY_ENABLED'],
    [{ ZORKGPT_EPISODE_MAX_TURNS_STUCK: '5' }, 'maxTurnsStuck'],
    [{ ZORKGPT_EPISODE_MAX_TURNS_STUCK: '1001' }, 'ZORKGPT_EPISODE_MAX_TURNS_STUCK'],
    [{ ZORKGPT_EPISODE_WARN_STUCK_FROM: '4' }, 'ZORKGPT_EPISODE_WARN_STUCK_FROM'],
    [{ ZORKGPT_EPISODE_WARN_STUCK_FROM: '40' }, 'warnStuckFrom must be less'],
    [{ ZORKGPT_CONTEXT_NOVELTY_WINDOW: '51' }, 'ZORKGPT_CONTEXT_NOVELTY_WINDOW'],
    [{ ZORKGPT_CRITIC_REVISIT_WINDOW: '1' }, 'ZORKGPT_CRITIC_REVISIT_WINDOW'],
    [{ ZORKGPT_CRITIC_REVISIT_PENALTY: '0.1' }, 'ZORKGPT_CRITIC_REVISIT_PENALTY'],
    [{ ZORKGPT_CRITIC_REVISIT_PENALTY: '-1.1' }, 'ZORKGPT_CRITIC_REVISIT_PENALTY'],
  ])('names the variable that is wrong: %j', (environment, name) => {
    expect(() => load({ environment })).toThrow(name);
  });

  it.each([
    ['{ "story": nul }', 'line 1, column 15'],
    ['{\n  "player": offline\n}', 'line 2, column 13'],
    ['{ "story": "a" "b" }', 'line 1, column 16'],
    ['{ // a comment\n  "story": "a",\n}', 'line 3, column 1'],
  ])('says where broken JSON is broken: %j', (text, place) => {
    const readText = (file: string) => (file.endsWith('.json') ? text : null);
    expect(() => load({ readText })).toThrow(`/home/zorkgpt.config.json, ${place}, is no valid`);
  });

  it('gives every setting one environment name', () => {
    const names = LEAVES.map(({ env }) => env);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^ZORKGPT_[A-Z_]+$/.test(name))).toBe(true);
  });
});
