import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import type { Attempt } from '../../src/domain/game-state.ts';
import type { Snapshot } from '../../src/interpreter/interpreter.ts';
import { freeRejection, type Engine } from '../../src/turn/free-checks.ts';
import { attempt, exit, observation, thing } from '../helpers/observation.ts';
import { memory } from '../helpers/memory.ts';
import { objectId } from '../../src/domain/ids.ts';
import { turnContext } from '../helpers/turn-context.ts';

const NAMES: Readonly<Record<string, number>> = { lamp: 7, lantern: 7, coin: 8, hall: 1 };
const VERBS = [
  'wait',
  'take',
  'open',
  'north',
  'south',
  'push',
  'quit',
  'look',
  'search',
  'examine',
];

const WORDS = ['the', 'brass', 'wall', 'wallpaper', 'pearl', 'home', 'say', 'go', 's', 'in'];
const NEAR = ['lamp', 'lantern'];

const knows = (word: string) => VERBS.includes(word) || WORDS.includes(word) || word in NAMES;

/** Words that only this story's parser makes something of. */
const READ_OTHERWISE = ['shazam'];

const engine: Engine = {
  dictionary: { verbs: VERBS, grammar: null, knows, objectsNamed: () => [] },
  facts: () => observation(),
  fingerprint: () => 'same',
  scene: () => observation().scene,
  snapshot: () => ({}) as Snapshot,
  restore: () => undefined,
  step(command) {
    const word = command.split(' ').find((one) => !knows(one)) ?? '';
    const asks = READ_OTHERWISE.includes(word) ? 'A hollow voice laughs.' : `What is "${word}"?`;
    return { text: word === '' ? 'Nothing happens.' : asks, status: '', ended: null, died: false };
  },
  reach(noun) {
    if (noun === 'pearl') return 'closed-in';
    return noun in NAMES && !NEAR.includes(noun) ? 'absent' : 'possible';
  },
};

function rejection(action: string, here: Partial<Observation> = {}, attempts: Attempt[] = []) {
  const context = turnContext({ observation: observation(here), attempts });
  const proposal = { action, reasoning: '', newObjective: null, target: null };
  const verdict = freeRejection(proposal, context, engine);
  return verdict?.kind === 'rejected' ? verdict.by : null;
}

const failed = attempt('push wall', { confirmed: true, response: 'Nothing happens.' });

describe('a command that changed nothing here', () => {
  const tried = (inVain: number) => [attempt('push wall', { inVain })];

  it.each([
    [1, null],
    [2, 'known-failure'],
    [3, 'known-failure'],
  ])('is refused after %i times in one scene: %s', (inVain, by) => {
    expect(rejection('push wall', {}, tried(inVain))).toBe(by);
    expect(rejection('push wall', { scene: 'other' }, tried(inVain))).toBe(null);
    const rat = thing(30, 'rat', 'animate');
    expect(rejection('push wall', { objects: [rat] }, tried(inVain))).toBe(null);
  });

  it('is refused with the answer that it would have now, and with what is left to try here', () => {
    const plain = turnContext({ attempts: tried(2) });
    expect(freeRejection({ action: 'push wall' }, plain, engine)?.reason).toBe(
      'tried here before without effect, and the answer would be "Nothing happens." now',
    );
    const untried = 'ways: up. things: lever';
    const context = turnContext({ attempts: tried(2), untried });
    const proposal = { action: 'push wall', reasoning: '', newObjective: null, target: null };
    expect(freeRejection(proposal, context, engine)?.reason).toBe(
      'tried here before without effect, and the answer would be "Nothing happens." now; left to try here: ways: up. things: lever',
    );
  });
});

describe('a failure that the engine would not give again', () => {
  const before = attempt('push wall', { confirmed: true, response: 'You see no spell.' });
  const judged = (text: string, differs: Partial<Attempt> = {}, now: Partial<Engine> = {}) => {
    const context = turnContext({ attempts: [{ ...before, ...differs }] });
    const step = () => ({ text, status: '', ended: null, died: false }) as const;
    return freeRejection({ action: 'push wall' }, context, {
      ...engine,
      step,
      ...now,
    });
  };

  it.each([
    ['You see no spell.', 'known-failure'],
    ['You see no spell.\n\nA bell rings.', 'known-failure'],
    ['You speak it, and nothing happens.', undefined],
  ])('with the answer "%s" is refused: %s', (text, by) => {
    expect(judged(text)).toEqual(by === undefined ? null : expect.objectContaining({ by }));
  });
});

