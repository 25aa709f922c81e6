/** @module-tag slow */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../src/domain/version.ts';
import { MEMORIES as FORMAT, type MemoryChange } from '../../src/managers/memory/memory-changes.ts';
import { openLearntMemories } from '../../src/run/open-learnt.ts';
import { MergedFile } from '../../src/storage/merged-file.ts';
import { json, memories } from '../helpers/memories-workdir.ts';
import { makePlace } from '../helpers/workdir.ts';
import { memory } from '../helpers/memory.ts';
import { at } from '../managers/memory/memory-world.ts';

const add = (title: string): MemoryChange => ({
  kind: 'add',
  room: { id: at(5), name: 'Quay' },
  memory: memory({ title }),
});
const wrong = (title: string): MemoryChange => ({
  kind: 'invalidate',
  locationId: at(5),
  title,
  reason: 'no',
  turn: 3,
});

/** A workdir in which a run learnt before and after episode 2 began, and a person wrote meanwhile. */
async function played() {
  const { cwd, workdir } = makePlace();
  const file = path.join(workdir, 'Memories.md');
  const learn = (...changes: readonly MemoryChange[]) =>
    new MergedFile(
      openLearntMemories(file, () => undefined, 'run'),
      FORMAT,
    ).change(changes);
  await learn(add('A'), add('B'));
  await sleep(5);
  const manifest = {
    schemaVersion: SCHEMA_VERSION,
    startedAt: new Date().toISOString(),
    run: null,
    story: { ifid: 'x', title: null, file: null },
    seed: 1,
    player: null,
    model: 'm',
    helpedWith: { memory: 'fresh' },
  };
  mkdirSync(path.join(workdir, 'episodes/0002'), { recursive: true });
  writeFileSync(path.join(workdir, 'episodes/0002/manifest.json'), JSON.stringify(manifest));
  await learn(add('C'), wrong('A'));
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('### Memories\n', '### Memories\n\nBy hand.\n'),
  );
  await learn(add('D'));
  return {
    cwd,
    workdir,
    file,
    titles: () => readFileSync(file, 'utf8').match(/(?<=\] )\w(?=\*\*)/g),
  };
}

describe('zorkgpt memories history', () => {
  it('tells what came and went, when, and by whom', async () => {
    const { cwd } = await played();
    const { out, code } = await memories(cwd, 'history');
    const said = out
      .trim()
      .split('\n')
      .map((line) => line.replace(/^[\d-]{10} [\d:]{5} \S+ +/, ''));
    expect(code).toBe(0);
    expect(said).toEqual([
      'a run added to Location 5 (Quay): [NOTE - PERMANENT] A (Ep1, T3, +0)',
      'a run added to Location 5 (Quay): [NOTE - PERMANENT] B (Ep1, T3, +0)',
      'a run took out of Location 5 (Quay): [NOTE - PERMANENT] A (Ep1, T3, +0)',
      'a run added to Location 5 (Quay): [NOTE - PERMANENT - SUPERSEDED] A (Ep1, T3, +0)',
      'a run added to Location 5 (Quay): [NOTE - PERMANENT] C (Ep1, T3, +0)',
      'a person added to Location 5 (Quay): By hand.',
      'a run added to Location 5 (Quay): [NOTE - PERMANENT] D (Ep1, T3, +0)',
    ]);
    expect(json((await memories(cwd, 'history', '--json')).out)).toMatchObject([
      { what: 'came', title: 'A', by: 'run' },
      ...Array.from({ length: 6 }, () => ({})),
    ]);
  });
});

describe('zorkgpt memories restore', () => {
  it('undoes what runs did since the episode began, and nothing that a person wrote', async () => {
    const { cwd, file, titles } = await played();
    const { code, out } = await memories(cwd, 'restore', '--before-episode', '2', '--yes');
    expect(code).toBe(0);
    const stays = / entries changed\); .*backup\. The map and the recipes.* stay as they are\.\n$/;
    expect(out).toMatch(stays);
    expect(titles()).toEqual(['A', 'B']);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('SUPERSEDED');
    expect(text).toContain('By hand.');
    const again = await memories(cwd, 'restore', '--before-episode', '2', '--yes', '--json');
    expect(json(again.out)).toMatchObject({ changed: 0 });
    const same = await memories(cwd, 'restore', '--before-episode', '2');
    expect(same.out).toMatch(/Memories\.md is as it was before episode 2\. The map/);
  });

  it('has nothing to take back beyond the newest episode', async () => {
    const { cwd, titles } = await played();
    const restored = memories(cwd, 'restore', '--before-episode', '3');
    await expect(restored).resolves.toMatchObject({
      code: 0,
      out: 'Nothing to take back: episode 2 is the newest.\n',
    });
    expect(titles()).toEqual(['A', 'B', 'C', 'D']);
    expect((await memories(cwd, 'restore', '--before-episode', '1')).code).toBe(1);
  });

  it('undoes the first episode, too, where the journal knows the file from its first entry on', async () => {
    const { cwd, workdir, titles } = await played();
    const episodes = path.join(workdir, 'episodes');
    cpSync(path.join(episodes, '0002'), path.join(episodes, '0001'), { recursive: true });
    const manifest = path.join(episodes, '0001/manifest.json');
    const early = readFileSync(manifest, 'utf8').replace(/"startedAt":"\d+/, '"startedAt":"2001');
    writeFileSync(manifest, early);
    expect((await memories(cwd, 'restore', '--before-episode', '1', '--yes')).code).toBe(0);
    expect(titles()).toBeNull();
  });

  it('asks first, and says so when the journal does not go back that far', async () => {
    const { cwd, titles } = await played();
    expect((await memories(cwd, 'restore', '--before-episode', '2')).code).toBe(2);
    expect(titles()).toEqual(['A', 'B', 'C', 'D']);
    const { cwd: fresh, workdir } = makePlace();
    mkdirSync(path.join(workdir, 'episodes/0001'), { recursive: true });
    expect((await memories(fresh, 'restore', '--before-episode', '1', '--yes')).code).toBe(1);
  });
});
