import { readFileSync, writeFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const FILE = `# Location Memories

## Location 79: Behind House
**Visits:** 3 | **Episodes:** 1, 2

### Memories

**[SUCCESS - PERMANENT] Open and enter window** *(Ep1, T23-24, +10)*
The window opens with effort.

**[FAILURE - PERMANENT - SUPERSEDED] Window is locked** *(Ep1, T20)*
[Superseded at T24 by "Open and enter window"]
~~It does not move.~~

**[DANGER - CORE - TENTATIVE] Glass** *(Ep2, T3, -1)*
It cuts.

---

## Location 0: Nowhere
**Visits:** 1 | **Episodes:** 1

### Memories

**[NOTE - PERMANENT] Dark \u001b[31mhere** *(Ep1, T1, +0)*
A light is needed.

---
`;

function workdir(memories: string | null = FILE): string {
  const cwd = temporaryFolder();
  const config = { story: SHIPPED_STORY, player: 'offline', workdir: 'play' };
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
  mkdirSync(path.join(cwd, 'play'));
  if (memories !== null) writeFileSync(path.join(cwd, 'play/Memories.md'), memories);
  return cwd;
}

function json(text: string): unknown {
  return JSON.parse(text) as unknown;
}

function memories(cwd: string, ...args: string[]) {
  return runCli(['memories', ...args], { cwd });
}

describe('zorkgpt memories', () => {
  it('alone lists the rooms', async () => {
    const cwd = workdir();
    const bare = await memories(cwd);
    expect(bare).toEqual(await memories(cwd, 'list'));
    expect(bare.out).toMatch(/^79 +Behind House +3 +1 +1 +1$/m);
    expect(json((await memories(cwd, '--json')).out)).toMatchObject([
      { location: { id: 79, name: 'Behind House' }, visits: 3, episodes: ['1', '2'] },
      { location: { id: 0, name: 'Nowhere' }, active: 1, tentative: 0, superseded: 0 },
    ]);
  });

  it('show --json tells everything the file says of a room', async () => {
    const { out, code } = await memories(workdir(), 'show', '--location', '79', '--json');
    expect(code).toBe(0);
    expect(json(out)).toEqual({
      location: { id: 79, name: 'Behind House' },
      memories: [
        {
          title: 'Open and enter window',
          text: 'The window opens with effort.',
          category: 'SUCCESS',
          persistence: 'permanent',
          status: 'ACTIVE',
          episode: 1,
          turns: '23-24',
          scoreChange: 10,
          supersededBy: null,
          supersededAtTurn: null,
          invalidationReason: null,
        },
        {
          title: 'Window is locked',
          text: 'It does not move.',
          category: 'FAILURE',
          persistence: 'permanent',
          status: 'SUPERSEDED',
          episode: 1,
          turns: '20',
          scoreChange: null,
          supersededBy: 'Open and enter window',
          supersededAtTurn: 24,
          invalidationReason: null,
        },
        {
          title: 'Glass',
          text: 'It cuts.',
          category: 'DANGER',
          persistence: 'core',
          status: 'TENTATIVE',
          episode: 2,
          turns: '3',
          scoreChange: -1,
          supersededBy: null,
          supersededAtTurn: null,
          invalidationReason: null,
        },
      ],
    });
  });

  it('show tells a person what holds, what is doubted and what was given up', async () => {
    const { out } = await memories(workdir(), 'show', '--location', '79');
    expect(out).toBe(`Behind House (79) - visited 3 times, episodes 1, 2

  SUCCESS: Open and enter window
    The window opens with effort.
    (permanent; episode 1, turn 23-24, +10 points)

Not certain:

  DANGER: Glass
    It cuts.
    (how the room starts; episode 2, turn 3, -1 points)

No longer believed:

  FAILURE: Window is locked
    It does not move.
    Replaced at turn 24 by "Open and enter window".
    (permanent; episode 1, turn 20)
`);
  });

  it('show knows location 0, and an unknown room is an empty answer', async () => {
    const cwd = workdir();
    expect((await memories(cwd, 'show', '--location', '0')).out).toMatch(/^Nowhere \(0\)/);
    const { out, code } = await memories(cwd, 'show', '--location', '5', '--json');
    expect([json(out), code]).toEqual([{ location: { id: 5, name: '' }, memories: [] }, 0]);
  });

  it('shows no control character of a file to a terminal', async () => {
    const cwd = workdir();
    for (const args of [['show', '--location', '0'], ['search', 'dark'], ['check'], ['list']]) {
      const { out } = await memories(cwd, ...args);
      expect(out).not.toContain('\u001b');
    }
  });

  it('search finds titles, texts and rooms in any case', async () => {
    const cwd = workdir();
    const hits = async (text: string) =>
      (json((await memories(cwd, 'search', text, '--json')).out) as { title: string }[]).map(
        ({ title }) => title,
      );
    expect(await hits('WINDOW')).toEqual(['Open and enter window', 'Window is locked']);
    expect(await hits('cuts')).toEqual(['Glass']);
    expect((await hits('behind house')).length).toBe(3);
    expect(await hits('grue')).toEqual([]);
  });

  it('stats counts by status, persistence, category and episode', async () => {
    const { out } = await memories(workdir(), 'stats', '--json');
    expect(json(out)).toMatchObject({
      locations: 2,
      memories: 4,
      visits: 4,
      status: { ACTIVE: 2, TENTATIVE: 1, SUPERSEDED: 1 },
      persistence: { core: 1, permanent: 3 },
      category: { DANGER: 1, FAILURE: 1, NOTE: 1, SUCCESS: 1 },
      episode: { 1: 3, 2: 1 },
    });
  });

  it('reads without a lock and without writing anything', async () => {
    const cwd = workdir();
    mkdirSync(path.join(cwd, 'play/Memories.md.lock'));
    const before = readdirSync(path.join(cwd, 'play')).sort();
    for (const verb of [
      ['list'],
      ['show', '--location', '79'],
      ['search', 'x'],
      ['stats'],
      ['check'],
    ]) {
      expect((await memories(cwd, ...verb)).code).toBe(0);
    }
    expect(readdirSync(path.join(cwd, 'play')).sort()).toEqual(before);
  });

  it('means the story that --story names and the folder that --workdir names', async () => {
    const cwd = workdir();
    const elsewhere = path.join(cwd, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(
      path.join(elsewhere, 'Memories.md'),
      '## Location 1: Far\n**Visits:** 1 | **Episodes:** 1\n',
    );
    const { out } = await memories(cwd, 'list', '--workdir', 'elsewhere', '--json');
    expect(json(out)).toMatchObject([{ location: { id: 1, name: 'Far' } }]);
    const { code, err } = await memories(cwd, '--story', 'gone.z5');
    expect([code, err]).toEqual([78, expect.stringContaining('gone.z5')]);
  });
});

describe('zorkgpt memories check', () => {
  it('names the line of each error and ends with 1', async () => {
    const cwd = workdir(FILE.replace('by "Open and enter window"', 'by "Nothing of the kind"'));
    const { code, out, err } = await memories(cwd, 'check');
    expect(code).toBe(1);
    expect(out).toMatch(/Memories\.md:11: error: .*\[dangling-supersession\]\n$/);
    expect(err).toBe('1 errors, 0 warnings.\n');
    const checked = await memories(cwd, 'check', '--json');
    expect(json(checked.out)).toMatchObject({ errors: 1, problems: [{ line: 11 }] });
  });

  it('ends with 0 when there are none, and with 78 when there is no such file', async () => {
    const cwd = workdir();
    expect((await memories(cwd, 'check')).code).toBe(0);
    expect((await memories(cwd, 'check', 'play/Memories.md')).code).toBe(0);
    expect((await memories(cwd, 'check', 'gone.md')).code).toBe(78);
  });
});

describe('zorkgpt memories invalidate', () => {
  const WRONG = ['invalidate', '--location', '79', '--title', 'Glass', '--reason', 'it is\nblunt'];

  it('strikes the memory through, says why, keeps the rest byte for byte and the old file as backup', async () => {
    const cwd = workdir();
    const { code, out } = await memories(cwd, ...WRONG, '--json');
    expect([code, json(out)]).toMatchObject([0, { invalidated: true, location: { id: 79 } }]);
    expect(readFileSync(path.join(cwd, 'play/Memories.md'), 'utf8')).toBe(
      FILE.replace(
        '**[DANGER - CORE - TENTATIVE] Glass** *(Ep2, T3, -1)*\nIt cuts.',
        '**[DANGER - CORE - SUPERSEDED] Glass** *(Ep2, T3, -1)*\n[Invalidated: "it is blunt"]\n~~It cuts.~~',
      ),
    );
    expect(readFileSync(path.join(cwd, 'play/Memories.md.backup'), 'utf8')).toBe(FILE);
    expect((await memories(cwd, 'check')).code).toBe(0);
  });

  it.each([
    ['a title that is only part of one', ['--title', 'Glas', '--reason', 'x'], 1, 'not-found'],
    [
      'a memory that is not believed',
      ['--title', 'Window is locked', '--reason', 'x'],
      1,
      'not-found',
    ],
    ['a reason without words', ['--title', 'Glass', '--reason', ' '], 2, 'usage'],
    ['no reason', ['--title', 'Glass'], 2, 'usage'],
  ])('refuses %s and changes nothing', async (_, args, expected, name) => {
    const cwd = workdir();
    const { code, out, err } = await memories(
      cwd,
      'invalidate',
      '--location',
      '79',
      ...args,
      '--json',
    );
    expect([code, out]).toEqual([expected, '']);
    expect(json(err)).toMatchObject({ error: { code: name } });
    expect(readFileSync(path.join(cwd, 'play/Memories.md'), 'utf8')).toBe(FILE);
  });
});

describe('zorkgpt memories merge', () => {
  const OTHER = FILE.replace('It cuts.', 'It is sharp.').replace(
    '*(Ep2, T3, -1)*',
    '*(Ep4, T3, -1)*',
  );

  function three(cwd: string): void {
    writeFileSync(path.join(cwd, 'a.md'), FILE);
    writeFileSync(path.join(cwd, 'b.md'), OTHER);
  }

  it('does not mind the order of the files, and once is enough', async () => {
    const cwd = workdir(null);
    three(cwd);
    const merge = async (...args: string[]) => (await memories(cwd, 'merge', ...args)).code;
    expect(await merge('a.md', 'b.md', '--out', 'ab.md')).toBe(0);
    expect(await merge('b.md', 'a.md', '--out', 'ba.md')).toBe(0);
    expect(await merge('ab.md', 'b.md', 'ba.md', '--out', 'again.md')).toBe(0);
    const [ab, ba, again] = ['ab.md', 'ba.md', 'again.md'].map((name) =>
      readFileSync(path.join(cwd, name), 'utf8'),
    );
    expect(ba).toBe(ab);
    expect(again).toBe(ab);
    expect((await memories(cwd, 'merge', 'b.md', 'a.md', '--out', '-')).out).toBe(ab);
  });

  it('without --out joins what is there with the files', async () => {
    const cwd = workdir();
    three(cwd);
    const { out } = await memories(cwd, 'merge', 'b.md', '--json');
    expect(json(out)).toMatchObject({ merged: 1, memories: 5 });
    const merged = readFileSync(path.join(cwd, 'play/Memories.md'), 'utf8');
    expect(merged).toContain('It is sharp.');
    expect(merged).toContain('~~It cuts.~~');
    expect(readFileSync(path.join(cwd, 'play/Memories.md.backup'), 'utf8')).toBe(FILE);
  });

  it('writes nothing when one of the files is not there', async () => {
    const cwd = workdir();
    const { code } = await memories(cwd, 'merge', 'gone.md');
    expect(code).toBe(78);
    expect(readdirSync(path.join(cwd, 'play'))).toEqual(['Memories.md']);
  });
});