describe('what a memory of the room says that it fails', () => {
  const text = 'It was tried, and nothing at all happened.';
  const known = [memory({ category: 'FAILURE', title: 'pull bell; push wall', text })];
  const silent = { text: 'Nothing happens.', status: '', ended: null, died: false } as const;
  const judged = (action: string, here: Partial<Observation> = {}, now: Partial<Engine> = {}) => {
    const context = turnContext({ observation: observation(here), failures: known });
    return freeRejection({ action }, context, { ...engine, step: () => silent, ...now });
  };

  it('is refused with its answer, where it would change nothing now either', () => {
    expect(judged('Push wall')).toMatchObject({
      by: 'known-failure',
      reason: 'it failed here before, and would now: Nothing happens.',
    });
    expect(judged('push lamp')).toBe(null);
    // Half of the longer words of the answer are told by the memory.
    const answers = (answer: string) => ({ step: () => ({ ...silent, text: answer }) });
    expect(judged('push wall', {}, answers('Nothing happens to the stones.'))).not.toBe(null);
    expect(judged('push wall', {}, answers('Nothing moves behind the stones.'))).toBe(null);
    expect(judged('push wall', {}, answers('The wall is unlocked.'))).toBe(null);
    expect(judged('push wall', {}, { scene: () => 'other' })).toBe(null);
    expect(judged('push wall', {}, { step: () => ({ ...silent, died: true }) })).toBe(null);
  });

  it('is played as the next step of a suggested way', () => {
    const judge = (advised: readonly string[]) => {
      const context = turnContext({ failures: known, advised });
      return freeRejection({ action: 'push wall' }, context, { ...engine, step: () => silent });
    };
    expect(judge(['pull bell'])).toMatchObject({ by: 'known-failure' });
    expect(judge(['Push wall'])).toBe(null);
  });

  it('is played where it is done to somebody who acts, and refused beside one', () => {
    const wall = thing(30, 'wall', 'animate');
    expect(judged('push wall', { objects: [wall] })).toBe(null);
    expect(judged('push wall', { objects: [thing(30, 'rat', 'animate')] })).not.toBe(null);
  });
});

