import { beforeAll, describe, expect, it } from 'vitest';
import type { RefusedChange, ZorkEvent } from '../../src/events/event.ts';
import { parseEvidence } from '../../src/managers/memory/evidence.ts';
import {
  gateAfterEpisode,
  verifiesAfterEpisode,
  verifyAfterEpisode,
} from '../../src/run/after-episode.ts';
import type { RunServices } from '../../src/run/run-services.ts';
import { openStoryFile } from '../../src/run/story-file.ts';
import { mapLearnt, scratchLearntFolder } from '../../src/storage/learnt-folder.ts';
import { parseRecipes, recipesOf } from '../../src/verify/recipe-document.ts';
import { fixtureFile } from '../helpers/fixture-stories.ts';
import { playScripted } from '../helpers/scripted-run.ts';
import { settings } from '../helpers/settings.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

/** Ten cells; each pays once for a word of its own. */
const STORY = fixtureFile('cells.z3');
const workdir = temporaryFolder();

beforeAll(async () => {
  const words = 'hum clap bow sing dance kneel stamp'.split(' ');
  const commands = words.flatMap((word) => [word, 'xyzzy']);
  const remember = () => null;
  await playScripted({ story: STORY, workdir, seed: 5, commands, remember });
});

const entry = (title: string, gain: number) =>
  `**[SUCCESS - PERMANENT] ${title}** *(Ep1, T1, +${gain})*\nA bell answers.`;
const RIGHT = entry('hum', 5);
const WRONG = entry('hum', 1);
const MISLEADING = '**[SUCCESS - PERMANENT] xyzzy** *(Ep1, T2, +0)*\nIt leads to Third Cell.';
const USELESS = '**[NOTE - PERMANENT] The walls are grey** *(Ep1, T1, +0)*\nThey are of stone.';
const NEW = '**[NOTE - PERMANENT] The floor is cold** *(Ep1, T2, +0)*\nIt is of stone, too.';
const FOREIGN = '**[NOTE - PERMANENT] The air is damp** *(Ep1, T3, +0)*\nAnother run wrote this.';

/** Memories.md with these entries for the first cell. */
function memories(...entries: readonly string[]): Uint8Array {
  const head = '# Location Memories\n\n## Location 5: First Cell\n\n### Memories\n';
  return Buffer.from(`${[head, ...entries].join('\n')}\n\n---\n`);
}

function folder(texts: Readonly<Record<string, Uint8Array>>) {
  return scratchLearntFolder(mapLearnt((_, what) => texts[what] ?? null));
}

function services(config: object): RunServices {
  const story = openStoryFile(STORY);
  return { config: settings({ workdir, player: 'offline', ...config }), story } as RunServices;
}

/** The end of a night that changed the memories so, while the file has become this. */
async function gated(before: Uint8Array, after: Uint8Array, now = after, gate = 'stored') {
  const files = folder({ memories: now });
  const refused: RefusedChange[] = [];
  await gateAfterEpisode(services({ gate }), files, {
    episode: 1,
    changes: [{ what: 'memories', before, after }],
    emit: (event: ZorkEvent) => {
      if (event.type === 'change-refused') refused.push(event);
    },
    reader: {
      ask: () => Promise.reject(new Error('Nobody is asked.')),
      signal: new AbortController().signal,
      complain: () => undefined,
    },
  });
  return { text: Buffer.from(files.memories.read() ?? []).toString(), refused };
}

