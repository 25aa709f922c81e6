/** @module-tag slow */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRecordLog } from '../../src/storage/record-log.ts';
import { atifSchema, inspectSchema, otlpSchema } from '../helpers/published-formats.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/workdir.ts';
import { agentCall, summaryOf } from '../report/scene.ts';
import { storeEpisode } from '../report/stored-episodes.ts';

const words = (field: string) => field;
interface Summary {
  readonly turns: number;
  readonly score: number;
  readonly modelCalls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
}

/** A folder with an episode that the offline player played, and one with recorded tokens of which a call was set aside. */
let [played, priced] = ['', ''];

beforeAll(async () => {
  played = await playedWorkdir();
  priced = temporaryFolder();
  const workdir = path.join(priced, 'game_files');
  const folder = storeEpisode(workdir, 1, words, { turns: 4, summary: false });
  const aside = openRecordLog(path.join(folder, 'inputs.jsonl')).log;
  aside.append({ kind: 'set-aside', calls: [0] });
  aside.close();
  const summary = {
    ...summaryOf(1, words),
    stopReason: 'max-turns',
    turns: 4,
    modelCalls: 3,
    promptTokens: 3000,
    completionTokens: 300,
    cachedTokens: 1500,
    costUsd: 0.003,
  };
  writeFileSync(path.join(folder, 'summary.json'), JSON.stringify(summary));
});

async function exported<T>(cwd: string, format: string, schema: z.ZodType<T>): Promise<T> {
  const file = path.join(cwd, `out.${format}`);
  const { code, err, out } = await runCli(
    ['episodes', 'export', '1', '--format', format, '--out', file],
    { cwd },
  );
  expect([code, out], err).toEqual([0, `${file}\n`]);
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function summaryIn(cwd: string): Summary {
  const folder = cwd === played ? 'play' : 'game_files';
  const file = path.join(cwd, folder, 'episodes/0001/summary.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Summary;
}

describe.each(['played', 'priced'] as const)('an episode (%s)', (name) => {
  const place = () => (name === 'played' ? played : priced);

  it('is a trajectory whose steps count from 1, whose calls are answered, and whose sums are those of the summary', async () => {
    const { steps, final_metrics: totals } = await exported(place(), 'atif', atifSchema);
    const summary = summaryIn(place());
    expect(steps.map((step) => step.step_id)).toEqual(steps.map((_, index) => index + 1));
    const acts = steps.flatMap((step) => (step.source === 'agent' ? [step] : []));
    expect(acts.length).toBe(summary.turns);
    for (const { tool_calls: calls = [], observation: seen } of acts) {
      expect(calls.map((call) => call.tool_call_id)).toEqual(
        seen?.results.map((result) => result.source_call_id),
      );
    }
    const sum = (field: 'prompt_tokens' | 'completion_tokens') =>
      acts.reduce((total, { metrics }) => total + (metrics?.[field] ?? 0), 0);
    expect(sum('prompt_tokens')).toBe(summary.promptTokens);
    expect(sum('completion_tokens')).toBe(summary.completionTokens);
    expect(totals).toMatchObject({
      total_prompt_tokens: summary.promptTokens,
      total_completion_tokens: summary.completionTokens,
      total_cached_tokens: summary.cachedTokens,
      total_steps: steps.length,
    });
  });

  it('is a trace with one root and a chat span for each model call, none before it began or after it ended', async () => {
    const { resourceSpans } = await exported(place(), 'otel', otlpSchema);
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans));
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    const [root] = roots;
    expect(roots.map((span) => span.name)).toEqual(['invoke_agent zorkgpt']);
    const summary = summaryIn(place());
    const chats = spans.filter((span) => span.name.startsWith('chat '));
    expect(chats.length).toBe(summary.modelCalls);
    expect(spans.filter((span) => span.name === 'execute_tool play').length).toBe(summary.turns);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    const value = (span: (typeof spans)[number] | undefined, key: string) =>
      span?.attributes.find((one) => one.key === key)?.value;
    for (const span of spans.slice(1)) {
      expect(span.parentSpanId).toBe(root?.spanId);
      expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(
        BigInt(root?.startTimeUnixNano ?? 0),
      );
      expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root?.endTimeUnixNano ?? 0));
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    }
    for (const span of chats) {
      expect(value(span, 'gen_ai.operation.name')).toEqual({ stringValue: 'chat' });
      expect(value(span, 'gen_ai.provider.name')).toBeDefined();
    }
    const tokens = { intValue: String(summary.promptTokens) };
    expect(value(root, 'gen_ai.usage.input_tokens')).toEqual(tokens);
  });

  it('is an evaluation log with two messages for each turn, the score, and the tokens of the summary', async () => {
    const log = await exported(place(), 'inspect', inspectSchema);
    const summary = summaryIn(place());
    const [sample] = log.samples;
    const messages = sample?.messages ?? [];
    const spoken = messages.filter(({ role }) => role === 'assistant' || role === 'tool');
    expect(spoken.length).toBe(summary.turns * 2);
    const asked = messages.flatMap((one) =>
      one.role === 'assistant' ? one.tool_calls.map(({ id }) => id) : [],
    );
    const answered = messages.flatMap((one) => (one.role === 'tool' ? [one.tool_call_id] : []));
    expect(answered).toEqual(asked);
    expect(sample?.scores['score']?.value).toBe(summary.score);
    expect(log.results.scores[0]?.metrics['mean']?.value).toBe(summary.score);
    expect(log.stats.model_usage[log.eval.model]).toMatchObject({
      input_tokens: summary.promptTokens,
      output_tokens: summary.completionTokens,
      total_tokens: summary.promptTokens + summary.completionTokens,
    });
    expect(log.status).toBe('success');
    const { events = [], attachments = {} } = sample ?? {};
    expect(events.map(({ event }) => event)).toEqual(Array(summary.modelCalls).fill('model'));
    const attached = events.flatMap(({ input }) => input.map(({ content }) => content));
    const references = attached.filter((content) => content.startsWith('attachment://'));
    expect(references.length).toBeGreaterThan(0);
    for (const text of references) {
      expect(attachments[text.slice('attachment://'.length)]?.length).toBeGreaterThan(99);
    }
  });
});

