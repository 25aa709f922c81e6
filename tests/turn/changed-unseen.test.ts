import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hadNoEffect } from '../../src/domain/turn-effect.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { vainAnswer } from '../../src/managers/in-snapshot.ts';
import { Causes } from '../../src/turn/causes.ts';
import { IdleTwin } from '../../src/turn/idle-twin.ts';
import { observe } from '../../src/turn/observe.ts';
import { act } from '../../src/turn/run-turn.ts';
import { decision } from '../helpers/observation.ts';
import { readTestStory } from '../helpers/stories.ts';

/** Plays commands and tells of each whether something changed that cannot be seen. */
function playing(bytes: Uint8Array) {
  const game = openStory(bytes, { seed: 3 });
  const deps = { interpreter: game, causes: new Causes(new IdleTwin(game)) };
  let before = observe(game, game.opening);
  const played = (command: string) => {
    const turn = act(1, before, decision(command), deps);
    before = turn.after;
    return turn;
  };
  return { game, played, now: () => before };
}

describe('a change that cannot be seen', () => {
  const spells = readFileSync('tests/fixtures/stories/spells.z3');

  it('is found where a command changes a property that waiting does not change', () => {
    const { played } = playing(spells);
    const found = ['learn', 'wait', 'cast', 'cast', 'take hall'].map(
      (command) => played(command).changedUnseen,
    );
    expect(found).toEqual([true, undefined, true, undefined, undefined]);
  });

  it('is an effect, so that the command that makes it is not refused as vain', () => {
    const { game, played, now } = playing(spells);
    expect(hadNoEffect(played('learn'))).toBe(false);
    expect(vainAnswer('cast', now(), game)).toBeNull();
    played('cast');
    expect(vainAnswer('cast', now(), game)).toContain('You know no spell.');
  });

  it('is none where a clock makes it, which a command that does nothing does not stop', () => {
    const { game, played, now } = playing(spells);
    played('burn');
    expect(played('take hall').changedUnseen).toBeUndefined();
    expect(vainAnswer('take hall', now(), game)).toContain('There is none here.');
    expect(vainAnswer('learn', now(), game)).toBeNull();
  });

  it('leaves the game as it would be', () => {
    const plain = openStory(spells, { seed: 3 });
    const { game, played } = playing(spells);
    for (const command of ['learn', 'cast', 'north']) {
      played(command);
      plain.step(command);
    }
    expect(game.stateHash()).toBe(plain.stateHash());
  });

  const spirit = readTestStory('spirit.z5');
  it.skipIf(spirit === null)('is the learning of a chant in a story that none of us made', () => {
    const { played } = playing(spirit ?? new Uint8Array());
    for (const command of ['z', 'z', 'z', 'z', 'z']) played(command);
    expect(played('learn frotz').changedUnseen).toBe(true);
    expect(played('push north wall').changedUnseen).toBeUndefined();
    expect(played('read prayer book').changedUnseen).toBeUndefined();
  });
});
