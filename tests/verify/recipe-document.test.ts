import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMetaCommand } from '../../src/domain/command.ts';
import { printDocumentLines } from '../../src/domain/lined-document.ts';
import { sureRecipes, type Recipe } from '../../src/domain/recipe.ts';
import {
  recipeMistakes,
  parseRecipes,
  putRecipe,
  recipesOf,
} from '../../src/verify/recipe-document.ts';

import { isRecipeSealed, sealRecipe } from '../../src/verify/recipe-lines.ts';

const bytes = (text: string) => Buffer.from(text);
const text = (some: Uint8Array) => Buffer.from(some).toString();

function recipe(points: number, differs: Partial<Recipe> = {}): Recipe {
  const seeds = [11, 12, 13, 14, 15];
  return { commands: ['north', 'take lamp'], points, seeds, reached: seeds, ...differs };
}

it('a seal is eight characters, holds for the recipe as it was tried, and for no other', () => {
  const tried = recipe(5, {
    commands: ['north', 'take cup'],
    proof: { tested: 1, next: 1, seal: '' },
  });
  const sealed = sealRecipe('story', { ...tried, proof: { tested: 1, next: 1, seal: '' } });
  expect(sealed.proof?.seal).toMatch(/^[0-9a-f]{8}$/);
  expect([
    isRecipeSealed('story', sealed),
    isRecipeSealed('another', sealed),
    isRecipeSealed('story', { ...sealed, points: 6 }),
    isRecipeSealed('story', { ...sealed, commands: ['north'] }),
    isRecipeSealed('story', { ...sealed, reached: [1] }),
    isRecipeSealed('story', tried),
    isRecipeSealed('story', recipe(5)),
  ]).toEqual([true, false, false, false, false, false, false]);
});

describe('recipes.md', () => {
  it('reads back what was put in, sorted by points, whatever the order', () => {
    const command = fc
      .stringMatching(/^[a-zé]{1,8}( [a-z]{1,8})?$/)
      .filter((one) => !isMetaCommand(one));
    const name = fc.stringMatching(/^[A-Zé]{1,8}( [a-z.']{1,8})?$/);
    const along = fc.array(
      fc.record({
        after: fc.nat(1),
        command,
        thing: name,
        room: fc.oneof(name, fc.constant('Attic, Dark')),
        isNeeded: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    );
    const recipes = fc.uniqueArray(
      fc.record(
        {
          points: fc.nat(500),
          commands: fc.array(command, { minLength: 1, maxLength: 5 }),
          along,
          proof: fc.record({
            tested: fc.nat(1),
            next: fc.constant(0),
            seal: fc.stringMatching(/^[0-9a-f]{8}$/),
          }),
        },
        { requiredKeys: ['points', 'commands'] },
      ),
      { selector: ({ points }) => points },
    );
    fc.assert(
      fc.property(recipes, fc.boolean(), (all, failed) => {
        const put = all.map((one) =>
          recipe(one.points, { ...one, ...(failed && { reached: [12] }) }),
        );
        const document = put.reduce(putRecipe, parseRecipes(null));
        const read = parseRecipes(printDocumentLines(document));
        expect(recipesOf(read)).toEqual(put.toSorted((a, b) => a.points - b.points));
        expect(recipeMistakes(read)).toEqual([]);
      }),
    );
  });

  it.each([
    ['**Needed:** known for 2 of 2 commands, nothing left to shorten', 2, 1],
    ['**Needed:** known for 1 of 2 commands so far, tried next: 1', 1, 0],
    ['**Needed:** 2 of 2 commands, nothing left to shorten', 2, 1],
    ['**Needed:** 1 of 2 commands so far, tried next: 1', 1, 0],
    ['**Needed:** 1 of 2 commands, tried next: 1', 1, 0],
    ['**Tested:** 2 of 2, nothing left to shorten', 2, 1],
    ['**Tested:** 1 of 2, next 1', 1, 0],
    ['**Needed:** 2 of 2, next 2', 2, 1],
    ['**Needed:** 2 of 2, next 1', 2, 0],
  ])(
    'says how far it was tested, and reads what older versions wrote: %s',
    (line, tested, next) => {
      const file = `## 5 points\n${line} | **Seal:** 0a1b2c3d\n\n1. north\n2. take lamp\n`;
      const [read] = recipesOf(parseRecipes(bytes(file)));
      expect(read?.proof).toEqual({ tested, next, seal: '0a1b2c3d' });
      const put = putRecipe(
        parseRecipes(bytes(file)),
        recipe(5, read?.proof && { proof: read.proof }),
      );
      const written = text(printDocumentLines(put));
      expect(written).toContain(
        tested === 2 && next === 1
          ? '**Needed:** known for 2 of 2 commands, nothing left to shorten'
          : ' of 2 commands so far, tried next: 1 ',
      );
      expect(written.match(/Seal/g)).toHaveLength(1);
      expect(written).not.toContain('Tested');
    },
  );

  it('prints what it read byte for byte, and changes only the recipe that is put', () => {
    const file =
      '# Mine\r\nnotes\r\n\r\n## 5 points\r\nby hand\r\n1. north\r\n\r\n## Plans\r\nlater';
    const document = parseRecipes(bytes(file));
    expect(text(printDocumentLines(document))).toBe(file);
    const changed = text(printDocumentLines(putRecipe(document, recipe(5))));
    expect(changed).toContain('2. take lamp\r\nby hand\r\n');
    expect(changed.startsWith('# Mine\r\nnotes\r\n\r\n## 5 points\r\n')).toBe(true);
    expect(changed.endsWith('## Plans\r\nlater')).toBe(true);
    expect(putRecipe(parseRecipes(bytes(changed)), recipe(5))).toEqual(
      parseRecipes(bytes(changed)),
    );
  });

  it.each([
    ['# R\n\n## five points\n1. north\n', 3],
    ['## 5 points\n', 1],
    ['## 5 points\n1. north\n2. \n', 3],
    ['## 5 points\n1. restart\n', 2],
    ['## 5 points\n**Taken along:** a lamp\n1. north\n', 2],
    ['## 5 points\n**Taken along:** 3. take lamp (lamp, Hall)\n1. north\n', 2],
    ['## 5 points\n**Taken along:** 1. quit (lamp, Hall)\n1. north\n', 2],
    ['## 5 points\n**Seeds:** many | **Worked:** 1 of 1\n1. north\n', 2],
    [`## 5 points\n1. ${'x'.repeat(121)}\n`, 2],
  ])('refuses nonsense with its line: %j', (file, line) => {
    const document = parseRecipes(bytes(file));
    expect(recipeMistakes(document).map((one) => one.line)).toEqual([line]);
    expect(recipesOf(document)).toEqual([]);
  });

  it('the best is the sure one that earns most; luck and the unchecked are never it', () => {
    const long = recipe(9, { commands: ['a', 'b', 'c'] });
    const all = [
      recipe(5),
      long,
      recipe(20, { reached: [11] }),
      recipe(30, { seeds: [], reached: [] }),
    ];
    expect(sureRecipes(all)[0]).toBe(long);
    expect(sureRecipes([])).toEqual([]);
  });
});
