import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { closingLines } from '../../src/commands/run/closing-lines.ts';
import { claimLearntFolder } from '../../src/storage/learnt-folder.ts';
import { summaryOf } from '../report/scene.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const SUCCESS = '**[SUCCESS - PERMANENT] open hatch** *(Ep1, T4, +0)*\nThe hatch swings up.\n';
const FAILURE = '**[FAILURE - PERMANENT] open crate** *(Ep1, T5-6, +2)*\nIt is nailed shut.\n';
const CUT = '**[SUCCESS - PERMANENT] read sign** *(Ep1, T7, +0)*\nIt says: beware of…\n';

function linesFor(...memories: readonly string[]): readonly string[] {
  const workdir = temporaryFolder();
  const file = `# Location Memories\n\n## Location 5: Quay\n\n### Memories\n\n${memories.join('\n')}`;
  writeFileSync(path.join(workdir, 'Memories.md'), file);
  return closingLines(workdir, [summaryOf(1, (field) => field)], 'npx zorkgpt');
}

it('a run ends with a whole lesson that worked as its example, and what to do next', () => {
  const lines = linesFor(FAILURE, CUT, SUCCESS);
  expect(lines.at(-4)).toBe(
    '3 new memories. One says: In Quay, "open hatch" works: The hatch swings up.',
  );
  expect(lines.at(-2)).toMatch(/^To .*: npx zorkgpt report --open$/);
  expect(lines.at(-1)).toMatch(/^To .*: npx zorkgpt run$/);
});

it('a run that went on with an episode of another story counts what both learnt', async () => {
  const workdir = temporaryFolder();
  await claimLearntFolder(workdir, 'ZCODE-1');
  const other = await claimLearntFolder(workdir, 'ZCODE-2');
  mkdirSync(other);
  writeFileSync(
    path.join(other, 'Memories.md'),
    `# Location Memories\n\n## Location 5: Quay\n\n### Memories\n\n${SUCCESS}`,
  );
  const played = [3, 1].map((episode, at) => {
    return { ...summaryOf(episode, (field) => field), story: `ZCODE-${at + 1}` };
  });
  expect(closingLines(workdir, played, 'zork').at(-4)).toMatch(/^1 new memory\. It says: In Quay/);
  expect(closingLines(workdir, played, 'zork').at(-3)).toContain('ZCODE-2/Memories.md');
  expect(closingLines(workdir, played, 'zork')[0]).toBe('stop reason in episode 1: stop detail');
  expect(closingLines(workdir, played.slice(1), 'zork')[0]).toBe('stop reason: stop detail');
});

it.each([
  ['SUCCESS', 5, 'In Quay, "pull rope" brings 5 points.'],
  ['SUCCESS', -5, 'In Quay, "pull rope" works: A bell rings.'],
  ['FAILURE', 0, 'In Quay, "pull rope" fails: A bell rings.'],
  ['DANGER', 0, 'In Quay, "pull rope" is dangerous: A bell rings.'],
  ['DISCOVERY', 0, 'In Quay: A bell rings.'],
])('a %s of %i points is told as a sentence', (kind, points, says) => {
  const change = points < 0 ? String(points) : `+${points}`;
  const memory = `**[${kind} - PERMANENT] pull rope** *(Ep1, T4, ${change})*\nA bell rings.\n`;
  expect(linesFor(memory).at(-4)).toBe(`1 new memory. It says: ${says}`);
});

it.each([
  [0, 0, 'no-endpoint', /^Next: zork doctor .* zork run plays after that\.$/],
  [4, 4, 'no-endpoint', /^Next: zork doctor /],
  [5, 4, 'no-endpoint', /: zork run$/],
  [0, 0, undefined, /: zork run$/],
] as const)(
  'a run of %i turns, %i of them by a recipe, that fails with %s says what comes next',
  (turns, recipeTurns, modelError, next) => {
    const played = { ...summaryOf(1, (field) => field), turns, recipeTurns, modelError };
    expect(closingLines(temporaryFolder(), [played], 'zork').at(-1)).toMatch(next);
  },
);

it.each([
  [
    'no-endpoint',
    /^Next: start the server at http:\/\/a\/v1, or .*--base-url; zork run --model m /,
  ],
  ['auth', /^Next: zork doctor --model m says what to mend first; zork run --model m plays /],
] as const)('a run of who was named by a flag that fails with %s says that', (modelError, next) => {
  const played = { ...summaryOf(1, (field) => field), turns: 0, recipeTurns: 0, modelError };
  const asked = { flags: ' --model m', address: 'http://a/v1' };
  expect(closingLines(temporaryFolder(), [played], 'zork', asked).at(-1)).toMatch(next);
});

it.each([
  ['max-turns', 5, /^To play on with all that is known: zork run$/],
  ['interruption', 1, /^To go on with episode 1: zork run$/],
  ['interruption', 0, /^To play on with all that is known: zork run$/],
] as const)('after %s at turn %i it says what the next run does', (stopReason, turns, next) => {
  const played = { ...summaryOf(1, (field) => field), turns, recipeTurns: 0, stopReason };
  expect(closingLines(temporaryFolder(), [played], 'zork').at(-1)).toMatch(next);
});

it('a run says why its episodes ended, each reason once, and where the results are', () => {
  const lines = linesFor();
  expect(lines[0]).toBe('stop reason: stop detail');
  expect(lines.at(-3)).toMatch(/^Everything is in .*report\.html .*Memories\.md/);
});

it('points are told as its example, however the game worded them', () => {
  const gain = '**[SUCCESS - PERMANENT] take egg** *(Ep1, T7, +5)*\nTaken. [Your score…\n';
  expect(linesFor(SUCCESS, gain).at(-4)).toContain('In Quay, "take egg" brings 5 points.');
});

it('a run that taught nothing, or nothing that can be told whole, gives no example', () => {
  expect(linesFor().at(-4)).toBe('No new memory.');
  expect(linesFor(CUT).at(-4)).toBe('1 new memory.');
});
