import path from 'node:path';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchStory, type CataloguedStory } from '../../src/commands/story/story.ts';
import { LockedError, StoryError } from '../../src/domain/errors.ts';
import { runCli } from '../helpers/run-cli.ts';
import { readTestStory } from '../helpers/stories.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

async function serve(body: Uint8Array, status = 200): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/story`;
}

const bytes = readFileSync(SHIPPED_STORY);
const WORLD = { environment: {} };
const catalogued: CataloguedStory = {
  name: 'saltmere',
  title: 'The Saltmere Light',
  ifid: 'ZCODE-1-261120-5815',
  licence: 'MIT',
  url: 'http://127.0.0.1:9/never',
  sha256: createHash('sha256').update(bytes).digest('hex'),
};

describe('fetchStory', () => {
  it('keeps a file whose hash is the pinned one, named after its version', async () => {
    const folder = temporaryFolder();
    const file = await fetchStory(WORLD, catalogued, { folder, mirror: await serve(bytes) });
    expect(path.basename(file)).toBe('saltmere.z5');
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('keeps nothing whose hash is another', async () => {
    const folder = temporaryFolder();
    const changed = Buffer.from(bytes);
    changed[1000] = (changed[1000] ?? 0) ^ 1;
    await expect(
      fetchStory(WORLD, catalogued, { folder, mirror: await serve(changed) }),
    ).rejects.toThrow(StoryError);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says to try later when the server refuses or is not there', async () => {
    const folder = temporaryFolder();
    const refusing = await serve(bytes, 503);
    await expect(fetchStory(WORLD, catalogued, { folder, mirror: refusing })).rejects.toThrow(
      LockedError,
    );
    await expect(fetchStory(WORLD, catalogued, { folder })).rejects.toThrow(LockedError);
  });
});

describe('zorkgpt story', () => {
  it('fetches Zork I from a mirror, and lists it from then on', async () => {
    const zork = readTestStory('zork1-r119.z3');
    if (zork === null) return;
    const cwd = temporaryFolder();
    const { code, out } = await runCli(['story', 'fetch', 'zork1', '--from', await serve(zork)], {
      cwd,
    });
    expect(code).toBe(0);
    expect(existsSync(out.trim())).toBe(true);
    const listed = await runCli(['story', 'list', '--json'], { cwd });
    const { atHand } = JSON.parse(listed.out) as { atHand: { ifid: string }[] };
    expect(atHand.map(({ ifid }) => ifid)).toContain('ZCODE-119-880429');
  });

  it('refuses an address that is none of the web', async () => {
    const args = ['story', 'fetch', 'zork1', '--from', 'file:///etc/hostname'];
    const { code, err } = await runCli(args, { cwd: temporaryFolder() });
    expect(code).toBe(1);
    expect(err).toContain('is no http or https address');
  });

  it('refuses a mirror that serves something else with 78', async () => {
    const args = ['story', 'fetch', 'zork1', '--from', await serve(bytes)];
    const { code, err } = await runCli(args, { cwd: temporaryFolder() });
    expect(code).toBe(78);
    expect(err).toContain('nothing was kept');
  });

  it('tells what the shipped story is', async () => {
    const args = ['story', 'info', SHIPPED_STORY, '--json'];
    const { out } = await runCli(args, { cwd: temporaryFolder() });
    expect(JSON.parse(out)).toMatchObject({
      title: 'The Saltmere Light',
      ifid: 'ZCODE-1-261120-5815',
      version: 5,
      maxScore: 100,
    });
  });
});
