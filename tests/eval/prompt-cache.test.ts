import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import {
  addPromptCacheReports,
  mostOftenBrokenBy,
  promptCacheReport,
  sharedShare,
  type RecordedRequest,
} from '../../src/eval/prompt-cache.ts';

const SYSTEM = 'x'.repeat(8000);

function request(user: string, system = SYSTEM): RecordedRequest {
  return {
    role: 'agent',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
  };
}

function only(requests: readonly RecordedRequest[]) {
  const [report] = promptCacheReport(requests);
  if (report === undefined) throw new Error('there is a report for each role');
  return report;
}

test('the section that broke the shared prefix is named', () => {
  const report = only([
    request('## Held\n- lamp\n\n## Now\nTurn 1'),
    request('## Held\n- lamp\n\n## Now\nTurn 2'),
    request('## Held\n- sword\n\n## Now\nTurn 3'),
    request('## Objectives\n- win\n\n## Held\n- sword'),
  ]);
  expect(report.brokenBy).toEqual({ Now: 1, Held: 1, Objectives: 1 });
  expect(report).toMatchObject({ requests: 4, pairs: 3 });
});

test('a time of day in the system message breaks every prefix at once', () => {
  const report = only([1, 2, 3].map((hour) => request('## Now\nTurn', `It is ${hour}. ${SYSTEM}`)));
  expect(mostOftenBrokenBy(report)).toEqual(['system message', 2]);
  expect(sharedShare(report)).toBeLessThan(0.01);
  expect(report.cacheable).toBe(0);
});

test('only prefixes of 1024 tokens and more are cacheable, in steps of 128', () => {
  const pair = (length: number) =>
    only([request('a', 'y'.repeat(length)), request('b', 'y'.repeat(length))]);
  expect(pair(1023 * 4).cacheable).toBe(0);
  expect(pair(1024 * 4).cacheable).toBe(1024 * 4);
  expect(pair((1024 + 200) * 4).cacheable).toBe((1024 + 128) * 4);
});

test('roles do not break each other', () => {
  const [first, second] = [request('## A\n1'), request('## A\n1')];
  const other: RecordedRequest = { ...request('else', 'other'), role: 'memory' };
  const [agent, memory] = promptCacheReport([first, other, second]);
  expect(agent).toMatchObject({ role: 'agent', brokenBy: { nothing: 1 } });
  expect(memory).toMatchObject({ role: 'memory', pairs: 0, brokenBy: {} });
  expect(memory === undefined || sharedShare(memory)).toBeNull();
});

test('reports of several episodes add up', () => {
  const report = promptCacheReport([request('## A\n1'), request('## A\n2')]);
  const [sum] = addPromptCacheReports([report, report, []]);
  expect(sum).toMatchObject({ requests: 4, pairs: 2, brokenBy: { A: 2 } });
  expect(sum && sharedShare(sum)).toBe(report[0] && sharedShare(report[0]));
});

test('the shared part is never more than either request, whatever they hold', () => {
  const message = fc.record<Message>({
    role: fc.constantFrom('system', 'user', 'assistant'),
    content: fc.string({ unit: fc.constantFrom('a', '\n', '## ', 'é') }),
  });
  const requests = fc.array(
    fc.record({
      role: fc.constant('agent' as const),
      messages: fc.array(message, { maxLength: 3 }),
    }),
    { minLength: 2, maxLength: 4 },
  );
  fc.assert(
    fc.property(requests, (list) => {
      const report = only(list);
      expect(report.shared).toBeLessThanOrEqual(report.characters);
      expect(Object.values(report.brokenBy).reduce((a, b) => a + b, 0)).toBe(list.length - 1);
    }),
  );
});
