import { expect, test } from 'vitest';
import { joinModules } from '../../src/report/page.ts';

test('files that import each other become one script without imports', () => {
  const first = 'export function one() {\n  return 1;\n}\n';
  const second = "import { one } from './first.js';\n\none();\n";
  expect(joinModules([first, second])).toBe('function one() {\n  return 1;\n}\n\none();\n');
});

test.each([
  "import fs from 'node:fs';\n",
  "import { x as y } from '../x.js';\n",
  'export default 1;\n',
  "export { x } from './y.js';\n",
])('what the page cannot carry is refused: %s', (source) => {
  expect(() => joinModules([source])).toThrow(RangeError);
});
