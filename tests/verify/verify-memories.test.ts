import { expect, it } from 'vitest';
import { evidenceKey, type Evidence } from '../../src/managers/memory/evidence.ts';
import { mergeEvidence } from '../../src/verify/memory-evidence.ts';
import { applyFindings, changeForFinding, doubtFor } from '../../src/verify/verify-memories.ts';
import { FakeDurableFile } from '../helpers/fake-durable-file.ts';

function evidence(verdict: Evidence['verdict'], title: string): Evidence {
  return {
    location: { id: 5, name: 'Quay' },
    category: 'DANGER',
    title,
    episode: 1,
    turns: '3',
    verdict,
    tried: 4,
    held: 2,
    why: 'only with lamp held',
    by: 'simulated',
  };
}

it.each([
  ['confirmed', 'look', null],
  ['untestable', 'look', null],
  ['conditional', 'look', { isWrong: false }],
  ['refuted', 'look', { isWrong: true }],
  ['not-the-cause', 'look', { isWrong: true }],
  ['not-the-cause', 'wait', { isWrong: false }],
] as const)('%s, of %s, asks for %j', (verdict, title, change) => {
  const asked = changeForFinding(evidence(verdict, title));
  if (change === null) expect(asked).toBe(null);
  else expect(asked).toMatchObject(change);
});

it.each([
  ['SUCCESS', 4, 0, 0, true],
  ['SUCCESS', 4, 1, 0, false],
  ['SUCCESS', 0, 0, 0, false],
  ['SUCCESS', 4, 0, 1, false],
  ['FAILURE', 4, 0, 0, false],
] as const)(
  'a %s tried %i times that held %i times, with %i recorded effects, is doubted: %s',
  (...one) => {
    const [category, tried, held, effects, isDoubted] = one;
    const uses = { shown: 9, followed: 0, played: 0, effects, deaths: 0, points: 0 };
    const found = { ...evidence('refuted', 'look'), category, tried, held, uses };
    expect(doubtFor(found)?.isWrong).toBe(isDoubted ? false : undefined);
  },
);

it('doubts the very memory that was tried, with the reason, and nothing twice', async () => {
  const entry = (category: string, mark = '') =>
    `**[${category} - CORE${mark}] look** *(Ep1, T3, +0)*\nIt kills.\n`;
  const head = '## Location 5: Quay\n\n### Memories\n\n';
  const file = new FakeDurableFile(`${head}${entry('DANGER')}\n${entry('NOTE')}`);
  expect(await applyFindings(file, [evidence('conditional', 'look')])).toBe(1);
  const doubted = entry('DANGER', ' - TENTATIVE').replace(
    'It kills',
    '[Conditional: "held 2 of 4 times when it was tried again in the engine (simulated): only with lamp held"]\nIt kills',
  );
  expect(file.text).toBe(`${head}${doubted}\n${entry('NOTE')}`);
  expect(await applyFindings(file, [evidence('conditional', 'look')])).toBe(0);
});

it.each([
  ['nothing was known', null, 0, false, 'new'],
  ['it was tried as often', 4, 4, false, 'new'],
  ['it was tried more often', 4, 5, false, 'new'],
  ['the steps ended sooner', 4, 3, false, 'old'],
  ['its episodes are fewer now', 4, 3, true, 'new'],
  ['its episode is not kept any more', 4, 0, true, 'old'],
] as const)('what was found last is kept where %s: before %j times, now %i', (...one) => {
  const [, before, tried, isWhole, kept] = one;
  const found = { ...evidence('confirmed', 'look'), tried, why: 'new' };
  const key = evidenceKey(5, found);
  const known = { ...found, tried: before ?? 0, why: 'old' };
  const book = new Map(before === null ? [] : [[key, known]]);
  expect(mergeEvidence(book, [found], isWhole).get(key)?.why).toBe(kept);
});

it('the uses and the worth of a memory stay where nobody counted them again', () => {
  const uses = { shown: 9, followed: 1, played: 1, effects: 1, deaths: 0, points: 0 };
  const found = evidence('confirmed', 'look');
  const key = evidenceKey(5, found);
  const merged = (before: object, now: object) =>
    mergeEvidence(new Map([[key, { ...found, ...before }]]), [{ ...found, ...now }], false).get(
      key,
    );
  expect(merged({ uses }, {})).toEqual({ ...found, uses });
  expect(merged({ uses }, { uses: { ...uses, shown: 10 } })?.uses?.shown).toBe(10);
  expect(merged({}, {})).toEqual(found);
});
