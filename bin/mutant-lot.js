/**
 * A plugin of Stryker that draws the mutants to try: each by itself with the same chance, the same ones for the same lot. What
 * is not drawn counts as a mutant that does not compile, so that it is neither tried nor part of the score.
 */
import { createHash } from 'node:crypto';

/** Whether a mutant is in a lot that is so large a share of all. Paths are told from the copy that is tried. */
function isDrawn({ fileName, location, replacement }, { name, share }) {
  const file = fileName.slice(fileName.lastIndexOf('src'));
  const mutant = JSON.stringify([name, file, location, replacement]);
  return createHash('sha256').update(mutant).digest().readUInt32BE() / 2 ** 32 < share;
}

function checker({ lot }) {
  return {
    init: () => Promise.resolve(),
    group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
    check(mutants) {
      const found = mutants.map((mutant) =>
        isDrawn(mutant, lot)
          ? [mutant.id, { status: 'passed' }]
          : [mutant.id, { status: 'compileError', reason: 'It is not drawn.' }],
      );
      return Promise.resolve(Object.fromEntries(found));
    },
  };
}

export const strykerValidationSchema = { properties: { lot: { type: 'object' } } };
export const strykerPlugins = [
  { kind: 'Checker', name: 'lot', factory: Object.assign(checker, { inject: ['options'] }) },
];
