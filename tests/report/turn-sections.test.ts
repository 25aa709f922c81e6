import { expect, it } from 'vitest';
import { episodeView } from '../../src/report/episode-view.ts';
import { transcriptSection } from '../../src/report/turn-sections.ts';
import type { RecordedTurn } from '../../src/records/recorded-turn.ts';
import { attribute, elementsOf, textOf } from './page.ts';
import { episodeOf, turnOf } from './scene.ts';

const words = (field: string) => field;

/** A turn that ends with so many points, where there were ten before. */
function turnTo(turn: number, score: number | null): RecordedTurn {
  const played = turnOf(turn, words);
  return { ...played, before: { ...played.before, score: 10 }, after: { ...played.after, score } };
}

it('points that were won or lost have a line, other turns none', () => {
  const turns = [turnTo(1, 10), turnTo(2, 15), turnTo(3, 7), turnTo(4, null)];
  const view = episodeView({ ...episodeOf(1, 4, words), turns });
  const lines = elementsOf(String(transcriptSection(view)))
    .filter((element) => attribute(element, 'class') === 'points')
    .map(textOf);
  expect(lines).toEqual(['Score 15 (+5 points)', 'Score 7 (-3 points)']);
});
