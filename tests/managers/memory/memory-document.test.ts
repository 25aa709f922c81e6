import { describe, expect, it } from 'vitest';
import { insertMemory } from '../../../src/managers/memory/edit-document.ts';
import { printDocumentLines } from '../../../src/domain/lined-document.ts';
import {
  memoriesAt,
  parseDocument,
  roomsOf,
} from '../../../src/managers/memory/memory-document.ts';
import { OLD, parse, text } from './document-reading.ts';
import { memory } from '../../helpers/memory.ts';
import { at } from './memory-world.ts';

const quay = { id: at(5), name: 'Quay' };

describe('reading', () => {
  it('every older form of the header is understood', () => {
    const rooms = roomsOf(parse(OLD));
    expect([...rooms.keys()]).toEqual([15, 23]);
    expect(rooms.get(at(15))).toMatchObject({
      name: 'West of House',
      visits: { count: 3, episodes: ['1', '2', '3'], earlier: 0 },
    });
    expect(memoriesAt(parse(OLD), at(15))).toEqual([
      memory({
        category: 'SUCCESS',
        title: 'Open the hatch',
        text: 'It opens with effort.',
        turns: '23-24',
      }),
      memory({
        title: 'Goose',
        text: 'Seems tame.\nTwo lines.',
        status: 'TENTATIVE',
        turns: '100',
        scoreChange: null,
      }),
      memory({
        category: 'DANGER',
        title: 'Old approach',
        text: 'Feed it.',
        turns: '23',
        scoreChange: -5,
        status: 'SUPERSEDED',
        supersededBy: 'Better "approach"',
        supersededAtTurn: 50,
      }),
      memory({
        category: 'DANGER',
        title: 'Plain',
        text: 'Not struck.',
        turns: '23',
        status: 'SUPERSEDED',
        supersededBy: 'INVALIDATED',
        supersededAtTurn: 25,
        invalidationReason: 'It said "no"',
      }),
    ]);
    expect(memoriesAt(parse(OLD), at(23))).toEqual([
      memory({
        category: 'DISCOVERY',
        title: 'Spawns',
        text: 'Here.',
        episode: 2,
        turns: '1',
        scoreChange: 5,
        persistence: 'core',
      }),
      memory({
        title: 'Maybe',
        text: '~~not struck by us~~',
        episode: 2,
        turns: '2',
        status: 'TENTATIVE',
      }),
    ]);
  });

  it('Ep1 and Ep01 are the same episode, a category may have several words', () => {
    const [one, two] = memoriesAt(
      parse(
        '## Location 5: X\n\n**[PUZZLE HINT] A** *(Ep1, T2)*\n\n**[NOTE] ** *( B** *(Ep01, T2)*\n',
      ),
      at(5),
    );
    expect(one).toMatchObject({ category: 'PUZZLE HINT', episode: 1 });
    expect(two).toMatchObject({ title: '** *( B', episode: 1 });
  });

  it('a missing and an empty file are empty', () => {
    expect(roomsOf(parseDocument(null)).size).toBe(0);
    expect(roomsOf(parse('')).size).toBe(0);
  });

  it('a corrupt entry is skipped, a corrupt room heading skips its entries, later rooms are read', () => {
    const file =
      '## Location 1: A\n\n**[NOTE] Broken *(Ep1, T1)*\ntext\n\n**[NOTE] Good** *(Ep1, T1)*\nx\n\n---\n\n## Location one: B\n\n**[NOTE] Lost** *(Ep1, T1)*\n\n## Location 2: C\n\n**[NOTE] Kept** *(Ep1, T1)*\n';
    const rooms = [...roomsOf(parse(file))].map(([id, { memories }]) => [
      id,
      memories.map(({ title }) => title),
    ]);
    expect(rooms).toEqual([
      [1, ['Good']],
      [2, ['Kept']],
    ]);
  });

  it('an ephemeral memory in the file is not believed', () => {
    expect(
      memoriesAt(parse('## Location 5: X\n\n**[NOTE - EPHEMERAL] A** *(Ep1, T2)*\nx\n'), at(5)),
    ).toEqual([]);
  });

  it('two sections of one room are read as one', () => {
    const file = parse(
      '## Location 5: X\n\n**[NOTE] A** *(Ep1, T2)*\n\n## Location 6: Y\n\n## Location 5: X\n\n**[NOTE] B** *(Ep1, T2)*\n',
    );
    expect(memoriesAt(file, at(5)).map(({ title }) => title)).toEqual(['A', 'B']);
    expect(
      memoriesAt(insertMemory(file, quay, memory({ title: 'C' })), at(5)).map(({ title }) => title),
    ).toEqual(['A', 'B', 'C']);
  });

  // Quadratic time would take hours here.
  it('two million characters of near misses are read in linear time', () => {
    const lines = [
      '**['.repeat(100_000),
      `**[NOTE] ${'** *('.repeat(100_000)}`,
      ' '.repeat(500_000),
      `**[NOTE] a${' '.repeat(500_000)}b** *(Ep1, T1)*`,
      '\\'.repeat(300_000),
      `[Superseded by "${'"'.repeat(300_000)}`,
    ];
    const file = parse(
      `## Location 5: X\n${lines.join('\n')}\n**[NOTE - SUPERSEDED] A** *(Ep1, T1)*\n${lines.at(-1)}\n`,
    );
    expect(text(file)).toHaveLength(printDocumentLines(file).length);
    expect(memoriesAt(file, at(5))).toHaveLength(2);
  });
});
