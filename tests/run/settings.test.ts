import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadSettings } from '../../src/run/settings.ts';
import { findStoryFile, findStoryOf, openStoryFile, readStory } from '../../src/run/story-file.ts';
import { jsonFile } from '../../src/domain/json.ts';
import { SCHEMA_VERSION } from '../../src/domain/version.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const settingsOf = (flags: Record<string, string>, file: object | null = null) => {
  const cwd = temporaryFolder();
  if (file !== null) writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(file));
  return loadSettings({ cwd, environment: {} }, flags);
};

it.each([
  ['the offline player where nothing is configured', {}, null, 'offline', true],
  ['who is named', { player: 'groq' }, null, 'groq', false],
  [
    'a model where an address is named',
    { 'models.baseUrl': 'http://localhost:1/v1' },
    null,
    'openai',
    false,
  ],
  ['nobody where a file names none', {}, {}, null, false],
])('the player is %s', (_, flags, file, player, isAssumed) => {
  const { config, assumed } = settingsOf(flags, file);
  expect([config.player, assumed.offlinePlayer]).toEqual([player, isAssumed]);
});

it('the shipped story is played where none is named, which is told where nothing is configured', () => {
  const bare = settingsOf({});
  expect([bare.config.story, bare.assumed.shippedStory]).toEqual([SHIPPED_STORY, true]);
  expect(settingsOf({}, {}).assumed.shippedStory).toBe(false);
});

it('the story of a workdir is found by what it is, where it was fetched', () => {
  const workdir = temporaryFolder();
  expect(findStoryOf(workdir)).toBeNull();
  const { ifid } = openStoryFile(fixtureFile('hazards.z3')).identity;
  const note = { schemaVersion: SCHEMA_VERSION, story: ifid };
  writeFileSync(path.join(workdir, 'workdir.json'), jsonFile(note));
  expect(findStoryOf(workdir)).toBeNull();
  const folder = path.join(workdir, 'stories');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'a.z3'), 'no story');
  copyFileSync(fixtureFile('hazards.z3'), path.join(folder, 'b.z3'));
  expect(findStoryOf(workdir)).toBe(path.join(folder, 'b.z3'));
  expect(findStoryFile(workdir, openStoryFile(SHIPPED_STORY).identity.ifid)).toBe(SHIPPED_STORY);
  expect(findStoryFile(workdir, 'ZCODE-9-999999-0000')).toBeNull();
});

it('a story that is not named, not there or no file is refused with what to do', () => {
  const folder = temporaryFolder();
  expect(() => readStory(null)).toThrow('No story is named');
  expect(() => readStory(path.join(folder, 'none.z5'))).toThrow('There is no story file');
  expect(() => readStory(folder)).toThrow(`${folder} cannot be read as a file`);
});
