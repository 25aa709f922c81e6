import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GameSession } from '../../src/interpreter/game-session.ts';
import { StoryCode } from '../../src/interpreter/story-code.ts';
import { readStoryFile } from '../../src/interpreter/story-header.ts';
import { StoryMachine } from '../../src/interpreter/story-machine.ts';
import { readTextFolder } from '../../src/storage/read-file.ts';
import { readTestStory } from '../helpers/stories.ts';

const prompts = [...readTextFolder(path.resolve(import.meta.dirname, '../../src/prompts'), '.md')];

/** Names of Zork I things that are everyday words, which a prompt needs for any story. */
const EVERYDAY = new Set(['way', 'you', 'number', 'ground', 'door', 'rope']);

/** Treasures and puzzles by the words that people call them; it holds where the story file is not at hand. */
const WELL_KNOWN =
  'zork,grue,thief,troll,cyclops,ulysses,odysseus,mailbox,leaflet,lantern,trophy case,trap door,egg,canary,bauble,scarab,trident,chalice,sceptre,coffin,torch,skull,figurine,bracelet,emerald,sapphire,diamond,platinum,pot of gold,rainbow,dam,reservoir,loud room,echo,altar,exorcise,hades,machine,screwdriver,garlic,vampire,basket,coal,maze,grating,buoy,boat,painting,attic,cellar,white house,adventurer,xyzzy,plugh';

function objectNames(bytes: Uint8Array): readonly string[] {
  const { image, identity } = readStoryFile(bytes);
  const code = new StoryCode(identity.version, image.length);
  const session = new GameSession(new StoryMachine(image, code, 0));
  session.start();
  const { tree } = session;
  return Array.from({ length: tree.count }, (_, index) => tree.name(index + 1).toLowerCase());
}

/** Prompts that mention one of the names as words of their own, one or several of it. */
function mentions(names: readonly string[]): string[] {
  const escaped = names.map((name) => name.replaceAll(/[^a-z0-9 ]/g, '.'));
  const pattern = new RegExp(`\\b(?:${escaped.join('|')})(?:s|es)?\\b`, 'gi');
  return prompts.flatMap(([name, text]) =>
    [...text.matchAll(pattern)].map(([word]) => `${name}: ${word}`),
  );
}

describe('the prompts', () => {
  it('are all read', () => {
    expect(prompts.length).toBeGreaterThan(10);
    expect(mentions(['parser'])).not.toEqual([]);
  });

  it('name no treasure and no puzzle of Zork I', () => {
    expect(mentions(WELL_KNOWN.split(','))).toEqual([]);
  });

  const story = readTestStory('zork1-r88.z3');

  it.skipIf(story === null)(
    'name no thing, person or room that the story file of Zork I names',
    () => {
      const names = objectNames(story ?? new Uint8Array()).filter((name) => name.length > 1);
      expect(names).toContain('jewel-encrusted egg');
      expect(mentions(names.filter((name) => !EVERYDAY.has(name)))).toEqual([]);
    },
  );
});
