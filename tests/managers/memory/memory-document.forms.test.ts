import * as fc from 'fast-check';
import * as prettier from 'prettier';
import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import { checkMemories } from '../../../src/managers/memory/check-memories.ts';
import { countUnread, memoriesAt, roomsOf } from '../../../src/managers/memory/memory-document.ts';
import { insertMemory } from '../../../src/managers/memory/edit-document.ts';
import { parse, reread, text, supersede } from './document-reading.ts';
import { memory } from '../../helpers/memory.ts';
import { at, world } from './memory-world.ts';

const room = (...parts: readonly string[]) =>
  parse(
    `# Location Memories\n\n## Location 5: Quay\n**Visits:** 2 | **Episodes:** 1\n\n### Memories\n\n${parts.join('\n\n')}\n\n---\n`,
  );
const read = (...parts: readonly string[]) =>
  memoriesAt(room(...parts), at(5)).map(({ title, text: body, episode, turns, scoreChange }) => [
    title,
    body,
    `Ep${episode} T${turns} ${scoreChange}`,
  ]);

describe('a memory is read', () => {
  it.each([
    ['as it is written', '**[NOTE - PERMANENT] A** *(Ep1, T2, +0)*\nx', 'x', 'Ep1 T2 0'],
    ['with the emphasis of Prettier', '**[NOTE] A** _(Ep1, T2, +0)_\nx', 'x', 'Ep1 T2 0'],
    ['with other strong marks', '__[NOTE] A__ *(Ep1, T2)*\nx', 'x', 'Ep1 T2 null'],
    ['without emphasis', '**[NOTE] A** (Ep1, T2, -5)\nx', 'x', 'Ep1 T2 -5'],
    ['without a space before the metadata', '**[NOTE] A**_(Ep1, T2)_\nx', 'x', 'Ep1 T2 null'],
    ['without metadata', '**[NOTE] A**\nx', 'x', 'Ep0 T0 null'],
    ['with the text on the same line', '**[NOTE] A** *(Ep1, T2)* x\ny', 'x\ny', 'Ep1 T2 null'],
    ['with text and no metadata on the line', '**[NOTE] A** x', 'x', 'Ep0 T0 null'],
    ['as a list item', '- **[NOTE] A** *(Ep1, T2)*\n  x\n  y', 'x\ny', 'Ep1 T2 null'],
    ['as a numbered one', '12. **[NOTE] A** *(Ep1, T2)*\n    x', 'x', 'Ep1 T2 null'],
    ['with several paragraphs', '**[NOTE] A** *(Ep1, T2)*\nx\n\ny\nz', 'x\n\ny\nz', 'Ep1 T2 null'],
    ['with a blank line before its text', '**[NOTE] A** *(Ep1, T2)*\n\nx', 'x', 'Ep1 T2 null'],
    [
      'with a line like a heading',
      '**[NOTE] A** *(Ep1, T2)*\nx\n# y\n## z',
      'x\n# y\n## z',
      'Ep1 T2 null',
    ],
  ])('%s', (_, entry, body, when) => {
    expect(read(entry)).toEqual([['A', body, when]]);
    const other = ['B', 'z', 'Ep3 T4 null'];
    expect(read(entry, '**[NOTE] B** *(Ep3, T4)*\nz')).toEqual([['A', body, when], other]);
  });

  it.each([
    ['with escaped brackets', '**\\[DANGER - CORE\\] A** *(Ep1, T2)*\nx'],
    ['with one escaped bracket', '**\\[DANGER - CORE] A** _(Ep1, T2)_\nx'],
    ['with a dash of typographers', '**[DANGER – CORE] A** *(Ep1, T2)*\nx'],
    ['with a long dash', '**[DANGER — CORE] A** *(Ep1, T2)*\nx'],
    ['with spaces that do not break', '**[DANGER\u00a0-\u00a0CORE] A** *(Ep1, T2)*\nx'],
    ['without spaces', '**[DANGER-CORE] A** *(Ep1, T2)*\nx'],
    ['in small letters', '**[danger - core] A** *(Ep1, T2)*\nx'],
    ['with its header on two lines', '**[DANGER - CORE] A**\n*(Ep1, T2)*\nx'],
    ['with a marked line break', '**[DANGER - CORE] A** *(Ep1, T2)*\\\nx'],
    ['in a quote', '> **[DANGER - CORE] A** *(Ep1, T2)*\n> x'],
    ['in a list in a quote', '> - **[DANGER - CORE] A** *(Ep1, T2)* x'],
    ['in a table', '| **[DANGER - CORE] A** *(Ep1, T2)* | x |'],
    ['in a list of tasks', '- [ ] **[DANGER - CORE] A** *(Ep1, T2)*\n  x'],
    ['deep in a list', '\t- **[DANGER - CORE] A** *(Ep1, T2)* x'],
    ['behind a mark of byte order', '\ufeff**[DANGER - CORE] A** *(Ep1, T2)*\nx'],
    ['behind what cannot be seen', '\u200b**[DANGER - CORE] A** *(Ep1, T2)*\nx'],
    ['as HTML', '<strong>[DANGER - CORE] A</strong> <em>(Ep1, T2)</em><br>\nx'],
    ['with entities', '**&#91;DANGER - CORE&#93; A** *(Ep1, T2)*\nx'],
    ['without marks', '[DANGER - CORE] A (Ep1, T2)\nx'],
    ['as a heading', '#### [DANGER - CORE] A *(Ep1, T2)*\nx'],
    ['strong as a whole', '**[DANGER - CORE] A (Ep1, T2)**\nx'],
    ['strong in two parts', '**\\[DANGER - CORE\\]** **A** *(Ep1, T2)*\nx'],
    ['with a colon', '**[DANGER - CORE] A**: *(Ep1, T2)*\nx'],
    ['with other spaces', '**[DANGER - CORE]\u00a0A** *(Ep\u00a01,\u00a0T\u00a02)*\nx'],
    ['with small letters in its metadata', '**[DANGER - CORE] A** *(ep1, t2)*\nx'],
    ['with escaped parentheses', '**[DANGER - CORE] A** *\\(Ep1, T2, \\+0\\)*\nx'],
    ['with a minus of typographers', '**[DANGER - CORE] A** *(Ep1, T2, −5)*\nx'],
    ['over three lines', '**[DANGER - CORE]\nA**\n*(Ep1, T2)*\nx'],
  ])('%s, struck out and doubted, too', (_, entry) => {
    const meant = { category: 'DANGER', persistence: 'core', title: 'A', text: 'x', turns: '2' };
    expect(memoriesAt(room(entry), at(5))).toMatchObject([meant]);
    const struck = supersede(room(entry), at(5), 'A', { by: 'B', turn: 7 });
    expect(memoriesAt(reread(struck), at(5))).toMatchObject([
      { ...meant, status: 'SUPERSEDED', supersededBy: 'B' },
    ]);
  });

  it.each([
    ['on the line of the header', ' [Superseded at T7 by "B"] ~~x~~'],
    ['with escapes', '\n\\[Superseded at T7 by "B"\\]\n~~x~~'],
    ['over two lines', '\n[Superseded at T7 by\n"B"] ~~x~~'],
    ['a blank line apart', '\n\n[Superseded at T7 by "B"]\n\n~~x~~'],
    ['with quotes of typographers', '\n[Superseded at T7 by “B”]\n~~x~~'],
    ['in a list', '\n- [Superseded at T7 by "B"]\n~~x~~'],
  ])('with what superseded it %s', (_, below) => {
    const struck = room(`**[NOTE - CORE - SUPERSEDED] A** *(Ep1, T2)*${below}`);
    expect(memoriesAt(struck, at(5))).toMatchObject([
      { status: 'SUPERSEDED', supersededBy: 'B', supersededAtTurn: 7, text: 'x' },
    ]);
  });

  it.each(['***', '* * *', '- - -', '___'])('without the rule %s below it', (rule) => {
    const next = '**[NOTE] B** *(Ep3, T4)*\ny';
    expect(read('**[NOTE] A** *(Ep1, T2)*\nx', rule, next).map(([, body]) => body)).toEqual([
      'x',
      'y',
    ]);
  });

  it('beside the marks of a merge that git left, which are told', () => {
    const [ours, theirs] = ['**[NOTE] A** *(Ep1, T2)*\nx', '**[NOTE] B** *(Ep3, T4)*\ny'];
    const file = room(`<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> other`);
    expect(memoriesAt(file, at(5)).map(({ text: body }) => body)).toEqual(['x', 'y']);
    expect(countUnread(file)).toBe(3);
    const problems = checkMemories(Buffer.from(text(file)));
    expect(problems.map(({ line, kind }) => [line, kind])).toEqual([
      [8, 'conflict'],
      [11, 'conflict'],
      [14, 'conflict'],
    ]);
  });

  it.each([
    ['with two spaces', '##  Location 5: Quay'],
    ['in small letters', '## location 5: Quay'],
    ['with a space before its colon', '## Location 5 : Quay'],
    ['that is closed', '## Location 5: Quay ##'],
    ['with an anchor', '## Location 5: Quay {#quay}'],
    ['behind a mark of byte order', '\ufeff## Location 5: Quay'],
    ['that swallowed its visits', '## Location 5: Quay **Visits:** 2 |'],
  ])('under a heading %s', (_, heading) => {
    const file = text(room('**[NOTE] A** *(Ep1, T2)*\nx'));
    const changed = parse(file.replace('## Location 5: Quay', heading));
    expect(memoriesAt(changed, at(5)).map(({ title }) => title)).toEqual(['A']);
    expect(roomsOf(changed).get(at(5))?.name).toBe('Quay');
  });

  it.each([
    ['a heading of another level', '### Location 5: Quay'],
    ['a strong heading', '## **Location 5: Quay**'],
    ['an underlined heading', 'Location 5: Quay\n----------------'],
    ['a heading without a name', '## Location 5'],
    ['a quoted heading', '> ## Location 5: Quay'],
  ])('by nobody under %s, which is told', (_, heading) => {
    const other = '## Location 4: Hall\n\n### Memories\n\n**[NOTE] B** *(Ep1, T1)*\ny\n\n';
    const file = text(room('**[NOTE] A** *(Ep1, T2)*\nx'));
    const changed = parse(file.replace('## Location 5: Quay', other + heading));
    expect(memoriesAt(changed, at(4)).map(({ title }) => title)).toEqual(['B']);
    expect(memoriesAt(changed, at(5))).toEqual([]);
    expect(countUnread(changed)).toBeGreaterThan(0);
    expect(text(changed)).toContain(heading);
  });

  it.each(['***[NOTE] A*** *(Ep1, T2)*', '#### [NOTE] A', '**[NOTE A** *(Ep1, T2)*'])(
    'not as "%s", which is told and kept',
    (entry) => {
      expect(memoriesAt(room(entry), at(5))).toEqual([]);
      expect(countUnread(room(entry))).toBe(1);
      expect(text(room(entry))).toContain(entry);
    },
  );

  it('and struck out in each of these forms, and read as such', () => {
    for (const entry of ['- **[NOTE] A** _(Ep1, T2)_\n  x\n\n  y', '**[NOTE] A**\n\nx\n\ny']) {
      const struck = supersede(room(entry), at(5), 'A', { by: 'B', turn: 7 });
      expect(memoriesAt(parse(text(struck)), at(5))).toMatchObject([
        {
          title: 'A',
          text: 'x\n\ny',
          status: 'SUPERSEDED',
          supersededBy: 'B',
          supersededAtTurn: 7,
        },
      ]);
    }
  });

  it('whatever mixture of the forms a file holds', () => {
    const word = fc.constantFrom('brass', 'key', 'opens', 'the door');
    const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
    const entry = fc.record({
      title: words,
      paragraphs: fc.array(words, { minLength: 1, maxLength: 3 }),
      list: fc.constantFrom('', '- ', '* ', '3. ', '> ', '- [ ] ', '\t', '\ufeff', '#### '),
      strong: fc.constantFrom('**', '__'),
      emphasis: fc.constantFrom('*', '_', ''),
      apart: fc.constantFrom('\n', '\n\n', ' '),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        (entries, end) => {
          const written = entries.map(({ title, paragraphs, list, strong, emphasis, apart }) => {
            const indent = list === '> ' ? list : ' '.repeat(/^[-*3]/.test(list) ? 2 : 0);
            const body = paragraphs.join(`\n${indent.trim()}\n${indent}`);
            const first = apart === ' ' ? ' ' : apart + indent;
            return `${list}${strong}[NOTE] ${title}${strong} ${emphasis}(Ep1, T2)${emphasis}${first}${body}`;
          });
          const file = `## Location 5: Quay\n\n${written.join('\n\n')}\n`.replaceAll('\n', end);
          expect(memoriesAt(parse(file), at(5)).map((one) => [one.title, one.text])).toEqual(
            entries.map(({ title, paragraphs }) => [title, paragraphs.join('\n\n')]),
          );
        },
      ),
    );
  });

  it('from a file that Prettier has formatted', async () => {
    let document = parse('');
    const memories = [
      memory({ title: 'Hatch is stuck', text: 'It does not move.\nNot by hand.' }),
      memory({ title: 'Say "open" to the sea_door', text: 'First line.', persistence: 'core' }),
      memory({ title: 'A [bracket] and a `tick`', status: 'TENTATIVE', scoreChange: null }),
    ];
    for (const one of memories)
      document = insertMemory(document, { id: locationId(5), name: 'Quay' }, one);
    document = insertMemory(document, { id: locationId(9), name: 'Pier' }, memory());
    document = supersede(document, locationId(9), 'Hatch is stuck', { by: 'A', turn: 3 });
    const formatted = await prettier.format(text(document), { parser: 'markdown' });
    expect(formatted).toContain('_(Ep1, T3, +0)_');
    for (const id of [5, 9]) {
      expect(memoriesAt(parse(formatted), at(id))).toEqual(memoriesAt(document, at(id)));
    }
  });
});

describe('a heading that looks like a memory and is not understood', () => {
  const broken = '**[NOTE] A** *(Ep one)*\nx';

  it('is kept byte for byte, with its text, and told once', async () => {
    const file = text(room(broken, '**[NOTE] B** *(Ep1, T1)*\ny'));
    const { manager, events, file: stored } = world({ text: file });
    manager.sync();
    await manager.addMemory(at(5), 'Quay', memory());
    manager.sync();
    expect(stored.text).toContain(broken);
    const told = events.filter((event) => event.type === 'warning');
    expect(told).toMatchObject([
      { code: 'memory-unread', message: expect.stringMatching(/^1 heading of Memories\.md /) },
    ]);
  });

  it('is told again only when there are others', async () => {
    const { manager, events, file } = world({ text: text(room(broken)) });
    file.save(text(room(broken, '**[NOTE] C** _(sometime)_\nz')));
    manager.sync();
    const told = events.filter((event) => event.type === 'warning');
    expect(told.map(({ message }) => message.slice(0, 9))).toEqual(['1 heading', '2 heading']);
  });
});
