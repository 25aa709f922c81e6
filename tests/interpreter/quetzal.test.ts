import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compressMemory,
  decodeQuetzal,
  encodeQuetzal,
  expand,
} from '../../src/interpreter/quetzal.ts';

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
        expect(expand(compressMemory(memory, original), original)).toEqual(memory);
      }),
    );
  });

  it.each([255, 256, 257, 512, 513])('counts %i bytes that stayed', (count) => {
    const original = new Uint8Array(count + 1);
    const memory = original.slice();
    memory[count] = 7;
    expect(expand(compressMemory(memory, original), original)).toEqual(memory);
  });

  it('is refused where it is longer than the memory, or cut off', () => {
    const original = new Uint8Array(4);
    expect(expand(Uint8Array.from([1, 1, 1, 1]), original)).not.toBeNull();
    expect(expand(Uint8Array.from([1, 1, 1, 1, 1]), original)).toBeNull();
    expect(expand(Uint8Array.from([0, 3]), original)).not.toBeNull();
    expect(expand(Uint8Array.from([0, 4]), original)).toBeNull();
    expect(expand(Uint8Array.from([0]), original)).toBeNull();
  });
});
