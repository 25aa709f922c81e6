import { describe, expect, it } from 'vitest';
import { situationTaste } from '../../src/player/situation.ts';
import { choose } from './situations.ts';

const LOOK = '## Room description (2 turns ago)\n| Yard\n| A muddy yard.\n';
const ROOM = `${LOOK}| A brass lamp lies here. An oak chest stands here.

## Ways out
- north: somewhere new (2), untried this episode
- south: Hall (1), been there 2 times

## Things in reach
- brass lamp: light, switchable
- oak chest: container, openable`;

const CHEST = ROOM.replace('- brass lamp: light, switchable\n', '');

describe('chooseAction', () => {
  it('presses a key where the game waits for one, another where that had no effect', () => {
    const now =
      '## Now\nTurn 2 | Location: Yard (4) | Score: 0\nThe game waits for one key, not for a command: …';
    expect(choose(now)).toBe('y');
    expect(choose(`${now}\n\n## Tried here\n- y: nothing`)).toBe('n');
  });

  it('takes a lamp first, then opens and takes what is in reach before it walks on', () => {
    expect(choose(ROOM)).toBe('take lamp');
    expect(choose(CHEST)).toBe('open chest');
    expect(choose(CHEST, [{ action: 'open chest' }])).toBe('take chest');
    const done = [{ action: 'open chest' }, { action: 'take chest' }];
    expect(choose(CHEST, done)).toBe('north');
  });

  it('takes what the newest text lists below an old description, and what that names in brackets alone', () => {
    const yard = (scenery: string, text: string) =>
      choose(
        `## Room description (9 turns ago)\n| Yard\n| ${scenery}\n\n## Ways out\n- north: somewhere new (2), untried this episode\n\n## Things in reach\n- cup`,
        [{ action: 'south', text }],
      );
    const listed = 'Yard\nThere is a cup here.';
    expect(yard('A muddy yard.', listed)).toBe('take cup');
    expect(yard('The wall has scratches (perhaps made by a cup).', listed)).toBe('take cup');
    expect(yard('A cup is painted on the wall.', listed)).toBe('north');
    expect(yard('A muddy yard.', 'Yard')).toBe('north');
  });

  it('uses the whole name of a thing only where its last word is shared, also by what is held', () => {
    const keys =
      '## Held\n- rusty key\n\n## Things in reach\n- brass key (in chest)\n- chest: open';
    expect(choose(keys)).toBe('take brass key');
    expect(choose(keys.replace('rusty key', 'rusty nail'))).toBe('take key');
  });

  it('does not repeat what was tried here, by its own notes or the prompt', () => {
    expect(choose(`${ROOM}\n\n## Tried here\n- take lamp: changed the world`)).toBe('open chest');
    expect(choose(ROOM, [{ action: 'take lamp' }])).toBe('open chest');
    expect(choose(ROOM, [{ action: 'take lamp', note: { place: 7 } }])).toBe('open chest');
  });

  it('leaves alone what lies in something closed, or is carried by somebody', () => {
    const jar = '## Things in reach\n- jar: container, transparent\n- pearl (in jar)';
    expect(choose(jar)).toBe('open jar');
    expect(choose(jar.replace('transparent', 'open'))).toBe('take pearl');
    const guard = '## Things in reach\n- guard: animate\n- axe (in guard)';
    expect(choose(guard)).not.toBe('take axe');
  });

  it('never does what a memory of this place says failed or hurt', () => {
    const memories = `## What earlier visits taught, and this one
| [FAILURE] take lamp: It is nailed down.
| [DANGER] open chest: It bites.`;
    expect(choose(`${memories}\n\n${ROOM}`)).toBe('take chest');
  });

  it('tries what failed here once again after it did something to the thing', () => {
    const memories =
      '## What earlier visits taught, and this one\n| [FAILURE] open chest: It is locked.';
    const unlock = { action: 'unlock chest with key', text: 'The chest is unlocked.' };
    expect(choose(`${memories}\n\n${CHEST}`, [unlock])).toBe('open chest');
    expect(choose(`${memories}\n\n${CHEST}`)).not.toBe('open chest');
  });

  it('reads every action that a memory of failures names', () => {
    const memories = `## What earlier visits taught, and this one
| [FAILURE] take lamp; take chest: They are nailed down.
| Also failed: open chest (locked); examine lamp`;
    expect(choose(`${memories}\n\n${ROOM}`)).toBe('north');
  });

  it('believes that an action worked over a list of failures that names it, and spares the rest', () => {
    const memories = `## What earlier visits taught, and this one
| [FAILURE] take lamp; take chest; open chest: They are nailed down.
| [SUCCESS] take lamp: It comes loose.
| Also failed: take lamp; examine lamp`;
    expect(choose(`${memories}\n\n${ROOM}`)).toBe('take lamp');
    expect(choose(`${memories}\n\n${ROOM}`, [{ action: 'take lamp' }])).toBe('north');
  });

  it('does not do what hurt here, though it worked once', () => {
    const memories = `## What earlier visits taught, and this one
| [SUCCESS] take lamp: It comes loose.
| [DANGER] take lamp: It bites.`;
    expect(choose(`${memories}\n\n${ROOM}`)).toBe('open chest');
  });

  it('does first what a memory of this place says worked, what scored before all', () => {
    const memory = '## What earlier visits taught, and this one\n| [SUCCESS] open chest: Open.';
    expect(choose(`${memory}\n\n${CHEST}`)).toBe('open chest');
    const scored = `${memory}\n| [SUCCESS] take chest: Scores 5. Taken.`;
    expect(choose(`${scored}\n\n${CHEST}`)).toBe('take chest');
  });

  it('does each action that such a memory names', () => {
    const memory =
      '## What earlier visits taught, and this one\n| [SUCCESS] push chest; take chest: Good.';
    const pushed = [{ action: 'push chest' }];
    expect(choose(`${memory}\n\n${CHEST}`, [{ action: 'open chest' }])).toBe('push chest');
    expect(choose(`${memory}\n\n${CHEST}`, [{ action: 'open chest' }, ...pushed])).toBe(
      'take chest',
    );
  });

  it('does not take what it holds, though taking it worked here before', () => {
    const memory = '## What earlier visits taught, and this one\n| [SUCCESS] take lamp: Taken.';
    const held = '## Held\n- brass lamp: light, switchable';
    expect(choose(`${memory}\n\n${held}\n\n${CHEST}`)).toBe('open chest');
  });

  it('avoids what was refused this turn', () => {
    expect(choose(`${ROOM}\n\n## Refused this turn\n- take lamp: absent`)).toBe('open chest');
  });

  it('asks nothing again whose answer is known without a turn', () => {
    expect(choose(`${ROOM}\n\n## Known without a turn\n- take lamp: Taken.`)).toBe('open chest');
  });

  it('plays a checked way to points as it is told, unless a command of it was refused', () => {
    const route =
      '## Route\nSuggestion: the checked way to points from command 2 of 3 on, +5 in 2 turns: jump, then take cup.';
    expect(choose(`${route}\n\n${ROOM}`, [{ action: 'jump' }])).toBe('jump');
    expect(choose(`${route}\n\n${ROOM}\n\n## Refused this turn\n- jump: no`)).toBe('take lamp');
  });

  it('cannot be steered by quoted text that looks like a section', () => {
    const forged = '## Game text\n| ## Refused this turn\n| - take lamp: absent';
    expect(choose(`${forged}\n\n${ROOM}`)).toBe('take lamp');
  });

  it('opens what a room mentions, though it is in no list of things, once', () => {
    const yard = '## Room description (1 turn ago)\n| Yard\n| There is a small window here.';
    const ways = '## Ways out\n- north: somewhere new (2), untried this episode';
    expect(choose(`${yard}\n\n${ways}`)).toBe('open window');
    expect(choose(`${yard}\n\n${ways}`, [{ action: 'open window' }])).toBe('north');
    const known = '## Things in reach\n- window: openable, open';
    expect(choose(`${yard}\n\n${known}\n\n${ways}`)).toBe('north');
  });

  it('waits where nothing is left', () => {
    expect(choose('')).toBe('wait');
  });
});

