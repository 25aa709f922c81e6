import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HostFiles } from '../../src/interpreter/interpreter.ts';
import { openStory } from '../../src/interpreter/open-story.ts';
import { missing } from '../helpers/missing.ts';
import { testStory } from '../helpers/stories.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';
import fc from 'fast-check';
import {
  compressMemory,
  decodeQuetzal,
  encodeQuetzal,
  expandMemory,
} from '../../src/interpreter/saved-game.ts';

/** One slot that a story may save to and restore from. */
class Slot implements HostFiles {
  held: Uint8Array | null;
  readonly refusals: string[] = [];

  constructor(held: Uint8Array | null = null) {
    this.held = held;
  }

  save(game: Uint8Array): boolean {
    this.held = game;
    return true;
  }

  restore(): Uint8Array | null {
    return this.held;
  }

  refused(reason: string): void {
    this.refusals.push(reason);
  }

  turned(): void {
    /* no streams here */
  }

  replay(): void {
    /* no recordings here */
  }
}

const STORIES = [
  SHIPPED_STORY,
  ...['zork1-r88.z3', 'advent.z5', 'lostpig.z8'].map(testStory).filter((file) => file !== null),
];

function open(file: string, files: HostFiles) {
  return openStory(readFileSync(file), { seed: 1, files });
}

/** A game some steps on, saved, and what it tells then. */
function saved(file: string) {
  const slot = new Slot();
  const game = open(file, slot);
  const answers = file.endsWith('advent.z5') ? ['no'] : [];
  for (const command of [...answers, 'east', 'north', 'look']) game.step(command);
  const inventory = game.step('inventory').text;
  game.step('save');
  return { game, slot, inventory, facts: game.facts() };
}

describe.each(STORIES)('%s', (file) => {
  it('goes on in another game where it was saved', () => {
    const { slot, inventory, facts } = saved(file);
    const other = open(file, slot);
    if (file.endsWith('advent.z5')) other.step('no');
    other.step('restore');
    expect(slot.refusals).toEqual([]);
    expect(other.facts()).toEqual(facts);
    expect(other.step('inventory').text).toBe(inventory);
  });

  it('refuses a saved game that is damaged anywhere, or does nothing bad with it', () => {
    const { game, slot } = saved(file);
    const whole = slot.held ?? new Uint8Array();
    const before = game.snapshot();
    const here = game.facts();
    for (const length of [0, 3, 11, 40, whole.length >> 1, whole.length - 4]) {
      slot.held = whole.subarray(0, length);
      game.step('restore');
      expect(game.facts()).toMatchObject({ location: here.location, score: here.score });
      game.restore(before);
    }
    expect(slot.refusals).toHaveLength(6);
  });
});

describe('a saved game', () => {
  it('of another story is refused in a sentence, and the game goes on', () => {
    const { game, slot } = saved(SHIPPED_STORY);
    const bytes = Uint8Array.from(slot.held ?? []);
    // its release number, in the first chunk
    bytes[21] = (bytes[21] ?? 0) ^ 1;
    slot.held = bytes;
    const before = game.facts().location;
    game.step('restore');
    expect(slot.refusals).toEqual([expect.stringContaining('another story or release')]);
    expect(game.facts().location).toEqual(before);
  });

  it('is neither made nor read where nobody handles files', () => {
    const game = openStory(readFileSync(SHIPPED_STORY), { seed: 1 });
    expect(game.step('save').text).toMatch(/fail/i);
    expect(game.step('restore').text).toMatch(/fail/i);
  });
});

const DFROTZ = ['/usr/games/dfrotz', '/usr/bin/dfrotz', '/usr/local/bin/dfrotz'].find((file) =>
  existsSync(file),
);
if (DFROTZ === undefined) missing('dfrotz');

