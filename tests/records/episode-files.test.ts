import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EpisodeFiles } from '../../src/records/episode-files.ts';
import { encodeRecord } from '../../src/storage/record-log.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { storeEpisode } from '../report/stored-episodes.ts';

const words = (field: string) => field;

function stored(more: Parameters<typeof storeEpisode>[3] = {}) {
  const folder = storeEpisode(temporaryFolder(), 1, words, more);
  return new EpisodeFiles({ number: 1, path: folder });
}

describe('the files of an episode', () => {
  it('tell nothing where there is nothing', () => {
    const files = new EpisodeFiles({ number: 1, path: temporaryFolder() });
    expect([
      files.hasBegun(),
      files.manifest(),
      files.facts(),
      files.summary(),
      files.log(),
    ]).toEqual([false, null, null, null, null]);
    expect([files.turns().records, files.calls().records, files.knowledge()]).toEqual([[], [], []]);
  });

  it('tell of an episode that began by its manifest', () => {
    expect([stored().hasBegun(), stored({ manifest: false }).hasBegun()]).toEqual([true, false]);
  });

  it('tell what they hold, and how many records have another form', () => {
    const files = stored({ log: '{"msg":"turn-end","turn":1}\n{"msg":"other"}\ntorn' });
    appendFileSync(files.path('turns'), encodeRecord({ odd: 1 }));
    expect(files.turns()).toMatchObject({ records: [{ turn: 1 }, { turn: 2 }, { turn: 3 }] });
    expect([files.turns().strange, files.calls().strange]).toEqual([1, 0]);
    expect(files.calls().records).toHaveLength(3);
    expect(files.log()).toEqual([{ msg: 'turn-end', turn: 1 }]);
  });

  it.each(['{"epis', '{"schemaVersion":99}'])('say in one sentence that %s is damaged', (text) => {
    const files = stored();
    writeFileSync(files.path('summary'), text);
    expect(() => files.summary()).toThrow(/summary\.json is damaged or of another version/);
  });
});

describe('the versions of what is known', () => {
  it('are those with a count and a turn in their names, oldest first', () => {
    const files = stored();
    mkdirSync(files.path('knowledge'));
    const names = ['0002-turn-0012.md', '0001-turn-0000.md', '12345-turn-0100.md'];
    const others = ['x0003-turn-0001.md', '0003-turn-0001.md.tmp', '003-turn-0001.md', 'notes.md'];
    for (const name of [...names, ...others])
      writeFileSync(path.join(files.path('knowledge'), name), '');
    expect(files.knowledge().map(({ count, turn }) => [count, turn])).toEqual([
      [1, 0],
      [2, 12],
      [12_345, 100],
    ]);
    expect(files.knowledge().map(({ file }) => path.basename(file))).toContain(names[0]);
  });

  it.each([
    [2, 12, '0002-turn-0012.md'],
    [12_345, 0, '12345-turn-0000.md'],
  ])('%i after turn %i is %s', (count, turn, name) => {
    expect(path.basename(stored().knowledgeFile(count, turn))).toBe(name);
  });
});