describe('freeRejection', () => {
  it('refuses session commands, several commands and lists of things', () => {
    expect(rejection('quit')).toBe('meta-command');
    expect(rejection('take lamp. north')).toBe('several-commands');
    expect(rejection('take lamp, coin')).toBe('absent-object');
  });

  it('refuses no direction where not all exits are told', () => {
    const exits = [exit('north', 2)];
    expect(rejection('south', { exits })).toBe('no-exit');
    expect(rejection('south', { exits, exitsTold: 'seen' })).toBeNull();
  });

  it.each([
    ['A path goes south.', 'south', null],
    ['Stairs lead downward, a southern gate stands open.', 'south', null],
    ["The keeper's yard.", 'south', 'no-exit'],
    ['A southwest wind.', 'south', 'no-exit'],
    ['You stand in a hall.', 'in', 'no-exit'],
    ['A path goes north.', 'south', 'no-exit'],
  ])('lets a way pass that the room is described with: %s %s', (description, action, by) => {
    const here = observation({ exits: [exit('north', 2)] });
    const context = turnContext({ observation: here, description });
    const verdict = freeRejection({ action }, context, engine);
    expect(verdict?.kind === 'rejected' ? verdict.by : null).toBe(by);
  });

  it('lets any key pass where the game waits for one', () => {
    for (const key of ['q', 'y', 'quit', 'xyzzy', '.']) {
      expect(rejection(key, { waitsFor: 'key' })).toBeNull();
    }
  });

  it.each([
    ['push wall and open lamp', 'several-commands'],
    ['push wall and northern lamp', 'unknown-word'],
    ['push wall and searching lamp', 'several-commands'],
    ['push wall and examined lamp', 'several-commands'],
  ])(
    'takes a word for a verb that a dictionary cuts at six letters, not at five: %s',
    (action, by) => {
      expect(rejection(action)).toBe(by);
    },
  );

  it('refuses to walk where no exit was probed, and only there', () => {
    const exits = [exit('north', 2)];
    expect(rejection('south', { exits })).toBe('no-exit');
    expect(rejection('n', { exits })).toBe('unknown-word');
    expect(rejection('north', { exits })).toBeNull();
  });

  it('refuses to take what the engine says is out of reach, by the last word of its name', () => {
    expect(rejection('take the coin')).toBe('absent-object');
    expect(rejection('take the brass lamp')).toBeNull();
    expect(rejection('take pearl')).toBe('closed-container');
  });

  it('does not judge a noun that names no object: it may be scenery of the room', () => {
    expect(rejection('take wallpaper')).toBeNull();
  });

  it('refuses each word for a way that failed but the one that the engine walked with', () => {
    const exits = [{ ...exit('south', 2), command: 's' }];
    const tried = [{ ...failed, action: 'south' }];
    expect(rejection('go south', { exits }, tried)).toBe('known-failure');
    expect(rejection('s', { exits }, tried)).toBeNull();
    expect(rejection('s', {}, tried)).toBe('known-failure');
  });

  it('answers what only looks with what the game said, where it would be refused', () => {
    const looked = attempt('look', { confirmed: true, response: 'Hall\nA quiet hall.' });
    const context = turnContext({ attempts: [looked] });
    expect(freeRejection({ action: 'look' }, context, engine)).toMatchObject({
      by: 'answered',
      reason: 'Hall A quiet hall.',
      forbidden: false,
    });
    expect(rejection('look', { scene: 'scene-2' }, [looked])).toBeNull();
    expect(rejection('look', {}, [{ ...looked, confirmed: false }])).toBeNull();
    const long = { ...looked, response: 'x'.repeat(600) };
    const verdict = freeRejection({ action: 'look' }, turnContext({ attempts: [long] }), engine);
    expect(verdict?.reason).toBe(`${'x'.repeat(500)}...`);
  });

  it('takes the word of a thing in a list of things for no verb', () => {
    const naming = (word: string) => (['push', 'lamp'].includes(word) ? [7] : []);
    const withPush = { ...engine, dictionary: { ...engine.dictionary, objectsNamed: naming } };
    const by = (action: string) => freeRejection({ action }, turnContext(), withPush)?.reason;
    expect(by('take lamp and push')).toBe('take one thing at a time');
    expect(by('take lamp and push wall')).toBe('one command per turn');
    expect(by('open lamp and push')).toBe('one command per turn');
    const elsewhere = { ...withPush, reach: () => 'absent' as const };
    expect(freeRejection({ action: 'take lamp and push' }, turnContext(), elsewhere)?.reason).toBe(
      'one command per turn',
    );
  });

  it('takes nothing that is held already for what a list of things brings', () => {
    const facts = () => observation({ inventory: [{ id: objectId(7), name: 'lamp' }] });
    const verdict = freeRejection({ action: 'take lamp and lantern' }, turnContext(), {
      ...engine,
      facts,
    });
    expect(verdict?.reason).toBe('take one thing at a time');
  });

  it('refuses a confirmed failure in the same scene, and allows it once the scene changed', () => {
    expect(rejection('push wall', {}, [failed])).toBe('known-failure');
    expect(rejection('push wall', { scene: 'scene-2' }, [failed])).toBeNull();
    expect(rejection('push wall', {}, [{ ...failed, confirmed: false }])).toBeNull();
  });

  it.each([
    'look. quit',
    'take lamp then restart',
    'open box and save',
    'look, q',
    'look and then quit',
    'say hello. quit',
    'north; restore game',
  ])('never lets a session command through behind another one: %s', (action) => {
    const proposal = { action, reasoning: '', newObjective: null, target: null };
    const verdict = freeRejection(proposal, turnContext(), engine);
    expect(verdict).toMatchObject({ by: 'meta-command', forbidden: true });
  });

  it('knows words of a session command that only name something', () => {
    expect(rejection('take the save disk')).not.toBe('meta-command');
    expect(rejection('say "save, quit"')).not.toBe('meta-command');
  });

  it('lets time pass as often as the player wants', () => {
    const waited = { ...failed, action: 'wait', response: 'Time passes.' };
    expect(rejection('wait', {}, [waited])).toBeNull();
  });

  it('points out a word that the story does not know before it costs a turn', () => {
    expect(rejection('teleport home')).toBe('unknown-word');
    expect(rejection('take wombat')).toBe('unknown-word');
    expect(rejection('say wombat')).toBeNull();
  });
});

describe('a word that the dictionary does not hold', () => {
  it('is refused where the story answers it as a made-up one, and only there', () => {
    expect(rejection('frobnicate')).toBe('unknown-word');
    expect(rejection('push frobnitz')).toBe('unknown-word');
    expect(rejection('shazam')).toBeNull();
  });

  it.each(['What is your name?', 'Do you mean the lamp or the coin? >', 'Name:'])(
    'is never refused after %s',
    (text) => {
      expect(rejection('Arthur', { text })).toBeNull();
    },
  );

  it('is refused after a text that only holds a question', () => {
    expect(rejection('Arthur', { text: 'Who is that? It is nobody.' })).toBe('unknown-word');
  });
});