describe('the end of an episode that takes a right answer away', () => {
  it('is taken back in that, and in nothing else', async () => {
    const after = memories(NEW);
    const { text, refused } = await gated(memories(RIGHT, USELESS), after, memories(NEW, FOREIGN));
    for (const kept of [RIGHT, NEW, FOREIGN]) expect(text).toContain(kept);
    expect(text).not.toContain(USELESS);
    expect(refused).toEqual([
      {
        type: 'change-refused',
        what: 'memories',
        questions: 14,
        why: 'answers in Memories.md: 1 right and 0 wrong before, 0 right and 0 wrong after',
        words: expect.stringMatching(
          /^remove from .*5.*: \[SUCCESS - PERMANENT\] hum A bell answers\.$/,
        ),
      },
    ]);
  });

  it('keeps the right answer beside the wrong one that came for it', async () => {
    const { text, refused } = await gated(memories(RIGHT), memories(WRONG));
    expect(text).toContain(RIGHT);
    expect(refused.map(({ words }) => words.split(' ')[0])).toEqual(['remove']);
  });

  it('loses a wrong answer where there was none', async () => {
    const { text, refused } = await gated(memories(USELESS), memories(MISLEADING, NEW));
    expect(text).toBe(String(memories(NEW)));
    expect(refused.map(({ words }) => words)).toEqual([
      expect.stringMatching(/^add to .*: \[SUCCESS - PERMANENT\] xyzzy It leads to Third Cell\.$/),
    ]);
  });

  it.each([
    ['it lowers nothing', memories(USELESS), memories(NEW), 'stored'],
    ['it brings a right answer', memories(WRONG), memories(RIGHT), 'stored'],
    ['the offline player would be who reads it', memories(USELESS), memories(NEW), 'readable'],
    ['the gate is off', memories(RIGHT), memories(WRONG), 'off'],
  ])('stays as it is where %s', async (_, before, after, gate) => {
    const { text, refused } = await gated(before, after, after, gate);
    expect([text, refused]).toEqual([String(after), []]);
  });
});

describe('what was learnt, tried again after an episode', () => {
  const over = { reason: 'max-turns', detail: '' } as const;

  /** What is in the files then, and what was complained of. */
  async function verified(config: object, stop: { reason: string } = over, recipes = '') {
    const told: string[] = [];
    const files = folder({ memories: memories(RIGHT), recipes: Buffer.from(recipes) });
    await verifyAfterEpisode(services(config), files, {
      episode: 1,
      stop: { ...over, ...stop } as typeof over,
      complain: (message) => told.push(message),
    });
    const evidence = [...parseEvidence(files.evidence.read()).values()];
    return { evidence, recipes: recipesOf(parseRecipes(files.recipes.read())), told };
  }

  it('leaves evidence and recipes', async () => {
    const { evidence, recipes, told } = await verified({ verify: { afterEpisode: 400 } });
    expect(evidence).toMatchObject([{ title: 'hum', verdict: 'confirmed' }]);
    expect(recipes.map(({ points }) => points)).toContain(5);
    expect(recipes.find(({ points }) => points === 5)?.commands).toEqual(['hum']);
    expect(told).toEqual([]);
  });

  it.each([
    ['an episode that goes on later', {}, { reason: 'interruption' }],
    ['a player without a memory', { memory: { enabled: false } }, over],
    ['no engine steps', { verify: { afterEpisode: 0 } }, over],
  ])('is not tried for %s', async (_, config, stop) => {
    const found = await verified({ verify: { afterEpisode: 400 }, ...config }, stop);
    expect(found).toEqual({ evidence: [], recipes: [], told: [] });
  });

  it('tells of a recipe that cannot be read, with its line', async () => {
    const { told } = await verified(
      { verify: { afterEpisode: 50 } },
      over,
      '# Recipes\n\n## 98 points\n1. quit\n',
    );
    expect(told).toEqual([
      expect.stringMatching(/, line 4: "quit" .*; this recipe is not used\.$/),
    ]);
  });
});

it.each([
  [true, 1, true],
  [true, 0, false],
  [false, 1, false],
  [false, 0, false],
])('with a memory (%s) and %i steps something is tried again: %s', (enabled, afterEpisode, is) => {
  const config = settings({ memory: { enabled }, verify: { afterEpisode } });
  expect(verifiesAfterEpisode(config)).toBe(is);
});
