import { expect, it } from 'vitest';
import {
  compareVersions,
  renderVersionComparison,
  rollBack,
} from '../../../src/managers/knowledge/knowledge-versions.ts';

const OLD = Buffer.from(
  '# Mine\n\nHello.\n\n## LESSONS LEARNED\n\n- one *(Ep1, T1)*\n- two *(Ep1, T2)*\n',
);
const NEW = Buffer.from(
  '# Mine\n\nGood bye.\n\n## LESSONS LEARNED\n\n- two *(Ep1, T2)*\n- three *(Ep2, T3)*\n- by hand\n',
);

it('two versions differ by the items that only one of them has, under their headings', () => {
  expect(renderVersionComparison(compareVersions(OLD, NEW))).toBe(
    [
      'Mine',
      '- Hello.',
      '+ Good bye.',
      'LESSONS LEARNED',
      '- one *(Ep1, T1)*',
      '+ three *(Ep2, T3)*',
      '+ by hand',
      '',
    ].join('\n'),
  );
});

it('a version does not differ from itself, and from no file it differs by everything', () => {
  expect(compareVersions(NEW, NEW)).toEqual([]);
  expect(compareVersions(null, OLD).map(({ kind }) => kind)).toEqual(['added', 'added', 'added']);
});

it('a roll-back takes back what was learnt since and leaves what a person wrote since', () => {
  expect(Buffer.from(rollBack(NEW, OLD)).toString()).toBe(
    '# Mine\n\nGood bye.\n\n## LESSONS LEARNED\n\n- two *(Ep1, T2)*\n- by hand\n- one *(Ep1, T1)*\n',
  );
});
