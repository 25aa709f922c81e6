import { describe, expect, it } from 'vitest';
import { choose } from './situations.ts';

const SYSTEM = `## This story's verbs
Each line has the words that mean the same
attack: X; X with Y
examin, x: X
give: X to Y
move: X
open: X
put: X in Y; X on Y
read: X
ring: X
take: X
unlock: X with Y

End`;
const asked = (prompt: string, turns: Parameters<typeof choose>[1] = []) =>
  choose(prompt, turns, { system: SYSTEM });

describe('what people do with things', () => {
  it('reads what can be read, and examines the rest when nothing better is left', () => {
    const things = '## Things in reach\n- folded letter (in box)';
    const taken = { action: 'take letter' };
    expect(asked(things, [taken])).toBe('read letter');
    expect(asked(things, [taken, { action: 'read letter' }])).toBe('examine letter');
  });

  it('uses the verbs of the story’s grammar alone', () => {
    const rug = '## Things in reach\n- rug\n\n## Room description (1 turn ago)\n| Yard\n| A rug.';
    expect(asked(rug)).toBe('move rug');
    expect(choose(rug, [], { system: SYSTEM.replace('move: X\n', '') })).not.toBe('move rug');
  });

  it('unlocks with a key what said that it is locked, then opens it', () => {
    const chest = '## Held\n- brass key\n\n## Things in reach\n- chest: container, openable';
    const locked = { action: 'open chest', text: 'It seems to be locked.' };
    expect(asked(chest, [locked])).toBe('unlock chest with key');
    const unlocked = { action: 'unlock chest with key', text: 'You unlock the chest.' };
    expect(asked(chest, [locked, unlocked])).toBe('open chest');
  });

  it('uses what is held on what is held once, wherever it is', () => {
    const held = '## Held\n- match\n- candle';
    const burn = SYSTEM.replace('give:', 'burn: X with Y\ngive:');
    const ask = (turns: Parameters<typeof choose>[1]) => choose(held, turns, { system: burn });
    const looked = ['examine match', 'examine candle'].map((action) => ({ action }));
    expect(ask(looked)).toMatch(/^burn \w+ with \w+$/);
    const burnt = ['burn candle with match', 'burn match with candle'];
    const elsewhere = burnt.map((action) => ({ action, note: { place: 8 } }));
    expect(ask([...elsewhere, ...looked])).not.toMatch(/^burn/);
  });

  it('carries what won points to what took the like for points', () => {
    const altar = '## Held\n- jade cup\n- ring\n\n## Things in reach\n- altar: supporter';
    const turns = [
      { action: 'take ring', note: { score: 0 } },
      { action: 'take cup', note: { score: 5 } },
      { action: 'put crown on altar', note: { score: 9 } },
      { action: 'look', note: { score: 15 } },
    ];
    expect(asked(altar, turns)).toBe('put cup on altar');
    const laid = { action: 'put cup on altar', note: { score: 15 } };
    expect(asked(altar.replace('- jade cup\n', ''), [...turns, laid])).toBe('put ring on altar');
  });

  it('leaves what won points where it was put', () => {
    const table = '## Things in reach\n- table: supporter\n- gold cup (in table)';
    const put = [
      { action: 'put cup on table', note: { score: 0 } },
      { action: 'look', note: { score: 5 } },
    ];
    expect(asked(table, put)).not.toBe('take cup');
  });

  it('rings a bell where somebody is, and offers what it holds', () => {
    const guard = '## Held\n- handbell\n\n## Things in reach\n- guard: animate';
    expect(asked(guard)).toBe('ring handbell');
    expect(asked(guard, [{ action: 'ring handbell' }])).toBe('give handbell to guard');
  });

  it('fights who fights with the best weapon it holds, and leaves without one', () => {
    const troll =
      '## Game text\n| The troll swings his axe.\n\n## Things in reach\n- troll: animate\n\n## Ways out\n- s: Hall (2), been there once\n- n: somewhere new (3), untried this episode';
    expect(asked(`${troll}\n\n## Held\n- knife\n- sword`)).toBe('attack troll with sword');
    expect(asked(troll)).toBe('s');
  });

  it('gives up who takes three blows alike and none otherwise, and leaves', () => {
    const ogre =
      '## Things in reach\n- ogre: animate\n\n## Held\n- sword\n\n## Ways out\n- s: Hall (2), been there once';
    const blow = (text: string) => ({ action: 'attack ogre with sword', text });
    const missed = blow('He jumps aside. He grins.');
    const twice = [blow('He does not care. He yawns.'), blow('He does not care. He snarls.')];
    const ignored = [...twice, blow('He does not care. He spits.')];
    expect(asked(ogre, twice)).toBe('attack ogre with sword');
    expect(asked(ogre, [missed, ...ignored])).toBe('attack ogre with sword');
    expect(asked(ogre, [missed, blow('He ducks. He grins.')])).toBe('attack ogre with sword');
    expect(asked(ogre, ignored)).toBe('s');
    expect(asked(ogre.replace(/\n\n## Ways.*$/s, ''), ignored)).not.toMatch(/^attack/);
  });

  it('fights who bars the way at once, and offers no lamp or weapon', () => {
    const ways = '## Ways out\n- s: Hall (2), been there once';
    const ogre = `## Game text\n| The ogre blocks your way.\n\n## Things in reach\n- ogre: animate\n\n${ways}`;
    const came = [{ action: 'n', note: { place: 2 } }];
    expect(asked(`${ogre}\n\n## Held\n- sword`, came)).toBe('attack ogre with sword');
    const handled = [...came, ...['take', 'examine'].map((verb) => ({ action: `${verb} ogre` }))];
    expect(asked(`${ogre}\n\n## Held\n- gold coin`, handled)).toBe('give coin to ogre');
    expect(asked(`${ogre}\n\n## Held\n- lamp: light`, handled)).not.toMatch(/^give/);
  });

  it('leaves an armed stranger whom the room does not tell of, and fights one who comes after it', () => {
    const ways = '## Ways out\n- s: Hall (2), been there once';
    const thief = '- robber: animate\n- knife (in robber)';
    const met = `## Things in reach\n- gold coin\n${thief}\n\n## Held\n- sword\n\n${ways}`;
    expect(asked(met.replace('\n- knife (in robber)', ''))).toBe('take coin');
    expect(asked(met)).toBe('s');
    const told = '\n\n## Room description (1 turn ago)\n| Yard\n| A yard.\n| A robber sits here.';
    expect(asked(met + told)).toBe('take coin');
    expect(asked(met + told.replace('A robber sits', 'The robber comes'))).toBe('s');
    const came = [{ action: 'n', text: 'The robber lunges.', note: { place: 2 } }];
    expect(asked(met, came)).toBe('attack robber with sword');
  });

  it('goes on fighting whatever a memory says of one blow, and strikes who stands in all ways', () => {
    const troll =
      '## Game text\n| The troll swings his axe.\n\n## Things in reach\n- troll: animate\n\n## Held\n- sword';
    const failed =
      '\n\n## What earlier visits taught, and this one\n[FAILURE] attack troll with sword: You miss.';
    expect(asked(troll + failed)).toBe('attack troll with sword');
    const struck = [{ action: 'attack troll with sword', text: 'He jumps aside.' }];
    const after = troll.replace(/^.*?\n\n/s, '');
    expect(asked(after, struck)).toBe('attack troll with sword');
    expect(asked(after, [...struck, { action: 'wait' }, { action: 'wait' }])).not.toMatch(
      /^attack/,
    );
    const quiet = troll.replace(/.*swings.*\n/, '| Silence.\n');
    const done = [
      'take troll',
      'examine troll',
      'examine sword',
      'ring sword',
      'give sword to troll',
    ];
    const turns = done.map((action) => ({ action }));
    expect(asked(quiet, turns)).toBe('attack troll with sword');
    const way = '\n\n## Ways out\n- s: Hall (2), been there once';
    expect(asked(quiet + way, turns)).not.toMatch(/^attack/);
  });

  it('does not leave again and again whom it struck in vain', () => {
    const newt = '## Things in reach\n- newt: animate\n- box: container, openable';
    const way = '\n\n## Ways out\n- n: Hall (2), been there once';
    const blows = Array.from({ length: 3 }, () => ({
      action: 'attack newt',
      text: 'Not this one.',
    }));
    expect(asked(newt + way, blows)).toBe('n');
    const back = { action: 's', note: { place: 2 } };
    expect(asked(newt + way, [...blows, { action: 'n' }, back])).toBe('open box');
  });

  it('leaves alone what the game does not know here', () => {
    const room = '## Room description (1 turn ago)\n| Yard\n| There is a gate.';
    expect(asked(room)).toBe('open gate');
    const absent = { action: 'open gate', text: "You can't see any such thing." };
    expect(asked(room, [absent])).toBe('wait');
  });
});

describe('full hands', () => {
  const held = '## Held\n- brass lamp: light\n- old boot\n- pebble (in old boot)\n- coil of wire';
  const refused = (action: string) => ({ action, text: 'Your load is too heavy.' });
  const boot = { action: 'drop boot' };
  const wire = { action: 'drop wire' };

  it('put down two useless things for something better, then take it', () => {
    const turns = [refused('take gold bar')];
    expect(asked(held, turns)).toBe('drop boot');
    const lighter = held.replace('- old boot\n- pebble (in old boot)\n', '');
    expect(asked(lighter, [...turns, boot])).toBe('drop wire');
    expect(asked('## Held\n- brass lamp: light', [...turns, boot, wire])).toBe('take gold bar');
  });

  it('put down useless things for what worked before and would be too much now, until it would not', () => {
    const known = (rest: string) =>
      `${held}\n\n## What earlier visits taught, and this one\n| [SUCCESS] take gold bar: Scores 5.${rest}`;
    const failing = known(' (not now, take gold bar: Your load is too heavy.)');
    expect(asked(failing)).toBe('drop boot');
    const other = known(' (not now, take gold bar: It is nailed down.)');
    expect(asked(other)).not.toMatch(/^(?:drop|take gold)/);
    const near = '\n\n## Things in reach\n- gold bar';
    expect(asked(failing + near, [boot, wire])).not.toMatch(/^(?:drop|take gold)/);
    expect(asked(known('') + near, [boot])).toBe('take gold bar');
  });

  it('give up what stayed too much, and what is not worth it', () => {
    const again = [boot, wire, refused('take gold bar')];
    const turns = [refused('take gold bar'), ...again, ...again];
    expect(asked('## Held\n- brass lamp: light', turns)).not.toBe('take gold bar');
    expect(asked(held, [refused('take anvil')])).not.toMatch(/^drop/);
  });

  it('take nothing else here before something is put down', () => {
    const near =
      '## Room description (1 turn ago)\n| Yard\n| A quiet yard.\n| There is a stool here.';
    const way = '## Ways out\n- n: Hall (2), untried this episode';
    const room = `${near}\n\n## Things in reach\n- stool\n\n${way}`;
    expect(asked(room)).toBe('take stool');
    const heavy = refused('take anvil');
    expect(asked(room, [heavy])).not.toBe('take stool');
    expect(asked(room, [{ ...heavy, note: { place: 2 } }])).toBe('take stool');
    expect(asked(room, [heavy, boot])).toBe('take stool');
  });
});
