import { expect, it } from 'vitest';
import { checkMemories } from '../../../src/managers/memory/check-memories.ts';
import { OLD } from './document-reading.ts';
import { memory } from '../../helpers/memory.ts';
import { at, world } from './memory-world.ts';

const check = (text: string) =>
  checkMemories(Buffer.from(text)).map(({ line, severity, kind, title }) => [
    line,
    severity,
    kind,
    title,
  ]);

const room = (...entries: string[]) => `## Location 5: Quay\n\n${entries.join('\n\n')}\n`;

const struck = (title: string, by: string, persistence = 'PERMANENT') =>
  `**[NOTE - ${persistence} - SUPERSEDED] ${title}** *(Ep1, T1)*\n[Superseded at T2 by "${by}"]\n~~x~~`;

it('what the product writes has no problem, nor has no file', async () => {
  const { manager, file } = world();
  await manager.addMemory(at(5), 'Quay', memory());
  await manager.addMemory(at(5), 'Quay', memory({ title: 'B', text: '\n# x\n\n' }));
  await manager.supersedeMemory(at(5), 'Quay', 'B', memory({ title: 'C' }));
  await manager.invalidateMemory(at(5), 'C', 'no');
  expect(check(file.text ?? '')).toEqual([]);
  expect(checkMemories(null)).toEqual([]);
});

it('the same title believed twice is a duplicate, a success beside a failure a contradiction', () => {
  const entry = (category: string, title: string) => `**[${category}] ${title}** *(Ep1, T1)*`;
  expect(
    check(
      room(
        entry('NOTE', 'A'),
        entry('NOTE', 'A'),
        entry('SUCCESS', 'Open it'),
        entry('FAILURE', 'open  it'),
      ),
    ),
  ).toEqual([
    [5, 'error', 'duplicate', 'A'],
    [9, 'error', 'contradiction', 'open  it'],
  ]);
});

it('supersession by what is not there, or in a circle, is an error', () => {
  expect(
    check(
      room(
        struck('A', 'B'),
        struck('C', 'D'),
        struck('D', 'C'),
        struck('E', 'E'),
        struck('F', 'C'),
      ),
    ),
  ).toEqual([
    [3, 'error', 'dangling-supersession', 'A'],
    [7, 'error', 'cyclic-supersession', 'C'],
    [11, 'error', 'cyclic-supersession', 'D'],
    [15, 'error', 'cyclic-supersession', 'E'],
  ]);
  expect(check(room(struck('A', 'A'), '**[NOTE] A** *(Ep1, T5)*'))).toEqual([]);
  expect(check(OLD)).toEqual([[15, 'error', 'dangling-supersession', 'Old approach']]);
});

it('a memory may be replaced by one of another room, and is if none of its own has that title', () => {
  const rooms = (...entries: readonly string[]) =>
    `${room('**[NOTE - SUPERSEDED] A** *(Ep1, T1)*', '[Superseded at T2 by "B"]', '~~Text.~~')}\n## Location 8: Yard\n\n${entries.join('\n')}\n`;
  expect(check(rooms('**[NOTE] B** *(Ep1, T2)*'))).toEqual([]);
  expect(check(rooms('**[NOTE] C** *(Ep1, T2)*'))).toMatchObject([
    [expect.any(Number), 'error', 'dangling-supersession', 'A'],
  ]);
});

it('what cannot be read is named with its line', () => {
  const text = `# Location Memories\n\nfree text is fine here\n\n## Location x: A\n\n**[NOTE] A** *(Ep1, T1)*\n\n${room(
    '**[NOTE] B *(Ep1)*',
    '**[NOTE - EPHEMERAL] C** *(Ep1, T1)*',
    'its second paragraph',
    '---',
    '**[NOTE] D** *(Ep1, T1)*',
  )}\n${room()}`;
  expect(check(text)).toEqual([
    [5, 'error', 'unreadable-room', null],
    [7, 'error', 'entry-without-room', null],
    [11, 'error', 'unreadable-entry', null],
    [13, 'error', 'ephemeral', null],
    [19, 'error', 'entry-without-room', null],
    [21, 'warning', 'room-twice', null],
  ]);
});

it('a room whose start was corrected twice is a warning', () => {
  const good = '**[NOTE] Good** *(Ep1, T5)*';
  expect(check(room(struck('A', 'Good', 'CORE'), good))).toEqual([]);
  expect(check(room(struck('A', 'Good', 'CORE'), struck('B', 'Good', 'CORE'), good))).toEqual([
    [7, 'warning', 'core-often-superseded', 'B'],
  ]);
});
