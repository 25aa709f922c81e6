/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../helpers/cli-child.ts';
import { runCli } from '../helpers/run-cli.ts';
import { testStory } from '../helpers/stories.ts';
import { makePlace, QUICK_END, SHIPPED_STORY } from '../helpers/workdir.ts';

/** The SDK's own client, connected to the program as it is installed. */
async function connect(cwd: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...PROGRAM, 'mcp'],
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...QUICK_END },
  });
  const client = new Client({ name: 'official client', version: '2.4.0' });
  await client.connect(transport);
  const call = (name: string, input: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: input });
  return { client, call, pid: () => transport.pid ?? 0 };
}

function facts({ structuredContent }: CallToolResult) {
  return structuredContent as {
    readonly turn: number;
    readonly location: { readonly id: number; readonly name: string };
    readonly exits: readonly { readonly command: string }[];
    readonly memories: readonly object[];
  };
}

const STORIES = [SHIPPED_STORY, testStory('zork1-r88.z3')];

describe('the official client', () => {
  it.each(STORIES.filter((story) => story !== null))(
    'plays nine commands of %s, remembers, and recalls in a second session',
    async (story) => {
      const { cwd } = makePlace({ story });
      const first = await connect(cwd);
      expect((await first.client.listTools()).tools.map(({ name }) => name)).toEqual([
        'start',
        'look',
        'play',
        'recall',
        'places',
        'tried',
        'remember',
      ]);
      let scene = facts(await first.call('start'));
      for (let turn = 1; turn <= 9; turn += 1) {
        const ways = scene.exits.map(({ command }) => command);
        const command = turn % 3 === 0 ? 'look' : (ways[turn % ways.length] ?? 'wait');
        scene = facts(await first.call('play', { command }));
        expect(scene.turn).toBe(turn);
      }
      const title = 'Came here on the walk';
      const filed = facts(await first.call('remember', { title, text: 'There is a way.' }));
      expect((await first.client.listResources()).resources).toHaveLength(4);
      await first.client.close();
      const second = await connect(cwd);
      const recalled = facts(await second.call('recall', { location: filed.location.id }));
      expect(recalled.memories).toMatchObject([{ title, turns: '9' }]);
      await second.client.close();
      expect(await runCli(['replay', '1'], { cwd })).toMatchObject({ code: 0 });
    },
    60_000,
  );

  /** One session for both claims. */
  const { cwd, workdir } = makePlace();
  let session: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    session = await connect(cwd);
  });

  it('reads all tools in 6 kB, and is told the right names for an argument that is none', async () => {
    const { client, call } = session;
    const { tools } = await client.listTools();
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(6_000);
    expect(tools.length).toBeGreaterThan(3);
    for (const { inputSchema } of tools) {
      const described = Object.values(inputSchema.properties ?? {}) as { description?: string }[];
      expect(described.every(({ description = '' }) => description !== '')).toBe(true);
    }
    expect(client.getInstructions()).toMatch(/recall when .* remember when .* in place of save/);
    const refusals = [
      await call('recall', { room: 'Hall' }),
      await call('play', { command: 'look\nnorth' }),
    ].map(({ isError, content }) => [isError, JSON.stringify(content)]);
    expect(refusals).toEqual([
      [true, expect.stringContaining('no argument room; the arguments are: location, words')],
      [true, expect.stringContaining('one command per turn')],
    ]);
    await call('play', { command: 'inventory' });
    const { content } = await call('look');
    expect(JSON.stringify(content)).toContain('Weedy planks');
    // It played nothing, so nothing changed.
    expect(JSON.stringify(content)).not.toContain('Changed:');
  });

  it('may be killed with the server: the records are whole, and no run goes on with the game', async () => {
    const { client, call, pid } = session;
    await call('play', { command: 'look' });
    const ways = facts(await call('play', { command: 'wait' })).exits;
    const unanswered = call('play', { command: ways[0]?.command }).catch(() => null);
    process.kill(pid(), 'SIGKILL');
    await unanswered;
    await client.close();
    expect((await runCli(['episodes', 'list'], { cwd })).out).not.toContain('unfinished');
    expect(await runCli(['replay', '1'], { cwd })).toMatchObject({ code: 0 });
    const run = await runCli(['run', '--turns', '2', '--json'], { cwd });
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(run.out)).toMatchObject({ episode: 2 });
    const summary = readFileSync(path.join(workdir, 'episodes/0001/summary.json'), 'utf8');
    const { stopReason, turns } = JSON.parse(summary) as { stopReason: string; turns: number };
    expect(stopReason).toBe('abandoned');
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});
