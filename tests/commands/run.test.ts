/** @module-tag slow */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCalls } from '../helpers/read-calls.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { runCli } from '../helpers/run-cli.ts';
import { testStory } from '../helpers/stories.ts';
import { TINY, tinyStory, word } from '../interpreter/tiny-story.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const PLAYED = ['--player', 'offline', '--workdir', 'play', '--display', 'none'];

function shipped(...args: string[]): string[] {
  return ['run', '--story', SHIPPED_STORY, ...PLAYED, ...args];
}

function trajectory(folder: string, episode: string): string {
  return readFileSync(path.join(folder, 'play/episodes', episode, 'trajectory.jsonl'), 'utf8');
}

function turnsOfRefusals(question: string): readonly number[] {
  return [...question.matchAll(/^Turn (\d+), location/gm)].map(([, turn]) => Number(turn));
}

describe('zorkgpt run', () => {
  it('leaves an episode directory that tells the whole game', async () => {
    const cwd = temporaryFolder();
    const environment = { ZORKGPT_KNOWLEDGE_UPDATE_INTERVAL: '20' };
    const args = shipped('--turns', '22', '--seed', '12', '--json');
    const { code, out } = await runCli(args, { cwd, environment });
    expect(code).toBe(0);
    const summary = JSON.parse(out) as Record<string, unknown>;
    expect(summary).toMatchObject({
      schemaVersion: 1,
      episode: 1,
      story: 'ZCODE-1-261120-5815',
      seed: 12,
      model: 'offline',
      turns: 22,
      stopReason: 'max-turns',
      maxScore: 100,
      directory: 'episodes/0001',
    });
    const directory = path.join(cwd, 'play/episodes/0001');
    expect(readdirSync(directory).sort()).toEqual([
      'commands.rec',
      'inputs.jsonl',
      'knowledge',
      'log.jsonl',
      'manifest.json',
      'model-calls.jsonl.br',
      'summary.json',
      'trajectory.jsonl',
      'transcript.txt',
    ]);
    const commands = readFileSync(path.join(directory, 'commands.rec'), 'utf8').trim().split('\n');
    expect(commands.length).toBe(22);
    const transcript = readFileSync(path.join(directory, 'transcript.txt'), 'utf8');
    expect(transcript).toContain(`>${commands[0]}\n`);
    expect(trajectory(cwd, '0001').trim().split('\n').length).toBe(22);
    const calls = readCalls(directory);
    const ofAgent = calls.filter(({ role }) => role === 'agent');
    expect(new Set(ofAgent.map(({ turn }) => turn)).size).toBe(22);
    for (const { messages, turn } of ofAgent) {
      expect(messages.at(-1)?.content).toMatch(new RegExp(`^Turn ${turn} of 22 \\|`, 'm'));
    }
    const lessons = calls.filter(({ role }) => role === 'memory');
    expect(lessons).not.toEqual([]);
    for (const { messages, turn } of lessons) {
      const told = messages.at(-1)?.content ?? '';
      // A second question about a turn goes out when the first is answered, maybe in the next turn.
      const [, asked] = /Facts: turn (\d+);/.exec(told) ?? [];
      if (asked !== undefined) expect([turn, (turn ?? 0) - 1]).toContain(Number(asked));
      // Refusals wait, so that a question about several of them names earlier turns.
      else expect(Math.max(...turnsOfRefusals(told))).toBeLessThanOrEqual(turn ?? 0);
    }
  });

  it('shows the settings and the first prompt in a dry run, to people as text, to programs as JSON, and plays nothing', async () => {
    const cwd = temporaryFolder();
    const brief = await runCli(shipped('--dry-run', '--seed', '12'), { cwd });
    expect(brief.out.split('\n').length).toBeLessThan(12);
    const text = await runCli(shipped('--dry-run', '--seed', '12', '--verbose'), { cwd });
    expect(text.code).toBe(0);
    expect(text.out).toContain('"seed": 12');
    expect(text.out).toContain('\n--- user ---\n');
    expect(text.out).toContain('Landing Stage');
    const json = await runCli(shipped('--dry-run', '--seed', '12', '--json'), { cwd });
    const { firstPrompt } = JSON.parse(json.out) as { firstPrompt: { content: string }[] };
    for (const { content } of firstPrompt) expect(text.out).toContain(content.trimEnd());
    expect(existsSync(path.join(cwd, 'play/episodes/0001'))).toBe(false);
  });

  it('a dry run estimates without a key, and says what a run would lack', async () => {
    const cwd = temporaryFolder();
    const args = ['run', '--dry-run', '--story', SHIPPED_STORY, '--workdir', 'play'];
    const { code, out, err } = await runCli([...args, '--player', 'openai', '--model', 'm'], {
      cwd,
      environment: { ZORKGPT_EPISODE_TURNS: '9' },
    });
    expect([code, out]).toEqual([0, expect.stringContaining('Nothing is recorded here yet of m,')]);
    expect(err).toMatch(/^ZORKGPT_EPISODE_TURNS is no setting.*\nA run would not begin yet: .*key/);
    expect((await runCli([...args, '--player', 'openai'], { cwd })).code).toBe(78);
  });

  it('a dry run says what as many turns used before, or that nothing is known of them', async () => {
    const cwd = temporaryFolder();
    const dry = async () => (await runCli(shipped('--dry-run', '--episodes', '3'), { cwd })).out;
    expect(await dry()).toContain('Nothing is recorded here yet of the offline player');
    await runCli(shipped('--turns', '4'), { cwd });
    expect(await dry()).toMatch(
      /600 turns: about [\d,]+ questions, free, about \d+ (?:s|min), one episode after the other; counted from 1 recorded/,
    );
    const estimate = ['eval', '--estimate', '--story', SHIPPED_STORY, '--player', 'offline'];
    const options = ['--workdir', 'play', '--seeds', '1..2', '--episodes', '3', '--turns', '10'];
    const { code, out } = await runCli([...estimate, ...options], { cwd });
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^2 arms × 2 seeds × 3 episodes × 10 turns at most\.\n120 turns: about/,
      ),
    ]);
    expect(existsSync(path.join(cwd, 'play/eval'))).toBe(false);
  });

  it('plays the same game twice from one seed, and another from another', async () => {
    const games = await Promise.all(
      ['7', '7', '8'].map(async (seed) => {
        const cwd = temporaryFolder();
        await runCli(shipped('--turns', '8', '--seed', seed), { cwd });
        return trajectory(cwd, '0001');
      }),
    );
    expect(games[1]).toBe(games[0]);
    expect(games[2]).not.toBe(games[0]);
  });

  it('shows what an earlier episode remembered at the same location, and nothing it only did', async () => {
    const cwd = await playedWorkdir();
    const memories = readFileSync(path.join(cwd, 'play/Memories.md'), 'utf8');
    expect(memories).not.toMatch(/EPHEMERAL/i);
    const sections = memories.split(/^## Location /m).map((section) => ({
      room: section.split(':')[0] ?? '',
      titles: [...section.matchAll(/\*\*\[[A-Z]+ - [A-Z]+\] (.+?)\*\* \*\(Ep1/g)].map(
        ([, title = '']) => title,
      ),
    }));
    const isTold = (prompt: string, room: string, titles: readonly string[]) =>
      prompt.includes(`(${room})`) && titles.some((title) => prompt.includes(`] ${title}: `));
    const prompts = readCalls(path.join(cwd, 'play/episodes/0002'))
      .filter(({ role }) => role === 'agent')
      .map(({ messages }) => messages.at(-1)?.content ?? '')
      .filter((prompt) => sections.some(({ room, titles }) => isTold(prompt, room, titles)));
    expect(prompts.length).toBeGreaterThan(0);
  });

  it('stops after the turn in progress on the first signal, saves, and says 130', async () => {
    const cwd = temporaryFolder();
    const { code, out } = await runCli(shipped('--turns', '200', '--json'), {
      cwd,
      onListening: (listener) => setImmediate(() => listener('SIGINT')),
    });
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({ stopReason: 'interruption' });
  });

  it('keeps what it learnt of two stories apart in one workdir', async () => {
    const zork = testStory('zork1-r88.z3');
    if (zork === null) return;
    const cwd = temporaryFolder();
    await runCli(shipped('--turns', '3'), { cwd });
    await runCli(['run', '--story', zork, ...PLAYED, '--turns', '3'], { cwd });
    const own = readFileSync(path.join(cwd, 'play/Memories.md'), 'utf8');
    const other = readFileSync(path.join(cwd, 'play/ZCODE-88-840726/Memories.md'), 'utf8');
    expect(own).toContain('Landing Stage');
    expect(own).not.toContain('West of House');
    expect(other).toContain('West of House');
    const { out } = await runCli(['episodes', '--workdir', 'play'], { cwd, columns: 80 });
    expect(out).toMatch(/^The Saltmere Light\n[^]*\n\nZork I\n/);
    const piped = await runCli(['episodes', '--workdir', 'play'], { cwd });
    expect(piped.out).toMatch(/^episode .* story .*\n1 .* The Saltmere Light .*\n2 .* Zork I /);
  });

  it('explores Zork I with the offline player: 15 rooms and some points, every reply well-formed', async () => {
    const story = testStory('zork1-r88.z3');
    if (story === null) return;
    const cwd = temporaryFolder();
    const args = ['run', '--story', story, ...PLAYED, '--turns', '60'];
    const { code, out } = await runCli([...args, '--seed', '12', '--json'], { cwd });
    expect(code).toBe(0);
    const summary = JSON.parse(out) as { locationsVisited: number; score: number };
    expect(summary.locationsVisited).toBeGreaterThanOrEqual(15);
    expect(summary.score).toBeGreaterThan(0);
  });
});