describe.skipIf(DFROTZ === undefined)('frotz', () => {
  const frotz = (file: string, commands: readonly string[]) =>
    execFileSync(DFROTZ ?? '', ['-m', '-p', '-s', '1', file], {
      input: [...commands, 'quit', 'y', ''].join('\n'),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

  it.each(STORIES)('restores what was saved here, and the other way round: %s', (file) => {
    const { slot, inventory, facts } = saved(file);
    const folder = temporaryFolder();
    const ours = path.join(folder, 'ours.qzl');
    writeFileSync(ours, slot.held ?? '');
    const start = file.endsWith('advent.z5') ? ['no'] : [];
    const told = frotz(file, [...start, 'restore', ours, 'inventory']);
    expect(plain(told)).toContain(plain(inventory));
    const theirs = path.join(folder, 'theirs.qzl');
    frotz(file, [...start, 'east', 'north', 'look', 'inventory', 'save', theirs]);
    const other = open(file, new Slot(readFileSync(theirs)));
    if (start.length > 0) other.step('no');
    other.step('restore');
    expect(other.facts()).toMatchObject({ location: facts.location, inventory: facts.inventory });
  });
});

const bytes = (most: number) => fc.uint8Array({ maxLength: most });

const savedGames = fc.record({
  release: fc.nat(0xffff),
  serial: fc.uint8Array({ minLength: 6, maxLength: 6 }),
  checksum: fc.nat(0xffff),
  pc: fc.nat(0xffffff),
  memory: fc.record({ isCompressed: fc.boolean(), bytes: bytes(40) }),
  stacks: bytes(41),
});

describe('a saved game', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(savedGames, (saved) => {
        const read = decodeQuetzal(encodeQuetzal(saved));
        expect(read).not.toBeNull();
        expect({ ...read, serial: [], stacks: [], memory: null }).toEqual({
          ...saved,
          serial: [],
          stacks: [],
          memory: null,
        });
        expect([...(read?.stacks ?? [])]).toEqual([...saved.stacks]);
        expect([...(read?.serial ?? [])]).toEqual([...saved.serial]);
        expect([...(read?.memory.bytes ?? [])]).toEqual([...saved.memory.bytes]);
        expect(read?.memory.isCompressed).toBe(saved.memory.isCompressed);
      }),
    );
  });

  it('is none when it is cut off, and nothing makes reading it fail', () => {
    fc.assert(
      fc.property(savedGames, fc.nat(), (saved, where) => {
        const whole = encodeQuetzal(saved);
        const cut = whole.subarray(0, where % (whole.length - 2));
        expect(decodeQuetzal(cut)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(bytes(60), (noise) => {
        expect(decodeQuetzal(noise)).toBeNull();
      }),
    );
  });
});

describe('memory as its difference', () => {
  it('comes back as it was, whatever was changed', () => {
    const memories = fc
      .uint8Array({ minLength: 1, maxLength: 900 })
      .chain((original) =>
        fc.tuple(
          fc.constant(original),
          fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { maxLength: 12 }),
        ),
      );
    fc.assert(
      fc.property(memories, ([original, changes]) => {
        const memory = original.slice();
        for (const [at, byte] of changes) memory[at] = byte;
        expect(expandMemory(compressMemory(memory, original), original)).toEqual(memory);
      }),
    );
  });

  it.each([255, 256, 257, 512, 513])('counts %i bytes that stayed', (count) => {
    const original = new Uint8Array(count + 1);
    const memory = original.slice();
    memory[count] = 7;
    expect(expandMemory(compressMemory(memory, original), original)).toEqual(memory);
  });

  it('is refused where it is longer than the memory, or cut off', () => {
    const original = new Uint8Array(4);
    expect(expandMemory(Uint8Array.from([1, 1, 1, 1]), original)).not.toBeNull();
    expect(expandMemory(Uint8Array.from([1, 1, 1, 1, 1]), original)).toBeNull();
    expect(expandMemory(Uint8Array.from([0, 3]), original)).not.toBeNull();
    expect(expandMemory(Uint8Array.from([0, 4]), original)).toBeNull();
    expect(expandMemory(Uint8Array.from([0]), original)).toBeNull();
  });
});
