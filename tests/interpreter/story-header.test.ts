import { expect, test } from 'vitest';
import { StoryError } from '../../src/domain/errors.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { readStoryFile } from '../../src/interpreter/story-header.ts';
import { readTestStory } from '../helpers/stories.ts';
import { tinyStory } from './tiny-story.ts';

const zork = readTestStory('zork1-r88.z3');
const r119 = readTestStory('zork1-r119.z3');

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

function chunk(kind: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.length + (content.length % 2));
  bytes.set(text(kind));
  new DataView(bytes.buffer).setUint32(4, content.length);
  bytes.set(content, 8);
  return bytes;
}

function blorb(...chunks: readonly Uint8Array[]): Uint8Array {
  return chunk('FORM', new Uint8Array([...text('IFRS'), ...chunks.flatMap((part) => [...part])]));
}

function ofVersion(version: number): Uint8Array {
  const story = tinyStory({ code: [0xba] });
  story[0] = version;
  return story;
}

const UNUSABLE: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ['an empty file', new Uint8Array(), /empty/],
  ['a text', text('You are standing in an open field.'), /no Z-machine story/],
  ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), /no Z-machine story/],
  ['a header cut off', tinyStory({ code: [] }).slice(0, 60), /cut off/],
  ['a story cut off', tinyStory({ code: [] }).slice(0, 0x500), /cut off/],
  ['zeros', new Uint8Array(4096), /no Z-machine story/],
  ['a Glulx story', text('Glul and more'), /Glulx/],
  ['a Blorb without a story', blorb(chunk('Pict', text('none'))), /holds no Z-machine story/],
  ['a Blorb with a Glulx story', blorb(chunk('GLUL', text('Glul'))), /Glulx/],
  ['a Blorb cut off', blorb(chunk('ZCOD', ofVersion(5))).slice(0, 900), /cut off/],
  ...[1, 2, 6, 7].map(
    (version) =>
      [`version ${version}`, ofVersion(version), new RegExp(`version ${version}`)] as const,
  ),
];

for (const [what, bytes, message] of UNUSABLE) {
  test(`${what} is refused with a sentence that says why`, () => {
    expect(() => openStory(bytes, { seed: 1 })).toThrow(StoryError);
    expect(() => openStory(bytes, { seed: 1 })).toThrow(message);
  });
}

test.skipIf(zork === null || r119 === null)(
  'a story is known by release, serial number and checksum, and to people by its IFID',
  () => {
    if (zork === null || r119 === null) return;
    expect(readStoryFile(zork).identity).toEqual({
      key: '88.840726.a129',
      ifid: 'ZCODE-88-840726',
      version: 3,
      release: 88,
      serial: '840726',
      title: 'Zork I',
      maxScore: 350,
    });
    expect(readStoryFile(r119).identity.ifid).toBe('ZCODE-119-880429');
  },
);

test('an IFID that the story names itself is taken, and later serial numbers bring the checksum', () => {
  const story = tinyStory({ code: [0xba] });
  expect(readStoryFile(story).identity.ifid).toBe('ZCODE-0-000000');
  story.set(text('070917'), 0x12);
  story.set([0x99, 0x4e], 0x1c);
  expect(readStoryFile(story).identity.ifid).toBe('ZCODE-0-070917-994E');
  story.set(text('UUID://E9FD3D87-DD2F-4005-B332-23557780B64E//'), 0xa00);
  expect(readStoryFile(story).identity.ifid).toBe('E9FD3D87-DD2F-4005-B332-23557780B64E');
});

test.skipIf(zork === null)('a story in a Blorb is the story itself', () => {
  if (zork === null) return;
  const wrapped = blorb(chunk('IFhd', text('odd')), chunk('ZCOD', zork));
  expect(Buffer.compare(readStoryFile(wrapped).image, zork)).toBe(0);
  expect(openStory(wrapped, { seed: 1 }).opening.text).toContain('West of House');
});

test.skipIf(zork === null)('the bytes of a story are never written to', () => {
  if (zork === null) return;
  const bytes = Uint8Array.from(zork);
  openStory(bytes, { seed: 1 }).step('open mailbox');
  expect(Buffer.compare(bytes, zork)).toBe(0);
});
