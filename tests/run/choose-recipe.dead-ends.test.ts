import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { EpisodeSummary } from '../../src/records/summary.ts';
import { deadEndsIn } from '../../src/run/dead-ends.ts';
import { storeEpisode } from '../report/stored-episodes.ts';
import { summaryOf } from '../report/scene.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const STORY = 'ZCODE-1-000000';

/** An episode that began in a room after ten turns, unless it says otherwise. */
type Played = Partial<EpisodeSummary> & { readonly room?: number | undefined };

const WON: Played = { room: 7, turns: 20, score: 30, stopReason: 'victory' };

/** After an episode with 30 points, these: their dead ends. */
function deadEnds(played: readonly Played[], finders: readonly number[] = []) {
  const workdir = temporaryFolder();
  const first: Played = { turns: 40, score: 30, stopReason: 'max-turns' };
  for (const [at, { room, ...differs }] of [first, ...played].entries()) {
    const folder = storeEpisode(workdir, at + 1, (field) => field);
    const summary = { ...summaryOf(at + 1, (field) => field), story: STORY, ...differs };
    writeFileSync(path.join(folder, 'summary.json'), JSON.stringify(summary));
    const file = path.join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
    const recipe = room === undefined ? {} : { recipe: { turns: 10, points: 20, room } };
    writeFileSync(file, JSON.stringify({ ...manifest, ...recipe }));
  }
  return deadEndsIn(workdir, STORY, new Set(finders));
}

it.each<[string, Played, number[]]>([
  ['by a victory', WON, [7]],
  ['by a death', { ...WON, stopReason: 'death' }, [7]],
  ['by the number of turns, however late', { ...WON, turns: 100, stopReason: 'max-turns' }, [7]],
  ['by an interruption, which says nothing', { ...WON, stopReason: 'interruption' }, []],
  ['with fewer points than before', { ...WON, score: 29 }, [7]],
  ['with more points than ever', { ...WON, score: 31 }, []],
  ['in another story', { ...WON, story: 'ZCODE-2-000000' }, []],
  ['of a way that led nowhere in particular', { ...WON, room: undefined }, []],
])('an episode that found nothing new is a dead end: %s', (_, played, found) => {
  expect(deadEnds([played])).toEqual(found);
});

it('an episode that was the first in a room is none, unless the player died', () => {
  expect(deadEnds([WON], [2])).toEqual([]);
  expect(deadEnds([WON], [1])).toEqual([7]);
  const died: Played = { ...WON, stopReason: 'death' };
  expect(deadEnds([died], [2])).toEqual([7]);
  expect(deadEnds([died, died], [2, 3])).toEqual([7, 7]);
  expect(deadEnds([died, WON], [3])).toEqual([]);
});

it('counts by room, and only those since the last that came to something', () => {
  const elsewhere = { ...WON, room: 8 };
  expect(deadEnds([WON, elsewhere, WON])).toEqual([7, 7, 8]);
  expect(deadEnds([WON, { ...WON, score: 31 }, elsewhere, WON])).toEqual([7, 8]);
  const cut: Played = { ...WON, stopReason: 'interruption' };
  expect(deadEnds([WON, cut, WON])).toEqual([7, 7]);
});
