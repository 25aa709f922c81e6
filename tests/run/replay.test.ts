/** @module-tag slow */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summaryOf } from '../report/scene.ts';
import { encodeRecord } from '../../src/storage/record-log.ts';
import { startCli } from '../helpers/cli-child.ts';
import { copyOfTheProgram } from '../helpers/program-copy.ts';
import { startOfflineServer, type OfflineServer } from '../helpers/offline-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';
import { allBytes } from './harness/played-files.ts';
import { ENVIRONMENT, prepareWorkdir } from './harness/resume-trial.ts';

const RUN = ['run', '--story', SHIPPED_STORY, '--player', 'offline', '--workdir', 'play'];

async function recorded(turns: number, episodes = 1) {
  const cwd = temporaryFolder();
  const args = ['--turns', String(turns), '--episodes', String(episodes), '--seed', '5'];
  const { code, err } = await runCli([...RUN, ...args, '--display', 'none'], { cwd });
  expect(code, err).toBe(0);
  return cwd;
}

const replay = (cwd: string, episode: string) =>
  runCli(['replay', episode, '--workdir', 'play', '--json'], { cwd });

describe('a recorded episode', () => {
  it('comes out identical, also one that began with memories, and nothing is written', async () => {
    const cwd = await recorded(8, 2);
    const before = allBytes(cwd);
    for (const episode of ['1', '2']) {
      const { code, out } = await replay(cwd, episode);
      expect(code).toBe(0);
      const commands = path.join(cwd, 'play/episodes', `000${episode}`, 'commands.rec');
      const turns = readFileSync(commands, 'utf8').trim().split('\n').length;
      expect(turns).toBe(8);
      expect(JSON.parse(out)).toMatchObject({ identical: true, turns, difference: null });
    }
    expect(allBytes(cwd)).toEqual(before);
  });

  it('tells which section of which prompt differs when one word of a prompt is changed', async () => {
    const cwd = await recorded(3);
    const { folder, main, build } = copyOfTheProgram();
    const prompt = path.join(folder, 'src/prompts/agent.system.md');
    const text = readFileSync(prompt, 'utf8');
    const heading = /^## .+$/m.exec(text)?.[0] ?? '';
    const [before = '', after = ''] = text.split(heading);
    writeFileSync(prompt, `${before}${heading}${after.replace(/\b(\w+)\b/, 'marmalade')}`);
    build();
    const args = ['replay', '1', '--workdir', 'play'];
    const { code, out } = await startCli(args, { cwd, program: [main] }).ended;
    expect(code).toBe(1);
    expect(out).toContain(`section "${heading}"`);
    expect(out).toMatch(/^\+ .*marmalade/m);
    expect(out).toMatch(/differs in turn 1\b/);
  });

  it('tells the turn in which the game says something else, and resume stops there loudly', async () => {
    const cwd = await recorded(8);
    const directory = path.join(cwd, 'play/episodes/0001');
    const trajectory = path.join(directory, 'trajectory.jsonl');
    const lines = readFileSync(trajectory, 'utf8').trimEnd().split('\n');
    const { crc: _, ...turn } = JSON.parse(lines[6] ?? '') as { crc: string; after: object };
    lines[6] = encodeRecord({ ...turn, after: { ...turn.after, score: 77 } }).trimEnd();
    writeFileSync(trajectory, `${lines.join('\n')}\n`);
    const { code, out } = await replay(cwd, '1');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ identical: false, difference: { turn: 7 } });
    writeFileSync(
      path.join(directory, 'summary.json'),
      JSON.stringify({ ...summaryOf(1, (field) => field), stopReason: 'interruption' }),
    );
    const resumed = await runCli(['resume', '--workdir', 'play', '--display', 'none'], { cwd });
    expect(resumed.code).toBe(1);
    expect(resumed.err).toContain('Turn 7 is not the recorded one: after.score was 77');
    expect(readFileSync(trajectory, 'utf8')).toBe(`${lines.join('\n')}\n`);
    const forked = await runCli(['fork', '1', '--turn', '8', '--workdir', 'play'], { cwd });
    expect(forked.code).toBe(1);
    expect(forked.err).toMatch(
      /cannot be forked: its turns, played again, do not come out as recorded; an update may .* Turn 7 is not the recorded one/s,
    );
  });

  describe('against a server that takes 50 ms', () => {
    let server: OfflineServer;
    beforeAll(async () => {
      server = await startOfflineServer();
      server.latencyMs = 50;
    });
    afterAll(() => server.close());

    it('is played back without any request', async () => {
      const { cwd } = prepareWorkdir(path.join(temporaryFolder(), 'run'), server);
      const run = ['run', '--turns', '6', '--seed', '5', '--display', 'none'];
      await runCli(run, { cwd, environment: ENVIRONMENT });
      server.forget();
      const { code } = await runCli(['replay', '1'], { cwd });
      expect(code).toBe(0);
      expect(server.asked).toEqual([]);
    });
  });
});
