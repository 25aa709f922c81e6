import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EpisodeFiles } from '../../src/records/episode-files.ts';
import { manifestConfig, type Manifest } from '../../src/records/manifest.ts';
import {
  startFileHash,
  compressStartFiles,
  readStartFiles,
  writeStartFiles,
} from '../../src/records/start-files.ts';
import { mapLearnt } from '../../src/storage/learnt-folder.ts';
import { settings } from '../helpers/settings.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

const NOTHING = mapLearnt(() => null);
const BYTES = Buffer.from('# Memories');

function begun(
  given: Record<string, unknown> = {},
  more: Partial<Parameters<typeof writeStartFiles>[2]> = {},
  client?: { name: string; version: string },
) {
  const files = new EpisodeFiles({ number: 3, path: temporaryFolder() });
  const story = { identity: { ifid: 'S', title: null }, sha256: 'h' };
  const redact = (text: string) => text.replaceAll('sk-secret', '***');
  const played = { config: settings(given), story, modelName: 'm', redact };
  const begins = { seed: 5, run: undefined, start: NOTHING, recipe: undefined, ...more };
  writeStartFiles({ ...played, ...(client && { client }) }, files, begins, {
    parent: { episode: 1, turn: 2 },
  });
  const manifest = files.manifest();
  if (manifest === null) throw new Error('There is no manifest.');
  return { files, manifest: manifest as typeof manifest & Record<string, unknown> };
}

describe('the manifest of an episode', () => {
  it('says what it was begun with', () => {
    const { manifest } = begun();
    expect(manifest).toMatchObject({
      episode: 3,
      seed: 5,
      run: null,
      model: 'm',
      parent: { episode: 1, turn: 2 },
      helpedWith: { memory: 'fresh', exits: 'probed', deadlyWays: 'tried ahead', choices: false },
    });
    expect(manifest).not.toHaveProperty('recipe');
    expect(manifest).not.toHaveProperty('client');
  });

  it('says who played, which run began it, and what a recipe plays', () => {
    const recipe = { turns: 4, points: 5 };
    const { manifest } = begun({}, { run: 'R', recipe }, { name: 'c', version: '1' });
    expect(manifest).toMatchObject({ run: 'R', recipe, client: { name: 'c', version: '1' } });
  });

  it.each([
    [{ exits: 'seen' }, { exits: 'seen', deadlyWays: 'not told', lossesOnWays: 'not told' }],
    [{ models: { structured: 'choice' } }, { choices: true }],
    [{ memory: { enabled: false } }, { recipes: 'off', returns: 'off' }],
    [{}, { recipes: settings().recipes, returns: settings().returns }],
  ])('with %j it helped with %j', (given, helped) => {
    expect(begun(given).manifest['helpedWith']).toMatchObject(helped);
  });

  it('holds no secret, nor the address that is told of the run', () => {
    const told = manifestConfig(
      { ...settings({ story: 'sk-secret.z5' }), notify: 'http://x' },
      (text) => text.replaceAll('sk-secret', '***'),
    );
    expect(told).toMatchObject({ story: '***.z5', notify: null });
  });
});

describe('what an episode started from', () => {
  it('is copied, with the hash of what there was', () => {
    const { files, manifest } = begun({}, { start: { ...NOTHING, memories: BYTES } });
    expect(manifest.startFiles).toMatchObject({
      'Memories.md': startFileHash('# Memories'),
      'map_state.json': null,
    });
    expect(manifest['helpedWith']).toMatchObject({ memory: 'persistent' });
    const start = readStartFiles(files, manifest);
    expect([Buffer.from(start.memories ?? []).toString(), start.map]).toEqual(['# Memories', null]);
  });

  it.each([
    ['changed', 'Memories.md'],
    ['new', 'recipes.md'],
  ])('is refused where a copy is %s', (_, name) => {
    const { files, manifest } = begun({}, { start: { ...NOTHING, memories: BYTES } });
    writeFileSync(path.join(files.path('start'), name), 'other');
    expect(() => readStartFiles(files, manifest)).toThrow(/is not what the episode started from/);
  });

  it.each([
    [1_000, 24, []],
    [1_000, 25, ['map_state.json']],
    [3_000, 1_024, ['Memories.md']],
    [3_000, 1_025, ['Memories.md', 'things.jsonl']],
  ])(
    'of a finished one, with %d and %d bytes beside a map of 1,024, for two turns, is compressed from the largest on: %j, and reads as it was',
    (memories, things, putAway) => {
      const files = new EpisodeFiles({ number: 1, path: temporaryFolder() });
      mkdirSync(files.path('start'));
      const sizes = { 'Memories.md': memories, 'things.jsonl': things, 'map_state.json': 1_024 };
      for (const [name, size] of Object.entries(sizes))
        writeFileSync(path.join(files.path('start'), name), 'x'.repeat(size));
      compressStartFiles(files, 2);
      const packed = readdirSync(files.path('start')).filter((name) => name.endsWith('.br'));
      expect(packed.toSorted()).toEqual(putAway.map((name) => `${name}.br`));
      const hashes = Object.entries(sizes).map(([name, size]) => [
        name,
        startFileHash('x'.repeat(size)),
      ]);
      const startFiles = Object.fromEntries(hashes) as Record<string, string>;
      const start = readStartFiles(files, { startFiles } as unknown as Manifest);
      expect(start.memories).toHaveLength(memories);
      expect(start.map).toHaveLength(1_024);
    },
  );
});