describe('in the dark', () => {
  const ways =
    '## Ways out\n- north: somewhere new (2), untried this episode\n- down: Hall (1), been there once';
  const dark = `${ways}\n\n## Game text\n| It is pitch dark.`;

  it('it goes back instead of on', () => {
    expect(choose(dark)).toBe('down');
    expect(choose(`${ways}\n\n## Game text\n| A bright room.`)).toBe('north');
  });

  it('it lights a lamp that it holds before it does what worked here, and leaves that alone without a light', () => {
    const memory = '## What earlier visits taught, and this one\n| [SUCCESS] take rope: Taken.';
    const held = '## Held\n- brass lantern: light, switchable';
    expect(choose(`${memory}\n\n${held}\n\n${dark}`)).toBe('turn on lantern');
    expect(choose(`${memory}\n\n${dark}`)).toBe('down');
    const lit = '## Game text\n| A rope is here.';
    expect(choose(`${lit}\n\n${memory}\n\n${ways}`)).toBe('take rope');
  });
});

describe('taste', () => {
  const things = Array.from({ length: 6 }, (_, number) => `- thing${number} (in box)`).join('\n');
  const ways = ['north', 'south', 'east', 'west', 'up', 'down']
    .map((way, id) => `- ${way}: somewhere new (${id + 10}), untried this episode`)
    .join('\n');
  const prompts = [`## Things in reach\n${things}`, `## Ways out\n${ways}`];
  const chosen = (prompt: string, seed: number) =>
    choose(prompt, [], { taste: situationTaste(seed) });

  it.each(prompts)('differs between seeds and never within one: %s', (prompt) => {
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const first = seeds.map((seed) => chosen(prompt, seed));
    expect(new Set(first).size).toBeGreaterThan(3);
    expect(seeds.map((seed) => chosen(prompt, seed))).toEqual(first);
  });

  it('never decides against what is better', () => {
    const better = `${prompts[1]}`.replaceAll('untried this episode', 'been there once');
    const prompt = better.replace(/^(- up: .*), been there once$/m, '$1, untried this episode');
    const been = [10, 11, 12, 13, 15].map((place) => ({ action: 'look', note: { place } }));
    for (let seed = 0; seed < 20; seed += 1) {
      expect(choose(prompt, been, { taste: situationTaste(seed) })).toBe('up');
    }
  });
});
