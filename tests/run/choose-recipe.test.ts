import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openStoryFile } from '../../src/run/read-story.ts';
import { chooseRecipe } from '../../src/run/choose-recipe.ts';
import { settings } from '../helpers/settings.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

test('an episode tries its recipes once, and again for another file, seed or story', () => {
  const config = settings({ player: 'offline' });
  const story = openStoryFile(SHIPPED_STORY);
  const file = Buffer.from('No recipe at all.\n');
  const learnt = (recipes: Uint8Array | null) => ({ recipes, map: null, things: null });
  const first = chooseRecipe({ story, config }, learnt(file), 3);
  expect(chooseRecipe({ story, config }, learnt(Buffer.from(file)), 3)).toBe(first);
  for (const [other, bytes, seed] of [
    [story, null, 3],
    [story, file, 4],
    [{ ...story, bytes: readFileSync(SHIPPED_STORY) }, file, 3],
  ] as const) {
    expect(chooseRecipe({ story: other, config }, learnt(bytes), seed)).not.toBe(first);
  }
});
