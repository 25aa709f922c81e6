import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { episodeViewFacts, episodeView } from '../../src/report/episode-view.ts';
import {
  viewerPromptSections,
  packForViewer,
  packedForViewer,
} from '../../src/report/episode-viewer.ts';
import { renderReportParts } from '../../src/report/render-report.ts';
import { ASSETS, dataOf, episodeOf } from './scene.ts';

test('a prompt is shown in its sections, and the system message whole', () => {
  const sections = viewerPromptSections([
    { role: 'system', content: 'Rules\n## Not a section' },
    { role: 'user', content: 'First.\n\n## Held\n- lamp\n\n## Newest game text\n| Dark.' },
  ]);
  expect(sections).toEqual([
    { name: 'System message', body: 'Rules\n## Not a section' },
    { name: 'user message', body: 'First.' },
    { name: 'Held', body: '- lamp' },
    { name: 'Newest game text', body: '| Dark.' },
  ]);
});

test('a prompt section that many turns share is stored once', () => {
  const { texts, turns } = packForViewer(episodeView(episodeOf(1, 30, (field) => field)));
  const systems = turns.flatMap(({ calls }) =>
    calls.flatMap(({ prompt }) =>
      prompt.flatMap(([name, body]) => (texts[name] === 'System message' ? [body] : [])),
    ),
  );
  expect(systems).toHaveLength(30);
  expect(new Set(systems).size).toBe(1);
  expect(texts.filter((text) => text === 'system')).toHaveLength(1);
});

test('endless reasoning is cut, and it is said how much is missing', () => {
  const words = (field: string) => (field === 'reasoning' ? 'x'.repeat(5000) : field);
  const { turns } = packForViewer(episodeView(episodeOf(1, 1, words)));
  expect(turns[0]?.play?.reasoning).toBe(
    `${'x'.repeat(4000)}… (1000 more characters in the recording)`,
  );
});

test('a secret at the place where a thought is cut is not left in half', () => {
  const secret = 'correct-horse';
  const words = (field: string) => (field === 'reasoning' ? `${'x'.repeat(3995)}${secret}` : field);
  const redact = (text: string) => text.replaceAll(secret, '');
  const { packed } = packedForViewer(episodeOf(1, 1, words), redact);
  const { turns } = JSON.parse(
    gunzipSync(Buffer.from(packed?.data ?? '', 'base64')).toString(),
  ) as ReturnType<typeof packForViewer>;
  expect(turns[0]?.play?.reasoning).toBe('x'.repeat(3995));
});

test('of a packed episode the calls that went well are only counted, and the page says the same of it', () => {
  const whole = episodeOf(1, 3, (field) => field);
  const packed = packedForViewer(whole);
  expect(packed.calls.map(({ outcome }) => outcome)).not.toContain('answered');
  expect(episodeViewFacts(packed)).toEqual(episodeViewFacts(whole));
  const told = ({ turns, points, marks, path }: ReturnType<typeof episodeView>) => ({
    ...{ points, marks, path },
    turns: turns.map(({ turn, condition, troubles }) => ({ turn, condition, troubles })),
  });
  expect(told(episodeView(packed))).toEqual(told(episodeView(whole)));
});

test('each episode is a part of the page of its own, so that many are never joined', () => {
  const words = (field: string) => field;
  const episodes = [1, 2, 3].map((number) => episodeOf(number, 2, words));
  const parts = [...renderReportParts(dataOf(episodes, words, null), ASSETS)];
  const blocks = parts.map((part) => part.split('class="episode-data"').length - 1);
  expect(blocks).toEqual([0, 1, 1, 1, 0]);
});
