import { expect, it } from 'vitest';
import { causeToldWords } from '../../src/prompts/cause-words.ts';

it('what the clock told ends with a whole sentence, and says that more was told', () => {
  const story = `${'The bell rings on. '.repeat(30)}At last the gate opens.\nA voice calls you in, and there is no way back.`;
  expect(causeToldWords({ alsoIdle: [], toldIdle: story })).toMatch(
    /At last the gate opens\. \(\.\.\.\)$/,
  );
  expect(causeToldWords({ alsoIdle: [], toldIdle: 'A gull cries.\nIt is dark.' })).toBe(
    'A gull cries. It is dark.',
  );
});
