import { expect, it } from 'vitest';
import { csvLine } from '../../src/report/csv.ts';

it('numbers, truth values and what is not known stand as they are', () => {
  expect(csvLine([0, -3, 1.5, true, null, 'look'])).toBe('0,-3,1.5,true,,look');
});

it('what would end a cell or a line is in quotation marks', () => {
  expect(csvLine(['a,b', 'say "hi"', 'one\ntwo', 'three\rfour'])).toBe(
    '"a,b","say ""hi""","one\ntwo","three\rfour"',
  );
});

it.each(['=HYPERLINK("http://x")', '+1', '-n', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'a spreadsheet does not calculate %j',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
  },
);

it('a sign further on is only a sign', () => {
  expect(csvLine(['x=1', ' -n'])).toBe('x=1, -n');
});
