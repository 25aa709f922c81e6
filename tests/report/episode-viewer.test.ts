import { expect, test } from 'vitest';
import { episodeView } from '../../src/report/episode-view.ts';
import { promptSections, packEpisode } from '../../src/report/episode-viewer.ts';
import { episodeOf } from './scene.ts';

test('a prompt is shown in its sections, and the system message whole', () => {
  const sections = promptSections([
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
  const { texts, turns } = packEpisode(episodeView(episodeOf(1, 30, (field) => field)));
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
  const { turns } = packEpisode(episodeView(episodeOf(1, 1, words)));
  expect(turns[0]?.play?.reasoning).toBe(
    `${'x'.repeat(4000)}… (1000 more characters in the recording)`,
  );
});
