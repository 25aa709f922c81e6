/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { examineChange } from '../../src/exam/examine.ts';
import { makeQuestions } from '../../src/exam/make-questions.ts';
import type { RefusedChange, ZorkEvent } from '../../src/events/event.ts';
import { readPlayed, playedTurns } from '../../src/exam/played.ts';
import { neverWaitedFor } from '../../src/model/players.ts';
import type { LanguageModel } from '../../src/model/model.ts';
import { createOfflinePlayer } from '../../src/player/offline-player.ts';
import { readQuestionSections } from '../../src/prompts/question.ts';
import { playEpisode } from '../../src/run/play-episode.ts';
import { openRunServices } from '../../src/run/run-services.ts';
import { SHIPPED_STORY } from '../../src/run/story-file.ts';
import { QUICK_END, temporaryFolder } from '../helpers/workdir.ts';

const TURNS = 30;

/** Of no use, and in nobody's way. */
const HARMLESS = 'Patience was told of in turn';

/** The offline player, but what it draws from a whole episode is ruin: right items go, wrong and useless ones come. */
function ruinous(): LanguageModel {
  const player = createOfflinePlayer(5);
  return {
    async complete(request) {
      const reply = await player.complete(request);
      const sections = readQuestionSections(request.messages);
      if (!sections.has('Facts of this episode') || !sections.has('Knowledge base')) return reply;
      const known = (sections.get('Knowledge base') ?? '').split('\n');
      const items = known.flatMap((line) => {
        const [, item, text] = /^\| \[([0-9a-f]{6})\] (.*?)(?: \(|$)/.exec(line) ?? [];
        return item === undefined || text === undefined ? [] : [{ item, text }];
      });
      const edits = [
        { op: 'retire', item: items[0]?.item, reason: 'It is of no use.' },
        ...items.slice(1, 4).map(({ item }) => ({
          op: 'revise',
          item,
          text: 'Nothing that was done here was of any use at all, and it paid 99 points.',
          turns: [TURNS],
        })),
        {
          op: 'add',
          section: 'CROSS-EPISODE INSIGHTS',
          text: `${HARMLESS} ${known.length}.`,
          turns: [1],
        },
        ...Array.from({ length: 8 }, (_, at) => ({
          op: 'add',
          section: 'CROSS-EPISODE INSIGHTS',
          text: `Remark ${at} of turn ${known.length}: ${'the weather is never told of in this tale '.repeat(5)}`,
          turns: [at + 1],
        })),
      ];
      return { ...reply, text: JSON.stringify({ edits, reasoning: 'Ruin.' }) };
    },
  };
}

/** Plays nights; returns the knowledge base after each, and the refusals. */
async function nights(count: number, gate: 'stored' | 'off') {
  const workdir = temporaryFolder();
  const flags = {
    story: SHIPPED_STORY,
    workdir,
    player: 'offline',
    seed: 5,
    gate,
    'episode.maxTurns': TURNS,
    'knowledge.updateInterval': TURNS / 2,
  };
  const place = { flags, cwd: workdir, environment: QUICK_END, readText: () => null };
  const services = await openRunServices(loadConfig(place), () => undefined);
  const refused: RefusedChange[] = [];
  const bases: Uint8Array[] = [];
  let refusals = 0;
  for (let night = 0; night < count; night += 1) {
    const summary = await playEpisode(
      { ...services, model: neverWaitedFor(ruinous()) },
      {
        signal: new AbortController().signal,
        stopRequested: () => false,
        progress: (event: ZorkEvent) => {
          if (event.type === 'change-refused') refused.push(event);
        },
        complain: () => undefined,
      },
    );
    refusals += summary?.changesRefused ?? 0;
    bases.push(readFileSync(path.join(workdir, 'knowledgebase.md')));
  }
  const log = readFileSync(path.join(workdir, 'episodes/0001/log.jsonl'), 'utf8');
  const questions = makeQuestions(playedTurns(readPlayed(workdir, services.story)));
  const lowered = bases.flatMap((after, at) => {
    const before = bases[at - 1];
    return before === undefined
      ? []
      : [examineChange(questions, { what: 'knowledge', before, after }, 600)];
  });
  return { bases, refused, refusals, log, lowered, questions };
}

function wordsOf(refused: readonly RefusedChange[]): string {
  return refused.map(({ words }) => words).join();
}

describe('three nights whose synthesis writes ruin', () => {
  let gated: Awaited<ReturnType<typeof nights>>;
  let open: Awaited<ReturnType<typeof nights>>;
  beforeAll(async () => {
    gated = await nights(3, 'stored');
    open = await nights(2, 'off');
  });

  test('lower nothing that is kept, and each refusal is told with what it wanted', () => {
    // What play itself teaches meanwhile may come first; the whole, and what a prompt shows of it, lose nothing.
    expect(gated.lowered).toHaveLength(2);
    expect(gated.lowered.join()).not.toMatch(/the knowledge base|a prompt shows/);
    expect(gated.refused.length).toBeGreaterThan(0);
    for (const { what, questions, why, words } of gated.refused) {
      expect([what, questions > 0]).toEqual(['knowledge', true]);
      expect(why).toMatch(/ before, .* after$/);
      expect(words).toMatch(/^(?:add to|remove from) /);
      expect(words).not.toMatch(/\*|: - /);
    }
    expect(gated.log).toContain('"change-refused"');
    expect(gated.log).not.toContain('"lesson-failed"');
    expect(gated.refusals).toBe(gated.refused.length);
    expect(wordsOf(gated.refused)).toContain('of any use at all');
  });

  test('keep every entry that lowers nothing', () => {
    expect(String(gated.bases[0])).toContain(HARMLESS);
    expect(String(gated.bases.at(-1))).toContain(HARMLESS);
    expect(wordsOf(gated.refused)).not.toContain(
      `${HARMLESS} ${String(gated.bases[0]).split(`${HARMLESS} `)[1]?.split('.')[0]}.`,
    );
  });

  test('lower it where the gate is off', () => {
    expect(open.refused).toEqual([]);
    expect(String(open.bases.at(-1))).toContain('of any use at all');
    const [before = null, after = null] = [gated.bases[1], open.bases[1]];
    const why = examineChange(open.questions, { what: 'knowledge', before, after }, 600);
    expect(why).toMatch(/^answers in .* right and 0 wrong before/);
  });
});