it('an evaluation log is named in a folder so that its reader finds it', async () => {
  const folder = temporaryFolder();
  const words = ['episodes', 'export', '1', '--format', 'inspect', '--out', folder];
  const { code, out } = await runCli(words, { cwd: priced });
  expect(code).toBe(0);
  expect(path.dirname(out.trim())).toBe(folder);
  expect(path.basename(out.trim())).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\+00-00_zorkgpt_[0-9a-f]{22}\.json$/,
  );
  const csv = ['episodes', 'export', '1', '--format', 'csv', '--out', folder];
  const other = await runCli(csv, { cwd: priced });
  expect(other).toMatchObject({ code: 2, out: '' });
});

it('what is exported to a terminal cannot steer it, and to a file or pipe is as it was', async () => {
  const cwd = temporaryFolder();
  const folder = storeEpisode(path.join(cwd, 'game_files'), 1, words);
  writeFileSync(path.join(folder, 'transcript.txt'), 'You \u001b]52;c;x\u0007 see.\n');
  const args = ['episodes', 'export', '1'];
  expect((await runCli(args, { cwd, columns: 80 })).out).not.toContain('\u001b');
  expect((await runCli(args, { cwd })).out).toContain('\u001b]52');
});

describe('formats of rows', () => {
  const jsonl = async (format: string) => {
    const { out } = await runCli(['episodes', 'export', '1', '--format', format], { cwd: priced });
    return out;
  };

  it('have a line for each turn with all that is known of it', async () => {
    const rows = (await jsonl('jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatchObject({
      turn: 2,
      action: 'action',
      observation: 'game text',
      prompt_tokens: 1000,
      cost_usd: 0.001,
      calls: 1,
      rejections: 1,
      cause: null,
    });
  });

  it('are steps of TextQuests; what only its own checkpoints tell is null', async () => {
    expect(JSON.parse(await jsonl('textquests'))).toMatchObject([
      { step: 1, action: 'action', game_over: false, progress: null, label_vectors: null },
      { step: 2 },
      { step: 3 },
      { step: 4 },
    ]);
  });
});

it('says once when the totals are not those of the summary', async () => {
  const cwd = temporaryFolder();
  storeEpisode(path.join(cwd, 'game_files'), 1, words, { turns: 1 });
  const { code, err } = await runCli(['episodes', 'export', '1', '--format', 'atif'], { cwd });
  expect(code).toBe(0);
  expect(err.trimEnd().split('\n')).toEqual([
    'Episode 1: its recorded model calls are 1, its summary counts 4; the totals are those of the records.',
  ]);
});

it('a turn that was begun and never played is a step without a call, so that no token is lost', async () => {
  const cwd = temporaryFolder();
  const workdir = path.join(cwd, 'game_files');
  const folder = storeEpisode(workdir, 1, words, { turns: 1, summary: false });
  const calls = openRecordLog(path.join(folder, 'model-calls.jsonl')).log;
  calls.append({ ...agentCall(2, words), finishReason: 'stop', turn: 2 });
  calls.close();
  const { steps, final_metrics: totals } = await exported(cwd, 'atif', atifSchema);
  const last = steps.at(-1);
  expect(last).toMatchObject({ source: 'agent', metrics: { prompt_tokens: 1000 } });
  expect(last).not.toHaveProperty('tool_calls');
  expect(totals.total_prompt_tokens).toBe(2000);
});
