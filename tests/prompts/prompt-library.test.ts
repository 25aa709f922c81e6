import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPromptLibrary } from '../../src/prompts/question.ts';

const library = createPromptLibrary(new Map([['greeting', 'Hello {{name}}, {{name}}!']]));

describe('createPromptLibrary', () => {
  it('fills every place of a variable', () => {
    expect(library.render('greeting', { name: 'you' })).toBe('Hello you, you!');
  });

  it('refuses a variable that is missing, one that is not used, and a prompt that is not there', () => {
    expect(() => library.render('greeting', {})).toThrow('needs "name"');
    expect(() => library.render('greeting', { name: 'a', mood: 'b' })).toThrow('does not use mood');
    expect(() => library.render('farewell', {})).toThrow('no prompt named "farewell"');
  });

  it('takes a value as text, also when it looks like a pattern or a placeholder', () => {
    expect(library.render('greeting', { name: '$& {{name}}' })).toBe(
      'Hello $& {{name}}, $& {{name}}!',
    );
  });
});

describe('the prompts', () => {
  const folder = path.resolve(import.meta.dirname, '../../src/prompts');
  const prompts = readdirSync(folder).filter((name) => name.endsWith('.md'));

  it.each(prompts)('%s says how to think, and names nothing of a story people play', (name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const spoilers =
      /\b(?:zork|frobozz|grue|troll|thief|trophy case|trap ?door|mailbox|leaflet|egg|bauble|trident|sceptre|torch|coffin|chalice|bellman|jackdaw|saltmere|sash|lighthouse|marsh)\b/i;
    expect(text.match(spoilers)?.[0] ?? null).toBeNull();
  });
});
