/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sceneOf, startMcp, wordsOf } from '../helpers/mcp-session.ts';
import { runCli } from '../helpers/run-cli.ts';
import { smallDisk } from '../helpers/small-disk.ts';
import { makePlace } from '../helpers/workdir.ts';

function readJson(...names: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(...names), 'utf8')) as Record<string, unknown>;
}

describe('an assistant that plays', () => {
  it('is told the text, the place by number, what changed and where the ways lead', async () => {
    const session = startMcp(makePlace().cwd);
    const { location: here, exits } = sceneOf(await session.call('start'));
    expect(exits.length).toBeGreaterThan(0);
    const walked = await session.call('play', { command: exits[0]?.command });
    expect(walked.result?.structuredContent).toMatchObject({
      episode: 1,
      turn: 1,
      location: exits[0]?.to,
      changed: [`moved from ${here.name} (${here.id})`],
    });
    expect(wordsOf(walked)).toContain(`| ${sceneOf(walked).text.split('\n')[0]}`);
    const { code, err } = await session.end();
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('leaves an episode that is listed, replayed and never unfinished', async () => {
    const { cwd, workdir } = makePlace();
    const session = startMcp(cwd);
    await session.call('play', { command: 'look' });
    await session.call('play', { command: 'inventory' });
    await session.end();
    const manifest = readJson(workdir, 'episodes/0001/manifest.json');
    expect(manifest).toMatchObject({
      player: 'mcp',
      client: { name: 'test client', version: '1.2.3' },
    });
    const listed = await runCli(['episodes', 'list', '--json'], { cwd });
    expect(JSON.parse(listed.out)).toMatchObject([{ model: 'mcp', turns: 2, stopReason: 'quit' }]);
    const replayed = await runCli(['replay', '1', '--json'], { cwd });
    expect(JSON.parse(replayed.out)).toMatchObject({ identical: true, turns: 2, modelCalls: 0 });
    const resumed = await runCli(['resume', '1'], { cwd });
    expect(resumed).toMatchObject({ code: 1, err: expect.stringContaining('by an assistant') });
  });

  it('finds in a later session what it remembered in an earlier one', async () => {
    const { cwd } = makePlace();
    const first = startMcp(cwd);
    const { id } = sceneOf(await first.call('start')).location;
    await first.call('play', { command: 'wait' });
    const note = { title: 'Waiting does nothing', text: 'Time passes and no more.' };
    const filed = await first.call('remember', note);
    expect(filed.result?.structuredContent).toMatchObject({ filed: true, turn: 1, warnings: [] });
    const again = await first.call('remember', note);
    expect(again.result?.structuredContent).toMatchObject({ filed: false });
    await first.end();
    const second = startMcp(cwd);
    for (const asked of [{ location: id }, { location: String(id) }, { words: 'time passes' }]) {
      const recalled = await second.call('recall', asked);
      expect(recalled.result?.structuredContent?.['memories']).toMatchObject([
        { title: note.title, text: note.text, episode: 1, turns: '1', location: { id } },
      ]);
    }
    await second.end();
    const shown = await runCli(['memories', 'show', '--location', String(id)], { cwd });
    expect(shown.out).toContain(note.title);
    const summary = await runCli(['episodes', 'show', '1', '--json'], { cwd });
    expect(JSON.parse(summary.out)).toMatchObject({ memoriesAdded: 1 });
  });

  it('is warned of what the story does not know, and it is filed as unconfirmed', async () => {
    const { cwd } = makePlace();
    const session = startMcp(cwd);
    const note = { title: 'The flurbnix is here', text: 'Take it.', location: 'Atlantis' };
    const { result } = await session.call('remember', note);
    expect(result?.structuredContent).toMatchObject({
      filed: true,
      warnings: [
        expect.stringContaining('"Atlantis"'),
        expect.stringContaining('names the word flurbnix, which the game has not printed'),
      ],
    });
    const recalled = await session.call('recall', { words: 'flurbnix' });
    expect(recalled.result?.structuredContent?.['memories']).toMatchObject([
      { status: 'TENTATIVE' },
    ]);
    expect(recalled.result?.content?.[0]?.text).toMatch(/turn 0\) \(names the word flurbnix, /);
    const nowhere = await session.call('recall', { location: 'Atlantis' });
    expect(nowhere.result?.content?.[0]?.text).toMatch(
      /^No place "Atlantis" is known\. Nothing is remembered /,
    );
    await session.end();
  });

  it.each([
    [
      'play',
      { commnd: 'n' },
      'command: it is missing, There is no argument commnd; the arguments are: command.',
    ],
    ['look', { at: 'n' }, 'There is no argument at; this tool takes none.'],
    ['places', { to: { name: 'Yard' } }, 'to: Number or name of a place.'],
  ])('is told what is wrong with the arguments of %s', async (name, input, says) => {
    const session = startMcp(makePlace().cwd);
    const { result } = await session.call(name, input);
    expect(result?.isError).toBe(true);
    expect(result?.content?.[0]?.text).toContain(says);
    await session.end();
  });

  it.each([
    ['route', []],
    ['routes', ['Only the first 120 characters of the title are kept.']],
  ])('is warned where a title is cut that ends with %s', async (last, warnings) => {
    const session = startMcp(makePlace().cwd);
    // 120 characters with the shorter word
    const title = `${'step '.repeat(23)}${last}`;
    const filed = await session.call('remember', { title, text: 'The steps.' });
    expect(filed.result?.structuredContent).toMatchObject({ filed: true, warnings });
    await session.end();
  });

  it('is told the way back, what it tried, the map and its transcript', async () => {
    const session = startMcp(makePlace().cwd);
    const { location, exits } = sceneOf(await session.call('start'));
    const exit = exits.find(({ to }) => to.id !== location.id);
    await session.call('play', { command: exit?.command });
    const there = await session.call('places', { to: exit?.to.id });
    expect(there.result?.structuredContent).toMatchObject({ route: { commands: [] } });
    const back = await session.call('places', { to: location.id });
    expect(wordsOf(back)).toContain(`(${location.id})`);
    const tried = await session.call('tried', { location: location.id });
    expect(tried.result?.structuredContent?.['tried']).toMatchObject([{ times: 1, turn: 1 }]);
    for (const uri of ['zorkgpt://map', 'zorkgpt://transcript']) {
      session.send('resources/read', { uri });
    }
    const { answers } = await session.end();
    const contents = answers.flatMap(({ result }) => result?.contents ?? []);
    expect(contents[0]?.text).toContain(`L${location.id}`);
    expect(contents[1]?.text).toContain(`>${exit?.command}`);
  });
});

describe('several sessions at once', () => {
  it('have an episode each, share what they remember, and do not wait for a run', async () => {
    const { cwd, workdir } = makePlace();
    const [one, other] = [startMcp(cwd), startMcp(cwd)];
    const begun = await Promise.all([one.call('start'), other.call('start')]);
    const episodes = begun.map(({ result }) => result?.structuredContent?.['episode']);
    expect(new Set(episodes)).toEqual(new Set([1, 2]));
    const run = runCli(['run', '--turns', '5', '--json'], { cwd });
    const note = (number: number) => ({ title: `Note ${number}`, text: 'The door is here.' });
    await Promise.all([one.call('remember', note(1)), other.call('remember', note(2))]);
    const recalled = await one.call('recall', { words: 'note 2' });
    expect(recalled.result?.content?.[0]?.text).toContain('Note 2');
    expect(await run).toMatchObject({ code: 0, err: '' });
    await one.call('play', { command: 'look' });
    await other.call('play', { command: 'inventory' });
    expect([await one.end(), await other.end()]).toMatchObject([{ code: 0 }, { code: 0 }]);
    for (const number of ['1', '2', '3']) {
      expect(await runCli(['replay', number], { cwd })).toMatchObject({ code: 0 });
    }
    expect(readJson(workdir, 'current_state.json')).toMatchObject({ metadata: { episode: 3 } });
  });
});

describe('bad input', () => {
  it('is answered with one error each, and the game goes on', async () => {
    const { cwd } = makePlace();
    const session = startMcp(cwd);
    await session.call('start');
    session.line('{"jsonrpc": "2.0", "id": 99, "method"');
    session.line('{"hello": "world"}');
    session.line(`{"jsonrpc": "2.0", "id": 98, "method": "ping${' '.repeat(5_000_000)}"}`);
    const unknown = session.send('no/such/method');
    const refused = await Promise.all(
      [
        { command: 'x'.repeat(100_000) },
        { command: '' },
        { command: 'quit' },
        { command: 'look. look' },
        { command: 7 },
        {},
      ].map((input) => session.call('play', input)),
    );
    for (const { result } of refused) expect(result?.isError).toBe(true);
    expect(wordsOf(refused[0] ?? { id: 0 })).toBe(
      'A command has at most 120 characters and this one has 100000; nothing was played.',
    );
    const tool = session.call('fly');
    expect(await tool).toMatchObject({ error: { code: -32602 } });
    const looked = await session.call('play', { command: 'look' });
    expect(looked.result?.structuredContent).toMatchObject({ turn: 1 });
    const { code, answers } = await session.end();
    expect(code).toBe(0);
    const errors = answers.flatMap(({ id, error }) => (error ? [[id, error.code]] : []));
    expect(errors.filter(([id]) => id === null)).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
    ]);
    expect(errors).toContainEqual([unknown, -32601]);
  });

  it('a full disk ends the game with one error, and another one can begin once there is room', async (context) => {
    const disk = smallDisk(2 ** 22);
    if (disk === null) return context.skip();
    const { cwd } = makePlace({}, disk.folder);
    const session = startMcp(cwd);
    await session.call('play', { command: 'look' });
    disk.leave(0);
    const played = [];
    for (let turn = 0; turn < 8; turn += 1) {
      played.push(await session.call('play', { command: 'look' }));
    }
    const refused = played.filter(({ result }) => result?.isError === true);
    expect(wordsOf(refused[0] ?? { id: 0 })).toMatch(/ENOSPC|no space/i);
    disk.free();
    expect(sceneOf(await session.call('start')).text).not.toBe('');
    const again = await session.call('play', { command: 'look' });
    expect(again.result?.structuredContent).toMatchObject({ episode: 2, turn: 1 });
    expect(await session.end()).toMatchObject({ code: 0 });
    expect(await runCli(['replay', '1'], { cwd })).toMatchObject({ code: 0 });
  });

  it('without a story ends with 78 before a word is said on standard output', async () => {
    const place = makePlace({ story: 'nowhere.z5' });
    const { code, out, err } = await startMcp(place.cwd, [], false).end();
    expect({ code, out }).toEqual({ code: 78, out: '' });
    expect(err).toContain('There is no story file');
  });

  it('answers what came before the end of input', async () => {
    const session = startMcp(makePlace().cwd);
    const id = session.send('tools/call', { name: 'play', arguments: { command: 'look' } });
    const { code, answers } = await session.end();
    expect(code).toBe(0);
    expect(answers.find((answer) => answer.id === id)?.result?.structuredContent).toMatchObject({
      turn: 1,
    });
  });
});
