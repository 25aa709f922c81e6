import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCli, type CliChild } from '../helpers/cli-child.ts';
import { settingsFor, startOfflineServer } from '../helpers/offline-server.ts';
import { ask, hasOwnPostgres, ownServer } from '../helpers/postgres.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

/**
 * Episodes with one shared memory over three workers, of which one is killed, one is stopped beyond its lease and woken,
 * and under which PostgreSQL crashes, again and again: every lesson of a stored episode is there, none twice. No two lessons
 * of the model are alike.
 * The last argument says how many episodes; 200 when absent.
 */
const EPISODES = Number(process.argv.at(-1)) || 200;
const LEASE_MS = 5_000;
const MOMENT_MS = 10_000;

interface Lesson {
  readonly locationId: number;
  readonly memory: { readonly title: string; readonly text: string; readonly persistence: string };
}

function lessonsIn(directory: string): readonly Lesson[] {
  return readFileSync(path.join(directory, 'log.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"msg":"memory-added"'))
    .map((line) => JSON.parse(line) as Lesson)
    .filter(({ memory }) => memory.persistence !== 'ephemeral');
}

function lesson(count: number): string {
  return JSON.stringify({
    should_remember: true,
    category: 'NOTE',
    memory_title: `Lesson ${count}`,
    memory_text: `This is number ${count}.`,
    persistence: 'permanent',
    status: 'ACTIVE',
    supersedes_memory_titles: [],
    reasoning: 'no two are alike',
  });
}

async function soak(): Promise<boolean> {
  const server = await ownServer();
  const url = await server.database();
  const model = await startOfflineServer();
  let told = 0;
  model.instead = (role) => (role === 'memory' ? lesson((told += 1)) : null);
  const environment = {
    ZORKGPT_FLEET: url,
    ZORKGPT_VERIFY_AFTER_EPISODE: '0',
    ZORKGPT_EXITS: 'none',
    ZORKGPT_PLAYER: 'openai',
    ZORKGPT_API_KEY: 'sk-of-this-test',
  };
  const start = (words: string, cwd = temporaryFolder()): CliChild =>
    startCli(words.split(' '), { cwd, environment });
  const worker = () => start(`worker --parallel 2 --lease ${LEASE_MS}ms`);
  const workers = [worker(), worker(), worker()] as [CliChild, CliChild, CliChild];
  const cwd = temporaryFolder();
  const config = { story: SHIPPED_STORY, models: settingsFor(model.baseUrl) };
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
  const client = start(`run --episodes ${EPISODES} --turns 8 --json`, cwd);
  let isOver = false;
  const ended = client.ended.finally(() => {
    isOver = true;
  });
  let accidents = 0;
  for (let round = 0; !isOver; round += 1) {
    await Promise.race([sleep(MOMENT_MS), ended]);
    if (isOver) break;
    accidents += 1;
    if (round % 3 === 0) {
      workers[0].kill('SIGKILL');
      workers[0] = worker();
    } else if (round % 3 === 1) {
      workers[1].kill('SIGSTOP');
      await sleep(LEASE_MS * 1.5);
      workers[1].kill('SIGCONT');
    } else await server.crash();
  }
  const { code, out, err } = await ended;
  const stored = out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { directory: string });
  const lessons = stored.flatMap(({ directory }) =>
    lessonsIn(path.join(cwd, 'game_files', directory)),
  );
  const [memories] = await ask(
    url,
    "select bytes from zorkgpt.learnt where name = 'Memories.md' and place like 'main/%'",
  );
  const text = Buffer.from((memories?.['bytes'] as Uint8Array | undefined) ?? []).toString();
  const timesIn = ({ memory }: Lesson) => text.split(`] ${memory.title}**`).length - 1;
  const lost = lessons.filter((one) => timesIn(one) === 0);
  const twice = lessons.filter((one) => timesIn(one) > 1);
  const aside = await ask(url, "select number from zorkgpt.episode where state <> 'done'");
  for (const one of workers) one.kill('SIGKILL');
  await server.stop('fast');
  await model.close();
  console.log(
    `asked ${EPISODES}, stored ${stored.length}, not stored ${aside.length}, accidents ${accidents}, ` +
      `lessons ${lessons.length}, lost ${lost.length}, there twice ${twice.length}`,
  );
  if (code !== 0) console.log(err);
  return (
    lost.length + twice.length === 0 &&
    stored.length + aside.length === EPISODES &&
    lessons.length > 0
  );
}

const isSound = !hasOwnPostgres() || (await soak());
process.exitCode = isSound ? 0 : 1;
