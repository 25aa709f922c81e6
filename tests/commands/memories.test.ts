import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, memories, MEMORIES, workdir } from '../helpers/memories-workdir.ts';
import { makePlace } from '../helpers/workdir.ts';

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

  it('search --all looks in the archive, too, but for what came back', async () => {
    const cwd = workdir();
    const back = '**[DANGER - CORE] Glass** *(Ep2, T3, -1)*\nIt cuts.';
    const old = '**[FAILURE - PERMANENT] push glass** *(Ep1, T9, +0)*\nIt stays.';
    const room = `## Location 79: Behind House\n\n### Memories\n\n${back}\n\n${old}\n`;
    writeFileSync(path.join(cwd, 'play/Memories.archive.md'), `# Location Memories\n\n${room}`);
    const search = async (...args: string[]) =>
      json((await memories(cwd, 'search', 'glass', ...args, '--json')).out);
    expect(await search()).toMatchObject([{ title: 'Glass' }]);
    const [first, second, ...others] = (await search('--all')) as object[];
    expect(first).not.toHaveProperty('isArchived');
    expect(second).toMatchObject({ title: 'push glass', isArchived: true, location: { id: 79 } });
    expect(others).toEqual([]);
    const { out } = await memories(cwd, 'search', 'glass', '--all');
    expect(out).toMatch(/Glass[^]*In the archive:[^]*push glass/);
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
    expect(out).toBe(`Behind House (79) - visited 3 times in episodes 1, 2

  SUCCESS: Open and enter window
    The window opens with effort.
    (permanent; episode 1, turn 23-24, +10 points)

Not certain:

  DANGER: Glass
    It cuts.
    (core: how the room starts; episode 2, turn 3, -1 points)

No longer believed:

  FAILURE: Window is locked
    It does not move.
    Replaced at turn 24 by "Open and enter window".
    (permanent; episode 1, turn 20)
`);
  });

  it('show and search tell what the ids of memories are for, where there are any', async () => {
    const cwd = workdir();
    const uses = { shown: 2, followed: 0, played: 0, effects: 0, deaths: 0, points: 0 };
    const read = {
      location: { id: 79, name: 'Behind House' },
      ...{ category: 'DANGER', title: 'Glass', episode: 2, turns: '3', by: 'simulated', uses },
      ...{ verdict: 'untestable', tried: 0, held: 0, why: 'it tells of no command' },
    };
    writeFileSync(path.join(cwd, 'play/evidence.jsonl'), `${JSON.stringify(read)}\n`);
    const note = /\(#\w{6}: the player read it[^]*\n\nThe word behind a # is the id of a memory/;
    expect((await memories(cwd, 'show', '--location', '79')).out).toMatch(note);
    expect((await memories(cwd, 'search', 'cuts')).out).toMatch(note);
    expect((await memories(cwd, 'search', 'effort')).out).not.toContain('#');
  });

  it('show knows location 0, and an unknown room is an empty answer', async () => {
    const cwd = workdir();
    expect((await memories(cwd, 'show', '--location', '0')).out).toMatch(/^Nowhere \(0\)/);
    const { out, code } = await memories(cwd, 'show', '--location', '5', '--json');
    expect([json(out), code]).toEqual([{ location: { id: 5, name: '' }, memories: [] }, 0]);
  });

  it.each([
    ['Behind House', 79],
    ['  BEHIND   house ', 79],
    ['the behind-house!', 79],
    ['Smith’s forge', 80],
    ["SMITH'S FORGE", 80],
    ['smiths forge', 80],
    ['nowhere', 0],
    ['where', 0],
  ])('show finds the room "%s" by its name', async (name, id) => {
    const cwd = workdir(`${MEMORIES}\n## Location 80: Smith's Forge\n`);
    const { out, code } = await memories(cwd, 'show', '--location', name, '--json');
    expect([code, json(out)]).toMatchObject([0, { location: { id } }]);
  });

  it('show lists the rooms of one name when there are several, and an unknown name is an empty answer', async () => {
    const cwd = workdir(
      '## Location 7: Maze\n\n## Location 12: maze\n\n## Location 9: Maze exit\n',
    );
    const several = await memories(cwd, 'show', '--location', 'maze');
    expect(several.out).toMatch(/7 {2}Maze\n12 {2}maze\n$/);
    const { out } = await memories(cwd, 'show', '--location', 'Maze', '--json');
    expect(json(out)).toEqual({
      rooms: [
        { id: 7, name: 'Maze' },
        { id: 12, name: 'maze' },
      ],
    });
    const meant = await memories(cwd, 'show', '--location', 'Mase exit');
    expect(meant.err).toContain('did you mean Maze exit?');
    for (const name of ['Attic', '', ' ', '-1']) {
      const none = await memories(cwd, 'show', `--location=${name}`, '--json');
      expect([none.code, json(none.out)], name).toMatchObject([
        0,
        { location: { id: null }, memories: [] },
      ]);
    }
  });

  it.each([['list'], ['show', '--location', '79'], ['search', 'glass'], ['stats'], ['check']])(
    '%s needs no story where there is a Memories.md',
    async (...args) => {
      const { cwd, workdir: folder } = makePlace({ story: 'gone.z5' });
      writeFileSync(path.join(folder, 'Memories.md'), MEMORIES);
      const { out, err } = await memories(cwd, ...args, '--json');
      expect(err).not.toContain('gone.z5');
      expect(out).toMatch(/^[[{]/);
      const asked = await memories(cwd, ...args, '--story', 'gone.z5', '--json');
      expect(asked.code).toBe(78);
    },
  );

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
      // What is believed no more is not counted as taught.
      episode: { 1: 2, 2: 1 },
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

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${MEMORIES}`, 'utf16le'), 'save it as UTF-8'],
    ['lines that end in CR', MEMORIES.replaceAll('\n', '\r'), 'save it with LF or CRLF'],
    ['what is no text', Buffer.from([1, 0, 2]), 'put back its .backup'],
  ])('refuses %s with what mends it, instead of remembering nothing', async (_, bytes, mend) => {
    const cwd = workdir();
    writeFileSync(path.join(cwd, 'play/Memories.md'), bytes);
    for (const args of [['list'], ['show', '--location', '79'], ['check']]) {
      const { code, err } = await memories(cwd, ...args);
      expect(code).not.toBe(0);
      expect(err).toContain(mend);
    }
  });
});
