import { describe, expect, it } from 'vitest';
import { tellingSentences } from '../../src/domain/telling-sentences.ts';

const telling = (line: string, most: number) => tellingSentences(line, most, 'first');

describe('the most telling sentences of a text', () => {
  const plain = 'It is an old book.';

  it.each([
    ['a place', 'The key lies behind the stove.'],
    ['a thing in its place', 'The bell is in the boathouse.'],
    ['a direction', 'The safe way leads west.'],
    ['a warning', 'Give him nothing.'],
    ['a name', 'It belonged to Corrow.'],
    ['a number', 'Turn the dial to 7.'],
  ])('tell %s', (_, clue) => {
    const line = `${plain} ${clue} ${plain}`;
    expect(telling(line, clue.length)).toBe(`(...) ${clue} (...)`);
  });

  it('stand in their order, with a mark for each gap', () => {
    const [one, other] = ['Go west and then north.', 'Mind the bird of Keeper Joss.'];
    const line = `${plain} ${one} ${plain} ${plain} ${other}`;
    expect(telling(line, one.length + other.length + 1)).toBe(`(...) ${one} (...) ${other}`);
  });

  it('are the shorter of equals, and of those without a hint the first or the last', () => {
    expect(telling('Go north now. Go west.', 14)).toBe('(...) Go west.');
    expect(telling('It is red. It is big.', 12)).toBe('It is red. (...)');
    expect(tellingSentences('It is red. It is big.', 12, 'last')).toBe('(...) It is big.');
  });

  it('are all of them if the text fits, and none if not one does', () => {
    expect(telling(plain, plain.length)).toBe(plain);
    expect(telling(plain, plain.length - 1)).toBe('');
  });

  it('are told with the sentence that says whom they mean, if there is room', () => {
    const [corrow, there, arch] = [
      'Corrow the bellman drowned.',
      'He is there yet.',
      'He stands in the arch; give him nothing.',
    ];
    const line = `${plain} ${plain} ${corrow} ${there} ${arch} ${plain}`;
    const both = corrow.length + 1 + arch.length;
    expect(telling(line, both)).toBe(`(...) ${corrow} (...) ${arch} (...)`);
    expect(telling(line, arch.length)).toBe(`(...) ${arch} (...)`);
    expect(telling(line, both - 1)).not.toContain(corrow);
    // Of a thing, the sentence before is the one that names it.
    const lamp = 'The lamp is old. It must not burn.';
    expect(telling(`${plain} ${lamp} ${plain}`, lamp.length)).toBe(`(...) ${lamp} (...)`);
    // Who stands in his own sentence needs no other.
    const own = 'Corrow went west with his bell, and nobody saw him.';
    expect(telling(`${plain} ${own} ${plain}`, own.length)).toBe(`(...) ${own} (...)`);
  });

  it('are warnings before names, and no signature beside them', () => {
    const letter =
      'Ann and Ben of the Lodge wish you well here. Mind the marsh, mind the bird. - The Board.';
    expect(telling(letter, 45)).toBe('(...) Mind the marsh, mind the bird. (...)');
  });

  it('count no kind of hint more than twice, so that a list of names does not win', () => {
    const names = 'There were Ann, Ben, Cal, Dan and Eve.';
    const clue = 'Go west, then north, never south.';
    expect(telling(`${names} ${clue}`, 40)).toBe(`(...) ${clue}`);
  });
});