describe('a story that works without end', () => {
  const ENDLESS = [0x8c, ...word(-1)];
  const READ = [0xe4, 0x0f, ...word(TINY.free), ...word(0), 0x10];
  const play = async (code: readonly number[]) => {
    const cwd = temporaryFolder();
    const story = { code, data: { [TINY.free]: [60, 0] } };
    writeFileSync(path.join(cwd, 'endless.z5'), tinyStory(story));
    return runCli(['run', '--story', 'endless.z5', ...PLAYED, '--json'], { cwd });
  };

  it('after a command ends the episode as interpreter-failed, and the run with 3', async () => {
    const { code, out } = await play([...READ, ...ENDLESS]);
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ stopReason: 'interpreter-failed' });
  });

  it('before the first command is told in a sentence, and nothing is played', async () => {
    const { code, out, err } = await play(ENDLESS);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('The story worked without end');
  });
});

describe('what zorkgpt run refuses', () => {
  async function refused(args: string[], config?: string) {
    const cwd = temporaryFolder();
    if (config !== undefined) writeFileSync(path.join(cwd, 'zorkgpt.config.json'), config);
    const { code, out, err } = await runCli(args, { cwd });
    expect(out).toBe('');
    expect(err.trim().split('\n').length).toBeLessThanOrEqual(3);
    return { code, err };
  }

  it.each([
    ['an unknown setting', ['run'], '{"critc": {}}', /Unrecognized key: "critc"/],
    [
      'a setting of the wrong type',
      ['run'],
      '{"episode": {"maxTurns": "ten"}}',
      /episode\.maxTurns/,
    ],
    ['broken JSON', ['run'], '{', /no valid JSON/],
    ['another file', ['run'], 'root:x:0:0', /no valid JSON \(Unexpected token [^:"]*\);/],
    [
      'a missing story',
      ['run', '--story', 'gone.z5', '--player', 'offline'],
      '{}',
      /no story file/,
    ],
    ['no player', ['run', '--story', SHIPPED_STORY], '{}', /No player is named/],
    [
      'a missing configuration file',
      ['run', '--config', 'gone.json'],
      undefined,
      /no configuration file/,
    ],
  ])('%s with 78 and a sentence that says what to do', async (_, args, config, message) => {
    const { code, err } = await refused(args, config);
    expect(code).toBe(78);
    expect(err).toMatch(message);
  });

  it('a model without a key with 78, and never plays offline instead', async () => {
    const args = ['run', '--story', SHIPPED_STORY, '--player', 'openai', '--model', 'some-model'];
    const { code, err } = await refused(args, '{}');
    expect(code).toBe(78);
    expect(err).toMatch(/key/i);
  });

  it('a file that is no story with 78', async () => {
    const cwd = temporaryFolder();
    const whole = readFileSync(SHIPPED_STORY);
    for (const [name, content] of [
      ['text.z5', 'Once upon a time'],
      ['empty.z5', ''],
      ['cut.z5', whole.subarray(0, 40_000)],
    ] as const) {
      writeFileSync(path.join(cwd, name), content);
      const { code, err } = await runCli(['run', '--story', name, ...PLAYED], { cwd });
      expect(code).toBe(78);
      expect(err).toMatch(/^Error: [^\n]+\n$/);
    }
  });

  it('an unknown flag with 2 and a suggestion', async () => {
    const { code, err } = await runCli(['run', '--episode', '3'], { cwd: temporaryFolder() });
    expect(code).toBe(2);
    expect(err).toContain('--episodes');
  });
});

describe('a path that is no file', () => {
  it.each([
    ['run', '--story', '/dev/null'],
    ['play', '--story', '/tmp'],
    ['story', 'info', '/tmp'],
  ])('%s %s %s is refused with 78 and a sentence', async (...args) => {
    const { code, err } = await runCli(args, { cwd: temporaryFolder() });
    expect(code).toBe(78);
    expect(err).toMatch(/^Error: [^\n]+\n$/);
    expect(err).not.toContain('move it away');
  });

  it('a workdir that no folder can be made in is refused at once', async () => {
    const args = ['run', '--story', SHIPPED_STORY, '--player', 'offline', '--workdir', '/proc/x'];
    const { code, err } = await runCli(args, { cwd: temporaryFolder() });
    expect(code).toBe(78);
    expect(err).toContain('/proc/x');
  });
});

describe('a budget of turns', () => {
  const turnsPlayed = async (scope: string, limit: number) => {
    const environment = { [`ZORKGPT_BUDGET_${scope}_TURNS`]: `${limit}` };
    const args = shipped('--turns', '4', '--episodes', '2', '--seed', '5', '--json');
    const { code, out } = await runCli(args, { cwd: temporaryFolder(), environment });
    expect(code).toBe(0);
    const lines = out.trim().split('\n');
    return lines.map((line) => (JSON.parse(line) as { turns: number }).turns);
  };

  it.each([
    ['EPISODE', 1, [1, 1]],
    ['EPISODE', 3, [3, 3]],
    ['RUN', 5, [4, 1]],
    ['DAY', 6, [4, 2]],
    ['RUN', 4, [4]],
  ])('of one %s lets %i turns be played', async (scope, limit, turns) => {
    expect(await turnsPlayed(scope, limit)).toEqual(turns);
  });
});
