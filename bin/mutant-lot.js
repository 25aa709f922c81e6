/**
 * A plugin of Stryker that draws the mutants to try: each by itself with the same chance, the same ones for the same lot. What
 * is not drawn counts as a mutant that does not compile, so that it is neither tried nor part of the score.
 */
import { createHash } from 'node:crypto';

/** Whether a mutant is in a lot that is so large a share of all. Paths are told from the copy that is tried. */
function isDrawn({ fileName, location, replacement }, lot, share) {
  const file = fileName.slice(fileName.lastIndexOf('src'));
  const mutant = JSON.stringify([lot, file, location, replacement]);
  return createHash('sha256').update(mutant).digest().readUInt32BE() / 2 ** 32 < share;
}

const lot = {
  init: () => Promise.resolve(),
  group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
  check(mutants) {
    const { MUTANTS_LOT, MUTANTS_SHARE } = process.env;
    const found = mutants.map((mutant) =>
      isDrawn(mutant, MUTANTS_LOT, Number(MUTANTS_SHARE))
        ? [mutant.id, { status: 'passed' }]
        : [mutant.id, { status: 'compileError', reason: 'It is not drawn.' }],
    );
    return Promise.resolve(Object.fromEntries(found));
  },
};

export const strykerPlugins = [{ kind: 'Checker', name: 'lot', factory: () => lot }];
