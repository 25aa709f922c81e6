/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { ModelError } from '../../src/domain/errors.ts';
import { makeQuestions } from '../../src/exam/make-questions.ts';
import { readPlayed, playedTurns } from '../../src/exam/played.ts';
import { factWords } from '../../src/exam/question.ts';
import type { RefusedChange, ZorkEvent } from '../../src/events/event.ts';
import type { Ask } from '../../src/model/ask.ts';
import { BudgetExceeded, NOTHING_SPENT } from '../../src/model/budget.ts';
import type { LanguageModel } from '../../src/model/model.ts';
import { neverWaitedFor } from '../../src/model/players.ts';
import { createOfflinePlayer } from '../../src/player/offline-player.ts';
import { readQuestionSections } from '../../src/prompts/question.ts';
import { findStarted } from '../../src/records/episodes.ts';
import { playEpisode } from '../../src/run/play-episode.ts';
import { whyChangeReadsWorse } from '../../src/run/read-change.ts';
import { replayEpisode } from '../../src/run/replay-episode.ts';
import { openRunServices, type RunServices } from '../../src/run/run-services.ts';
import { SHIPPED_STORY } from '../../src/run/story-file.ts';
import { QUICK_END, temporaryFolder } from '../helpers/workdir.ts';

/** Every answer is still stored beside it, and the reader below understands nothing where it stands. */
const CONFUSING = 'The tale is told of in turn one';

/** Knows the answer to each question of recorded play, and gives another where it is shown what confuses it. */
function readerOf({ config, story }: RunServices) {
  return (user: string): string => {
    const all = makeQuestions(playedTurns(readPlayed(config.workdir, story)));
    const asked = all.find(({ text }) => user.includes(text));
    if (asked === undefined) throw new Error(`Nobody made this question: ${user}`);
    const right = asked.options.findIndex((one) => factWords(one) === factWords(asked.right));
    return 'ABCD'[user.includes(CONFUSING) ? (right + 1) % 4 : right] ?? '';
  };
}

/** The offline player, but the night adds what confuses, and questions of an exam are answered as by a person. */
function confused(read: (user: string) => string): LanguageModel {
  const player = createOfflinePlayer(5);
  return {
    async complete(request) {
      const [system, user] = request.messages.map(({ content }) => content);
      if (system?.startsWith('You answer questions about') === true && user !== undefined) {
        const usual = await player.complete({ ...request, role: 'extractor' });
        return { ...usual, text: JSON.stringify({ answer: read(user) }) };
      }
      const reply = await player.complete(request);
      const sections = readQuestionSections(request.messages);
      if (!sections.has('Facts of this episode') || !sections.has('Knowledge base')) return reply;
      const add = {
        op: 'add',
        section: 'CROSS-EPISODE INSIGHTS',
        text: `${CONFUSING}.`,
        turns: [1],
      };
      return { ...reply, text: JSON.stringify({ edits: [add], reasoning: 'So it is.' }) };
    },
  };
}

async function night(gate: 'stored' | 'readable') {
  const workdir = temporaryFolder();
  const flags = { story: SHIPPED_STORY, workdir, player: 'offline', seed: 5, gate };
  const place = {
    flags: { ...flags, 'episode.maxTurns': 40, 'knowledge.updateInterval': 20 },
    ...{ cwd: workdir, environment: QUICK_END, readText: () => null },
  };
  const opened = await openRunServices(loadConfig(place), () => undefined);
  const services = { ...opened, config: { ...opened.config, player: 'ollama' as const } };
  const refused: RefusedChange[] = [];
  const read = readerOf(services);
  let questions = 0;
  const model = confused((user) => {
    questions += 1;
    return read(user);
  });
  await playEpisode(
    { ...services, model: neverWaitedFor(model) },
    {
      signal: new AbortController().signal,
      stopRequested: () => false,
      progress: (event: ZorkEvent) => {
        if (event.type === 'change-refused') refused.push(event);
      },
      complain: () => undefined,
    },
  );
  const file = path.join(workdir, 'knowledgebase.md');
  return { services, refused, questions, knowledge: readFileSync(file, 'utf8') };
}

describe('a night that confuses who reads what it wrote', () => {
  let read: Awaited<ReturnType<typeof night>>;
  beforeAll(async () => {
    read = await night('readable');
  });

  test('is taken back where the gate is readable, and told', () => {
    expect(read.knowledge).not.toContain(CONFUSING);
    const [{ why, words } = { why: '', words: '' }] = read.refused;
    expect(why).toMatch(/^answers that a model reads: (\d+) of \1 right before, 0 after$/);
    expect(words).toContain(CONFUSING);
    expect(read.questions).toBeGreaterThan(0);
    expect(read.questions).toBeLessThanOrEqual(20);
  });

  test('leaves an episode that is repeated without a difference', async () => {
    const started = findStarted(read.services.config.workdir, '1');
    expect((await replayEpisode(started, SHIPPED_STORY)).difference).toBeNull();
  });

  test('stays where the gate is stored, and no model is asked', async () => {
    const stored = await night('stored');
    expect(stored.knowledge).toContain(CONFUSING);
    expect([stored.refused, stored.questions]).toEqual([[], 0]);
  });

  const bytes = (text: string) => new TextEncoder().encode(text);
  const BASE = '# Knowledge Base\n\n## CROSS-EPISODE INSIGHTS\n\n- Doors creak. *(Ep1, T1)*\n';
  const worse = { before: bytes(BASE), after: bytes(BASE.replace('Doors creak', CONFUSING)) };

  /** Why a change of the knowledge base reads worse, by a reader who is asked so, and what was complained of. */
  async function why(change: typeof worse, ask: Ask) {
    const { services } = read;
    const all = makeQuestions(playedTurns(readPlayed(services.config.workdir, services.story)));
    const told: string[] = [];
    const signal = new AbortController().signal;
    const reader = { ask, signal, complain: (message: string) => void told.push(message) };
    const found = await whyChangeReadsWorse(
      services,
      { what: 'knowledge', ...change },
      all,
      reader,
    );
    return [found, told];
  }

  const answering = ((question) => {
    const user = question.messages[1]?.content ?? '';
    const value = question.replySchema.parse({ answer: readerOf(read.services)(user) });
    return Promise.resolve({ ok: true, value, reply: {} });
  }) as Ask;

  test('is found by as many questions as are put, and what reads no worse is not', async () => {
    const found = 'answers that a model reads: 10 of 10 right before, 0 after';
    expect(await why(worse, answering)).toEqual([found, []]);
    expect(await why({ before: worse.after, after: worse.before }, answering)).toEqual([null, []]);
    const same = { before: worse.before, after: worse.before };
    const nobody: Ask = () => Promise.reject(new Error('nobody is asked'));
    expect(await why(same, nobody)).toEqual([null, []]);
  });

  test.each([
    [
      'the model cannot be reached',
      new ModelError('It is away.', { kind: 'auth', role: 'agent', retryable: false }),
    ],
    ['the budget is spent', new BudgetExceeded('It is spent.', 'tokens', NOTHING_SPENT)],
  ])('passes where %s, and that is told', async (_, error) => {
    const failing: Ask = () => Promise.reject(error);
    const [found, told] = await why(worse, failing);
    expect(found).toBeNull();
    expect(told).toEqual([
      `What the end of the episode changed was read by no model: ${error.message}`,
    ]);
  });
});
